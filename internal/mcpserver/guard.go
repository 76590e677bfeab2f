package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"mime"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/rs/zerolog"
)

// guard stands before mcp-go's HTTP handler at /mcp. See newGuard for the order of its checks.
type guard struct {
	origins  *originPolicy
	hosts    []string
	auth     *authenticator
	limiter  *limiter
	body     int64
	room     *room
	inFlight chan struct{} // bounds the requests that are being answered; taken when the body is there
	bodyTime time.Duration // for a body to arrive
	hasTool  func(string) bool
	refuse   func(context.Context, message) []byte
	call     func(ctx context.Context, tool string, args json.RawMessage) envelope.Answer
	mcp      *server.StreamableHTTPServer
	// serverInfo is what answers of the era without handshake say of the server.
	serverInfo []byte
	roundabout bool // even plain calls go through mcp-go; for tests
}

// bodyTime is how long the body of a request may take to arrive.
const bodyTime = 10 * time.Second

// newGuard puts the checks together. Their order, outermost first: Origin, Host, method, bearer
// token, rate, content type, size of the body, its arrival, turn, form of the message, mcp-go.
func newGuard(d *Dispatcher, c config.HTTP, o HTTPOptions) *guard {
	info, _ := json.Marshal(implementation(o.Version)) // strings cannot fail
	return &guard{
		origins:  newOriginPolicy(c.AllowedOrigins),
		hosts:    c.AllowedHosts,
		auth:     newAuthenticator(c.AuthTokens),
		limiter:  newLimiter(c.RateLimit, c.Burst(), time.Now),
		body:     c.BodyLimit,
		room:     newRoom(c.BodyLimit),
		bodyTime: bodyTime,
		refuse:   d.refuse,
		call:     d.Call,
		inFlight: make(chan struct{}, 64+8*d.gate.size()),
		hasTool:  d.Has,

		serverInfo: info,
		mcp: server.NewStreamableHTTPServer(
			newMCP(d, o.Version),
			server.WithStateLess(true),
			server.WithDisableStreaming(true),
			// The handler is driven through Handle, which leaves Host and Origin to us.
			server.WithStreamableHTTPLogger(slog.New(zerolog.NewSlogHandler(o.Log))),
		),
	}
}

func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("X-Accel-Buffering", "no")
	header.Set("X-Content-Type-Options", "nosniff")
	if !g.origins.admit(w, r) {
		return
	}
	if !hostAllowed(r, g.hosts) {
		refuse(w, http.StatusForbidden, "forbidden", "the Host header names a host that this server does not answer to; see http.allowed_hosts")
		return
	}
	if r.Method != http.MethodPost {
		header.Set("Allow", http.MethodPost)
		refuse(w, http.StatusMethodNotAllowed, "method_not_allowed", "the MCP endpoint takes POST only")
		return
	}
	client, ok := g.auth.authenticate(r)
	if !ok {
		// Guesses count too: by address, since nobody else is known.
		if g.admit(w, "guesses of "+clientAddress(r.RemoteAddr)) {
			g.auth.challenge(w, r)
		}
		return
	}
	if !g.admit(w, client) {
		return
	}
	claim := &claim{room: g.room}
	defer claim.release()
	body, ok := g.readBody(w, r, claim)
	if !ok {
		return
	}
	// Only now: whoever sends slowly must not keep others out.
	select {
	case g.inFlight <- struct{}{}:
		defer func() { <-g.inFlight }()
	default:
		busy(w, fmt.Sprintf("%d requests at a time", cap(g.inFlight)))
		return
	}
	if c, ok := readPlain(body, g.hasTool); ok && !g.roundabout {
		if modern, ok := c.modern(r.Header); ok {
			g.answerPlain(w, r, c, modern)
			return
		}
	}
	m, problem := readMessage(body, g.hasTool)
	if problem == nil && m.refused == nil && claim.values(m.values) != nil {
		busy(w, "the memory for large requests")
		return
	}
	modern := m.modern || mcp.IsModernProtocol(r.Header.Get(mcp.HeaderProtocolVersion))
	switch {
	case problem != nil && g.leaveToHeaderCheck(r, m, modern):
	case problem != nil:
		header.Set("Content-Type", "application/json")
		w.WriteHeader(statusOf(problem, modern))
		_, _ = w.Write(append(errorResponse(m.id, problem), '\n'))
		return
	case m.refused != nil:
		m.modern = modern
		header.Set("Content-Type", "application/json")
		_, _ = w.Write(append(g.refuse(r.Context(), m), '\n'))
		return
	case m.kind == response, m.kind == notification && m.method == string(mcp.MethodNotificationCancelled):
		// Stateless, all clients share one space of request ids: passed on, a cancellation could end
		// another client's call. Calls end when their connection does, or at their deadline.
		w.WriteHeader(http.StatusAccepted)
		return
	}
	g.mcp.Handle(flusher{w}, &server.HTTPRequest{
		Method: r.Method, URL: r.URL, Header: r.Header, Body: body, Context: r.Context(),
	})
}

