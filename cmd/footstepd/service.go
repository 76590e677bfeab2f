package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/footstepd/footstepd/internal/atlas"
	"github.com/footstepd/footstepd/internal/config"
	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/mcpserver"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/footstepd/footstepd/internal/weather"
	"github.com/rs/zerolog"
)

// service is what stdio, http and call have in common: the regions, and the dispatcher over the
// tools that read them.
type service struct {
	paths      []string
	atlas      *atlas.Atlas
	dispatcher *mcpserver.Dispatcher
	metrics    *mcpserver.Metrics // nil unless asked for
	log        zerolog.Logger
	tried      chan struct{}         // closed when load is over
	failed     atomic.Pointer[error] // why the regions could not be loaded at the start
	stale      atomic.Pointer[error] // why the last reload failed, nil if it did not
}

// newService puts the tools together. The regions are not loaded yet: until load has done so, calls
// wait a while and are then answered not_ready.
func newService(c config.Config, log zerolog.Logger, withMetrics bool) (*service, error) {
	s := &service{paths: c.Regions, atlas: atlas.New(), log: log, tried: make(chan struct{})}
	if withMetrics {
		s.metrics = mcpserver.NewMetrics(buildVersion(), s.loaded)
	}
	deps := tools.Deps{Regions: s.atlas, TextContent: envelope.TextMode(c.TextContent), NotReady: s.notReady}
	if w := c.Weather; w.URL != "" {
		provider, err := weather.New(weather.Options{ForecastURL: w.URL, ArchiveURL: w.ArchiveURL, APIKey: w.APIKey, Timeout: w.Timeout})
		if err != nil {
			return nil, err
		}
		deps.Weather = provider
		log.Info().Msg("predictions ask the configured weather provider, which is told rounded positions")
	}
	list := tools.Registry(deps)
	var err error
	s.dispatcher, err = mcpserver.NewDispatcher(list, c, mcpserver.Options{Log: log, Metrics: s.metrics, Loaded: s.tried})
	return s, err
}

// load opens the region files, once. Without any there is nothing to load, and every call is answered
// not_ready.
func (s *service) load(ctx context.Context) error {
	defer close(s.tried)
	if len(s.paths) == 0 {
		s.log.Warn().Msg("no region file is named (--region, FOOTSTEPD_REGION, regions): every call will be answered not_ready")
		return nil
	}
	start := time.Now()
	if err := s.atlas.Load(ctx, s.paths); err != nil {
		s.failed.Store(&err)
		return err
	}
	s.log.Info().Int("regions", s.loaded()).Dur("ms", time.Since(start)).Msg("regions are loaded")
	return nil
}

// check tells before anything is served whether the region files are there.
func (s *service) check() error {
	for _, path := range s.paths {
		if _, err := os.Stat(path); err != nil {
			return atlas.Explain(path, err)
		}
	}
	return nil
}

// notReady says to a client why there is no region and what can be done. Paths are nobody's business
// there; the log has them.
func (s *service) notReady() string {
	const how = "start the server with --region FILE, or with FOOTSTEPD_REGION set; footstepd import makes a region file of an OpenStreetMap extract"
	if len(s.paths) == 0 {
		return "no region is configured, so no place is known: " + how
	}
	if err := s.failed.Load(); err != nil {
		var fault *atlas.Fault
		if errors.As(*err, &fault) {
			next := how
			if errors.Is(fault, region.ErrVersion) || errors.Is(fault, region.ErrDamaged) {
				next = fault.Advice + ", and start the server again"
			}
			return fmt.Sprintf("the configured region file %s, so no place is known: %s. The server's log names the file", fault.Problem, next)
		}
		return "the configured region files cannot be loaded, so no place is known; the server's log says why"
	}
	return "the regions are still being loaded; call again in a few seconds"
}

// loadError returns why load failed, unless that was the end of the program itself.
func (s *service) loadError() error {
	if err := s.failed.Load(); err != nil && !errors.Is(*err, context.Canceled) {
		return *err
	}
	return nil
}

// loaded returns how many regions are loaded.
func (s *service) loaded() int {
	regions, release := s.atlas.Acquire()
	defer release()
	return len(regions)
}

// ready tells whether calls can be answered.
func (s *service) ready() bool { return s.loaded() > 0 }

// reloadOnHangup opens the region files anew at each SIGHUP, until ctx ends. A file that cannot be
// opened leaves the present regions in service.
func (s *service) reloadOnHangup(ctx context.Context) {
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)
	for {
		select {
		case <-ctx.Done():
			return
		case <-hangup:
		}
		if err := s.reload(ctx); err != nil {
			s.log.Error().Err(err).Msg("regions are not reloaded; the present ones stay")
			continue
		}
		s.log.Info().Int("regions", s.loaded()).Msg("regions are reloaded")
	}
}

// reload opens the region files anew.
func (s *service) reload(ctx context.Context) error {
	err := s.atlas.Reload(ctx)
	if err != nil {
		s.stale.Store(&err)
	} else {
		s.stale.Store(nil)
	}
	return err
}

// health says what is wrong with the regions in service. As notReady it names no paths: whoever
// reaches the port may ask.
func (s *service) health() (unsound string, notes []string) {
	changed, replaced := s.atlas.Drift()
	if len(changed) > 0 {
		unsound = fmt.Sprintf("the region file of %s was changed in place while it is in use; put it back and send SIGHUP", strings.Join(changed, ", "))
	}
	if len(replaced) > 0 {
		notes = append(notes, fmt.Sprintf("the region file of %s was replaced on disk; send SIGHUP to use the new one", strings.Join(replaced, ", ")))
	}
	if err := s.stale.Load(); err != nil {
		why := "the log says why"
		var fault *atlas.Fault
		if errors.As(*err, &fault) {
			why = "a region file " + fault.Problem
		}
		notes = append(notes, "the last reload failed, so that the regions of before are in use: "+why)
	}
	return unsound, notes
}

func (s *service) close() { s.atlas.Close() }
