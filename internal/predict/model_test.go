package predict

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/paulmach/orb"
)

func TestInputErrors(t *testing.T) {
	m := fakeModel(t, &fakeSource{})
	ring := func(points ...orb.Point) orb.MultiPolygon {
		return orb.MultiPolygon{{append(orb.Ring(points), points[0])}}
	}
	bowTie := ring(orb.Point{0, 0}, orb.Point{0.01, 0.01}, orb.Point{0.01, 0}, orb.Point{0, 0.01})
	far := orb.LineString{{0, 0}, {3, 0}}
	polygon := func(p orb.MultiPolygon) Request {
		return Request{Profile: "despondent", AreaType: Polygon, Polygon: p, Time: when}
	}
	path := func(l orb.LineString, buffer float64) Request {
		return Request{Profile: "despondent", AreaType: Path, Path: l, BufferMetres: buffer, Time: when}
	}
	with := func(r Request, change func(*Request)) Request { change(&r); return r }
	ok := circle("despondent", rodney, 1000)
	nan := math.NaN()
	for name, test := range map[string]struct {
		req   Request
		field string
	}{
		"unknown profile":        {with(ok, func(r *Request) { r.Profile = "ghost" }), "profile"},
		"no time":                {with(ok, func(r *Request) { r.Time = time.Time{} }), "datetime"},
		"unknown area":           {with(ok, func(r *Request) { r.AreaType = "square" }), "area_type"},
		"age below 0":            {with(ok, func(r *Request) { r.AgeYears = ptr(-1.0) }), "age_years"},
		"age above 120":          {with(ok, func(r *Request) { r.AgeYears = ptr(121.0) }), "age_years"},
		"age no number":          {with(ok, func(r *Request) { r.AgeYears = &nan }), "age_years"},
		"bearing below 0":        {with(ok, func(r *Request) { r.InitialBearing = ptr(-1.0) }), "initial_bearing_deg"},
		"bearing above 360":      {with(ok, func(r *Request) { r.InitialBearing = ptr(360.5) }), "initial_bearing_deg"},
		"resolution 12":          {with(ok, func(r *Request) { r.Resolution = 12 }), "resolution"},
		"resolution 4":           {with(ok, func(r *Request) { r.Resolution = 4 }), "resolution"},
		"resolution too coarse":  {with(ok, func(r *Request) { r.Resolution = 7 }), "resolution"},
		"resolution too fine":    {with(circle("despondent", rodney, 20_000), func(r *Request) { r.Resolution = 11 }), "resolution"},
		"negative radius":        {circle("despondent", rodney, -5), "radius_m"},
		"radius no number":       {circle("despondent", rodney, nan), "radius_m"},
		"radius too large":       {circle("despondent", rodney, 53_000), "radius_m"},
		"centre off the earth":   {circle("despondent", orb.Point{0, 91}, 1000), "center"},
		"centre at the pole":     {circle("despondent", orb.Point{0, 86}, 1000), "center"},
		"point with a circle":    {with(ok, func(r *Request) { r.LastKnownPoint = &rodney }), "last_known_point"},
		"point off the earth":    {with(path(far[:1:1], 0), func(r *Request) { r.Path = orb.LineString{{0, 0}, {0.01, 0}}; r.LastKnownPoint = &orb.Point{200, 0} }), "last_known_point"},
		"bow tie":                {polygon(bowTie), "polygon"},
		"flat ring":              {polygon(ring(orb.Point{0, 0}, orb.Point{0.01, 0}, orb.Point{0.02, 0})), "polygon"},
		"two positions":          {polygon(orb.MultiPolygon{{{{0, 0}, {1, 1}}}}), "polygon"},
		"empty part":             {polygon(orb.MultiPolygon{{}}), "polygon"},
		"hole outside":           {polygon(orb.MultiPolygon{{square(rodney, 500)[0], square(orb.Point{-75.6, 39.8}, 500)[0]}}), "polygon"},
		"parts that overlap":     {polygon(orb.MultiPolygon{square(rodney, 500), square(rodney, 200)}), "polygon"},
		"parts that are equal":   {polygon(orb.MultiPolygon{square(rodney, 500), square(rodney, 500)}), "polygon"},
		"parts shifted along":    {polygon(orb.MultiPolygon{oblong(0, 0, 2, 1), oblong(1, 0, 3, 1)}), "polygon"},
		"parts end on end":       {polygon(orb.MultiPolygon{oblong(0, 0, 2, 1), oblong(1, 0, 2, 1)}), "polygon"},
		"hole as large":          {polygon(orb.MultiPolygon{{square(rodney, 500)[0], square(rodney, 500)[0]}}), "polygon"},
		"bow tie of equal wings": {polygon(orb.MultiPolygon{{{{-75.56, 39.73}, {-75.53, 39.76}, {-75.53, 39.73}, {-75.56, 39.76}, {-75.56, 39.73}}}}), "polygon"},
		"too large":              {polygon(orb.MultiPolygon{square(rodney, 50_000)}), "polygon"},
		"too long":               {path(far, 0), "path"},
		"too many positions":     {path(make(orb.LineString, 10_001), 0), "path"},
		"no length":              {path(orb.LineString{{0, 0}, {0, 0}}, 0), "path"},
		"position no number":     {path(orb.LineString{{0, 0}, {nan, 0}}, 0), "path"},
		"wide buffer":            {path(orb.LineString{{0, 0}, {0.01, 0}}, 501), "buffer_m"},
		"negative buffer":        {path(orb.LineString{{0, 0}, {0.01, 0}}, -1), "buffer_m"},
	} {
		_, err := m.Predict(context.Background(), test.req)
		var input *InputError
		if !errors.As(err, &input) || input.Field != test.field || input.Problem == "" || input.Want == nil {
			t.Errorf("%s: got %#v, want an input error about %s", name, err, test.field)
		}
	}
}

