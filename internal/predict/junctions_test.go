package predict

import (
	"context"
	"math"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/paulmach/orb"
)

// TestJunctions checks that the surroundings of a junction on a path gain, those of one beside it do not,
// that without the term nothing does, and that it has no say where the point is known.
func TestJunctions(t *testing.T) {
	r := geo.NewRuler(rodney)
	at := func(x, y float64) *orb.Point { p := r.Point(x, y); return &p }
	s := &fakeSource{features: []places.Feature{
		{Class: places.Spot, Kind: places.Junction, Point: at(1000, 5)},
		{Class: places.Spot, Kind: places.Junction, Point: at(-1000, 40)},
		{Class: places.Linear, Kind: "highway=path", Line: orb.LineString{r.Point(-2000, 0), r.Point(2000, 0)}},
	}}
	for x := -1900.0; x < 2000; x += 400 { // something that tells the cells apart
		s.features = append(s.features, places.Feature{Class: places.Structure, Kind: "building=yes", Polygon: square(r.Point(x, 80), 8)})
	}
	m := fakeModel(t, s)
	req := Request{Profile: "despondent", AreaType: Path, Path: orb.LineString{r.Point(-2000, 0), r.Point(2000, 0)}, BufferMetres: 100, Time: when}
	near := func(m *Model, x float64) float64 {
		surface, err := m.Predict(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		var sum float64
		for _, c := range surface.Cells {
			if geo.Distance(c.Center, r.Point(x, 0)) < 60 {
				sum += c.Probability
			}
		}
		return sum / surface.MassInside
	}
	on, beside := near(m, 1000), near(m, -1000)
	plain := near(m.Without(Junctions), 1000)
	if !(on > 1.3*beside) || !(on > 1.3*plain) || beside > plain {
		t.Errorf("at a junction %.4f, beside one %.4f, without the term %.4f", on, beside, plain)
	}
	req.LastKnownPoint = at(0, 0)
	if with, without := near(m, 1000), near(m.Without(Junctions), 1000); with != without {
		t.Errorf("with a known point junctions move mass: %g and %g", with, without)
	}
}

// TestPieces checks that pieces cover the line with the mean of the weights along them, and are as few as
// can be.
func TestPieces(t *testing.T) {
	s := newStrip([]vec{{0, 0}, {900, 0}, {900, 100}}, 50)
	for _, tc := range []struct {
		start func(vec) float64
		want  float64
		most  int
	}{
		{nil, 1000, 2},
		{func(vec) float64 { return 1 }, 1000, 2},
		{func(at vec) float64 { return map[bool]float64{true: 2, false: 1}[at.x < 455] }, 1455, 4},
	} {
		var sum float64
		list := pieces(s, tc.start)
		for _, p := range list {
			sum += p.from.distance(p.to) * p.weight
		}
		if math.Abs(sum-tc.want) > 1 || len(list) > tc.most {
			t.Errorf("%d pieces, weights add up to %g, want %g", len(list), sum, tc.want)
		}
	}
}
