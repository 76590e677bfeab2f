package isochrone

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// TestAreasProperties draws areas in made-up networks everywhere on earth and holds them against
// what a user may rely on.
func TestAreasProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		middle := orb.Point{
			rapid.SampledFrom([]float64{-75.5, 0, 179.999, -179.998, 12.3, 180}).Draw(t, "lon"),
			rapid.SampledFrom([]float64{39.7, 0, -33, 71, 84, -85}).Draw(t, "lat"),
		}
		size := rapid.IntRange(2, 16).Draw(t, "size")
		spacing := rapid.Float64Range(5, 1500).Draw(t, "spacing")
		n := newNetwork(rng, middle, size, spacing, 1.3)
		origin := rng.IntN(len(n.nodes))
		reached := n.reached(origin)
		whole := spacing * float64(size) / 1.3
		limits := rapid.SliceOfN(rapid.Float64Range(whole/100, whole*1.5), 1, 4).Draw(t, "limits")
		slices.Sort(limits)
		limits = slices.Compact(limits)
		o := Options{
			Origin:    n.nodes[origin],
			OffRoad:   rapid.Float64Range(0.2, 3).Draw(t, "off road"),
			Denoise:   rapid.SampledFrom([]float64{0, 0, 0.1, 0.5, 1}).Draw(t, "denoise"),
			MaxPoints: rapid.SampledFrom([]int{0, 0, 100}).Draw(t, "most points"),
		}
		areas, err := Areas(context.Background(), reached, limits, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := checkAreas(areas); err != nil {
			t.Fatal(err)
		}
		least := 0.0
		for i, area := range areas {
			if !holds(area, n.nodes[origin]) {
				t.Fatalf("limit %v: the origin lies outside", limits[i])
			}
			if m := SquareMetres(area); m < least*(1-1e-9) {
				t.Fatalf("limit %v: area of %v m², less than the %v m² of a smaller limit", limits[i], m, least)
			} else {
				least = m
			}
			if o.Denoise == 1 && i == 0 && len(area) > 2 && !crossesMeridian(area) {
				t.Fatalf("limit %v: %d polygons, want the largest and the origin's", limits[i], len(area))
			}
			if o.MaxPoints == 0 {
				checkSpots(t, reached, area, limits[i], limits, o, rng)
			}
		}
	})
}

func crossesMeridian(area orb.MultiPolygon) bool {
	for _, polygon := range area {
		for _, p := range polygon[0] {
			if math.Abs(p[0]) == 180 {
				return true
			}
		}
	}
	return false
}

// checkSpots compares an area with its definition at spots around the roads.
func checkSpots(t *rapid.T, reached []Reached, area orb.MultiPolygon, limit float64, limits []float64, o Options, rng *rand.Rand) {
	f := newFrame(o.Origin)
	all, err := newRoads(context.Background(), f, reached, new(scratch))
	if err != nil {
		t.Fatal(err)
	}
	b, _ := all.extent(context.Background(), limits[len(limits)-1])
	g, err := newGrid(f, b, mostWalkOff(b), unitsPerCell(len(limits)))
	if err != nil {
		t.Fatal(err)
	}
	own, _ := all.extent(context.Background(), limit)
	least := leastCells * g.cell()
	r := walkOff{limit, o.OffRoad, least, math.Max(least, mostWalkOff(own))}
	spots := sample(all, limit, g.cell()/10)
	// Places on the antimeridian and within a cell beside it are drawn no better than a cell.
	tolerance := 1.6 * g.cell()
	for range 60 {
		s := spots[rng.IntN(len(spots))]
		angle, far := rng.Float64()*2*math.Pi, rng.Float64()*2*r.at(s.cost)+g.cell()
		x, y := s.x+far*math.Cos(angle), s.y+far*math.Sin(angle)
		outside := math.Inf(1)
		for _, s := range spots {
			outside = math.Min(outside, math.Hypot(s.x-x, s.y-y)-r.at(s.cost))
		}
		p := f.ruler.Point(x, y)
		switch in := holds(area, p); {
		case !in && outside < -tolerance && o.Denoise == 0:
			t.Fatalf("limit %v: %v lies %.1f m inside by definition, but is outside (cell %.1f m)", limit, p, -outside, g.cell())
		case in && outside > tolerance && o.Denoise == 0:
			t.Fatalf("limit %v: %v lies %.1f m outside by definition, but is inside (cell %.1f m)", limit, p, outside, g.cell())
		}
	}
	if o.Denoise > 0 {
		return
	}
	for _, r := range reached {
		for _, end := range []struct {
			p    orb.Point
			cost float64
		}{{r.Shape[0], r.FromCost}, {r.Shape[len(r.Shape)-1], r.ToCost}} {
			if end.cost <= limit && !holds(area, end.p) && math.Abs(math.Abs(end.p[0])-180) > 1e-5 {
				t.Fatalf("limit %v: junction %v costs %v but lies outside", limit, end.p, end.cost)
			}
		}
	}
}

