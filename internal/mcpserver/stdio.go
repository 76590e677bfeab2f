package mcpserver

import (
	"context"
	"errors"
	"io"
	"syscall"
	"time"

	"github.com/mark3labs/mcp-go/server"
	"github.com/rs/zerolog"
)

// ServeStdio serves the dispatcher's tools to one client over a pair of streams, one message a line,
// until the input ends, the client stops reading or ctx ends. All three are an orderly end and give
// nil. After the end of the input every request that was read is still answered.
func ServeStdio(ctx context.Context, d *Dispatcher, version string, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	b := newBridge(in, out, d.Has, maxLine, d.deadline+time.Second)
	b.onFailure = cancel
	b.refuse = func(m message) []byte { return d.refuse(ctx, m) }

	hooks := new(server.Hooks)
	hooks.AddOnRequestInitialization(b.heed)
	s := server.NewStdioServer(newMCP(d, version, server.WithHooks(hooks)))
	s.SetErrorLogger(lineLog(d.log, zerolog.DebugLevel))
	// As many workers as calls may run: further calls wait in the queue for as long as it takes,
	// rather than for a turn, whose wait is bounded.
	server.WithWorkerPoolSize(min(d.gate.size(), 100))(s)
	server.WithQueueSize(10_000)(s)

	ended := make(chan error, 1)
	go func() { ended <- s.Listen(ctx, b, b) }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		// Calls see the end of ctx too. A client that does not read its answers must not hold us up.
		select {
		case err = <-ended:
		case <-time.After(stopGrace + time.Second):
		}
	}
	if failed := b.failure(); failed != nil && !errors.Is(failed, syscall.EPIPE) && !errors.Is(failed, io.ErrClosedPipe) {
		return failed
	}
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
