package e2e_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// post sends a message and returns the status and the body.
func (s *server) post(tb testing.TB, body string, header ...string) (int, string) {
	tb.Helper()
	r, err := http.NewRequestWithContext(tb.Context(), http.MethodPost, s.url+"/mcp", strings.NewReader(body))
	if err != nil {
		tb.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		tb.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		tb.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

func get(tb testing.TB, url string) (int, string) {
	tb.Helper()
	resp, err := http.Get(url)
	if err != nil {
		tb.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		tb.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// TestCurl sends the line of the README.
func TestCurl(t *testing.T) {
	s := serve(t, nil, "--region", region(t))
	status, body := s.post(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"geocode","arguments":{"text":"Rodney Square, Wilmington"}}}`)
	if status != http.StatusOK || !strings.Contains(body, `"structuredContent":{"headline"`) || !strings.Contains(body, "Rodney Square") {
		t.Errorf("got %d %s", status, body)
	}
	if strings.Contains(s.log.String(), "Rodney") {
		t.Errorf("the log holds what was asked:\n%s", s.log)
	}
	if r := run(t, "", nil, "healthcheck", "--ready", s.url); r.status != 0 {
		t.Errorf("healthcheck: %+v", r)
	}
	if status := s.stop(t); status != 0 {
		t.Errorf("status %d after SIGTERM", status)
	}
	if r := run(t, "", nil, "healthcheck", s.url); r.status != 1 || !strings.Contains(r.stderr, "healthcheck") {
		t.Errorf("healthcheck of a stopped server: %+v", r)
	}
}

func TestHTTPSettings(t *testing.T) {
	s := serve(t, []string{"FOOTSTEPD_AUTH_TOKENS=token-one,token-two", "FOOTSTEPD_RATE_LIMIT=1/s", "FOOTSTEPD_RATE_BURST=3", "FOOTSTEPD_REGION=" + region(t), "FOOTSTEPD_LOG_LEVEL=info"},
		"--metrics-listen", "127.0.0.1:0")
	ping := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	if status, _ := s.post(t, ping); status != http.StatusUnauthorized {
		t.Errorf("without a token: %d, want 401", status)
	}
	for i := range 3 {
		if status, body := s.post(t, ping, "Authorization", "Bearer token-two"); status != http.StatusOK {
			t.Errorf("request %d: %d %s", i, status, body)
		}
	}
	if status, body := s.post(t, ping, "Authorization", "Bearer token-two"); status != http.StatusTooManyRequests || !strings.Contains(body, "retry_after_seconds") {
		t.Errorf("beyond the burst: %d %s", status, body)
	}
	if status, _ := s.post(t, callLine(1, "reverse_geocode", object{"location": rodneySquare}), "Authorization", "Bearer token-one"); status != http.StatusOK {
		t.Errorf("another client: %d", status)
	}
	_, metrics := get(t, "http://"+s.find(t, listeningMetrics)+"/metrics")
	for _, want := range []string{
		`footstepd_calls_total{code="ok",tool="reverse_geocode"} 1`, `footstepd_http_requests_total{status="401"} 1`,
		`footstepd_regions 1`, `footstepd_build_info{version="e2e"} 1`,
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("metrics lack %s", want)
		}
	}
	if strings.Contains(s.log.String(), "token-") {
		t.Error("a token is in the log")
	}
}

// TestReload replaces the region under load: SIGHUP opens the new file, no call fails.
func TestReload(t *testing.T) {
	original, err := os.ReadFile(region(t))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "served.region")
	put := func() {
		if err := os.WriteFile(path+".new", original, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+".new", path); err != nil {
			t.Fatal(err)
		}
	}
	put()
	s := serve(t, []string{"FOOTSTEPD_LOG_LEVEL=info"}, "--region", path)
	done := make(chan struct{})
	var load sync.WaitGroup
	for range 2 {
		load.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if status, body := s.post(t, callLine(1, "reverse_geocode", object{"location": rodneySquare})); status != 200 || !strings.Contains(body, "headline") {
					t.Errorf("during a reload: %d %s", status, body)
					return
				}
			}
		})
	}
	for i := range 3 {
		put()
		if err := s.cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		s.await(t, func() bool { return strings.Count(s.log.String(), "regions are reloaded") > i })
	}
	// A file that is none leaves the present region in service.
	if err := os.WriteFile(path+".new", []byte("no region"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	s.await(t, func() bool { return strings.Contains(s.log.String(), "regions are not reloaded") })
	time.Sleep(50 * time.Millisecond)
	close(done)
	load.Wait()
	if status, body := s.post(t, callLine(1, "geocode", object{"text": "19801"})); status != 200 || !strings.Contains(body, "headline") {
		t.Errorf("after a bad reload: %d %s", status, body)
	}
}

// TestCutRegion cuts the region file short while it is mapped. Calls fail with internal_error or
// answer from what is still in memory; the process lives, and serves again once the file is whole.
func TestCutRegion(t *testing.T) {
	original, err := os.ReadFile(region(t))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "served.region")
	if err := os.WriteFile(path, original, 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, nil, "--region", path)
	if err := os.Truncate(path, 4096); err != nil {
		t.Fatal(err)
	}
	codes := map[string]int{}
	for _, e := range exchanges {
		_, body := s.post(t, callLine(1, e.Tool, e.Args))
		var answer struct {
			Result struct {
				StructuredContent struct{ Error struct{ Code string } }
			}
		}
		if err := json.Unmarshal([]byte(body), &answer); err != nil {
			t.Fatalf("%s: %v in %s", e.Name, err, body)
		}
		codes[answer.Result.StructuredContent.Error.Code]++
		for _, inside := range []string{"memory", "0x", path, ".go:"} {
			if strings.Contains(body, inside) {
				t.Errorf("%s: the answer shows %q: %s", e.Name, inside, body)
			}
		}
	}
	if !s.alive() {
		t.Fatal("the process ended")
	}
	if codes["internal_error"] == 0 {
		t.Errorf("no call failed on a file that is gone: %v", codes)
	}
	if err := os.WriteFile(path+".new", original, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	s.await(t, func() bool {
		_, body := s.post(t, callLine(1, "reverse_geocode", object{"location": rodneySquare}))
		return strings.Contains(body, "headline")
	})
}

// TestManyClients calls from many clients at once; each gets the answer to its own question.
func TestManyClients(t *testing.T) {
	s := serve(t, []string{"FOOTSTEPD_QUEUE_WAIT=30s"}, "--region", region(t))
	var clients sync.WaitGroup
	for i := range 16 {
		clients.Go(func() {
			for j := range 5 {
				lat := 39.70 + float64(i)*0.002 + float64(j)*0.0001
				status, body := s.post(t, callLine(7, "reverse_geocode", object{"location": at(lat, -75.55)}))
				if status != 200 || !strings.Contains(body, `"id":7`) || !strings.Contains(body, "headline") {
					t.Errorf("%s: %d %.300s", fmt.Sprint(lat), status, body)
				}
			}
		})
	}
	clients.Wait()
}

// TestDeadline asks for as much as each tool will do, with very little time: every call ends on time,
// and every tool stops by itself.
func TestDeadline(t *testing.T) {
	s := serve(t, []string{"FOOTSTEPD_DEADLINE=100ms"}, "--region", region(t))
	far := at(38.46, -75.57) // the other end of the state
	for _, e := range []exchange{
		{"every contour", "get_isochrone", object{"location": rodneySquare, "travel": "auto", "contours": []any{object{"time": 30}, object{"time": 60}, object{"time": 90}, object{"time": 120}}}, ""},
		{"the length of the state, and back", "get_directions", object{"locations": []any{rodneySquare, far, newark, far, rodneySquare, far}, "travel": "pedestrian"}, ""},
		{"the length of the state", "find_and_route", object{"origin": rodneySquare, "destination": far, "travel": "pedestrian"}, ""},
		{"forty rows", "geocode", object{"text": "Street", "size": 40, "autocomplete": true}, ""},
		{"forty rows", "reverse_geocode", object{"location": rodneySquare, "size": 40, "radius_m": 50000}, ""},
		{"a wide circle", "get_prediction", object{"profile": "hiker", "area_type": "circle", "center": rodneySquare, "radius_m": 15000, "datetime": "2026-11-30T14:00:00-05:00"}, ""},
	} {
		start := time.Now()
		_, body := s.post(t, callLine(1, e.Tool, e.Args))
		took := time.Since(start)
		outcome := "success"
		switch {
		case strings.Contains(body, `"code":"timeout"`):
			outcome = "timeout"
		case !strings.Contains(body, `"headline"`):
			t.Errorf("%s, %s: %.300s", e.Tool, e.Name, body)
		}
		t.Logf("%s, %s: %s after %v", e.Tool, e.Name, outcome, took.Round(time.Millisecond))
		if took > 2*time.Second {
			t.Errorf("%s, %s: ended after %v", e.Tool, e.Name, took)
		}
	}
	if strings.Contains(s.log.String(), "does not stop") {
		t.Errorf("a tool is deaf to its deadline:\n%s", s.log)
	}
}