// oblong is a rectangle with its corners so many hundred metres from a point.
func oblong(west, south, east, north float64) orb.Polygon {
	r := geo.NewRuler(rodney)
	at := func(x, y float64) orb.Point { return r.Point(100*x, 100*y) }
	return orb.Polygon{{at(west, south), at(east, south), at(east, north), at(west, north), at(west, south)}}
}

// Parts may share borders and corners, and holes may touch their shells.
func TestPartsThatTouch(t *testing.T) {
	m := fakeModel(t, &fakeSource{})
	for name, area := range map[string]orb.MultiPolygon{
		"side by side":        {oblong(0, 0, 9, 9), oblong(9, 0, 18, 9)},
		"a step apart":        {oblong(0, 0, 9, 9), oblong(9, 4, 18, 13)},
		"by a corner":         {oblong(0, 0, 9, 9), oblong(9, 9, 18, 18)},
		"touching hole":       {{oblong(0, 0, 18, 18)[0], oblong(0, 0, 9, 9)[0]}},
		"a hole filled":       {{oblong(0, 0, 18, 18)[0], oblong(6, 6, 12, 12)[0]}, oblong(6, 6, 12, 12)},
		"the other way round": {{reversed(oblong(0, 0, 9, 9)[0])}},
	} {
		p := rodney
		s, err := m.Predict(context.Background(), Request{Profile: "despondent", AreaType: Polygon, Polygon: area, LastKnownPoint: &p, Time: when})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if len(s.Cells) == 0 {
			t.Errorf("%s: no cell", name)
		}
	}
}

func reversed(r orb.Ring) orb.Ring {
	out := slices.Clone(r)
	slices.Reverse(out)
	return out
}

