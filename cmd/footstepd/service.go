package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/mcpserver"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/rs/zerolog"
)

// service is what stdio, http and call have in common: the regions, and the dispatcher over the
// tools that read them.
type service struct {
	paths      []string
	regions    tools.Regions
	dispatcher *mcpserver.Dispatcher
	metrics    *mcpserver.Metrics // nil unless asked for
	log        zerolog.Logger
	failed     atomic.Pointer[error] // why the regions could not be loaded
}

// metricsOptions asks for metrics.
type metricsOptions struct{ version string }

// newService puts the tools together. The regions are not loaded yet: until load has done so, tools
// answer not_ready.
func newService(c config.Config, log zerolog.Logger, m *metricsOptions) (*service, error) {
	s := &service{paths: c.Regions, regions: noRegions{}, log: log}
	if m != nil {
		s.metrics = mcpserver.NewMetrics(m.version, s.count)
	}
	list := tools.Registry(tools.Deps{Regions: s.regions, TextContent: envelope.TextMode(c.TextContent)})
	var err error
	s.dispatcher, err = mcpserver.NewDispatcher(list, c, log, s.metrics)
	return s, err
}

// load opens the region files.
func (s *service) load(context.Context) error {
	return nil
}

// loadError returns why load failed.
func (s *service) loadError() error {
	if err := s.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// count returns how many regions are loaded.
func (s *service) count() int {
	regions, release := s.regions.Acquire()
	defer release()
	return len(regions)
}

// ready tells whether calls can be answered.
func (s *service) ready() bool { return s.count() > 0 }

// reloadOnHangup opens the region files anew at each SIGHUP, until ctx ends.
func (s *service) reloadOnHangup(ctx context.Context) {
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)
	for {
		select {
		case <-ctx.Done():
			return
		case <-hangup:
			_ = s.load(ctx)
		}
	}
}

func (s *service) close() {}

type noRegions struct{}

func (noRegions) Acquire() ([]*tools.Region, func()) { return nil, func() {} }
