package envelope

// Code is one of the closed set of error codes.
type Code string

// The error codes of the contract.
const (
	InvalidInput          Code = "invalid_input"
	OutOfBounds           Code = "out_of_bounds"
	UnroutablePoint       Code = "unroutable_point"
	NoRouteFound          Code = "no_route_found"
	GeocodeAmbiguous      Code = "geocode_ambiguous"
	PredictionNoSignal    Code = "prediction_no_signal"
	PredictionUnsupported Code = "prediction_unsupported"
	UpstreamTimeout       Code = "upstream_timeout"
	UpstreamError         Code = "upstream_error"
	RateLimited           Code = "rate_limited"
	NotFound              Code = "not_found"
	Timeout               Code = "timeout"
	NotReady              Code = "not_ready"
	InternalError         Code = "internal_error"
)

// Error is a failure as a client sees it. Message says what was wrong, with the value sent, and
// what to do next. Err is the cause; it goes to the log and never to a client.
type Error struct {
	Code    Code
	Message string
	Details any // marshalled as details, left out when nil
	Err     error
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Violation is one broken rule of an input schema, listed in details.violations.
type Violation struct {
	Field   string `json:"field"`
	Problem string `json:"problem"`
	Got     any    `json:"got,omitempty"`
	Want    any    `json:"want,omitempty"`
}

// Invalid returns an invalid_input error that lists the given violations.
func Invalid(message string, violations ...Violation) *Error {
	return &Error{Code: InvalidInput, Message: message, Details: map[string]any{"violations": violations}}
}
