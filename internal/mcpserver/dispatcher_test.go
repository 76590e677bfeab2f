package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/tools"
)

// failure is the error part of an answer.
type failure struct {
	Error struct {
		Code    string
		Message string
		Details struct {
			Violations []envelope.Violation
			Total      int
			RequestID  string  `json:"request_id"`
			Deadline   float64 `json:"deadline_seconds"`
			RetryAfter int     `json:"retry_after_seconds"`
		}
	}
}

func decodeFailure(t *testing.T, a envelope.Answer) failure {
	t.Helper()
	var f failure
	if err := json.Unmarshal(a.Structured, &f); err != nil {
		t.Fatalf("%v in %s", err, a.Structured)
	}
	return f
}

func TestCall(t *testing.T) {
	tests := []struct {
		name string
		tool string
		args string
		code envelope.Code
		want string // part of the text
	}{
		{"success", "echo", `{"text":"hello"}`, "", "hello"},
		{"nothing found is a success", "empty", `{}`, "", "nothing found"},
		{"no arguments", "empty", ``, "", "nothing found"},
		{"null arguments", "empty", `null`, "", "nothing found"},
		{"an error of the tool", "refuse", `{}`, envelope.NoRouteFound, "no_route_found: there is no way"},
		{"bad input", "echo", `{}`, envelope.InvalidInput, "invalid_input: echo: text is missing"},
		{"no JSON", "echo", `{"text"`, envelope.InvalidInput, "not valid JSON"},
		{"unknown fault", "fail", `{}`, envelope.InternalError, "internal_error"},
		{"panic", "crash", `{}`, envelope.InternalError, "internal_error"},
		{"cut region file", "fault", `{}`, envelope.InternalError, "internal_error"},
		{"empty answer", "nothing", `{}`, envelope.InternalError, "internal_error"},
		{"goroutine ended", "vanish", `{}`, envelope.InternalError, "internal_error"},
		{"deadline", "wait", `{}`, envelope.Timeout, "deadline"},
		{"deaf tool", "hang", `{}`, envelope.Timeout, "deadline"},
		{"unknown tool", "nosuch", `{}`, envelope.InvalidInput, "crash, echo, empty"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			b := newTestbed(t, func(c *config.Config) { c.Deadline = 500 * time.Millisecond })
			a := b.Call(t.Context(), test.tool, json.RawMessage(test.args))
			if a.Code != test.code {
				t.Errorf("code: got %q, want %q", a.Code, test.code)
			}
			if !strings.Contains(a.Text, test.want) {
				t.Errorf("text: got %q, want it to say %q", a.Text, test.want)
			}
			if !json.Valid(a.Structured) {
				t.Errorf("structured content is not JSON: %q", a.Structured)
			}
			if strings.Contains(string(a.Structured)+a.Text, "secret") {
				t.Errorf("the inside shows: %s", a.Structured)
			}
			f := decodeFailure(t, a)
			if test.code == envelope.InternalError {
				if id := f.Error.Details.RequestID; id == "" || !strings.Contains(b.log.String(), id) {
					t.Errorf("request id %q does not lead to the log:\n%s", id, b.log)
				}
			}
			if test.code == envelope.Timeout && f.Error.Details.Deadline != 0.5 {
				t.Errorf("deadline_seconds: got %v, want 0.5", f.Error.Details.Deadline)
			}
		})
	}
}

func TestCallIsPromptlyOver(t *testing.T) {
	b := newTestbed(t, func(c *config.Config) { c.Deadline = 200 * time.Millisecond })
	start := time.Now()
	b.Call(t.Context(), "hang", nil)
	if took := time.Since(start); took > 1500*time.Millisecond {
		t.Errorf("a tool that does not heed its context held the call for %v", took)
	}
}

func TestCancelledCall(t *testing.T) {
	b := newTestbed(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-b.started
		cancel()
	}()
	start := time.Now()
	a := b.Call(ctx, "wait", nil)
	if a.Code != envelope.Timeout || time.Since(start) > 2*time.Second {
		t.Errorf("got %q after %v, want timeout at once", a.Code, time.Since(start))
	}
}

// TestPanicIsLogged proves that the cause is in the log, with a stack at debug level only.
func TestPanicIsLogged(t *testing.T) {
	b := newTestbed(t, nil)
	b.Call(t.Context(), "crash", nil)
	log := b.log.String()
	if !strings.Contains(log, "secret panic value") || !strings.Contains(log, `"level":"error"`) {
		t.Errorf("the cause is not in the log:\n%s", log)
	}
	for line := range strings.Lines(log) {
		if strings.Contains(line, "fake_test.go") && !strings.Contains(line, `"level":"debug"`) {
			t.Errorf("stack above debug level: %s", line)
		}
	}
	if !strings.Contains(log, "fake_test.go") {
		t.Error("no stack in the log at debug level")
	}
}