type costedSpot struct{ x, y, cost float64 }

// sample lists places on the roads that cost at most the limit, straight from the definition of
// Reached, every so many metres.
func sample(all *roads, limit, every float64) []costedSpot {
	spots := []costedSpot{{0, 0, 0}}
	for i, r := range all.reached {
		line := all.line(i)
		length := line[len(line)-1].along
		n := int(math.Ceil(length/every)) + 1
		for k := range n + 1 {
			share := float64(k) / float64(n)
			cost := math.Min(r.FromCost+times(r.Forward, share), r.ToCost+times(r.Backward, 1-share))
			if cost <= limit {
				v := at(line, share*length)
				spots = append(spots, costedSpot{v.x, v.y, cost})
			}
		}
	}
	return spots
}

// times is a product in which an infinite cost of no distance is nothing.
func times(cost, share float64) float64 {
	if share == 0 {
		return 0
	}
	return cost * share
}

func TestSpans(t *testing.T) {
	inf := math.Inf(1)
	tests := []struct {
		name  string
		r     Reached
		limit float64
		want  []span
	}{
		{"whole road forwards", Reached{FromCost: 10, ToCost: 60, Forward: 50, Backward: inf}, 100, []span{{0, 100, 10, 0.5}, {100, 100, 60, 0}}},
		{"part of it", Reached{FromCost: 10, ToCost: inf, Forward: 50, Backward: inf}, 30, []span{{0, 40, 10, 0.5}}},
		{"from its end", Reached{FromCost: inf, ToCost: 0, Forward: inf, Backward: 100}, 30, []span{{100, 70, 0, 1}}},
		{"from both ends, with a gap", Reached{FromCost: 0, ToCost: 10, Forward: 100, Backward: 100}, 40, []span{{0, 40, 0, 1}, {100, 70, 10, 1}}},
		{"from both ends until they meet", Reached{FromCost: 0, ToCost: 50, Forward: 100, Backward: 100}, 90, []span{{0, 75, 0, 1}, {100, 75, 50, 1}}},
		{"start within the limit, road not allowed", Reached{FromCost: 5, ToCost: inf, Forward: inf, Backward: inf}, 5, []span{{0, 0, 5, 0}}},
		{"out of reach", Reached{FromCost: 6, ToCost: inf, Forward: 1, Backward: 1}, 5, nil},
		{"free of charge", Reached{FromCost: 3, ToCost: 3, Forward: 0, Backward: 0}, 5, []span{{0, 100, 3, 0}, {100, 100, 3, 0}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			parts, n := test.r.spans(100, test.limit)
			if got := parts[:n]; !slices.Equal(got, test.want) {
				t.Errorf("spans = %v, want %v", got, test.want)
			}
		})
	}
}

