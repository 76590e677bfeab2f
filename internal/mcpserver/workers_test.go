package mcpserver

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/footstepd/footstepd/internal/envelope"
)

// Workers are kept, but for those whose goroutine has ended or whose answer nobody awaited.
func TestWorkersAreKept(t *testing.T) {
	b := newTestbed(t, func(c *config.Config) { c.Concurrency, c.Deadline = 4, 50*time.Millisecond })
	for _, call := range []struct {
		tool string
		idle int
	}{{"echo", 1}, {"echo", 1}, {"crash", 1}, {"nothing", 1}, {"vanish", 0}, {"echo", 1}, {"hang", 0}, {"refuse", 1}} {
		args := json.RawMessage(`{}`)
		if call.tool == "echo" {
			args = json.RawMessage(`{"text":"x"}`)
		}
		b.Call(t.Context(), call.tool, args)
		if got := len(b.workers.idle); got != call.idle {
			t.Errorf("after %s %d workers are idle, want %d", call.tool, got, call.idle)
		}
	}
}

// Calls get their own answers, while others end in all the ways that there are.
func TestWorkersAnswerTheirOwn(t *testing.T) {
	b := newTestbed(t, func(c *config.Config) {
		c.Concurrency, c.QueueWait, c.Deadline = 4, 5*time.Second, 300*time.Millisecond
	})
	var callers sync.WaitGroup
	for i := range 8 {
		callers.Go(func() {
			for k := range 50 {
				switch (i + k) % 6 {
				case 0:
					if a := b.Call(t.Context(), "vanish", nil); a.Code != envelope.InternalError {
						t.Errorf("vanish answers %q", a.Code)
					}
				case 1:
					if a := b.Call(t.Context(), "crash", nil); a.Code != envelope.InternalError {
						t.Errorf("crash answers %q", a.Code)
					}
				default:
					text := fmt.Sprintf("%d of %d", k, i)
					if a := b.Call(t.Context(), "echo", json.RawMessage(`{"text":"`+text+`"}`)); a.Text != text {
						t.Errorf("echo of %q answers %q", text, a.Text)
					}
				}
				if i == 0 && k == 20 {
					if a := b.Call(t.Context(), "hang", nil); a.Code != envelope.Timeout {
						t.Errorf("hang answers %q", a.Code)
					}
				}
			}
		})
	}
	callers.Wait()
	if got := len(b.workers.idle); got > 4 {
		t.Errorf("%d workers are kept, more than calls run at a time", got)
	}
}
