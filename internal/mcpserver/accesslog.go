package mcpserver

import (
	"net/http"
	"runtime/debug"
	"time"

	"github.com/rs/zerolog"
)

// recorder notes the status and size of an answer. It passes everything through, flushes included.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(p)
	r.bytes += n
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// accessLog gives each request an id and writes one line about it, without the body and without
// what the client says of itself. Health checks are logged at debug.
func accessLog(log zerolog.Logger, metrics *Metrics, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		id := newRequestID()
		w.Header().Set("X-Request-Id", id)
		rec := &recorder{ResponseWriter: w}
		defer func() {
			if rec.status == 0 { // the client went away, or a handler ended without a word
				rec.status = 499
			}
			metrics.request(rec.status)
			line := log.Info()
			if r.URL.Path != "/mcp" {
				line = log.Debug()
			}
			line.Str("request_id", id).Str("method", known(r.Method, methods)).Str("path", known(r.URL.Path, paths)).
				Int("status", rec.status).Int("bytes", rec.bytes).Dur("ms", time.Since(start)).Msg("request")
		}()
		next.ServeHTTP(rec, r.WithContext(withRequestID(r.Context(), id)))
	})
}

var (
	methods = []string{http.MethodPost, http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodDelete, http.MethodPut, http.MethodPatch}
	paths   = []string{"/mcp", "/healthz", "/readyz"}
)

// known returns s if it is listed: what clients make up does not belong in the log.
func known(s string, list []string) string {
	for _, l := range list {
		if s == l {
			return s
		}
	}
	return "other"
}

// catchPanics answers 500 when a handler panics. Panics of tools do not come this far.
func catchPanics(log zerolog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			value := recover()
			if value == nil {
				return
			}
			if value == http.ErrAbortHandler {
				panic(value)
			}
			id, _ := requestID(r.Context())
			log.Error().Str("request_id", id).Interface("panic", value).Msg("handler panicked")
			log.Debug().Str("request_id", id).Bytes("stack", debug.Stack()).Msg("stack of the panic")
			if rec, ok := w.(*recorder); ok && rec.status == 0 {
				refuse(w, http.StatusInternalServerError, "internal_error", "the server failed to answer; report it with request id "+id)
			}
		}()
		next.ServeHTTP(w, r)
	})
}
