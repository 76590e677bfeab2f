package mcpserver

import (
	"net/http"
	"strconv"
	"time"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics counts calls and requests for Prometheus. All its methods do nothing on nil.
type Metrics struct {
	registry *prometheus.Registry
	calls    *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	bytes    *prometheus.HistogramVec
	running  prometheus.Gauge
	requests *prometheus.CounterVec
}

// NewMetrics returns metrics that are zero. version is that of the program; regions tells how many
// regions are loaded.
func NewMetrics(version string, regions func() int) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "footstepd_calls_total", Help: "Finished tool calls by tool and error code; ok where there was none.",
		}, []string{"tool", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "footstepd_call_seconds", Help: "Duration of tool calls, waiting included.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 25, 55},
		}, []string{"tool"}),
		bytes: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "footstepd_answer_bytes", Help: "Size of the structured content of answers.",
			Buckets: []float64{1 << 10, 4 << 10, 8 << 10, 16 << 10, 24 << 10, 50 << 10, 100 << 10, 200 << 10},
		}, []string{"tool"}),
		running: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "footstepd_calls_in_progress", Help: "Tool calls that run or wait for their turn.",
		}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "footstepd_http_requests_total", Help: "HTTP requests by status.",
		}, []string{"status"}),
	}
	m.registry.MustRegister(
		m.calls, m.seconds, m.bytes, m.running, m.requests,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "footstepd_regions", Help: "Loaded regions.",
		}, func() float64 { return float64(regions()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "footstepd_build_info", Help: "1, with the version of the program.",
			ConstLabels: prometheus.Labels{"version": version},
		}, func() float64 { return 1 }),
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

// Handler serves the metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}

func (m *Metrics) callStarted() {
	if m != nil {
		m.running.Inc()
	}
}

func (m *Metrics) callEnded(tool string, code envelope.Code, took time.Duration, bytes int) {
	if m == nil {
		return
	}
	if code == "" {
		code = "ok"
	}
	m.running.Dec()
	m.calls.WithLabelValues(tool, string(code)).Inc()
	m.seconds.WithLabelValues(tool).Observe(took.Seconds())
	m.bytes.WithLabelValues(tool).Observe(float64(bytes))
}

func (m *Metrics) request(status int) {
	if m != nil {
		m.requests.WithLabelValues(strconv.Itoa(status)).Inc()
	}
}
