package predict

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/paulmach/orb"
)

// markScene is bare land with one feature 400 m north of the point.
func markScene(kind string, class places.Class, shape string) *fakeSource {
	r := geo.NewRuler(rodney)
	f := places.Feature{Class: class, Kind: kind}
	at := r.Point(0, 400)
	switch shape {
	case "spot":
		f.Point = &at
	case "line":
		f.Line = orb.LineString{r.Point(-100, 400), r.Point(100, 400)}
	default:
		f.Polygon = square(at, 100)
	}
	return &fakeSource{features: []places.Feature{f}}
}

// TestAffinities checks for every mark that its term raises the cells at the feature by the share of
// their ground that it reaches, and no others, for the profiles that it draws; and that without the term
// the feature does nothing beside its class.
func TestAffinities(t *testing.T) {
	const spot, edge = 50, 25
	disc := math.Pi * spot * spot
	strip := func(half float64) float64 { return 200*2*half + math.Pi*half*half }
	rim := 800*2*edge - 4*edge*edge + math.Pi*edge*edge // along a square of 200 m, corners rounded outside
	jacobs := func(m float64) float64 { return min(2, math.Sqrt(m)) }
	for _, tc := range []struct {
		term    Terms
		kind    string
		class   places.Class
		shape   string
		profile string
		factor  float64
		area    float64 // square metres
	}{
		{Crossings, places.StreamCrossing, places.Spot, "spot", "despondent", 2, disc},
		{Crossings, places.StreamCrossing, places.Spot, "spot", "hiker", 2, disc},
		{Trails, "highway=path", places.Linear, "line", "dementia_alzheimers", 2, strip(10)},
		{Trails, "highway=path", places.Linear, "line", "hiker", 1, 0}, // in the multipliers already
		{Streams, "waterway=stream", places.Drainage, "line", "child_4_6", jacobs(2), strip(10)},
		{Streams, "waterway=river", places.Water, "line", "despondent", jacobs(2), strip(15)},
		{Shores, "natural=water", places.Water, "area", "despondent", jacobs(2), rim},
		{Peaks, "natural=peak", places.Spot, "spot", "hiker", jacobs(1.5), disc},
		{DeadEnds, places.DeadEnd, places.Spot, "spot", "dementia_alzheimers", 1.3, disc},
		{DeadEnds, places.DeadEnd, places.Spot, "spot", "despondent", 1, 0},
		{WoodEdges, "natural=wood", places.Woods, "area", "despondent", 1.3, rim},
		{WoodEdges, "natural=wood", places.Woods, "area", "dementia_alzheimers", 1, 0},
		{Viewpoints, "tourism=viewpoint", places.Spot, "spot", "despondent", 1.3, disc},
		{Bridges, "bridge=yes", places.Spot, "line", "despondent", 1.3, strip(edge)},
		{Piers, "man_made=pier", places.Linear, "line", "despondent", 1.3, strip(edge)},
		{Cliffs, "natural=cliff", places.Spot, "line", "despondent", 1.3, strip(edge)},
		{Quarries, "landuse=quarry", places.OpenGround, "area", "despondent", 1.3, 250*250 - 4*edge*edge + math.Pi*edge*edge},
		{Reservoirs, "water=reservoir", places.Water, "area", "despondent", 1.3, rim},
		{Barriers, "barrier=fence", places.Linear, "line", "dementia_alzheimers", 1.3, strip(edge)},
	} {
		for _, resolution := range []int{10, 11} {
			plain := fakeModel(t, markScene(tc.kind, tc.class, tc.shape))
			req := circle(tc.profile, rodney, 1000)
			req.Resolution = resolution
			if tc.term == Barriers {
				req.InitialBearing = ptr(0.0)
			}
			_, ground := prepare(t, plain, &req)
			if s := solveOn(t, plain, ground, &req, environment{}); s.drawn != nil {
				t.Fatalf("%s acts without being turned on", tc.term)
			}
			s := solveOn(t, plain.With(tc.term), ground, &req, environment{})
			if tc.factor == 1 {
				if s.drawn != nil {
					t.Errorf("%s draws %s", tc.term, tc.profile)
				}
				continue
			}
			var more float64
			for i, v := range s.drawn {
				if v < 1 || v > tc.factor+1e-9 {
					t.Errorf("%s: factor %g", tc.term, v)
				}
				if d := s.hexes[i].centre.distance(vec{0, 400}); v > 1 && d > 250+s.hexes[i].radius {
					t.Errorf("%s reaches a cell at %.0f m", tc.term, d)
				}
				more += (v - 1) * s.hexes[i].area
			}
			if want := tc.area * (tc.factor - 1); math.Abs(more-want) > 0.08*want {
				t.Errorf("%s, resolution %d: %.0f m² of gain, want %.0f", tc.term, resolution, more, want)
			}
			if got, want := s.inside, s.curve.mass(1000); math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: %.6f inside, want %.6f", tc.term, got, want)
			}
			if k := slices.Index(s.drawn, slices.Max(s.drawn)); s.drawnBy[k].term() != tc.term || markReasons[s.drawnBy[k]] == "" {
				t.Errorf("%s: drawn by mark %d", tc.term, s.drawnBy[k])
			}
		}
	}
}