// TestSpansAgainstDefinition walks random roads and compares the cost at each place.
func TestSpansAgainstDefinition(t *testing.T) {
	costs := rapid.OneOf(rapid.Float64Range(0, 100), rapid.Just(math.Inf(1)), rapid.Just(0.0))
	rapid.Check(t, func(t *rapid.T) {
		r := Reached{nil, costs.Draw(t, "from"), costs.Draw(t, "to"), costs.Draw(t, "forward"), costs.Draw(t, "backward")}
		// No search leaves an end costlier than the road from the other end makes it.
		r.ToCost = math.Min(r.ToCost, r.FromCost+r.Forward)
		r.FromCost = math.Min(r.FromCost, r.ToCost+r.Backward)
		limit := rapid.Float64Range(1, 150).Draw(t, "limit")
		const length = 50.0
		parts, n := r.spans(length, limit)
		for k := range 101 {
			along := length * float64(k) / 100
			want := math.Min(r.FromCost+times(r.Forward, along/length), r.ToCost+times(r.Backward, 1-along/length))
			got := math.Inf(1)
			for _, p := range parts[:n] {
				if min(p.near, p.far)-1e-9 <= along && along <= max(p.near, p.far)+1e-9 {
					got = math.Min(got, p.cost+p.perMetre*math.Abs(along-p.near))
				}
			}
			if want <= limit-1e-6 && math.Abs(got-want) > 1e-6 {
				t.Fatalf("%v m along %+v: cost %v, want %v", along, r, got, want)
			}
			if want > limit+1e-6 && !math.IsInf(got, 1) {
				t.Fatalf("%v m along %+v: cost %v, want none within %v", along, r, got, limit)
			}
		}
	})
}

// straight is a road eastwards from a point, with metres as its cost both ways.
func straight(from orb.Point, metres, startCost float64) Reached {
	to := geo.NewRuler(from).Point(metres, 0)
	return Reached{orb.LineString{from, to}, startCost, startCost + metres, metres, metres}
}