// admit counts a request of a client and answers it if there are too many.
func (g *guard) admit(w http.ResponseWriter, client string) bool {
	wait := g.limiter.take(client)
	if wait <= 0 {
		return true
	}
	seconds := max(1, int((wait+time.Second-1)/time.Second))
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
	limit := strconv.FormatFloat(g.limiter.rate, 'f', -1, 64) + " requests a second"
	refuseWith(w, http.StatusTooManyRequests, string(envelope.RateLimited),
		fmt.Sprintf("too many requests; the limit is %s. Try again in %d s", limit, seconds),
		busyDetails{RetryAfter: seconds, Limit: limit})
	return false
}

// leaveToHeaderCheck tells whether a request for a tool that does not exist goes on to mcp-go all
// the same: where its headers do not repeat the body, that is the fault to report, and mcp-go does.
func (g *guard) leaveToHeaderCheck(r *http.Request, m message, modern bool) bool {
	return modern && m.tool != "" && !g.hasTool(m.tool) && printable(m.tool) && len(m.tool) <= 128 &&
		(r.Header.Get(mcp.HeaderMethod) != m.method || r.Header.Get(mcp.HeaderName) != m.tool)
}

// statusOf returns the HTTP status that goes with a malformed message.
func statusOf(e *protocolError, modern bool) int {
	if e.code == mcp.INVALID_PARAMS && !modern {
		return http.StatusOK
	}
	return http.StatusBadRequest
}

// readBody reads the body within its limits: those of its size, of the time that it may take to arrive
// and of the memory for all bodies.
func (g *guard) readBody(w http.ResponseWriter, r *http.Request, claim *claim) (body []byte, ok bool) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "unsupported_media_type", "the Content-Type must be application/json")
		return nil, false
	}
	if e := r.Header.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		refuse(w, http.StatusUnsupportedMediaType, "unsupported_media_type", "the body must not be compressed")
		return nil, false
	}
	if r.ContentLength > g.body {
		w.Header().Set("Connection", "close") // rather than read what is not wanted
		g.tooLarge(w)
		return nil, false
	}
	connection := http.NewResponseController(w)
	_ = connection.SetReadDeadline(time.Now().Add(g.bodyTime)) // fails only where there is no connection
	body, err := claim.read(http.MaxBytesReader(w, r.Body, g.body), r.ContentLength)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		g.tooLarge(w)
		return nil, false
	case errors.Is(err, errNoRoom):
		w.Header().Set("Connection", "close")
		busy(w, "the memory for large requests")
		return nil, false
	case errors.Is(err, os.ErrDeadlineExceeded):
		w.Header().Set("Connection", "close")
		refuse(w, http.StatusRequestTimeout, "request_timeout", fmt.Sprintf("the body did not arrive within %s", g.bodyTime))
		return nil, false
	case err != nil:
		refuse(w, http.StatusBadRequest, "bad_request", "the body could not be read to its end")
		return nil, false
	}
	// From here on the connection is watched for its end only, for as long as the call takes.
	_ = connection.SetReadDeadline(time.Time{})
	return body, true
}

func (g *guard) tooLarge(w http.ResponseWriter) {
	refuse(w, http.StatusRequestEntityTooLarge, "too_large", fmt.Sprintf("the body is larger than %d bytes, the limit", g.body))
}

// busy answers a request for which there is no place at present.
func busy(w http.ResponseWriter, limit string) {
	w.Header().Set("Retry-After", "1")
	refuseWith(w, http.StatusServiceUnavailable, string(envelope.RateLimited), "the server is busy; try again in a second",
		busyDetails{RetryAfter: 1, Limit: limit})
}

// flusher is a response as mcp-go wants it.
type flusher struct{ http.ResponseWriter }

func (f flusher) Flush() { _ = http.NewResponseController(f.ResponseWriter).Flush() }

func (f flusher) CanStream() bool { return true }

// refuse answers a request that never became a message, in the shape of our errors.
func refuse(w http.ResponseWriter, status int, code, message string) {
	refuseWith(w, status, code, message, nil)
}

func refuseWith(w http.ResponseWriter, status int, code, message string, details any) {
	type body struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Details any    `json:"details,omitempty"`
	}
	writeJSON(w, status, struct {
		Error body `json:"error"`
	}{body{code, message, details}})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may have gone away
}
