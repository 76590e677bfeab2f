package envelope

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
	"time"
)

// requestIDKey and startKey carry values in a context.
type (
	requestIDKey struct{}
	startKey     struct{}
)

// WithRequestID returns a context whose failures show the given request id.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// WithStart returns a context that remembers when a call began, so that a timeout can say how long
// its deadline was. The first start counts.
func WithStart(ctx context.Context, start time.Time) context.Context {
	if ctx.Value(startKey{}) != nil {
		return ctx
	}
	return context.WithValue(ctx, startKey{}, start)
}

// Fail returns the failure answer for err. An *Error anywhere in err's chain is shown as it is; the
// end of ctx becomes timeout; everything else becomes internal_error with a request id, and err
// itself goes into the answer's Cause.
func Fail(ctx context.Context, err error) Answer {
	var known *Error
	switch {
	case errors.As(err, &known):
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		known = timeoutError(ctx, err)
	default:
		known = internalError(err)
	}
	if known.Code == InternalError {
		return fail(withRequestID(ctx, known))
	}
	return fail(known, "")
}

// timeoutError says that the call ran out of time, and how much it had where that is known.
func timeoutError(ctx context.Context, err error) *Error {
	e := &Error{Code: Timeout, Err: err}
	if errors.Is(err, context.Canceled) {
		e.Message = "the call was cancelled before it was finished"
		return e
	}
	e.Message = "the call did not finish before its deadline; ask for less (a smaller area, fewer stops) or try again"
	start, started := ctx.Value(startKey{}).(time.Time)
	if deadline, ok := ctx.Deadline(); ok && started {
		seconds := math.Round(deadline.Sub(start).Seconds()*10) / 10
		e.Details = struct {
			Seconds float64 `json:"deadline_seconds"`
		}{seconds}
	}
	return e
}

func internalError(err error) *Error {
	return &Error{
		Code:    InternalError,
		Message: "the server failed to answer; the fault is not in the arguments. Report it with the request id",
		Err:     err,
	}
}

// withRequestID returns e with the call's request id in its details, made up where ctx has none.
func withRequestID(ctx context.Context, e *Error) (*Error, string) {
	id, ok := ctx.Value(requestIDKey{}).(string)
	if !ok || id == "" {
		var b [8]byte
		_, _ = rand.Read(b[:]) // never fails
		id = hex.EncodeToString(b[:])
	}
	c := *e
	c.Details = struct {
		RequestID string `json:"request_id"`
	}{id}
	return &c, id
}

// fail encodes e. Details that cannot be encoded are a fault of ours and are left out.
func fail(e *Error, requestID string) Answer {
	body := struct {
		Code    Code            `json:"code"`
		Message string          `json:"message"`
		Details json.RawMessage `json:"details,omitempty"`
	}{Code: e.Code, Message: Clean(e.Message, maxMessage)}
	cause := e.Err
	if e.Details != nil {
		details, err := encode(e.Details)
		if err != nil {
			cause = errors.Join(cause, err)
		} else {
			body.Details = details
		}
	}
	structured, err := encode(struct {
		Error any `json:"error"`
	}{body})
	if err != nil { // cannot happen: the parts are plain strings and valid JSON
		cause = errors.Join(cause, err)
	}
	return Answer{
		Structured: structured,
		Text:       string(e.Code) + ": " + body.Message,
		Code:       e.Code,
		Cause:      cause,
		RequestID:  requestID,
	}
}

// maxMessage bounds an error message in characters; hosts shorten longer texts on their own.
const maxMessage = 1000
