package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"net/http"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/footstepd/footstepd/internal/mcpserver"
	"github.com/rs/zerolog"
)

type httpCmd struct {
	Listen        string `placeholder:"HOST:PORT" help:"Where to serve; 127.0.0.1:8080 unless configured."`
	MetricsListen string `placeholder:"HOST:PORT" help:"Where to serve /metrics for Prometheus; nowhere unless configured."`
}

// Help is the closing text of the command's help.
func (httpCmd) Help() string {
	return `POST /mcp takes MCP messages, in both eras of the protocol and without a session. GET /healthz and /readyz are for supervisors. SIGHUP opens the region files anew; SIGTERM and SIGINT let running calls finish.

Bearer tokens come from the environment (FOOTSTEPD_AUTH_TOKENS) or the configuration file, never from a flag.

Examples:
  footstepd http --region delaware.region
  FOOTSTEPD_AUTH_TOKENS=change-me-please FOOTSTEPD_RATE_LIMIT=20/s footstepd http --listen 0.0.0.0:8080 --region delaware.region`
}

// Run serves until a signal comes.
func (cmd httpCmd) Run(ctx context.Context, p *program) error {
	flags := map[string]any{}
	if cmd.Listen != "" {
		flags["http.listen"] = cmd.Listen
	}
	if cmd.MetricsListen != "" {
		flags["http.metrics_listen"] = cmd.MetricsListen
	}
	lines := newLogLines(p.stderr)
	defer lines.flush()
	if !isTerminal(p.stderr) {
		p.stderr = lines
	}
	c, log, err := p.settings(flags)
	if err != nil {
		return err
	}
	held := ballast()
	defer runtime.KeepAlive(held)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s, err := newService(c, log, true)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.check(); err != nil {
		return err
	}

	listener, err := net.Listen("tcp", c.HTTP.Listen)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("http: another program already listens at %s; choose another place with --listen HOST:PORT", c.HTTP.Listen)
	}
	if err != nil {
		return fmt.Errorf("http: %w", err)
	}
	defer listener.Close()
	if c.HTTP.MetricsListen != "" {
		stop, err := serveMetrics(c.HTTP, s.metrics, log)
		if err != nil {
			return err
		}
		defer stop()
	}
	log.Info().Str("listen", listener.Addr().String()).Str("version", buildVersion()).
		Bool("tokens", len(c.HTTP.AuthTokens) > 0).Msg("serving MCP at POST /mcp")
	if host, _, _ := net.SplitHostPort(listener.Addr().String()); len(c.HTTP.AuthTokens) == 0 && !net.ParseIP(host).IsLoopback() {
		log.Warn().Msg("whoever reaches this port may call: no bearer tokens are set (FOOTSTEPD_AUTH_TOKENS)")
	}
	go func() {
		if s.load(ctx) != nil {
			cancel()
		}
		debug.FreeOSMemory() // what the start left over would lie about until calls come
	}()
	go s.reloadOnHangup(ctx)
	server := mcpserver.NewHTTP(s.dispatcher, c, mcpserver.HTTPOptions{
		Version: buildVersion(), Ready: s.ready, Health: s.health, Log: log, Metrics: s.metrics,
	})
	if err := server.Serve(ctx, listener); err != nil {
		return fmt.Errorf("http: %w", err)
	}
	return s.loadError()
}

// heapBallast is memory that a server holds and never touches, so that the system never provides it: the
// collector, which lets the heap grow by its own size, counts it in. What a server lives on is so small that it
// would collect after every hundred calls. It takes so much more memory under load, and none at rest.
const heapBallast = 16 << 20

// ballast returns that memory, none where GOMEMLIMIT bounds the heap: the limit would count it as if it were taken,
// and a small one leave so little that the collector never rests.
func ballast() []byte {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return nil
	}
	return make([]byte, heapBallast)
}

// serveMetrics serves /metrics on a port of its own.
func serveMetrics(c config.HTTP, metrics *mcpserver.Metrics, log zerolog.Logger) (stop func(), err error) {
	listener, err := net.Listen("tcp", c.MetricsListen)
	if err != nil {
		return nil, fmt.Errorf("http: metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics.Handler())
	server := &http.Server{
		Handler: mux, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute,
	}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error().Err(err).Msg("metrics are no longer served")
		}
	}()
	log.Info().Str("listen", listener.Addr().String()).Msg("serving metrics at GET /metrics")
	return func() { _ = server.Close() }, nil
}
