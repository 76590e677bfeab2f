package mcpserver

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/rs/zerolog"
)

// A Dispatcher runs tool calls. It checks the arguments against the tool's schema, gives the call a
// turn and a deadline, and survives whatever the tool does. It is safe for concurrent use.
type Dispatcher struct {
	tools      map[string]*tool
	names      []string // sorted
	deadline   time.Duration
	gate       gate
	workers    workers
	loaded     <-chan struct{} // closed when the regions are loaded or will not be
	log        zerolog.Logger
	logQueries bool
	metrics    *Metrics
}

// tool is a tool with its compiled input schema.
type tool struct {
	tools.Tool
	input *arguments
}

// Options are the parts of a Dispatcher that are not settings; all may be left out.
type Options struct {
	Log     zerolog.Logger
	Metrics *Metrics
	// Loaded is closed when the first loading of the regions is over. Calls that come before wait
	// for it a short while, so that a script need not wait for a server that it has just started.
	// nil means that there is nothing to wait for.
	Loaded <-chan struct{}
}

// loadWait is how long a call waits for the regions: far longer than opening files takes, and short
// enough for a client to be told not_ready.
const loadWait = 2 * time.Second

// NewDispatcher compiles the schemas of the tools.
func NewDispatcher(list []tools.Tool, c config.Config, o Options) (*Dispatcher, error) {
	d := &Dispatcher{
		tools:      make(map[string]*tool, len(list)),
		deadline:   c.Deadline,
		gate:       newGate(c.Concurrency, c.QueueWait),
		loaded:     o.Loaded,
		log:        o.Log,
		logQueries: c.Log.Queries,
		metrics:    o.Metrics,
	}
	d.workers = newWorkers(d.gate.size())
	for _, t := range list {
		if _, twice := d.tools[t.Name]; twice {
			return nil, fmt.Errorf("tool %s is registered twice", t.Name)
		}
		input, err := compileArguments(t.Name, t.InputSchema)
		if err != nil {
			return nil, fmt.Errorf("tool %s: input schema: %w", t.Name, err)
		}
		d.tools[t.Name] = &tool{Tool: t, input: input}
		d.names = append(d.names, t.Name)
	}
	slices.Sort(d.names)
	return d, nil
}

// Names returns the names of the tools, sorted.
func (d *Dispatcher) Names() []string { return slices.Clone(d.names) }

// Has tells whether there is a tool of that name.
func (d *Dispatcher) Has(name string) bool { return d.tools[name] != nil }

// Call runs one tool call and returns its answer, success or failure. args is a JSON object; nil and
// null stand for an empty one. Call returns at the latest shortly after the deadline, even if the
// tool does not: a tool that will not stop keeps its turn until it ends.
func (d *Dispatcher) Call(ctx context.Context, name string, args json.RawMessage) envelope.Answer {
	start := time.Now()
	id, known := requestID(ctx)
	if !known {
		id = newRequestID()
	}
	ctx = envelope.WithStart(envelope.WithRequestID(ctx, id), start)
	ctx, cancel := context.WithTimeout(ctx, d.deadline)
	defer cancel()

	t := d.tools[name]
	if t == nil {
		return envelope.Fail(ctx, envelope.Invalid(
			fmt.Sprintf("there is no tool %q; the tools are %s", envelope.Clean(name, maxEcho), strings.Join(d.names, ", ")),
			envelope.Violation{Field: "name", Problem: "is not the name of a tool", Got: envelope.Clean(name, maxEcho), Want: d.names}))
	}
	d.metrics.callStarted()
	answer := d.answer(ctx, t, args)
	took := time.Since(start)
	d.metrics.callEnded(name, answer.Code, took, len(answer.Structured))
	d.report(id, name, args, answer, took)
	return answer
}

// Refuse answers a call of a tool that there is, whose arguments must not be decoded.
func (d *Dispatcher) Refuse(ctx context.Context, name string, v envelope.Violation) envelope.Answer {
	start := time.Now()
	id, known := requestID(ctx)
	if !known {
		id = newRequestID()
	}
	d.metrics.callStarted()
	answer := envelope.Fail(envelope.WithStart(envelope.WithRequestID(ctx, id), start), d.tools[name].input.invalid([]envelope.Violation{v}))
	took := time.Since(start)
	d.metrics.callEnded(name, answer.Code, took, len(answer.Structured))
	d.report(id, name, nil, answer, took)
	return answer
}

