package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/footstepd/footstepd/internal/envelope"
)

// panicError is the cause of the internal_error that a panic becomes.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string {
	var fault interface {
		runtime.Error
		Addr() uintptr
	}
	if err, ok := e.value.(error); ok && errors.As(err, &fault) {
		return fmt.Sprintf("fault while reading memory at %#x; a region file was probably cut short or its disk failed", fault.Addr())
	}
	return fmt.Sprintf("panic: %v", e.value)
}

// errNoAnswer is the cause of a tool that gave no answer.
var errNoAnswer = errors.New("the tool gave no answer")

// runSafely runs a tool and turns a panic into an internal_error. That includes a fault in a mapped
// region file that was cut short under us, which would otherwise end the process. It must run on a
// worker's goroutine, since it changes how that goroutine treats faults; faults on goroutines
// that a tool starts by itself are not caught.
func runSafely(ctx context.Context, t *tool, args json.RawMessage) (answer envelope.Answer) {
	debug.SetPanicOnFault(true)
	defer func() {
		if value := recover(); value != nil {
			answer = envelope.Fail(ctx, &panicError{value, debug.Stack()})
		}
	}()
	return t.Run(ctx, args)
}