func TestQueriesInTheLog(t *testing.T) {
	for _, on := range []bool{false, true} {
		b := newTestbed(t, func(c *config.Config) { c.Log.Queries = on })
		b.Call(t.Context(), "echo", json.RawMessage(`{"text":"12 Hidden Lane"}`))
		b.Call(t.Context(), "echo", json.RawMessage(`{"text":"12 Hidden Lane","size":"12 Hidden Lane"}`))
		if got := strings.Contains(b.log.String(), "Hidden Lane"); got != on {
			t.Errorf("log.queries %v: arguments in the log: %v\n%s", on, got, b.log)
		}
	}
}

// TestGate fills the gate and finds that the next call is told to come back, and that a later one
// gets its turn.
func TestGate(t *testing.T) {
	b := newTestbed(t, func(c *config.Config) { c.Concurrency, c.QueueWait = 2, 50*time.Millisecond })
	ctx, cancel := context.WithCancel(t.Context())
	var calls sync.WaitGroup
	for range 2 {
		calls.Go(func() { b.Call(ctx, "wait", nil) })
		<-b.started
	}
	a := b.Call(t.Context(), "echo", json.RawMessage(`{"text":"x"}`))
	f := decodeFailure(t, a)
	if a.Code != envelope.RateLimited || f.Error.Details.RetryAfter != 1 {
		t.Errorf("got %s, want rate_limited with retry_after_seconds 1", a.Structured)
	}
	cancel()
	calls.Wait()
	if a := b.Call(t.Context(), "echo", json.RawMessage(`{"text":"x"}`)); a.IsError() {
		t.Errorf("after the calls ended: got %s", a.Structured)
	}
}

// TestDeafToolKeepsItsTurn proves that calls which will not stop cannot pile up.
func TestDeafToolKeepsItsTurn(t *testing.T) {
	b := newTestbed(t, func(c *config.Config) {
		c.Concurrency, c.QueueWait, c.Deadline = 1, 0, 100*time.Millisecond
	})
	b.Call(t.Context(), "hang", nil)
	if a := b.Call(t.Context(), "empty", nil); a.Code != envelope.RateLimited {
		t.Errorf("got %q, want rate_limited while the tool still runs", a.Code)
	}
	time.Sleep(2500 * time.Millisecond)
	if a := b.Call(t.Context(), "empty", nil); a.IsError() {
		t.Errorf("got %s, want success after the tool ended", a.Structured)
	}
}

// TestCallWaitsForRegions: a call that comes right after the start is answered from the regions, and
// one whose regions take too long is not held up for ever.
func TestCallWaitsForRegions(t *testing.T) {
	loaded := make(chan struct{})
	ready := false
	tool := fakeTool("ask", noInput, func(context.Context, json.RawMessage) envelope.Answer {
		return success(fmt.Sprint(ready))
	})
	d, err := NewDispatcher([]tools.Tool{tool}, config.Default(), Options{Loaded: loaded})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if a := d.Call(t.Context(), "ask", nil); a.Text != "false" || time.Since(start) < loadWait {
		t.Errorf("got %q after %v, want the call to go on after %v", a.Text, time.Since(start), loadWait)
	}
	time.AfterFunc(50*time.Millisecond, func() {
		ready = true
		close(loaded)
	})
	start = time.Now()
	if a := d.Call(t.Context(), "ask", nil); a.Text != "true" || time.Since(start) >= loadWait {
		t.Errorf("got %q after %v, want the regions to be there", a.Text, time.Since(start))
	}
}

func TestNewDispatcherRefuses(t *testing.T) {
	twice := fakeTools(nil)[:1]
	twice = append(twice, twice[0])
	outside := fakeTool("outside", `{"type":"object","properties":{"a":{"$ref":"file:///etc/passwd"}}}`, nil)
	broken := fakeTool("broken", `{"type":"obj"}`, nil)
	for _, test := range []struct {
		name string
		list []tools.Tool
		want string
	}{
		{"two tools of one name", twice, "twice"},
		{"schema that refers elsewhere", []tools.Tool{outside}, "outside of itself"},
		{"schema that is none", []tools.Tool{broken}, "broken"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := NewDispatcher(test.list, config.Default(), Options{})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error that says %q", err, test.want)
			}
		})
	}
}