func TestUnsupported(t *testing.T) {
	m := fakeModel(t, &fakeSource{})
	aged := func(profile string, age float64) Request {
		r := circle(profile, rodney, 1000)
		r.AgeYears = &age
		return r
	}
	line := orb.LineString{{0, 0}, {0.01, 0}}
	for name, test := range map[string]struct {
		req     Request
		missing []string
	}{
		"circle without centre":       {Request{Profile: "despondent", AreaType: Circle, RadiusMetres: 5, Time: when}, []string{"center"}},
		"circle without anything":     {Request{Profile: "despondent", AreaType: Circle, Time: when}, []string{"center", "radius_m"}},
		"polygon without polygon":     {Request{Profile: "despondent", AreaType: Polygon, Time: when}, []string{"polygon"}},
		"path without path":           {Request{Profile: "despondent", AreaType: Path, Time: when}, []string{"path"}},
		"bearing without point":       {Request{Profile: "despondent", AreaType: Path, Path: line, InitialBearing: ptr(5.0), Time: when}, []string{"last_known_point"}},
		"child with dementia":         {aged("dementia_alzheimers", 29), nil},
		"despondent child":            {aged("despondent", 7), nil},
		"grown toddler":               {aged("child_1_3", 4), nil},
		"infant among schoolchildren": {aged("child_7_9", 6), nil},
	} {
		_, err := m.Predict(context.Background(), test.req)
		var unsupported *UnsupportedError
		if !errors.As(err, &unsupported) || !slices.Equal(unsupported.Missing, test.missing) || unsupported.Reason == "" {
			t.Errorf("%s: got %#v, want unsupported, missing %q", name, err, test.missing)
		}
	}
	for _, r := range []Request{aged("dementia_alzheimers", 30), aged("child_1_3", 3.9), aged("hiker", 5)} {
		if _, err := m.Predict(context.Background(), r); err != nil {
			t.Errorf("%s at %g: %v", r.Profile, *r.AgeYears, err)
		}
	}
}

