package predict

import (
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/paulmach/orb"
)

// fakeSource is a region in memory.
type fakeSource struct {
	features []places.Feature
	sea      func(orb.Point) bool
}

func (s *fakeSource) Search(box geo.Box, visit func(*places.Feature) bool) {
	for i := range s.features {
		f := &s.features[i]
		points := f.Line
		if f.Polygon != nil {
			points = orb.LineString(f.Polygon[0])
		}
		if f.Point != nil {
			points = orb.LineString{*f.Point}
		}
		b := geo.BoxOf(geo.ToFixed(points[0]))
		for _, p := range points {
			b = b.Extend(geo.ToFixed(p))
		}
		if b.Intersects(box) && !visit(f) {
			return
		}
	}
}

func (s *fakeSource) AtSea(p orb.Point) bool { return s.sea != nil && s.sea(p) }

// world is a bound that holds everything.
var world = orb.Bound{Min: orb.Point{-180, -90}, Max: orb.Point{180, 90}}

func fakeModel(tb testing.TB, s *fakeSource) *Model {
	tb.Helper()
	m, err := New(s, world)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// square returns a square area around a point, half its side in metres.
func square(at orb.Point, half float64) orb.Polygon {
	r := geo.NewRuler(at)
	return orb.Polygon{{r.Point(-half, -half), r.Point(half, -half), r.Point(half, half), r.Point(-half, half), r.Point(-half, -half)}}
}

var rodney = orb.Point{-75.5466, 39.7459}
