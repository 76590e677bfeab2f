package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// bridge stands between the process's standard streams and mcp-go's stdio server, as the reader and
// the writer of that. It keeps lines within bounds, answers malformed ones, drops answers to
// requests that were cancelled, and after the end of the input holds the connection open until
// every request has been answered: mcp-go would end at once and lose answers.
//
// Lines are messages; an answer comes in one Write. Safe for one reader and many writers.
type bridge struct {
	in      *bufio.Reader
	hasTool func(string) bool
	grace   time.Duration // how long to wait for answers after the end of the input
	limit   int           // bytes of a line
	room    int           // bytes of unanswered requests; beyond it the bridge stops reading
	// onFailure is called once when the output has failed; it must not block.
	onFailure func()
	// refuse answers a call whose arguments must not be decoded.
	refuse func(message) []byte

	line []byte // what is left of the current line, for Read
	held error  // what Read returns once line is empty

	writing sync.Mutex // held during a write, which takes as long as the client lets it
	out     io.Writer

	mu      sync.Mutex // for what follows
	changed *sync.Cond // pending shrank, or failed was set
	pending map[string]*pendingRequest
	waiting int   // requests in pending
	bytes   int   // size of their lines
	failed  error // the first error of out
}

// pendingRequest counts the unanswered requests that share an id. There should be only one, but a
// client may think otherwise.
type pendingRequest struct {
	lines     []int // sizes, oldest first
	cancelled int   // how many of their answers to drop
}

const (
	// maxLine is the default limit of a line: a trace of 20,000 points fits.
	maxLine = 4 << 20
	// maxPending is the default room for unanswered requests.
	maxPending = 64 << 20
)

func newBridge(in io.Reader, out io.Writer, hasTool func(string) bool, limit int, grace time.Duration) *bridge {
	b := &bridge{
		in: bufio.NewReaderSize(in, 64<<10), out: out, hasTool: hasTool,
		limit: limit, room: maxPending, grace: grace, onFailure: func() {}, refuse: refuseByProtocol, pending: map[string]*pendingRequest{},
	}
	b.changed = sync.NewCond(&b.mu)
	return b
}

// Read returns the next bytes of well-formed messages. It returns io.EOF when the input has ended
// and every request is answered or the grace time is over, or when the output has failed.
func (b *bridge) Read(p []byte) (int, error) {
	for len(b.line) == 0 {
		if b.held != nil {
			return 0, b.held
		}
		line, err := b.nextLine()
		if err != nil {
			b.held = err
			if err == io.EOF {
				b.drain()
			}
		}
		if b.admit(line) {
			b.line = append(line, '\n')
		}
	}
	n := copy(p, b.line)
	b.line = b.line[n:]
	return n, nil
}

