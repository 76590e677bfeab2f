package mcpserver

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/rs/zerolog"
)

// newGuardServer serves a guard that change may alter.
func newGuardServer(t testing.TB, settings func(*config.Config), change func(*guard)) (testbed, *httptest.Server) {
	t.Helper()
	b := newTestbed(t, settings)
	c := config.Default()
	if settings != nil {
		settings(&c)
	}
	g := newGuard(b.Dispatcher, c.HTTP, HTTPOptions{Version: "test", Log: zerolog.Nop()})
	change(g)
	s := httptest.NewServer(g)
	t.Cleanup(s.Close)
	return b, s
}

// begin sends the head of a request and the beginning of its body.
func begin(t testing.TB, s *httptest.Server, length int, body string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	_ = c.SetDeadline(time.Now().Add(10 * time.Second))
	_, err = fmt.Fprintf(c, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", length, body)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Whoever sends slowly does not keep others out, and not for long himself.
func TestSlowBodies(t *testing.T) {
	_, s := newGuardServer(t, nil, func(g *guard) {
		g.bodyTime = 500 * time.Millisecond
		g.inFlight = make(chan struct{}, 2)
	})
	var slow []net.Conn
	for range 100 {
		slow = append(slow, begin(t, s, 1000, "{"))
	}
	time.Sleep(50 * time.Millisecond)
	if resp, body := (ask{body: callEcho}).send(t, s); resp.StatusCode != http.StatusOK {
		t.Errorf("beside slow ones: got %d %s", resp.StatusCode, body)
	}
	resp, err := http.ReadResponse(bufio.NewReader(slow[0]), nil)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusRequestTimeout || !resp.Close {
		t.Errorf("a slow one: got %d, closed %v", resp.StatusCode, resp.Close)
	}
}

// The time for the body is no time for the call.
func TestCallOutlastsBodyTime(t *testing.T) {
	_, s := newGuardServer(t, func(c *config.Config) { c.Deadline = 700 * time.Millisecond }, func(g *guard) { g.bodyTime = 200 * time.Millisecond })
	start := time.Now()
	_, body := ask{body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}}`}.send(t, s)
	if took := time.Since(start); took < 650*time.Millisecond || !strings.Contains(body, `"code":"timeout"`) {
		t.Errorf("after %v: %s", took, body)
	}
}

// A body that says that it is too large is refused before any of it comes.
func TestTooLargeByItsLength(t *testing.T) {
	_, s := newServer(t, func(c *config.Config) { c.HTTP.BodyLimit = 2000 })
	c := begin(t, s, 2001, "")
	_ = c.SetDeadline(time.Now().Add(3 * time.Second))
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusRequestEntityTooLarge || !resp.Close {
		t.Errorf("got %d, closed %v", resp.StatusCode, resp.Close)
	}
}

// Large bodies together take no more memory than there is room for; small ones need none, and all of
// it is given back.
func TestRoomForBodies(t *testing.T) {
	var r *room
	_, s := newGuardServer(t, nil, func(g *guard) {
		r = &room{}
		r.left.Store(1 << 20)
		g.room = r
	})
	large := strings.TrimSuffix(callEcho, "}") + strings.Repeat(" ", 200<<10) + "}"
	slow := begin(t, s, len(large), large[:len(large)-1])
	// All that the first one takes: it claims room as its body comes.
	for start := time.Now(); r.left.Load() > 256<<10 && time.Since(start) < 5*time.Second; {
		time.Sleep(time.Millisecond)
	}
	if resp, body := (ask{body: large}).send(t, s); resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") != "1" || !strings.Contains(body, "rate_limited") {
		t.Errorf("a second large one: got %d %s", resp.StatusCode, body)
	}
	if resp, body := (ask{body: callEcho}).send(t, s); resp.StatusCode != http.StatusOK {
		t.Errorf("a small one: got %d %s", resp.StatusCode, body)
	}
	_, _ = slow.Write([]byte("}"))
	if resp, err := http.ReadResponse(bufio.NewReader(slow), nil); err != nil || resp.StatusCode != http.StatusOK {
		t.Errorf("the first one: got %v, %v", resp, err)
	}
	for start := time.Now(); r.left.Load() != 1<<20 && time.Since(start) < 5*time.Second; {
		time.Sleep(time.Millisecond)
	}
	if left := r.left.Load(); left != 1<<20 {
		t.Errorf("left: got %d, want %d", left, 1<<20)
	}
	values := strings.Replace(callEcho, `"arguments":{`, `"arguments":{"n":[`+strings.Repeat("1,", 20_000)+`1],`, 1)
	if resp, body := (ask{body: values}).send(t, s); resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("many values: got %d %.300s", resp.StatusCode, body)
	}
}
