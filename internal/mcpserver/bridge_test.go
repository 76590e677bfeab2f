package mcpserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// lines reads a bridge to its end.
func lines(t *testing.T, b *bridge) []string {
	t.Helper()
	text, err := io.ReadAll(b)
	if err != nil {
		t.Fatal(err)
	}
	return strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' })
}

func TestBridgeLines(t *testing.T) {
	const ok = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	tests := []struct {
		name   string
		in     string
		passed []string // what goes on
		codes  []int    // of the answers
	}{
		{"one line", ok + "\n", []string{ok}, nil},
		{"no end of the last line", ok, []string{ok}, nil},
		{"carriage returns", ok + "\r\n" + ok + "\r\n", []string{ok, ok}, nil},
		{"blank lines", "\n \n\t\r\n" + ok + "\n\n", []string{ok}, nil},
		{"nothing", "", nil, nil},
		{"garbage between", "hello\n" + ok + "\n\x00\xff\n" + ok, []string{ok, ok}, []int{-32700, -32700}},
		{"batch", "[" + ok + "]\n" + ok, []string{ok}, []int{-32600}},
		{"too long", `{"jsonrpc":"2.0","method":"` + strings.Repeat("x", 2000) + "\"}\n" + ok, []string{ok}, []int{-32600}},
		{"too long at the end", ok + "\n" + strings.Repeat("x", 5000), []string{ok}, []int{-32600}},
		{"as long as may be", `"` + strings.Repeat("x", 998) + "\"\n" + ok, []string{ok}, []int{-32600}},
		{"odd notification is not answered", `{"jsonrpc":"2.0","method":"notifications/initialized","params":[]}` + "\n" + ok, []string{ok}, nil},
		{"responses go nowhere", `{"jsonrpc":"2.0","id":1,"result":{}}` + "\n" + ok, []string{ok}, nil},
		{"malformed request", `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":5}}` + "\n" + ok, []string{ok}, []int{-32602}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			b := newBridge(strings.NewReader(test.in), &out, hasEcho, 1000, time.Second)
			got := lines(t, b)
			if fmt.Sprint(got) != fmt.Sprint(test.passed) {
				t.Errorf("passed on\ngot  %q\nwant %q", got, test.passed)
			}
			var codes []int
			for line := range strings.Lines(out.String()) {
				var e struct{ Error struct{ Code int } }
				if err := json.Unmarshal([]byte(line), &e); err != nil {
					t.Errorf("%v in %q", err, line)
				}
				codes = append(codes, e.Error.Code)
			}
			if fmt.Sprint(codes) != fmt.Sprint(test.codes) {
				t.Errorf("answers: got %v, want %v\n%s", codes, test.codes, out.String())
			}
		})
	}
}

// TestBridgeErrorsCarryTheID proves that a client can tell which of its requests was malformed.
func TestBridgeErrorsCarryTheID(t *testing.T) {
	var out bytes.Buffer
	b := newBridge(strings.NewReader(`{"jsonrpc":"2.0","id":"a7","method":"tools/call","params":[]}`), &out, hasEcho, maxLine, time.Second)
	lines(t, b)
	if !strings.Contains(out.String(), `"id":"a7"`) {
		t.Errorf("got %s", out.String())
	}
}

// reader reads lines of a bridge one by one.
type reader struct {
	*bufio.Reader
	t *testing.T
}

func (r reader) next() string {
	r.t.Helper()
	line, err := r.ReadString('\n')
	if err != nil {
		r.t.Fatal(err)
	}
	return line
}

func TestBridgeDropsAnswersToCancelledRequests(t *testing.T) {
	in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}
{"jsonrpc":"2.0","id":"1","method":"ping"}
{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1.0}}
{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"never"}}
`)
	var out bytes.Buffer
	b := newBridge(in, &out, hasEcho, maxLine, time.Second)
	r := reader{bufio.NewReader(b), t}
	for range 4 {
		r.next()
	}
	for _, answer := range []string{`{"id":1,"result":{}}`, `{"id":"1","result":{}}`, `{"id":"never","result":{}}`} {
		if n, err := io.WriteString(b, answer+"\n"); n != len(answer)+1 || err != nil {
			t.Errorf("write: %d, %v", n, err)
		}
	}
	if got, want := out.String(), "{\"id\":\"1\",\"result\":{}}\n{\"id\":\"never\",\"result\":{}}\n"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	// An id may be used again after the cancelled one is done with.
	if len(b.pending) != 0 || b.waiting != 0 || b.bytes != 0 {
		t.Errorf("left over: %+v", b.pending)
	}
}

// TestBridgeSameIDTwice sends two requests of one id and cancels both: neither answer shows, and a
// third of that id does.
func TestBridgeSameIDTwice(t *testing.T) {
	const ping, cancel = `{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`
	var out bytes.Buffer
	b := newBridge(strings.NewReader(strings.Join([]string{ping, ping, cancel, ping}, "\n")), &out, hasEcho, maxLine, time.Second)
	r := reader{bufio.NewReader(b), t}
	for range 4 {
		r.next()
	}
	for i := range 3 {
		fmt.Fprintf(b, `{"id":1,"result":%d}`+"\n", i)
	}
	if got, want := out.String(), "{\"id\":1,\"result\":2}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestBridgeWaitsForAnswers holds the end of the input back until the last answer is out.
func TestBridgeWaitsForAnswers(t *testing.T) {
	var out bytes.Buffer
	b := newBridge(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`), &out, hasEcho, maxLine, 10*time.Second)
	r := bufio.NewReader(b)
	if _, err := r.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	time.AfterFunc(100*time.Millisecond, func() { _, _ = io.WriteString(b, `{"id":1,"result":{}}`+"\n") })
	if _, err := r.ReadByte(); err != io.EOF {
		t.Fatalf("got %v, want EOF", err)
	}
	if took := time.Since(start); took < 100*time.Millisecond || took > 5*time.Second {
		t.Errorf("the input ended after %v", took)
	}
	if out.Len() == 0 {
		t.Error("the answer is lost")
	}
}