// nextLine reads one line without its end. A line beyond the limit is answered and skipped. The
// last line may lack its end; it comes before the error.
func (b *bridge) nextLine() ([]byte, error) {
	var line []byte
	tooLong := false
	for {
		part, err := b.in.ReadSlice('\n')
		if !tooLong && len(line)+len(part) > b.limit+1 {
			tooLong, line = true, nil
			b.answer(nil, badRequest("the message is longer than %d bytes, the limit of a line", b.limit))
		}
		if !tooLong {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && len(line) > 0:
			b.in = bufio.NewReader(failingReader{err})
			return line, nil
		case err != nil:
			return nil, err
		case tooLong:
			tooLong, line = false, nil
			continue
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
}

// failingReader returns an error that was met before.
type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

// admit decides whether a line goes on to mcp-go. What is not a message of the protocol is answered
// here.
func (b *bridge) admit(line []byte) bool {
	if len(bytes.TrimSpace(line)) == 0 {
		return false
	}
	m, problem := readMessage(line, b.hasTool)
	if problem != nil {
		// A notification is never answered, unless what is wrong is that nothing can be read.
		if m.kind != notification || m.method == "" {
			b.answer(m.id, problem)
		}
		return false
	}
	switch {
	case m.refused != nil:
		_, _ = b.write(append(b.refuse(m), '\n'))
		return false
	case m.kind == response:
		return false // we ask clients nothing
	case m.kind == request && m.method != string(mcp.MethodSubscriptionsListen):
		return b.begin(m.id, len(line))
	case m.target != "":
		b.cancel(m.target)
	}
	return true
}

// begin notes a request. It blocks while too much is pending, and returns false when the output has
// failed.
func (b *bridge) begin(id json.RawMessage, size int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.failed == nil && b.waiting > 0 && b.bytes+size > b.room {
		b.changed.Wait()
	}
	if b.failed != nil {
		return false
	}
	key := idKey(id)
	p := b.pending[key]
	if p == nil {
		p = &pendingRequest{}
		b.pending[key] = p
	}
	p.lines = append(p.lines, size)
	b.waiting++
	b.bytes += size
	return true
}

// cancel makes the answer to a pending request be dropped.
func (b *bridge) cancel(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p := b.pending[key]; p != nil {
		p.cancelled = len(p.lines)
	}
}

// errCancelled is for requests that nobody waits for. Write drops it.
var errCancelled = errors.New("the request was cancelled")

// heed refuses a request whose turn has come when it was cancelled already: mcp-go ends only those that run.
func (b *bridge) heed(_ context.Context, id, _ any) error {
	var key string
	switch id := id.(type) {
	case string:
		key = textKey(id)
	case float64:
		key = numberKey(id)
	default:
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	// An id that came again belongs to a request that is wanted.
	if p := b.pending[key]; p != nil && p.cancelled == len(p.lines) {
		return errCancelled
	}
	return nil
}

// dropped tells whether the answer to a request must not be shown.
func (b *bridge) dropped(key string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.pending[key]
	return p != nil && p.cancelled > 0
}

// end notes that a request is answered.
func (b *bridge) end(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.pending[key]
	if p == nil {
		return
	}
	b.waiting--
	b.bytes -= p.lines[0]
	p.lines = p.lines[1:]
	p.cancelled = max(0, p.cancelled-1)
	if len(p.lines) == 0 {
		delete(b.pending, key)
	}
	b.changed.Broadcast()
}

// Write passes one message on, unless it answers a request that was cancelled.
func (b *bridge) Write(p []byte) (int, error) {
	var f struct {
		ID     json.RawMessage `json:"id"`
		Method json.RawMessage `json:"method"`
	}
	if json.Unmarshal(p, &f) != nil || f.Method != nil || !validID(f.ID) {
		return b.write(p)
	}
	key := idKey(f.ID)
	defer b.end(key) // after the write, so that the end of the wait means that the answer is out
	if b.dropped(key) {
		return len(p), nil
	}
	return b.write(p)
}

// write writes to the output and remembers its first failure.
func (b *bridge) write(p []byte) (int, error) {
	b.writing.Lock()
	defer b.writing.Unlock()
	if err := b.failure(); err != nil {
		return 0, err
	}
	n, err := b.out.Write(p)
	if err != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.failed = err
		b.changed.Broadcast()
		b.onFailure()
	}
	return n, err
}

// answer tells the client what is wrong with its message.
func (b *bridge) answer(id json.RawMessage, problem *protocolError) {
	_, _ = b.write(append(errorResponse(id, problem), '\n'))
}

// refuseByProtocol is for a bridge to which no dispatcher belongs.
func refuseByProtocol(m message) []byte {
	return errorResponse(m.id, badParams("%s", sentence(*m.refused)))
}

// drain waits until no request is pending, the grace time is over or the output fails.
func (b *bridge) drain() {
	timer := time.AfterFunc(b.grace, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.grace = 0
		b.changed.Broadcast()
	})
	defer timer.Stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.waiting > 0 && b.grace > 0 && b.failed == nil {
		b.changed.Wait()
	}
}

// failure returns the first error of the output.
func (b *bridge) failure() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failed
}
