package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/rs/zerolog"
)

const (
	callEcho   = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hello"}}}`
	modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
)

// newServer serves a testbed over a loopback socket.
func newServer(t testing.TB, change func(*config.Config)) (testbed, *httptest.Server) {
	t.Helper()
	b := newTestbed(t, change)
	c := config.Default()
	if change != nil {
		change(&c)
	}
	h := NewHTTP(b.Dispatcher, c, HTTPOptions{
		Version: "test", Ready: func() bool { return true }, Log: zerolog.New(b.log).Level(zerolog.DebugLevel),
	})
	s := httptest.NewServer(h.Handler())
	t.Cleanup(s.Close)
	return b, s
}

// ask is one request; zero fields are the usual ones.
type ask struct {
	method string
	path   string
	host   string
	body   string
	header map[string]string
}

func (a ask) send(t testing.TB, s *httptest.Server) (*http.Response, string) {
	t.Helper()
	if a.method == "" {
		a.method = http.MethodPost
	}
	if a.path == "" {
		a.path = "/mcp"
	}
	r, err := http.NewRequestWithContext(t.Context(), a.method, s.URL+a.path, strings.NewReader(a.body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for k, v := range a.header {
		r.Header.Set(k, v)
	}
	r.Host = a.host
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

func TestHTTPMatrix(t *testing.T) {
	_, open := newServer(t, func(c *config.Config) { c.HTTP.BodyLimit = 2000 })
	_, listed := newServer(t, func(c *config.Config) { c.HTTP.AllowedOrigins = []string{"https://app.example.org"} })
	_, hosts := newServer(t, func(c *config.Config) { c.HTTP.AllowedHosts = []string{"maps.example.org"} })
	_, tokens := newServer(t, func(c *config.Config) { c.HTTP.AuthTokens = []string{"first-token", "second-token"} })
	h := func(kv ...string) map[string]string {
		m := map[string]string{}
		for i := 0; i < len(kv); i += 2 {
			m[kv[i]] = kv[i+1]
		}
		return m
	}
	tests := []struct {
		name   string
		server *httptest.Server
		ask    ask
		status int
		header string // "Name: value" that must be there
		want   string // part of the body
	}{
		{"plain call", open, ask{body: callEcho}, 200, "Content-Type: application/json", `"text":"hello"`},
		{"modern call", open, ask{
			body:   `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hello"},` + modernMeta + `}}`,
			header: h("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "echo"),
		}, 200, "", `"resultType":"complete"`},
		{"not buffered on the way", open, ask{body: callEcho}, 200, "X-Accel-Buffering: no", ""},
		{"no session", open, ask{body: callEcho}, 200, "Mcp-Session-Id: ", ""},

		{"origin from elsewhere", open, ask{body: callEcho, header: h("Origin", "http://evil.example")}, 403, "", "origin"},
		{"null origin", open, ask{body: callEcho, header: h("Origin", "null")}, 403, "", "origin"},
		{"origin that only looks local", open, ask{body: callEcho, header: h("Origin", "http://localhost.evil.example")}, 403, "", ""},
		{"local origin", open, ask{body: callEcho, header: h("Origin", "http://localhost:6274")}, 200, "Access-Control-Allow-Origin: http://localhost:6274", "hello"},
		{"local preflight", open, ask{method: "OPTIONS", header: h("Origin", "http://localhost:6274", "Access-Control-Request-Method", "POST")}, 204, "Access-Control-Allow-Headers: Content-Type, Accept, Authorization, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id", ""},
		{"local origin by number", open, ask{body: callEcho, header: h("Origin", "http://127.0.0.1")}, 200, "", "hello"},
		{"listed origin", listed, ask{body: callEcho, header: h("Origin", "https://App.example.org")}, 200, "Access-Control-Allow-Origin: https://App.example.org", "hello"},
		{"listed origin of another port", listed, ask{body: callEcho, header: h("Origin", "https://app.example.org:8443")}, 403, "", ""},
		{"preflight", listed, ask{method: "OPTIONS", header: h("Origin", "https://app.example.org", "Access-Control-Request-Method", "POST")}, 204, "Access-Control-Allow-Methods: POST", ""},
		{"preflight from elsewhere", listed, ask{method: "OPTIONS", header: h("Origin", "https://evil.example", "Access-Control-Request-Method", "POST")}, 403, "Access-Control-Allow-Methods: ", ""},

		{"rebinding", open, ask{body: callEcho, host: "evil.example"}, 403, "", "Host"},
		{"local host", open, ask{body: callEcho, host: "localhost:1234"}, 200, "", "hello"},
		{"listed host", hosts, ask{body: callEcho, host: "maps.example.org"}, 200, "", "hello"},
		{"listed host with a port", hosts, ask{body: callEcho, host: "Maps.example.org:443"}, 200, "", "hello"},
		{"host that is not listed", hosts, ask{body: callEcho, host: "localhost"}, 403, "", "allowed_hosts"},

		{"GET", open, ask{method: "GET"}, 405, "Allow: POST", "POST only"},
		{"HEAD", open, ask{method: "HEAD"}, 405, "Allow: POST", ""},
		{"DELETE", open, ask{method: "DELETE"}, 405, "Allow: POST", ""},
		{"PUT", open, ask{method: "PUT", body: callEcho}, 405, "Allow: POST", ""},
		{"OPTIONS", open, ask{method: "OPTIONS"}, 405, "Allow: POST", ""},

		{"no token", tokens, ask{body: callEcho}, 401, `WWW-Authenticate: Bearer realm="footstepd"`, "bearer token"},
		{"wrong token", tokens, ask{body: callEcho, header: h("Authorization", "Bearer first-toke")}, 401, `WWW-Authenticate: Bearer realm="footstepd", error="invalid_token"`, ""},
		{"another scheme", tokens, ask{body: callEcho, header: h("Authorization", "Basic first-token")}, 401, `WWW-Authenticate: Bearer realm="footstepd"`, ""},
		{"second token", tokens, ask{body: callEcho, header: h("Authorization", "bearer second-token")}, 200, "", "hello"},
		{"health needs no token", tokens, ask{method: "GET", path: "/healthz"}, 200, "", `"version":"test"`},
		{"nor does readiness", tokens, ask{method: "GET", path: "/readyz"}, 200, "", `"ok"`},

		{"too large", open, ask{body: callEcho + strings.Repeat(" ", 2000)}, 413, "", "2000 bytes"},
		{"other content type", open, ask{body: callEcho, header: h("Content-Type", "text/plain")}, 415, "", "application/json"},
		{"charset", open, ask{body: callEcho, header: h("Content-Type", "application/json; charset=utf-8")}, 200, "", "hello"},
		{"compressed", open, ask{body: callEcho, header: h("Content-Encoding", "gzip")}, 415, "", "compressed"},

		{"cancellation", open, ask{body: `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`}, 202, "", ""},
		{"notification", open, ask{body: `{"jsonrpc":"2.0","method":"notifications/initialized"}`}, 202, "", ""},
		{"response", open, ask{body: `{"jsonrpc":"2.0","id":1,"result":{"a":1}}`}, 202, "", ""},

		{"garbage", open, ask{body: "hello"}, 400, "", "-32700"},
		{"nothing", open, ask{body: ""}, 400, "", "-32700"},
		{"batch", open, ask{body: "[" + callEcho + "]"}, 400, "", "batches"},
		{"malformed params", open, ask{body: `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":5}}`}, 200, "", `"id":9,"error":{"code":-32602,"message":"params.name`},
		{"unknown tool", open, ask{body: `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"nosuch"}}`}, 200, "", `-32602`},
		{"unknown tool, modern", open, ask{
			body:   `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"nosuch",` + modernMeta + `}}`,
			header: h("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "nosuch"),
		}, 400, "", `-32602`},
		{"headers that differ from the body", open, ask{
			body:   `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"nosuch",` + modernMeta + `}}`,
			header: h("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "other"),
		}, 400, "", `-32020`},
		{"unknown method", open, ask{body: `{"jsonrpc":"2.0","id":9,"method":"no/such"}`}, 200, "", `-32601`},
		{"revision that does not exist", open, ask{body: callEcho, header: h("MCP-Protocol-Version", "1999-01-01")}, 400, "", ""},
		{"nothing here", open, ask{method: "GET", path: "/"}, 404, "", "POST /mcp"},
		{"no metrics on this port", open, ask{method: "GET", path: "/metrics"}, 404, "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			resp, body := test.ask.send(t, test.server)
			if resp.StatusCode != test.status {
				t.Errorf("status: got %d, want %d\n%s", resp.StatusCode, test.status, body)
			}
			if name, value, ok := strings.Cut(test.header, ": "); ok && resp.Header.Get(name) != value {
				t.Errorf("%s: got %q, want %q", name, resp.Header.Get(name), value)
			}
			if !strings.Contains(body, test.want) {
				t.Errorf("body: got %s, want it to say %s", body, test.want)
			}
			if len(resp.Header.Get("X-Request-Id")) != 16 {
				t.Error("no request id")
			}
			if test.status >= 400 && test.ask.method != "HEAD" && test.name != "revision that does not exist" && !json.Valid([]byte(body)) {
				t.Errorf("the body is not JSON: %s", body)
			}
		})
	}
}

// TestTooLargeIsNotRead proves that a body whose length is honest is refused before it is sent.
func TestTooLargeIsNotRead(t *testing.T) {
	_, s := newServer(t, func(c *config.Config) { c.HTTP.BodyLimit = 1 << 20 })
	r, w := io.Pipe()
	defer w.Close()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/mcp", r)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	sent := make(chan int64, 1)
	go func() { // without a length: as much as is taken
		n, _ := io.Copy(w, io.LimitReader(endless{}, 100<<20))
		sent <- n
		w.Close()
	}()
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err == nil {
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("status: got %d, want 413", resp.StatusCode)
		}
	}
	r.Close()
	if n := <-sent; n > 20<<20 {
		t.Errorf("%d bytes were taken", n)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestRateLimit(t *testing.T) {
	_, s := newServer(t, func(c *config.Config) { c.HTTP.RateLimit, c.HTTP.RateBurst = 0.5, 3 })
	for i := range 3 {
		if resp, body := (ask{body: callEcho}).send(t, s); resp.StatusCode != 200 {
			t.Fatalf("request %d: %d %s", i, resp.StatusCode, body)
		}
	}
	resp, body := ask{body: callEcho}.send(t, s)
	if resp.StatusCode != 429 || resp.Header.Get("Retry-After") != "2" {
		t.Errorf("got %d, Retry-After %q, want 429 and 2", resp.StatusCode, resp.Header.Get("Retry-After"))
	}
	for _, part := range []string{`"code":"rate_limited"`, `"retry_after_seconds":2`, `"limit":"0.5 requests a second"`} {
		if !strings.Contains(body, part) {
			t.Errorf("body %s does not hold %s", body, part)
		}
	}
}

// Guesses of tokens count against the rate limit, by address; they take nothing from who has one.
func TestRateLimitOfGuesses(t *testing.T) {
	_, s := newServer(t, func(c *config.Config) {
		c.HTTP.RateLimit, c.HTTP.RateBurst, c.HTTP.AuthTokens = 0.5, 3, []string{"first-token"}
	})
	guess := ask{body: callEcho, header: map[string]string{"Authorization": "Bearer other-token"}}
	for i, want := range []int{401, 401, 401, 429, 429} {
		if resp, body := guess.send(t, s); resp.StatusCode != want {
			t.Errorf("guess %d: got %d %s, want %d", i, resp.StatusCode, body, want)
		}
	}
	if resp, body := (ask{body: callEcho, header: map[string]string{"Authorization": "Bearer first-token"}}).send(t, s); resp.StatusCode != 200 {
		t.Errorf("with the token: got %d %s", resp.StatusCode, body)
	}
}

func TestLimiter(t *testing.T) {
	now := time.Unix(1000, 0)
	l := newLimiter(2, 2, func() time.Time { return now })
	take := func(key string) time.Duration { return l.take(key) }
	for range 2 {
		if wait := take("a"); wait != 0 {
			t.Fatalf("the burst is refused: wait %v", wait)
		}
	}
	if got := take("a"); got != 500*time.Millisecond {
		t.Errorf("wait: got %v, want 500ms", got)
	}
	if got := take("a"); got != 500*time.Millisecond {
		t.Errorf("a refused request took from the bucket: wait %v", got)
	}
	if take("b") != 0 {
		t.Error("one client pays for another")
	}
	now = now.Add(500 * time.Millisecond)
	if first, second := take("a"), take("a"); first != 0 || second == 0 {
		t.Errorf("the bucket fills at another rate: waits %v and %v", first, second)
	}
	for i := range 3 * maxClients {
		take(fmt.Sprint(i))
	}
	if len(l.clients) != maxClients || l.recent.Len() != maxClients {
		t.Errorf("%d clients are remembered, want %d", len(l.clients), maxClients)
	}
}

func TestClientAddress(t *testing.T) {
	for _, test := range []struct{ remote, want string }{
		{"192.0.2.1:5", "192.0.2.1"},
		{"[::ffff:192.0.2.1]:5", "192.0.2.1"},
		{"[2001:db8:1:2:3:4:5:6]:5", "2001:db8:1:2::/64"},
		{"[2001:db8:1:2::9]:77", "2001:db8:1:2::/64"},
		{"[fe80::1%eth0]:5", "fe80::/64"},
		{"@", "@"},
	} {
		if got := clientAddress(test.remote); got != test.want {
			t.Errorf("%s: got %s, want %s", test.remote, got, test.want)
		}
	}
}

// TestTwoClientsOneID runs a call of one client, while another client that uses the same id sends a
// cancellation: the call must not end.
func TestTwoClientsOneID(t *testing.T) {
	b, s := newServer(t, func(c *config.Config) { c.Deadline = 700 * time.Millisecond })
	wait := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}}`
	var calls sync.WaitGroup
	start := time.Now()
	calls.Go(func() {
		_, body := ask{body: wait}.send(t, s)
		if !strings.Contains(body, "deadline_seconds") {
			t.Errorf("the call ended as %s", body)
		}
		if took := time.Since(start); took < 600*time.Millisecond {
			t.Errorf("the call ended after %v, before its deadline", took)
		}
	})
	<-b.started
	resp, _ := ask{body: `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`}.send(t, s)
	if resp.StatusCode != http.StatusAccepted {
		t.Errorf("status: got %d, want 202", resp.StatusCode)
	}
	calls.Wait()
}

// TestDisconnectCancels proves that the tool's context ends when the client goes away.
func TestDisconnectCancels(t *testing.T) {
	b, s := newServer(t, func(c *config.Config) { c.Deadline, c.Concurrency, c.QueueWait = 20*time.Second, 1, 10*time.Second })
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/mcp",
		strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	go func() {
		if resp, err := http.DefaultTransport.RoundTrip(r); err == nil {
			resp.Body.Close()
		}
	}()
	<-b.started
	cancel()
	start := time.Now()
	if _, body := (ask{body: callEcho}).send(t, s); !strings.Contains(body, "hello") {
		t.Errorf("the turn of the cancelled call did not come free: %s", body)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("the turn came free after %v", took)
	}
}

// TestAccessLog proves that neither bodies nor tokens nor made-up paths are logged.
func TestAccessLog(t *testing.T) {
	b, s := newServer(t, func(c *config.Config) { c.HTTP.AuthTokens = []string{"hush-hush-hush"} })
	ask{body: callEcho, header: map[string]string{"Authorization": "Bearer hush-hush-hush"}}.send(t, s)
	ask{body: callEcho, header: map[string]string{"Authorization": "Bearer wrong-secret"}}.send(t, s)
	ask{method: "GET", path: "/39.7,-75.5"}.send(t, s)
	log := b.log.String()
	for _, inside := range []string{"hello", "hush", "wrong-secret", "39.7"} {
		if strings.Contains(log, inside) {
			t.Errorf("the log holds %q:\n%s", inside, log)
		}
	}
	var lines, calls int
	var ids []string
	for line := range strings.Lines(log) {
		var entry struct {
			Message   string
			RequestID string `json:"request_id"`
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		switch entry.Message {
		case "request":
			lines++
			ids = append(ids, entry.RequestID)
		case "call":
			calls++
			ids = append(ids, entry.RequestID)
		}
	}
	if lines != 3 || calls != 1 {
		t.Errorf("%d lines about requests and %d about calls, want 3 and 1:\n%s", lines, calls, log)
	}
	if ids[0] != ids[1] {
		t.Errorf("the call and its request have different ids: %v", ids)
	}
}

func TestReadyz(t *testing.T) {
	ready := false
	b := newTestbed(t, nil)
	h := NewHTTP(b.Dispatcher, config.Default(), HTTPOptions{Ready: func() bool { return ready }, Log: zerolog.Nop()})
	get := func() int {
		w := httptest.NewRecorder()
		h.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		return w.Code
	}
	if got := get(); got != http.StatusServiceUnavailable {
		t.Errorf("without a region: got %d, want 503", got)
	}
	ready = true
	if got := get(); got != http.StatusOK {
		t.Errorf("with a region: got %d, want 200", got)
	}
	h.draining.Store(true)
	if got := get(); got != http.StatusServiceUnavailable {
		t.Errorf("while stopping: got %d, want 503", got)
	}
}

// Regions whose answers are unsound are not ready; what only should be known is said.
func TestReadyzTellsHealth(t *testing.T) {
	var unsound string
	var notes []string
	b := newTestbed(t, nil)
	h := NewHTTP(b.Dispatcher, config.Default(), HTTPOptions{
		Ready: func() bool { return true }, Health: func() (string, []string) { return unsound, notes }, Log: zerolog.Nop(),
	})
	get := func() (int, string) {
		w := httptest.NewRecorder()
		h.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		return w.Code, w.Body.String()
	}
	if code, body := get(); code != http.StatusOK || strings.Contains(body, "notes") {
		t.Errorf("well: got %d %s", code, body)
	}
	notes = []string{"there is a newer file"}
	if code, body := get(); code != http.StatusOK || !strings.Contains(body, `"status":"ok"`) || !strings.Contains(body, `"notes":["there is a newer file"]`) {
		t.Errorf("with a note: got %d %s", code, body)
	}
	unsound = "the file was changed"
	if code, body := get(); code != http.StatusServiceUnavailable || !strings.Contains(body, `"status":"the file was changed"`) || !strings.Contains(body, "newer") {
		t.Errorf("unsound: got %d %s", code, body)
	}
}

func TestHandlerPanics(t *testing.T) {
	log := &syncBuffer{}
	h := accessLog(zerolog.New(log), nil, catchPanics(zerolog.New(log), http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		panic("secret")
	})))
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/mcp", nil))
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "secret") || !strings.Contains(log.String(), "secret") {
		t.Errorf("got %d %s, log %s", w.Code, w.Body, log)
	}
}

// TestShutdown stops a server with a call that runs and a connection that has sent nothing yet: both
// are answered, new connections are not.
func TestShutdown(t *testing.T) {
	b := newTestbed(t, func(c *config.Config) { c.Deadline = 800 * time.Millisecond })
	h := NewHTTP(b.Dispatcher, config.Default(), HTTPOptions{Ready: func() bool { return true }, Log: zerolog.Nop()})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- h.Serve(ctx, l) }()

	post := func(body string) string {
		return fmt.Sprintf("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	}
	dial := func() net.Conn {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	running, fresh := dial(), dial()
	fmt.Fprint(running, post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}}`))
	<-b.started
	stop()
	time.Sleep(50 * time.Millisecond) // the signal has come, the head of this one has not
	fmt.Fprint(fresh, post(callEcho))
	for name, c := range map[string]net.Conn{"running": running, "fresh": fresh} {
		resp, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		body, _ := io.ReadAll(resp.Body)
		if resp.StatusCode != 200 || !bytes.Contains(body, []byte("structuredContent")) {
			t.Errorf("%s: got %d %s", name, resp.StatusCode, body)
		}
		if name == "fresh" && !resp.Close {
			t.Error("a connection is kept open while stopping")
		}
	}
	if err := <-served; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if c, err := net.Dial("tcp", l.Addr().String()); err == nil {
		c.Close()
		t.Error("still accepting")
	}
}

// TestShutdownCancels: calls that outlast the shutdown timeout are cancelled and still answered.
func TestShutdownCancels(t *testing.T) {
	b := newTestbed(t, func(c *config.Config) { c.Deadline = 30 * time.Second })
	c := config.Default()
	c.HTTP.ShutdownTimeout = 200 * time.Millisecond
	h := NewHTTP(b.Dispatcher, c, HTTPOptions{Ready: func() bool { return true }, Log: zerolog.Nop()})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- h.Serve(ctx, l) }()
	go func() {
		resp, err := http.Post("http://"+l.Addr().String()+"/mcp", "application/json",
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}}`))
		if err == nil {
			resp.Body.Close()
		}
	}()
	<-b.started
	start := time.Now()
	stop()
	if err := <-served; err != nil || time.Since(start) > 5*time.Second {
		t.Errorf("got %v after %v, want an orderly end", err, time.Since(start))
	}
}

// FuzzHTTP posts any body with any headers that matter: an answer always comes, as JSON or empty, and
// never in the decoder's words.
func FuzzHTTP(f *testing.F) {
	f.Add([]byte(callEcho), "application/json", "2026-07-28", "tools/call", "echo", "http://localhost")
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{`+modernMeta+`,"notifications":{"toolsListChanged":true}}}`), "application/json", "2026-07-28", "subscriptions/listen", "", "")
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+modernMeta+`}}`), "application/json", "2026-07-28", "server/discover", "", "")
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`), "application/json; x", "2025-11-25", "", "=?base64?ZWNobw==?=", "null")
	f.Add([]byte("[]"), "", "zzzz", "", "", "")
	d, err := NewDispatcher(fakeTools(nil)[:1], testConfig(), Options{Log: nopLog()})
	if err != nil {
		f.Fatal(err)
	}
	h := NewHTTP(d, testConfig(), HTTPOptions{Ready: func() bool { return true }, Log: nopLog()}).Handler()
	f.Fuzz(func(t *testing.T, body []byte, contentType, version, method, name, origin string) {
		r := httptest.NewRequest(http.MethodPost, "/mcp", bytes.NewReader(body))
		for k, v := range map[string]string{"Content-Type": contentType, "Mcp-Protocol-Version": version, "Mcp-Method": method, "Mcp-Name": name, "Origin": origin} {
			if v != "" {
				r.Header.Set(k, v)
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r.WithContext(ctx))
		answer := w.Body.String()
		if w.Code == http.StatusInternalServerError || ctx.Err() != nil {
			t.Errorf("%d for %q: %s", w.Code, body, answer)
		}
		if w.Header().Get("Content-Type") == "application/json" && !json.Valid([]byte(answer)) {
			t.Errorf("not JSON: %s", answer)
		}
		for _, inside := range []string{"json: ", "cannot unmarshal", "Failed to"} {
			if strings.Contains(answer, inside) && !strings.Contains(string(body), inside) {
				t.Errorf("%q was answered %s", body, answer)
			}
		}
	})
}
