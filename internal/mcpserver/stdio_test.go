package mcpserver

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/config"
)

// TestOneShot pipes a handful of calls in and ends the input at once, again and again: every call is
// answered, exactly once.
func TestOneShot(t *testing.T) {
	b := newTestbed(t, nil)
	for run := range 50 {
		var in strings.Builder
		in.WriteString(`{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n")
		in.WriteString(`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n")
		in.WriteString(`{"jsonrpc":"2.0","id":"list","method":"tools/list"}` + "\n")
		const calls = 20
		for i := range calls {
			fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"text":"t%d"}}}`+"\n", i, i)
		}
		var out syncBuffer
		if err := ServeStdio(t.Context(), b.Dispatcher, "test", strings.NewReader(strings.TrimSuffix(in.String(), "\n")), &out); err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		for line := range strings.Lines(out.String()) {
			var m struct {
				ID     any
				Result struct {
					Content []struct{ Text string }
				}
			}
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatalf("%v in %q", err, line)
			}
			id := fmt.Sprint(m.ID)
			seen[id]++
			if _, isNumber := m.ID.(float64); isNumber && m.Result.Content[0].Text != "t"+id {
				t.Errorf("run %d: call %s was answered %q", run, id, m.Result.Content[0].Text)
			}
		}
		if len(seen) != calls+2 {
			t.Fatalf("run %d: %d of %d requests were answered", run, len(seen), calls+2)
		}
		for id, n := range seen {
			if n != 1 {
				t.Errorf("run %d: request %s was answered %d times", run, id, n)
			}
		}
	}
}

// TestManyPipedCalls proves that calls wait for as long as it takes: more of them than turns is no
// reason to refuse any.
func TestManyPipedCalls(t *testing.T) {
	b := newTestbed(t, func(c *config.Config) { c.Concurrency, c.QueueWait = 1, 0 })
	var in strings.Builder
	const calls = 500
	for i := range calls {
		fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"empty"}}`+"\n", i)
	}
	var out syncBuffer
	if err := ServeStdio(t.Context(), b.Dispatcher, "test", strings.NewReader(in.String()), &out); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), "nothing found"); got < calls {
		t.Errorf("%d of %d calls succeeded", got, calls)
	}
}

// TestStdioBeforeRegionsAreLoaded: introductions and the list of tools do not wait for regions.
func TestStdioBeforeRegionsAreLoaded(t *testing.T) {
	d, err := NewDispatcher(fakeTools(nil), config.Default(), Options{Loaded: make(chan struct{})})
	if err != nil {
		t.Fatal(err)
	}
	in, write := io.Pipe()
	read, out := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- ServeStdio(t.Context(), d, "test", in, out) }()
	lines := bufio.NewReader(read)
	start := time.Now()
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"server/discover","params":{` + modernMeta + `}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/list"}`,
	} {
		fmt.Fprintln(write, line)
		if answer, err := lines.ReadString('\n'); err != nil || !strings.Contains(answer, `"result"`) {
			t.Fatalf("%s: %v, %s", line, err, answer)
		}
	}
	if took := time.Since(start); took >= loadWait {
		t.Errorf("introductions took %v", took)
	}
	write.Close()
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// TestStdioCancel cancels a running call: its context ends, nothing is answered, and the next call is.
func TestStdioCancel(t *testing.T) {
	b := newTestbed(t, nil)
	in, write := io.Pipe()
	var out syncBuffer
	served := make(chan error)
	go func() { served <- ServeStdio(t.Context(), b.Dispatcher, "test", in, &out) }()
	fmt.Fprintln(write, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}}`)
	<-b.started
	time.Sleep(20 * time.Millisecond)
	fmt.Fprintln(write, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	fmt.Fprintln(write, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"empty"}}`)
	write.Close()
	start := time.Now()
	if err := <-served; err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("ended after %v; the cancelled call ran on", took)
	}
	if got := out.String(); strings.Contains(got, `"id":1`) || !strings.Contains(got, `"id":2`) {
		t.Errorf("got %s, want an answer to call 2 alone", got)
	}
}

// TestStdioCancelWaiting cancels calls that wait for their turn: they never run, and the call behind them does not wait.
func TestStdioCancelWaiting(t *testing.T) {
	b := newTestbed(t, func(c *config.Config) { c.Concurrency = 1 })
	in, write := io.Pipe()
	var out syncBuffer
	served := make(chan error)
	go func() { served <- ServeStdio(t.Context(), b.Dispatcher, "test", in, &out) }()
	ids := []string{"1", "2", `"2"`, "30000000", "-4"}
	for _, id := range ids {
		fmt.Fprintf(write, `{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"wait"}}`+"\n", id)
	}
	<-b.started
	for _, id := range append(ids[1:], ids[0]) {
		fmt.Fprintf(write, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}`+"\n", id)
	}
	fmt.Fprintln(write, `{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"empty"}}`)
	write.Close()
	if err := <-served; err != nil {
		t.Fatal(err)
	}
	if n := len(b.started); n > 0 {
		t.Errorf("%d cancelled calls were run", n)
	}
	if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"id":6`) {
		t.Errorf("got %s, want an answer to call 6 alone", got)
	}
}

// TestStdioSignal ends the context while the input is open and a call runs.
func TestStdioSignal(t *testing.T) {
	b := newTestbed(t, nil)
	in, write := io.Pipe()
	defer write.Close()
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error)
	go func() { served <- ServeStdio(ctx, b.Dispatcher, "test", in, io.Discard) }()
	fmt.Fprintln(write, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}}`)
	<-b.started
	start := time.Now()
	cancel()
	if err := <-served; err != nil || time.Since(start) > 3*time.Second {
		t.Errorf("got %v after %v, want an orderly end at once", err, time.Since(start))
	}
}

// TestStdioHostGone closes the reading end of the output.
func TestStdioHostGone(t *testing.T) {
	b := newTestbed(t, nil)
	in, write := io.Pipe()
	defer write.Close()
	gone, out := io.Pipe()
	gone.Close()
	served := make(chan error)
	go func() { served <- ServeStdio(t.Context(), b.Dispatcher, "test", in, out) }()
	fmt.Fprintln(write, `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	select {
	case err := <-served:
		if err != nil {
			t.Errorf("got %v, want an orderly end", err)
		}
	case <-time.After(5 * time.Second):
		t.Error("still serving a host that is gone")
	}
}

// TestStdioHostDoesNotRead proves that a host that stops reading cannot keep the process after a
// signal.
func TestStdioHostDoesNotRead(t *testing.T) {
	b := newTestbed(t, nil)
	in, write := io.Pipe()
	defer write.Close()
	_, out := io.Pipe() // blocks on write
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error)
	go func() { served <- ServeStdio(ctx, b.Dispatcher, "test", in, out) }()
	fmt.Fprintln(write, `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	time.Sleep(50 * time.Millisecond)
	cancel()
	select {
	case <-served:
	case <-time.After(5 * time.Second):
		t.Error("still serving")
	}
}
