package mcpserver

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/config"
)

func TestMetrics(t *testing.T) {
	m := NewMetrics("1.2.3", func() int { return 2 })
	d, err := NewDispatcher(fakeTools(nil), config.Default(), Options{Log: nopLog(), Metrics: m})
	if err != nil {
		t.Fatal(err)
	}
	d.Call(t.Context(), "empty", nil)
	d.Call(t.Context(), "refuse", nil)
	d.Call(t.Context(), "made up by a client", nil)
	h := NewHTTP(d, config.Default(), HTTPOptions{Ready: func() bool { return true }, Log: nopLog(), Metrics: m}).Handler()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/mcp", nil))

	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	text := w.Body.String()
	for _, want := range []string{
		`footstepd_calls_total{code="ok",tool="empty"} 1`,
		`footstepd_calls_total{code="no_route_found",tool="refuse"} 1`,
		`footstepd_call_seconds_count{tool="empty"} 1`,
		`footstepd_answer_bytes_count{tool="refuse"} 1`,
		`footstepd_calls_in_progress 0`,
		`footstepd_http_requests_total{status="405"} 1`,
		`footstepd_regions 2`,
		`footstepd_build_info{version="1.2.3"} 1`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, "made up") {
		t.Error("names that clients make up become labels, without bound")
	}
}