// answer waits for a turn, checks the arguments and runs the tool.
func (d *Dispatcher) answer(ctx context.Context, t *tool, args json.RawMessage) envelope.Answer {
	d.awaitRegions(ctx)
	leave, err := d.gate.enter(ctx)
	switch {
	case errors.Is(err, errBusy):
		seconds := max(1, int(math.Ceil(d.gate.wait.Seconds())))
		return envelope.Fail(ctx, &envelope.Error{
			Code:    envelope.RateLimited,
			Message: fmt.Sprintf("the server is busy with %d calls, its limit; call again in %d s", d.gate.size(), seconds),
			Details: busyDetails{RetryAfter: seconds, Limit: fmt.Sprintf("%d calls at a time", d.gate.size())},
			Err:     err,
		})
	case err != nil:
		return envelope.Fail(ctx, err)
	}
	args, invalid := t.input.check(args)
	if invalid != nil {
		leave()
		return envelope.Fail(ctx, invalid)
	}
	return d.run(ctx, t, args, leave)
}

// awaitRegions waits for the first loading of the regions, within bounds.
func (d *Dispatcher) awaitRegions(ctx context.Context) {
	if d.loaded == nil {
		return
	}
	select {
	case <-d.loaded:
		return
	default:
	}
	timer := time.NewTimer(loadWait)
	defer timer.Stop()
	select {
	case <-d.loaded:
	case <-ctx.Done():
	case <-timer.C:
	}
}

// busyDetails are the details of rate_limited.
type busyDetails struct {
	RetryAfter int    `json:"retry_after_seconds"`
	Limit      string `json:"limit"`
}

// stopGrace is how long after the end of its context a tool may still deliver its own answer.
const stopGrace = 250 * time.Millisecond

// run runs the tool on another goroutine, so that a tool that does not heed its context cannot hold up
// the answer. leave is called when the tool has ended.
func (d *Dispatcher) run(ctx context.Context, t *tool, args json.RawMessage, leave func()) envelope.Answer {
	w := d.workers.take()
	w.jobs <- job{ctx, t, args, leave}
	select {
	case out := <-w.answers:
		return d.answered(w, out)
	case <-ctx.Done():
	}
	timer := time.NewTimer(stopGrace)
	defer timer.Stop()
	select {
	case out := <-w.answers:
		return d.answered(w, out)
	case <-timer.C:
		w.release()
		d.log.Warn().Str("tool", t.Name).Msg("tool does not stop at its deadline")
		return envelope.Fail(ctx, ctx.Err())
	}
}

// answered gives a worker back and returns what it answered.
func (d *Dispatcher) answered(w *worker, out outcome) envelope.Answer {
	if !out.ended {
		d.workers.back(w)
	}
	return out.Answer
}

// report writes one line about a finished call. Arguments hold coordinates and texts, so they are
// logged only when the configuration says so.
func (d *Dispatcher) report(id, name string, args json.RawMessage, answer envelope.Answer, took time.Duration) {
	line := d.log.Info()
	if answer.Code == envelope.InternalError {
		line = d.log.Error().AnErr("cause", answer.Cause)
		if answer.RequestID != "" {
			id = answer.RequestID
		}
	}
	if answer.IsError() {
		line.Str("code", string(answer.Code))
	}
	if d.logQueries {
		line.Str("arguments", string(args))
	}
	line.Str("request_id", id).Str("tool", name).Dur("ms", took).Int("bytes", len(answer.Structured)).Msg("call")

	var p *panicError
	if errors.As(answer.Cause, &p) {
		d.log.Debug().Str("request_id", id).Bytes("stack", p.stack).Msg("stack of the panic")
	}
}

type requestIDKey struct{}

// withRequestID returns a context whose calls carry the given id in logs and failures.
func withRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

func requestID(ctx context.Context) (id string, known bool) {
	id, known = ctx.Value(requestIDKey{}).(string)
	return id, known
}

func newRequestID() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
