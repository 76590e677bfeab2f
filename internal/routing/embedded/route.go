package embedded

import (
	"context"
	"errors"
	"fmt"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/guide"
	"github.com/paulmach/orb"
)

// farSnapMetres is the distance of a stop from its road from which on the answer warns of it.
const farSnapMetres = 500

// Route finds the best route through the stops.
func (e *Engine) Route(ctx context.Context, req routing.RouteRequest) (*routing.Route, error) {
	if len(req.Stops) < 2 {
		return nil, &routing.OptionError{Field: "locations", Problem: "needs at least two entries"}
	}
	if err := errors.Join(checkAlternates(&req), checkHints(&req)); err != nil {
		return nil, err
	}
	m, warnings, err := e.tuned(ctx, req.Mode, req.Options)
	if err != nil {
		return nil, err
	}
	t := &trip{e: e, m: m, paths: map[hop]*dijkstra.Path{}}
	for i, stop := range req.Stops {
		places, left, err := e.hinted(ctx, m, &req, i)
		if err != nil {
			return nil, err
		}
		warnings = append(warnings, left...)
		if len(places) == 0 {
			return nil, &routing.UnroutableError{Mode: req.Mode, Index: i, Point: stop, Nearest: e.nearest(m, normal(stop))}
		}
		t.places = append(t.places, places)
	}
	failed, err := t.choose(ctx)
	if err != nil {
		return nil, err
	}
	if failed >= 0 {
		return nil, noRoute(&req, failed)
	}
	return t.route(ctx, &req, warnings)
}

// route puts the answer together.
func (t *trip) route(ctx context.Context, req *routing.RouteRequest, warnings []string) (*routing.Route, error) {
	r := &routing.Route{Warnings: warnings}
	for i := range req.Stops {
		p := &t.places[i][t.chosen[i]]
		w := routing.Waypoint{Snap: t.e.snap(t.m, p.spots[0]), Index: i}
		w.Distance = p.metres
		r.Waypoints = append(r.Waypoints, w)
		r.Warnings = append(r.Warnings, t.warnings(i, req.Miles)...)
	}
	timed := false
	for i := range len(req.Stops) - 1 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		path, err := t.path(ctx, hop{i, t.chosen[i], t.chosen[i+1]})
		if err != nil {
			return nil, err
		}
		r.Add(t.leg(req, i, path))
		timed = timed || t.timed(path)
	}
	if timed && req.Options.DepartAt.IsZero() {
		r.Warnings = append(r.Warnings, untimed)
	}
	if req.Alternates > 0 {
		var err error
		if r.Alternates, err = t.alternates(ctx, req, r); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// warnings tells what a user should know of where a stop lies.
func (t *trip) warnings(stop int, miles bool) []string {
	p, nearest := &t.places[stop][t.chosen[stop]], &t.places[stop][0]
	switch {
	case p != nearest && p.metres-nearest.metres > 50:
		return []string{fmt.Sprintf("Stop %d was moved to a road %s away: the nearest one is not connected.", stop+1, far(p.metres, miles))}
	case p.metres > farSnapMetres:
		return []string{fmt.Sprintf("Stop %d is %s from the nearest road.", stop+1, far(p.metres, miles))}
	}
	return nil
}

// far writes a distance for a sentence.
func far(metres float64, miles bool) string {
	const perMile, perFoot = 1609.344, 0.3048
	switch {
	case miles && metres >= perMile/10:
		return fmt.Sprintf("%.1f mi", metres/perMile)
	case miles:
		return fmt.Sprintf("%.0f ft", metres/perFoot)
	case metres >= 1000:
		return fmt.Sprintf("%.1f km", metres/1000)
	}
	return fmt.Sprintf("%.0f m", metres)
}

// leg turns a path into a leg.
func (t *trip) leg(req *routing.RouteRequest, i int, path *dijkstra.Path) (routing.Leg, routing.Feature) {
	from, to := &t.places[i][t.chosen[i]], &t.places[i+1][t.chosen[i+1]]
	s := sketches.Get().(*sketch)
	defer sketches.Put(s)
	p, features, aloft := t.guidePath(s, path, from.point(), to.point(), req.Language)
	p.Origin, p.Destination = normal(req.Stops[i]), normal(req.Stops[i+1])
	p.Mode = req.Mode
	leg := routing.Leg{Shape: p.Shape, Steps: guide.Steps(p, req.Language, req.Miles), Aloft: aloft}
	sum := path.Measure(t.m)
	leg.Distance, leg.Duration = float64(sum.Millimetres)/1000, seconds(sum.Milliseconds)
	return leg, features
}

// ends replaces the ends of a line by the given points, from which they differ by rounding only.
func ends(line orb.LineString, from, to orb.Point) orb.LineString {
	for len(line) < 2 {
		line = append(line, from)
	}
	line[0], line[len(line)-1] = from, to
	return line
}

func metres(mm uint32) float64 { return float64(mm) / 1000 }

func seconds(ms uint64) float64 { return float64(ms) / 1000 }
