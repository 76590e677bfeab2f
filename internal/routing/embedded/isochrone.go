package embedded

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/isochrone"
	"github.com/paulmach/orb"
)

// The largest contours.
const (
	maxContourSeconds = 24 * 3600
	maxContourMetres  = 500_000
)

// offRoadSeconds is the time that a metre beside the roads takes on foot.
const offRoadSeconds = 0.8

// islandDetour is how much farther in metres than the nearest road the origin of an isochrone may be
// put to get off a stub or an island.
const islandDetour = 250

// Isochrone finds the areas within reach of a point. Besides routing.UnroutableError, the error is a
// routing.OptionError, also where the area would reach a pole or half way around the earth.
func (e *Engine) Isochrone(ctx context.Context, req routing.IsochroneRequest) (*routing.Isochrone, error) {
	if err := checkContours(req); err != nil {
		return nil, err
	}
	m, warnings, err := e.tuned(ctx, req.Mode, req.Options)
	if err != nil {
		return nil, err
	}
	places, err := e.places(ctx, m, normal(req.Origin))
	if err != nil {
		return nil, err
	}
	if len(places) == 0 {
		return nil, &routing.UnroutableError{Mode: req.Mode, Point: req.Origin, Nearest: e.nearest(m, normal(req.Origin))}
	}
	origin := &places[0]
	for i := range places {
		if places[i].metres-places[0].metres <= islandDetour {
			origin = &places[i]
		}
	}
	iso := &routing.Isochrone{Origin: routing.Waypoint{Snap: e.snap(m, origin.spots[0])}, Warnings: warnings}
	iso.Origin.Distance = origin.metres
	iso.Areas = make([]routing.Area, len(req.Contours))
	for _, metric := range [2]routing.Metric{routing.ByTime, routing.ByDistance} {
		if err := e.areas(ctx, &req, metric, origin, iso); err != nil {
			return nil, err
		}
	}
	return iso, nil
}

func checkContours(req routing.IsochroneRequest) error {
	if len(req.Contours) == 0 {
		return &routing.OptionError{Field: "contours", Problem: "needs at least one entry"}
	}
	for _, c := range req.Contours {
		limit := 0.0
		switch c.Metric {
		case routing.ByTime:
			limit = maxContourSeconds
		case routing.ByDistance:
			limit = maxContourMetres
		default:
			return &routing.OptionError{Field: "contours", Problem: fmt.Sprintf("measure %q, which is unknown", c.Metric)}
		}
		if !(c.Value > 0 && c.Value <= limit) {
			return &routing.OptionError{Field: "contours", Problem: fmt.Sprintf("ask for a %s of %v and may ask for more than 0 and at most %v", c.Metric, c.Value, limit)}
		}
	}
	if req.MaxPoints < 0 {
		return &routing.OptionError{Field: "max_points", Problem: fmt.Sprintf("is %d and must not be negative", req.MaxPoints)}
	}
	if !(req.Denoise >= 0 && req.Denoise <= 1) {
		return &routing.OptionError{Field: "denoise", Problem: fmt.Sprintf("is %v and must lie between 0 and 1", req.Denoise)}
	}
	switch req.Direction {
	case "", routing.From, routing.To:
		return nil
	}
	return &routing.OptionError{Field: "direction", Problem: fmt.Sprintf("is %q and must be from or to", req.Direction)}
}

// areas draws the contours of one metric.
func (e *Engine) areas(ctx context.Context, req *routing.IsochroneRequest, metric routing.Metric, origin *place, iso *routing.Isochrone) error {
	var limits []float64
	var index []int
	for i, c := range req.Contours {
		if c.Metric == metric {
			limits, index = append(limits, c.Value), append(index, i)
		}
	}
	if len(limits) == 0 {
		return nil
	}
	options := req.Options
	room := rooms.Get().(*room)
	defer rooms.Put(room)
	r := reached{e: e, towards: req.Direction == routing.To, unit: 1000, points: room.points[:0], list: room.list[:0]}
	o := isochrone.Options{Origin: origin.point(), Denoise: req.Denoise, OffRoad: offRoadSeconds, MaxPoints: req.MaxPoints}
	if metric == routing.ByDistance {
		options.Shortest, r.measure, o.OffRoad = true, dijkstra.Millimetres, 1
	}
	var err error
	if r.m, _, err = e.tuned(ctx, req.Mode, options); err != nil {
		return err
	}
	search := e.router.From
	if r.towards {
		search = e.router.To
	}
	visits, err := search(ctx, r.m, origin.spots, r.measure, uint32(math.Ceil(maximum(limits)*r.unit)))
	if err != nil {
		return err
	}
	roads := r.roads(origin.spots, visits)
	room.points, room.list = r.points, roads
	areas, outlines, err := isochrone.Draw(ctx, roads, limits, o)
	switch {
	case errors.Is(err, isochrone.ErrPole):
		return &routing.OptionError{Field: "location", Problem: "lies too near a pole for an area to be drawn around it"}
	case errors.Is(err, isochrone.ErrTooLarge):
		return &routing.OptionError{Field: "contours", Problem: "ask for an area more than half way around the earth; ask for less"}
	case err != nil:
		return fmt.Errorf("embedded: %w", err)
	}
	for i, area := range areas {
		iso.Areas[index[i]] = routing.Area{Contour: req.Contours[index[i]], Geometry: area, Size: isochrone.SquareMetres(area)}
		if outlines != nil {
			iso.Areas[index[i]].Outline = outlines[i]
		}
	}
	return nil
}