// TestAge checks that the distances of despondent people shrink at 65, and only theirs.
func TestAge(t *testing.T) {
	m := fakeModel(t, &fakeSource{})
	radius := func(profile string, age *float64) float64 {
		r := circle(profile, rodney, 1000)
		r.AgeYears = age
		s, err := m.Predict(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		return s.Rings[1].Radius
	}
	base := radius("despondent", nil)
	for age, want := range map[float64]float64{40: 1, 64.9: 1, 65: 0.85, 90: 0.85} {
		if got := radius("despondent", &age) / base; math.Abs(got-want) > 1e-9 {
			t.Errorf("at %g the radius is %.3f of the base, want %g", age, got, want)
		}
	}
	if got := radius("dementia_alzheimers", ptr(90.0)) / radius("dementia_alzheimers", nil); got != 1 {
		t.Errorf("dementia: age changed the radius by %g", got)
	}
}

func TestNoSignal(t *testing.T) {
	sea := &fakeSource{sea: func(orb.Point) bool { return true }}
	bare := &fakeSource{}
	for name, test := range map[string]struct {
		source *fakeSource
		req    Request
		reason string
	}{
		"all water":     {sea, circle("despondent", rodney, 2000), "open water"},
		"tiny":          {bare, circle("despondent", rodney, 10), "too few"},
		"bare polygon":  {bare, Request{Profile: "despondent", AreaType: Polygon, Polygon: orb.MultiPolygon{square(rodney, 2000)}, Time: when}, "hardly anything is mapped"},
		"far polygon":   {bare, Request{Profile: "despondent", AreaType: Polygon, Polygon: orb.MultiPolygon{square(rodney, 2000)}, Time: when, LastKnownPoint: &orb.Point{-80, 36}}, "fewer than 1 in 200"},
		"small polygon": {bare, Request{Profile: "despondent", AreaType: Polygon, Polygon: orb.MultiPolygon{square(rodney, 100)}, Time: when, LastKnownPoint: &orb.Point{-75.45, 39.8}}, "fewer than 1 in 200"},
	} {
		_, err := fakeModel(t, test.source).Predict(context.Background(), test.req)
		var no *NoSignalError
		if !errors.As(err, &no) || !strings.Contains(no.Reason, test.reason) {
			t.Errorf("%s: got %v, want no signal for %q", name, err, test.reason)
		}
	}
}

// TestBareLand checks the answer where nothing is mapped: distance alone ranks the cells, and the answer says that nothing is mapped.
func TestBareLand(t *testing.T) {
	s, err := fakeModel(t, &fakeSource{}).Predict(context.Background(), circle("despondent", rodney, 2000))
	if err != nil {
		t.Fatal(err)
	}
	checkSurface(t, "bare land", s)
	if s.Confidence != "low" || s.Environment != "temperate flat" {
		t.Errorf("confidence %s, environment %s", s.Confidence, s.Environment)
	}
	if !slices.ContainsFunc(s.Notes, func(n string) bool { return strings.Contains(n, "what ranks the cells is distance only") }) {
		t.Errorf("notes %q", s.Notes)
	}
	// Without features and bearing, nearer is never worse.
	m := fakeModel(t, &fakeSource{})
	req := circle("despondent", rodney, 2000)
	_, u := prepare(t, m, &req)
	if err := u.solve(context.Background()); err != nil {
		t.Fatal(err)
	}
	for k := 1; k < len(u.order); k++ {
		a, b := &u.hexes[u.order[k-1]], &u.hexes[u.order[k]]
		if near, far := math.Hypot(b.centre.x, b.centre.y), math.Hypot(a.centre.x, a.centre.y); near+a.radius < far {
			t.Errorf("cell at %.0f m ranks above one at %.0f m", far, near)
		}
	}
}

func TestOutside(t *testing.T) {
	m, err := New(&fakeSource{}, orb.Bound{Min: orb.Point{-76, 38}, Max: orb.Point{-75, 40}})
	if err != nil {
		t.Fatal(err)
	}
	var outside *OutsideError
	for _, at := range []orb.Point{{10, 50}, {-75.5, 41}, {-74.95, 39}} {
		if _, err := m.Predict(context.Background(), circle("despondent", at, 2000)); !errors.As(err, &outside) || outside.Bound != m.bound {
			t.Errorf("at %v: %v, want an outside error", at, err)
		}
	}
	s, err := m.Predict(context.Background(), circle("despondent", orb.Point{-75, 39}, 2000))
	if err != nil || !slices.ContainsFunc(s.Notes, func(n string) bool { return strings.Contains(n, "outside the loaded map data") }) {
		t.Errorf("half outside: %v, %+v", err, s)
	}
}

func TestAntimeridian(t *testing.T) {
	pacific, err := New(&fakeSource{}, orb.Bound{Min: orb.Point{170, -20}, Max: orb.Point{-170, -10}})
	if err != nil {
		t.Fatal(err)
	}
	at := orb.Point{179.995, -16.5}
	line := orb.LineString{{179.98, -16.5}, {-179.97, -16.49}}
	for name, req := range map[string]Request{
		"circle":  circle("despondent", at, 3000),
		"polygon": {Profile: "despondent", AreaType: Polygon, Polygon: orb.MultiPolygon{square(at, 3000)}, LastKnownPoint: &at, Time: when},
		"path":    {Profile: "despondent", AreaType: Path, Path: line, BufferMetres: 500, LastKnownPoint: &at, Time: when},
	} {
		s, err := pacific.Predict(context.Background(), req)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkSurface(t, name, s)
		west, east := 0, 0
		for _, c := range s.Cells {
			if c.Center[0] < 0 {
				east++
			} else {
				west++
			}
		}
		if west < 50 || east < 50 {
			t.Errorf("%s: %d cells west and %d east of the antimeridian", name, west, east)
		}
		if len(s.Area) != 2 {
			t.Errorf("%s: the outline has %d parts, want 2", name, len(s.Area))
		}
		for _, p := range s.Area {
			if b := p.Bound(); b.Max[0]-b.Min[0] > 1 {
				t.Errorf("%s: a part of the outline goes around the world: %v", name, b)
			}
		}
		if slices.ContainsFunc(s.Notes, func(n string) bool { return strings.Contains(n, "outside the loaded") }) {
			t.Errorf("%s: notes %q", name, s.Notes)
		}
	}
}

// TestBearingMovesMass checks that a bearing moves mass ahead, and that the opposite one mirrors
// it.
func TestBearingMovesMass(t *testing.T) {
	m := fakeModel(t, &fakeSource{})
	ahead := func(bearing float64) float64 {
		req := circle("dementia_alzheimers", rodney, 3000)
		req.InitialBearing = &bearing
		s, err := m.Predict(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		var sum, all float64
		for _, c := range s.Cells {
			// Right at the point the bearing does not tell.
			if d := geo.Distance(c.Center, rodney); d > 300 {
				all += c.Probability
				if c.Center[1] > rodney[1] {
					sum += c.Probability
				}
			}
		}
		return sum / all
	}
	north, south := ahead(0), ahead(180)
	if north < 0.82 || north > 0.86 {
		t.Errorf("%.3f of the mass lies in the half ahead, want about 0.84", north)
	}
	if math.Abs(north+south-1) > 0.02 {
		t.Errorf("ahead %.3f, turned by 180° %.3f: no mirror", north, south)
	}
}

// TestRefinement checks that finer cells hardly move mass: by sector and ring, for a mapped place.
func TestRefinement(t *testing.T) {
	m := delaware(t)
	at := sites["Newark"]
	sectors := func(resolution int) (out [4][6]float64) {
		req := circle("despondent", at, 2500)
		req.Resolution = resolution
		_, s := prepare(t, m, &req)
		if err := s.solve(context.Background()); err != nil {
			t.Fatal(err)
		}
		for i := range s.hexes {
			c := s.hexes[i].centre
			q := int(math.Floor((math.Atan2(c.y, c.x)+math.Pi)/(math.Pi/2)*0.99999)) % 4
			for k, mass := range s.parts[i].mass {
				l := &s.lands[i]
				out[q][k] += mass * s.factors.band[k] * l.share * s.factors.of(&l.mix)
			}
		}
		return out
	}
	coarse, fine := sectors(10), sectors(11)
	for k := range bands {
		var a, b float64
		for q := range 4 {
			a, b = a+coarse[q][k], b+fine[q][k]
			if k > 0 && math.Abs(coarse[q][k]-fine[q][k]) > 0.01 {
				t.Errorf("band %d, quarter %d: mass %.4f and %.4f", k, q, coarse[q][k], fine[q][k])
			}
		}
		if math.Abs(a-b) > 0.001 {
			t.Errorf("band %d: mass %.5f in coarse cells, %.5f in fine ones", k, a, b)
		}
	}
}

func TestDeterminism(t *testing.T) {
	m := delaware(t)
	for _, req := range []Request{
		circle("despondent", sites["Lewes"], 2000),
		{Profile: "dementia_alzheimers", AreaType: Path, Path: orb.LineString{{-75.76, 39.68}, {-75.74, 39.686}, {-75.73, 39.70}}, BufferMetres: 300, Time: when, LastKnownPoint: &orb.Point{-75.75, 39.68}},
	} {
		a, err := m.Predict(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		b, err := m.Predict(context.Background(), req)
		if err != nil || !reflect.DeepEqual(a, b) {
			t.Errorf("%s: the second answer differs (%v)", req.AreaType, err)
		}
	}
}

// TestCancel checks that every stage stops when the caller has gone.
func TestCancel(t *testing.T) {
	m := delaware(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	start := time.Now()
	if _, err := m.Predict(ctx, circle("despondent", rodney, 20_000)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if d := time.Since(start); d > 2*time.Second {
		t.Errorf("it took %v to notice", d)
	}
	req := circle("despondent", rodney, 3000)
	task, s := prepare(t, m, &req)
	if _, err := cover(ctx, task.ruler, task.shape, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("cover: %v", err)
	}
	if _, err := m.survey(ctx, task.ruler, s.hexes); !errors.Is(err, context.Canceled) {
		t.Errorf("survey: %v", err)
	}
	if err := s.solve(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("solve: %v", err)
	}
}

// TestFeaturesRank checks that a wood draws despondent people and a road draws people with
// dementia, with reasons given.
func TestFeaturesRank(t *testing.T) {
	wood := square(orb.Point{-75.5366, 39.7459}, 300)
	way := orb.LineString{{-75.57, 39.74}, {-75.52, 39.74}}
	m := fakeModel(t, &fakeSource{features: []places.Feature{
		{Class: places.OpenGround, Kind: "landuse=farmland", Polygon: square(rodney, 5000)},
		{Class: places.Woods, Kind: "natural=wood", Polygon: wood},
		{Class: places.Road, Kind: "highway=residential", Line: way},
	}})
	for profile, reason := range map[string]string{"despondent": "woods", "dementia_alzheimers": "roads"} {
		s, err := m.Predict(context.Background(), circle(profile, rodney, 2000))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, c := range s.Cells {
			if slices.Contains(c.Drivers, reason) {
				n++
				inWood := math.Abs(c.Center[0]+75.5366) < 0.006 && math.Abs(c.Center[1]-39.7459) < 0.005
				onRoad := math.Abs(c.Center[1]-39.74) < 0.002
				if reason == "woods" && !inWood || reason == "roads" && !onRoad {
					t.Errorf("%s: cell at %v claims %q", profile, c.Center, reason)
				}
			}
		}
		if n < 5 {
			t.Errorf("%s: %d cells give %q as a reason", profile, n, reason)
		}
	}
}

// TestOpenWater checks a lake: its middle is dropped, its shore is not, and water never ranks
// above its own shore.
func TestOpenWater(t *testing.T) {
	lake := square(orb.Point{-75.5366, 39.7459}, 700)
	m := fakeModel(t, &fakeSource{features: []places.Feature{{Class: places.Water, Kind: "natural=water", Polygon: lake}}})
	req := circle("dementia_alzheimers", rodney, 2500)
	_, s := prepare(t, m, &req)
	if err := s.solve(context.Background()); err != nil {
		t.Fatal(err)
	}
	if s.drowned < 20 {
		t.Errorf("%d cells dropped", s.drowned)
	}
	centre := s.task.ruler
	x, y := centre.XY(orb.Point{-75.5366, 39.7459})
	for i := range s.hexes {
		if s.parts[i].area == 0 {
			continue
		}
		c := s.hexes[i].centre
		d := 700 - math.Max(math.Abs(c.x-x), math.Abs(c.y-y)) // from the shore, positive in the lake
		switch {
		case d > 300 && s.mass[i] != 0:
			t.Errorf("cell %.0f m out in the lake has mass", d)
		case d < 100 && s.mass[i] == 0:
			t.Errorf("cell %.0f m from the shore has none", d)
		case d > 150 && d < 250 && s.lands[i].share > 0.3:
			t.Errorf("cell %.0f m out counts for %.2f", d, s.lands[i].share)
		}
	}
}

func TestProfiles(t *testing.T) {
	m := fakeModel(t, &fakeSource{})
	list := m.Profiles()
	if !slices.IsSorted(list) || !slices.Contains(list, "despondent") || !slices.Contains(list, "dementia_alzheimers") {
		t.Errorf("profiles %q", list)
	}
	for _, p := range list {
		s, err := m.Predict(context.Background(), circle(p, rodney, 2000))
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		checkSurface(t, p, s)
	}
}

// TestConcurrent checks that callers side by side get the answers that they would get alone.
func TestConcurrent(t *testing.T) {
	m := delaware(t)
	var group sync.WaitGroup
	for name, at := range sites {
		group.Go(func() {
			req := circle("despondent", at, 1200)
			a, err := m.Predict(context.Background(), req)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				return
			}
			b, err := m.Predict(context.Background(), req)
			if err != nil || !reflect.DeepEqual(a, b) {
				t.Errorf("%s: the answers differ (%v)", name, err)
			}
		})
	}
	group.Wait()
}
