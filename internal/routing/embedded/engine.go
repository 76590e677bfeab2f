// Package embedded is the built-in routing engine: it answers from the road graph of a region file,
// without any network.
package embedded

import (
	"context"
	"fmt"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/hierarchy"
	"github.com/paulmach/orb"
)

// An Engine routes over one region file. It is safe for concurrent use and valid while the file is
// held open.
type Engine struct {
	graph   *graph.Graph
	router  *hierarchy.Router
	modes   []routing.Mode
	largest map[routing.Mode]uint32 // size of the largest core of each network
	known   streets
}

var _ routing.Engine = (*Engine)(nil)

// New opens the engine over the road sections of a region file.
func New(file *region.File) (*Engine, error) {
	g, err := graph.Open(file)
	if err != nil {
		return nil, fmt.Errorf("embedded: %w", err)
	}
	router, err := hierarchy.NewRouter(file, g, hierarchy.CacheBytes(file))
	if err != nil {
		return nil, fmt.Errorf("embedded: %w", err)
	}
	e := &Engine{graph: g, router: router, largest: map[routing.Mode]uint32{}}
	for _, n := range g.Networks() {
		e.modes = append(e.modes, n.Mode)
		for _, island := range n.Islands {
			e.largest[n.Mode] = max(e.largest[n.Mode], island.Core)
		}
	}
	return e, nil
}

// Modes lists the travel modes that the region was built for.
func (e *Engine) Modes() []routing.Mode { return append([]routing.Mode(nil), e.modes...) }

// metric returns the metric for a mode and options.
func (e *Engine) metric(mode routing.Mode, o routing.Options) (*graph.Metric, error) {
	n := e.graph.Network(mode)
	if n == nil {
		return nil, &routing.OptionError{Field: "travel", Problem: fmt.Sprintf("is %q, which this region was not built for", mode)}
	}
	return graph.NewMetric(n, o)
}

// Snap returns the roads of a mode nearest to a point.
func (e *Engine) Snap(ctx context.Context, mode routing.Mode, p orb.Point, limit int, maxMetres float64) ([]routing.Snap, error) {
	m, err := e.metric(mode, routing.Options{})
	if err != nil {
		return nil, err
	}
	p = normal(p)
	var snaps []routing.Snap
	e.graph.Nearest(p, maxMetres, m.Landable, func(s graph.Spot) bool {
		if len(snaps) < limit {
			snaps = append(snaps, e.snap(m, s))
		}
		return len(snaps) < limit && ctx.Err() == nil
	})
	return snaps, ctx.Err()
}

// snap describes a spot.
func (e *Engine) snap(m *graph.Metric, s graph.Spot) routing.Snap {
	arc := 2 * s.Edge
	if m.OfArc(arc).Choose == 0 {
		arc++
	}
	way := e.graph.Way(arc)
	return routing.Snap{
		Point: s.Point, Distance: s.Metres,
		Streets: e.streets(e.graph.Edges[s.Edge].Way, ""),
		Edge: routing.EdgeInfo{
			RoadClass: way.RoadClass(),
			Surface:   e.graph.Text(way.Surface),
			SpeedKPH:  m.OfArc(arc).SpeedKPH(),
			Tunnel:    way.Features&routing.Tunnel != 0,
		},
	}
}

// streets returns the name and the route numbers of a way.
func (e *Engine) streets(way uint32, language string) (names []string) {
	if name := e.graph.Name(way, language); name != "" {
		names = append(names, name)
	}
	for ref := range strings.SplitSeq(e.graph.Text(e.graph.Ways[way].Ref), ";") {
		if ref = strings.TrimSpace(ref); ref != "" {
			names = append(names, ref)
		}
	}
	return names
}

// normal brings a point's longitude into range.
func normal(p orb.Point) orb.Point { return orb.Point{geo.NormalizeLon(p[0]), p[1]} }