func TestBridgeGraceEnds(t *testing.T) {
	b := newBridge(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`), io.Discard, hasEcho, maxLine, 100*time.Millisecond)
	start := time.Now()
	lines(t, b)
	if took := time.Since(start); took < 100*time.Millisecond || took > 5*time.Second {
		t.Errorf("the input ended after %v, want 100 ms", took)
	}
}

// TestBridgeDoesNotWaitForSubscriptions: they end with the connection only.
func TestBridgeDoesNotWaitForSubscriptions(t *testing.T) {
	b := newBridge(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{}}}`), io.Discard, hasEcho, maxLine, 10*time.Second)
	start := time.Now()
	lines(t, b)
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("the input ended after %v, want at once", took)
	}
}

func TestBridgeOutputFails(t *testing.T) {
	r, w := io.Pipe()
	r.Close()
	b := newBridge(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`), w, hasEcho, maxLine, 10*time.Second)
	failed := make(chan struct{})
	b.onFailure = func() { close(failed) }
	in := bufio.NewReader(b)
	if _, err := in.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(b, `{"id":1,"result":{}}`+"\n"); err == nil {
		t.Error("the write did not fail")
	}
	<-failed
	start := time.Now()
	if _, err := in.ReadByte(); err != io.EOF || time.Since(start) > 5*time.Second {
		t.Errorf("got %v after %v, want EOF at once", err, time.Since(start))
	}
	if !errors.Is(b.failure(), io.ErrClosedPipe) {
		t.Errorf("failure: %v", b.failure())
	}
}

// TestBridgeInputFails passes on what was read and the error.
func TestBridgeInputFails(t *testing.T) {
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader(`{"jsonrpc":"2.0","method":"notifications/initialized"}`), failingReader{broken})
	b := newBridge(in, io.Discard, hasEcho, maxLine, time.Second)
	text, err := io.ReadAll(b)
	if !errors.Is(err, broken) || !bytes.Contains(text, []byte("initialized")) {
		t.Errorf("got %q, %v", text, err)
	}
}

// TestBridgeBoundsPending stops reading while too much is unanswered.
func TestBridgeBoundsPending(t *testing.T) {
	const n, room = 40, 10
	var in strings.Builder
	line := 0
	for i := range n {
		line, _ = fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":%d,"method":"ping"}`+"\n", 100+i)
	}
	b := newBridge(strings.NewReader(in.String()), io.Discard, hasEcho, maxLine, 10*time.Second)
	b.room = room * (line - 1)
	read := make(chan int, n)
	go func() {
		defer close(read)
		r := bufio.NewReader(b)
		for i := 0; ; i++ {
			if _, err := r.ReadString('\n'); err != nil {
				return
			}
			read <- i
		}
	}()
	for range room {
		<-read
	}
	select {
	case i := <-read:
		t.Errorf("request %d was read while %d were unanswered", i, room)
	case <-time.After(50 * time.Millisecond):
	}
	for i := range n {
		fmt.Fprintf(b, `{"id":%d,"result":{}}`+"\n", 100+i)
		if i < n-room {
			if got := <-read; got != i+room {
				t.Fatalf("got request %d, want %d", got, i+room)
			}
		}
	}
	if _, open := <-read; open {
		t.Error("more requests than were sent")
	}
}

// FuzzBridge feeds any input in: what comes out are lines of valid JSON, what goes on are lines that
// pass the check, and nothing blocks once all is answered.
func FuzzBridge(f *testing.F) {
	f.Add([]byte("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n"), []byte(`{"id":1,"result":{}}`))
	f.Add([]byte("\n\n[]\nx"), []byte("{}"))
	f.Add(bytes.Repeat([]byte("a"), 3000), []byte(`{"id":null}`))
	f.Fuzz(func(t *testing.T, in, answer []byte) {
		var out bytes.Buffer
		b := newBridge(bytes.NewReader(in), &out, hasEcho, 1000, time.Second)
		r := bufio.NewReaderSize(b, 16)
		for {
			line, err := r.ReadBytes('\n')
			if err != nil {
				if err != io.EOF || len(line) > 0 {
					t.Errorf("%q: %q, %v", in, line, err)
				}
				break
			}
			m, problem := readMessage(line, hasEcho)
			if problem != nil {
				t.Errorf("%q went on: %v", line, problem)
			}
			_, _ = b.Write(append(bytes.ReplaceAll(answer, []byte("\n"), nil), '\n'))
			if m.kind == request {
				fmt.Fprintf(b, `{"id":%s,"result":{}}`+"\n", m.id)
			}
		}
		if b.waiting != 0 || b.bytes != 0 || len(b.pending) != 0 {
			t.Errorf("%q: left over %+v", in, b.pending)
		}
	})
}
