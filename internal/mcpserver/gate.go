package mcpserver

import (
	"context"
	"errors"
	"time"
)

// gate lets a bounded number of calls in at a time. The rest wait for a bounded time.
type gate struct {
	turns chan struct{}
	wait  time.Duration
}

// errBusy is returned when no turn came up in time.
var errBusy = errors.New("no turn came up in time")

func newGate(size int, wait time.Duration) gate {
	return gate{turns: make(chan struct{}, max(1, size)), wait: wait}
}

// size returns how many calls run at a time.
func (g gate) size() int { return cap(g.turns) }

// enter waits for a turn and returns the function that ends it. The error is errBusy, or the
// context's.
func (g gate) enter(ctx context.Context) (leave func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	leave = func() { <-g.turns }
	select {
	case g.turns <- struct{}{}:
		return leave, nil
	default:
	}
	timer := time.NewTimer(g.wait)
	defer timer.Stop()
	select {
	case g.turns <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		return nil, errBusy
	}
}
