package embedded

import (
	"context"
	"math"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/paulmach/orb"
)

var _ routing.Walker = (*Engine)(nil)

// Walk implements routing.Walker. The way from the point to the network counts as walked straight.
func (e *Engine) Walk(ctx context.Context, origin orb.Point, metres float64) ([]routing.Stretch, error) {
	if e.graph.Network(routing.Pedestrian) == nil {
		return nil, ctx.Err()
	}
	m, err := e.metric(routing.Pedestrian, routing.Options{Shortest: true, Exclude: routing.Ferry})
	if err != nil {
		return nil, err
	}
	places, err := e.places(ctx, m, normal(origin))
	if err != nil || len(places) == 0 {
		return nil, err
	}
	at := &places[0]
	left := metres - at.metres
	if left <= 0 {
		return nil, nil
	}
	visits, err := dijkstra.From(ctx, m, at.spots, dijkstra.Millimetres, uint32(math.Min(left*1000, dijkstra.MaxLimit)))
	if err != nil {
		return nil, err
	}
	r := reached{e: e, m: m, measure: dijkstra.Millimetres, unit: 1000}
	roads := r.roads(at.spots, visits)
	out := make([]routing.Stretch, len(roads))
	for i, road := range roads {
		s := routing.Stretch{Shape: road.Shape, From: road.FromCost + at.metres, To: road.ToCost + at.metres, Length: road.Forward}
		if math.IsInf(road.Forward, 1) {
			s.From, s.Length = road.Forward, road.Backward
		}
		if math.IsInf(road.Backward, 1) {
			s.To = road.Backward
		}
		out[i] = s
	}
	return out, nil
}