func maximum(list []float64) float64 {
	best := list[0]
	for _, v := range list[1:] {
		best = math.Max(best, v)
	}
	return best
}

// reached turns what a search came upon into roads with costs in seconds or metres.
type reached struct {
	e       *Engine
	m       *graph.Metric
	measure dijkstra.Measure
	towards bool
	unit    float64        // of the search per unit of the answer
	points  orb.LineString // room for shapes, so that not each has to be allocated
	list    []isochrone.Reached
}

// room is the memory for the roads of one answer, kept for the next.
type room struct {
	points orb.LineString
	list   []isochrone.Reached
}

var rooms = sync.Pool{New: func() any { return new(room) }}

// shape returns the shape of a stretch of an edge.
func (r *reached) shape(edge, from, to uint32) orb.LineString {
	if need := r.e.graph.Points(edge) + 2; cap(r.points)-len(r.points) < need {
		// Earlier shapes stay where they are.
		r.points = make(orb.LineString, 0, max(2*cap(r.points), 1<<14, need))
	}
	line := r.e.graph.AppendPart(r.points[len(r.points):], 2*edge, from, to)
	for len(line) < 2 {
		line = append(line, r.e.graph.Point(edge, 0))
	}
	r.points = r.points[:len(r.points)+len(line)]
	return line[:len(line):len(line)]
}

// roads lists the reached roads, the origin's own in parts.
func (r *reached) roads(origin []graph.Spot, visits []dijkstra.Visit) []isochrone.Reached {
	all := r.list
	own := map[uint32]*[2]float64{}
	for _, s := range origin {
		own[s.Edge] = &[2]float64{math.Inf(1), math.Inf(1)}
	}
	for i := 0; i < len(visits); {
		edge := visits[i].Arc >> 1
		entry := [2]float64{math.Inf(1), math.Inf(1)} // of the arc along the edge and against it
		for ; i < len(visits) && visits[i].Arc>>1 == edge; i++ {
			entry[visits[i].Arc&1] = float64(visits[i].Entry) / r.unit
		}
		if o := own[edge]; o != nil {
			*o = entry
			continue
		}
		if r.m.Landable(edge) { // nobody stays on a ferry
			all = append(all, r.part(edge, 0, r.e.graph.Edges[edge].Length, entry[0], entry[1]))
		}
	}
	for _, s := range origin {
		entry, length := own[s.Edge], r.e.graph.Edges[s.Edge].Length
		// Each arc meets the origin on one side of it, where it costs nothing: it leaves it, or
		// arrives at it in a search towards it.
		after, before := [2]float64{0, entry[1]}, [2]float64{entry[0], 0}
		if r.towards {
			after, before = [2]float64{entry[0], 0}, [2]float64{0, entry[1]}
		}
		if s.Offset < length {
			all = append(all, r.part(s.Edge, s.Offset, length, after[0], after[1]))
		}
		if s.Offset > 0 {
			all = append(all, r.part(s.Edge, 0, s.Offset, before[0], before[1]))
		}
	}
	return all
}

// part describes a stretch of an edge. along is the entry of the arc along the edge and against
// that of the other; a search towards the origin has them at their far ends.
func (r *reached) part(edge, from, to uint32, along, against float64) isochrone.Reached {
	arc := 2 * edge
	x := isochrone.Reached{
		Shape:    r.shape(edge, from, to),
		FromCost: along, ToCost: against,
		Forward: r.cost(arc, to-from), Backward: r.cost(arc+1, to-from),
	}
	if r.towards {
		x.FromCost, x.ToCost = against, along
		x.Forward, x.Backward = x.Backward, x.Forward
	}
	return x
}

// cost returns what a stretch of an arc costs, +Inf where it cannot be travelled.
func (r *reached) cost(arc, mm uint32) float64 {
	p := r.m.OfArc(arc)
	switch {
	case p.Choose == 0:
		return math.Inf(1)
	case r.measure == dijkstra.Millimetres:
		return float64(mm) / r.unit
	}
	return float64(p.Time.Over(mm)) / r.unit
}
