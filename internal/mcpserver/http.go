package mcpserver

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/rs/zerolog"
)

// HTTP serves the tools at POST /mcp, and /healthz and /readyz.
type HTTP struct {
	server   *http.Server
	draining atomic.Bool
	timeout  time.Duration // for running calls after the signal
	log      zerolog.Logger
}

// HTTPOptions are the parts of the HTTP server that are not settings.
type HTTPOptions struct {
	Version string
	Ready   func() bool // whether regions are loaded
	// Health says what is wrong with the loaded regions: what makes their answers unsound, and what
	// does not but should be known. It may be nil.
	Health  func() (unsound string, notes []string)
	Log     zerolog.Logger
	Metrics *Metrics // may be nil
}

// NewHTTP puts the HTTP server together.
func NewHTTP(d *Dispatcher, c config.Config, o HTTPOptions) *HTTP {
	h := &HTTP{timeout: c.HTTP.ShutdownTimeout, log: o.Log}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, health{Status: "ok", Version: o.Version})
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		switch {
		case h.draining.Load():
			writeJSON(w, http.StatusServiceUnavailable, health{Status: "stopping", Version: o.Version})
		case !o.Ready():
			writeJSON(w, http.StatusServiceUnavailable, health{Status: "no region is loaded", Version: o.Version})
		case o.Health == nil:
			writeJSON(w, http.StatusOK, health{Status: "ok", Version: o.Version})
		default:
			status, state := http.StatusOK, health{Status: "ok", Version: o.Version}
			var unsound string
			if unsound, state.Notes = o.Health(); unsound != "" {
				status, state.Status = http.StatusServiceUnavailable, unsound
			}
			writeJSON(w, status, state)
		}
	})
	mux.Handle("/mcp", newGuard(d, c.HTTP, o))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusNotFound, "not_found", "there is nothing here; the MCP endpoint is POST /mcp")
	})
	h.server = &http.Server{
		Handler:           h.closing(accessLog(o.Log, o.Metrics, catchPanics(o.Log, mux))),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		// Long enough for the longest deadline, the wait for a turn, and a slow reader.
		WriteTimeout:   c.Deadline + c.QueueWait + 60*time.Second,
		IdleTimeout:    120 * time.Second,
		MaxHeaderBytes: 64 << 10,
		ErrorLog:       lineLog(o.Log, zerolog.DebugLevel),
	}
	return h
}

type health struct {
	Status  string   `json:"status"`
	Version string   `json:"version"`
	Notes   []string `json:"notes,omitempty"`
}

// Handler returns what the server serves, for tests and for embedding.
func (h *HTTP) Handler() http.Handler { return h.server.Handler }

// closing asks clients to go elsewhere once the server is stopping.
func (h *HTTP) closing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.draining.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// drainGrace is how long connections that were accepted already may still send a request after the
// signal. http.Server.Shutdown would drop those whose head it has not read yet.
const drainGrace = 300 * time.Millisecond

// Serve serves on l until ctx ends, then stops in order: no new connections, a short time in which
// open ones may finish, running calls to their end or the shutdown timeout, then cancel. It returns
// nil after an orderly end.
func (h *HTTP) Serve(ctx context.Context, l net.Listener) error {
	calls, cancelCalls := context.WithCancel(context.WithoutCancel(ctx))
	defer cancelCalls()
	h.server.BaseContext = func(net.Listener) context.Context { return calls }
	ended := make(chan error, 1)
	go func() { ended <- h.server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	h.log.Info().Msg("stopping")
	h.draining.Store(true)
	_ = l.Close()
	<-ended // returns at once: the listener is closed
	time.Sleep(drainGrace)

	limit, cancel := context.WithTimeout(calls, h.timeout)
	defer cancel()
	err := h.server.Shutdown(limit)
	if err == nil {
		return nil
	}
	// Calls that are still running see their context end and answer; then close what is left.
	h.log.Warn().Msg("calls did not end in time and are cancelled")
	cancelCalls()
	last, cancelLast := context.WithTimeout(context.WithoutCancel(ctx), 2*stopGrace)
	defer cancelLast()
	if h.server.Shutdown(last) != nil {
		_ = h.server.Close()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}
