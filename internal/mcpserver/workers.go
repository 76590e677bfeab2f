package mcpserver

import (
	"context"
	"encoding/json"

	"github.com/footstepd/footstepd/internal/envelope"
)

// workers run tools on goroutines that are kept: the stack of a new one would have to grow, step by step, in
// every call. They are safe for concurrent use.
type workers struct{ idle chan *worker }

// newWorkers keeps up to so many idle workers.
func newWorkers(most int) workers { return workers{make(chan *worker, most)} }

// A worker does one job at a time. Whoever took it gives it back once it has read the answer; a worker whose
// answer nobody awaits any more is let go, and ends with its job.
type worker struct {
	jobs    chan job
	answers chan outcome // room for one, so that the worker never waits
}

type job struct {
	ctx   context.Context
	tool  *tool
	args  json.RawMessage
	leave func() // called when the tool has ended
}

// outcome is an answer, and whether the worker ended with it.
type outcome struct {
	envelope.Answer
	ended bool
}

// take returns an idle worker, a new one where there is none.
func (w workers) take() *worker {
	select {
	case one := <-w.idle:
		return one
	default:
	}
	one := &worker{jobs: make(chan job), answers: make(chan outcome, 1)}
	go one.work()
	return one
}

// back takes a worker back that has answered.
func (w workers) back(one *worker) {
	select {
	case w.idle <- one:
	default:
		one.release()
	}
}

// release lets the worker end once it has done its job.
func (one *worker) release() { close(one.jobs) }

func (one *worker) work() {
	for j := range one.jobs {
		one.do(j)
	}
}

// do answers a job, whatever the tool does. A tool that calls runtime.Goexit ends the worker.
func (one *worker) do(j job) {
	out := outcome{ended: true}
	defer func() {
		if len(out.Structured) == 0 {
			out.Answer = envelope.Fail(j.ctx, errNoAnswer)
		}
		j.leave()
		one.answers <- out
	}()
	out.Answer = runSafely(j.ctx, j.tool, j.args)
	out.ended = false
}