// TestBarriersAhead checks that what lies across the way counts only where the bearing leads.
func TestBarriersAhead(t *testing.T) {
	m := fakeModel(t, markScene("barrier=wall", places.Linear, "line")).With(Barriers)
	req := circle("dementia_alzheimers", rodney, 1000)
	for bearing, want := range map[float64]bool{0: true, 350: true, 90: false, 180: false} {
		req.InitialBearing = &bearing
		_, ground := prepare(t, m, &req)
		s := solveOn(t, m, ground, &req, environment{})
		if got := slices.Max(s.drawn) > 1; got != want {
			t.Errorf("bearing %g: counts %v", bearing, got)
		}
	}
	req.InitialBearing = nil
	_, ground := prepare(t, m, &req)
	if s := solveOn(t, m, ground, &req, environment{}); s.drawn != nil {
		t.Error("barriers lie ahead without a bearing")
	}
}

// TestHours checks that places open at the time gain, closed ones lose, those of which nobody knows do
// neither, and that together with the weather the factor stays within its limits.
func TestHours(t *testing.T) {
	monday := time.Date(2026, 3, 2, 12, 0, 0, 0, time.FixedZone("", -5*3600))
	storm := &Weather{Temperature: ptr(-5.0), Precipitation: ptr(9.0), Wind: ptr(20.0)}
	for _, tc := range []struct {
		text    string
		at      time.Time
		weather *Weather
		want    float64
	}{
		{"Mo-Fr 08:00-17:00", monday, nil, 1.1},
		{"Mo-Fr 08:00-17:00", monday.Add(8 * time.Hour), nil, 0.9},
		{"sunrise-sunset", monday, nil, 1},
		{"no such hours", monday, nil, 1},
		{"Mo-Fr 08:00-17:00", monday, storm, 1}, // shelter stands at its limit already
	} {
		plain := fakeModel(t, markScene(places.HoursPrefix+tc.text, places.Spot, "spot"))
		req := circle("despondent", rodney, 1000)
		req.Time, req.Weather, req.Resolution = tc.at, tc.weather, 11
		_, ground := prepare(t, plain, &req)
		s := solveOn(t, plain.With(Hours), ground, &req, environment{})
		var change float64
		for i, v := range s.drawn {
			change += (v - 1) * s.hexes[i].area
		}
		if want := (tc.want - 1) * math.Pi * 30 * 30; math.Abs(change-want) > 0.1*math.Abs(want)+1 {
			t.Errorf("%q at %v: %.0f m² of change, want %.0f", tc.text, tc.at, change, want)
		}
		if w := s.lean[places.Structure] * slices.Max(s.drawn); w > 1.25+1e-9 {
			t.Errorf("%q: factor %g together with the weather", tc.text, w)
		}
	}
}

// TestTermsOff checks that turning terms on and off again gives the same model, and that each has a name.
func TestTermsOff(t *testing.T) {
	m := delaware(t)
	req := circle("despondent", sites["Lewes"], 800)
	want, err := m.Predict(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	more, err := m.With(Affinities|Hours|Darkness).Predict(context.Background(), req)
	if err != nil || reflect.DeepEqual(want.Cells, more.Cells) {
		t.Errorf("all terms together do nothing (%v)", err)
	}
	back, err := m.With(Affinities|Hours|Darkness).Without(Affinities|Hours|Darkness).Predict(context.Background(), req)
	if err != nil || !reflect.DeepEqual(want, back) {
		t.Errorf("turned off again they still act (%v)", err)
	}
	for i := range termNames {
		if Terms(1<<i).String() == "" {
			t.Errorf("term %d has no name", i)
		}
	}
	if last := Terms(1 << (len(termNames) - 1)); last != Junctions {
		t.Errorf("%d names for terms up to %b", len(termNames), Junctions)
	}
}