func TestAreasOfOneRoad(t *testing.T) {
	origin := orb.Point{-75.5, 39.7}
	areas, err := Areas(context.Background(), []Reached{straight(origin, 10000, 0)}, []float64{4000}, Options{Origin: origin, OffRoad: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := geo.NewRuler(origin)
	for _, test := range []struct {
		name string
		x, y float64
		want bool
	}{
		{"origin", 0, 0, true},
		{"beside the road", 1000, 100, true},
		{"too far beside it", 1000, 170, false},
		{"last spot within the limit", 4000, 0, true},
		{"beyond the limit", 4030, 0, false},
		{"before the origin", -100, 0, true},
		{"too far before it", -170, 0, false},
	} {
		if got := holds(areas[0], r.Point(test.x, test.y)); got != test.want {
			t.Errorf("%s: inside is %v, want %v", test.name, got, test.want)
		}
	}
	// 4 km with 150 m on both sides, a rounded end and one that gets thinner.
	if got, want := SquareMetres(areas[0]), 4000*300.0; math.Abs(got-want) > 0.06*want {
		t.Errorf("area of %.0f m², want about %.0f", got, want)
	}
}

func TestSmallAreasDoNotBalloon(t *testing.T) {
	n := newNetwork(rand.New(rand.NewPCG(3, 4)), orb.Point{-75.5, 39.7}, 40, 20, 1.4)
	origin := 40*20 + 20
	areas, err := Areas(context.Background(), n.reached(origin), []float64{60}, Options{Origin: n.nodes[origin], OffRoad: 0.8})
	if err != nil {
		t.Fatal(err)
	}
	// A minute at up to 2.1 m/s reaches 126 m at the very best.
	if got, most := SquareMetres(areas[0]), math.Pi*126*126; got > most {
		t.Errorf("a minute's walk covers %.0f m², want less than a circle of %.0f", got, most)
	}
}

func TestAreasOrder(t *testing.T) {
	n := newNetwork(rand.New(rand.NewPCG(5, 6)), orb.Point{-75.5, 39.7}, 20, 150, 1.4)
	reached, o := n.reached(210), Options{Origin: n.nodes[210], OffRoad: 0.8, Denoise: 0.5}
	ask := func(limits ...float64) []orb.MultiPolygon {
		areas, err := Areas(context.Background(), reached, limits, o)
		if err != nil {
			t.Fatal(err)
		}
		return areas
	}
	sorted, mixed := ask(300, 600, 900), ask(900, 300, 600, 900)
	if !reflect.DeepEqual([]orb.MultiPolygon{sorted[2], sorted[0], sorted[1], sorted[2]}, mixed) {
		t.Error("the order of limits or a repeated one changes the areas")
	}
	if !reflect.DeepEqual(sorted, ask(300, 600, 900)) {
		t.Error("the same question has two answers")
	}
}

// An area looks the same on the antimeridian as elsewhere.
func TestAntimeridian(t *testing.T) {
	at := func(lon float64) ([]orb.MultiPolygon, *network) {
		n := newNetwork(rand.New(rand.NewPCG(7, 8)), orb.Point{lon, -16.8}, 20, 150, 1.4)
		areas, err := Areas(context.Background(), n.reached(210), []float64{500, 900}, Options{Origin: n.nodes[210], OffRoad: 0.8, Denoise: 0.5})
		if err != nil {
			t.Fatal(err)
		}
		if err := checkAreas(areas); err != nil {
			t.Fatal(err)
		}
		return areas, n
	}
	here, n := at(178)
	there, _ := at(180.0005)
	cell := 10.0
	for i := range here {
		if a, b := SquareMetres(here[i]), SquareMetres(there[i]); math.Abs(a-b) > 0.03*a {
			t.Errorf("area %d: %.0f m² away from the antimeridian, %.0f on it", i, a, b)
		}
		east, west := 0, 0
		for _, polygon := range there[i] {
			lo, hi := 180.0, -180.0
			for _, p := range polygon[0] {
				lo, hi = math.Min(lo, p[0]), math.Max(hi, p[0])
			}
			switch {
			case hi-lo > 1:
				t.Errorf("area %d: a polygon from %v to %v", i, lo, hi)
			case lo == -180:
				east++
			case hi == 180:
				west++
			}
		}
		if east == 0 || west == 0 {
			t.Errorf("area %d: %d polygons end on the east, %d on the west of the antimeridian", i, east, west)
		}
		r := geo.NewRuler(orb.Point{178, -16.8})
		differ, all := 0, 0
		for _, p := range n.nodes {
			x, _ := r.XY(p)
			moved := orb.Point{geo.NormalizeLon(p[0] + 2.0005), p[1]}
			if math.Abs(x+0.0005*106000) < 5*cell {
				continue
			}
			all++
			if holds(here[i], p) != holds(there[i], moved) {
				differ++
			}
		}
		if differ > all/50 {
			t.Errorf("area %d: %d of %d junctions lie inside here and outside there", i, differ, all)
		}
	}
}

func TestMaxPoints(t *testing.T) {
	n := newNetwork(rand.New(rand.NewPCG(9, 10)), orb.Point{-75.5, 39.7}, 30, 150, 1.4)
	count := func(area orb.MultiPolygon) (points, rings int) {
		for _, polygon := range area {
			for _, ring := range polygon {
				points += len(ring)
				rings++
			}
		}
		return points, rings
	}
	for _, most := range []int{0, 300, 100, 20} {
		areas, err := Areas(context.Background(), n.reached(465), []float64{500, 1200}, Options{Origin: n.nodes[465], OffRoad: 0.8, MaxPoints: most, Denoise: 0.5})
		if err != nil {
			t.Fatal(err)
		}
		if err := checkAreas(areas); err != nil {
			t.Fatalf("at most %d points: %v", most, err)
		}
		for i, area := range areas {
			if points, rings := count(area); most > 0 && points > max(most, 5*rings) {
				t.Errorf("at most %d points: area %d has %d in %d rings", most, i, points, rings)
			}
		}
	}
}

func TestAreasErrors(t *testing.T) {
	good := Options{Origin: orb.Point{-75.5, 39.7}, OffRoad: 1}
	with := func(change func(*Options)) Options { o := good; change(&o); return o }
	for _, test := range []struct {
		name   string
		limits []float64
		o      Options
	}{
		{"no limit", nil, good},
		{"limit of zero", []float64{0}, good},
		{"negative limit", []float64{-1}, good},
		{"limit that is no number", []float64{math.NaN()}, good},
		{"infinite limit", []float64{math.Inf(1)}, good},
		{"free walk-off", []float64{1}, with(func(o *Options) { o.OffRoad = 0 })},
		{"walk-off that is no number", []float64{1}, with(func(o *Options) { o.OffRoad = math.NaN() })},
		{"denoise over 1", []float64{1}, with(func(o *Options) { o.Denoise = 1.1 })},
		{"denoise that is no number", []float64{1}, with(func(o *Options) { o.Denoise = math.NaN() })},
		{"negative cap", []float64{1}, with(func(o *Options) { o.MaxPoints = -1 })},
		{"origin nowhere", []float64{1}, with(func(o *Options) { o.Origin[1] = 91 })},
		{"origin at the pole", []float64{1}, with(func(o *Options) { o.Origin[1] = 89.9 })},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Areas(context.Background(), nil, test.limits, test.o)
			if err == nil || errors.Is(err, ErrPole) != (test.name == "origin at the pole") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// Roads half way round the earth are refused, not drawn as what they are not.
func TestAreaRoundTheEarth(t *testing.T) {
	o := Options{Origin: orb.Point{0, 10}, OffRoad: 1}
	for _, end := range []orb.Point{{179, 10}, {-179, 10}} {
		road := []Reached{{Shape: orb.LineString{o.Origin, {end[0] / 2, 10}, end}, ToCost: 1}, {Shape: orb.LineString{o.Origin, {-end[0] / 2, 10}, {-end[0], 10}}, ToCost: 1}}
		if _, err := Areas(context.Background(), road, []float64{2}, o); !errors.Is(err, ErrTooLarge) {
			t.Errorf("to %v: got %v", end, err)
		}
	}
}

func TestAreasWithoutRoads(t *testing.T) {
	origin := orb.Point{-75.5, 39.7}
	for name, reached := range map[string][]Reached{
		"none":    nil,
		"useless": {{Shape: orb.LineString{origin}}, {Shape: orb.LineString{origin, {math.NaN(), 0}}}, {Shape: orb.LineString{origin, origin}, FromCost: math.NaN()}},
	} {
		areas, err := Areas(context.Background(), reached, []float64{600}, Options{Origin: origin, OffRoad: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := checkAreas(areas); err != nil {
			t.Fatal(err)
		}
		if !holds(areas[0], origin) {
			t.Errorf("%s: the origin lies outside", name)
		}
	}
}

// countdown is a context that is cancelled after it was asked a number of times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Wherever the work is when it is cancelled, it ends there.
func TestAreasCancelled(t *testing.T) {
	n := newNetwork(rand.New(rand.NewPCG(1, 1)), orb.Point{-75.5, 39.7}, 40, 150, 1.4)
	ask := func(ctx context.Context) error {
		_, err := Areas(ctx, n.reached(820), []float64{900, 1800}, Options{Origin: n.nodes[820], OffRoad: 1, MaxPoints: 50})
		return err
	}
	const plenty = 1 << 20
	whole := &countdown{context.Background(), plenty}
	if err := ask(whole); err != nil {
		t.Fatal(err)
	}
	asked := plenty - whole.left
	if asked < 20 {
		t.Errorf("the context is asked %d times only", asked)
	}
	for left := range asked {
		ctx := &countdown{context.Background(), left}
		if err := ask(ctx); !errors.Is(err, context.Canceled) {
			t.Fatalf("cancelled after %d of %d questions: error %v, want %v", left, asked, err, context.Canceled)
		}
		if ctx.left < -2 { // asked once more for the error to return
			t.Fatalf("cancelled after %d of %d questions, the work went on", left, asked)
		}
	}
}

func TestSquareMetres(t *testing.T) {
	square := func(lon, lat float64) orb.MultiPolygon {
		return orb.MultiPolygon{{{{lon, lat}, {lon + 1, lat}, {lon + 1, lat + 1}, {lon, lat + 1}, {lon, lat}}}}
	}
	for _, test := range []struct {
		name string
		area orb.MultiPolygon
		want float64 // of the graticule on WGS84
	}{
		{"equator", square(10, 0), 12308778361},
		{"45 degrees north", square(10, 45), 8686904013},
		{"45 degrees south", square(10, -46), 8686904013},
	} {
		if got := SquareMetres(test.area); math.Abs(got-test.want) > 1e-4*test.want {
			t.Errorf("%s: %.0f, want %.0f", test.name, got, test.want)
		}
	}
	hole := orb.Ring{{10.25, 0.25}, {10.25, 0.75}, {10.75, 0.75}, {10.75, 0.25}, {10.25, 0.25}}
	whole := square(10, 0)
	part := SquareMetres(orb.MultiPolygon{{whole[0][0], hole}})
	if got, want := part/SquareMetres(whole), 0.75; math.Abs(got-want) > 1e-3 {
		t.Errorf("with a hole of a quarter: %v of the whole, want %v", got, want)
	}
}
