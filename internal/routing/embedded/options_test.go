package embedded_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/embedded"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/paulmach/orb"
)

// engineFor builds a map for some modes.
func engineFor(tb testing.TB, m *osmtest.Map, modes ...routing.Mode) *embedded.Engine {
	tb.Helper()
	path, _ := graphtest.Import(tb, tb.TempDir(), m.PBF(tb), modes...)
	e, err := embedded.New(graphtest.Open(tb, path))
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

// ladder is a short way, "Low", and a long way round, "High", between two streets; tags are those of the
// short way, node those of a point in its middle.
func ladder(tags, node []string) *osmtest.Map {
	m := new(osmtest.Map)
	for i, p := range [][2]float64{{0, 0}, {0, 500}, {1000, 500}, {1000, 0}, {-300, 0}, {1300, 0}} {
		at := at(p[0], p[1])
		m.Node(int64(i+1), at[0], at[1])
	}
	middle := at(500, 0)
	m.Node(9, middle[0], middle[1], node...)
	return m.Way(1, []int64{1, 9, 4}, append([]string{"highway=tertiary", "name=Low"}, tags...)...).
		Way(2, []int64{1, 2, 3, 4}, "highway=tertiary", "name=High").
		Way(3, []int64{5, 1}, "highway=tertiary", "name=West").
		Way(4, []int64{4, 6}, "highway=tertiary", "name=East")
}

// through tells by which way a trip goes from West to East.
func through(t *testing.T, e *embedded.Engine, mode routing.Mode, o routing.Options) string {
	t.Helper()
	r, err := e.Route(context.Background(), routing.RouteRequest{Mode: mode, Stops: []orb.Point{at(-200, 0), at(1200, 0)}, Options: o})
	if err != nil {
		t.Fatalf("%s %+v: %v", mode, o, err)
	}
	found := result{r}
	names := found.streets()
	if len(names) != 3 {
		t.Fatalf("%s goes over %v", mode, names)
	}
	return names[1]
}

func TestVehicleLimits(t *testing.T) {
	count := func(n int) *int { return &n }
	for _, tc := range []struct {
		name       string
		tags, node []string
		mode       routing.Mode
		o          routing.Options
		want       string
	}{
		{"no limit", nil, nil, routing.Truck, routing.Options{}, "Low"},
		{"no lorries", []string{"hgv=no"}, nil, routing.Truck, routing.Options{}, "High"},
		{"no lorries, by bus", []string{"hgv=no"}, nil, routing.Bus, routing.Options{}, "Low"},
		{"lorries for delivery", []string{"hgv=delivery"}, nil, routing.Truck, routing.Options{}, "High"},
		{"low bridge", []string{"maxheight=3.9"}, nil, routing.Truck, routing.Options{}, "High"},
		{"low bridge, low lorry", []string{"maxheight=3.9"}, nil, routing.Truck, routing.Options{Height: ptr(3.8)}, "Low"},
		{"low bridge, high car", []string{"maxheight=2.1"}, nil, routing.Auto, routing.Options{Height: ptr(2.2)}, "High"},
		{"low bridge, car", []string{"maxheight=2.1"}, nil, routing.Auto, routing.Options{}, "Low"},
		{"low bridge, walker", []string{"maxheight=0.5"}, nil, routing.Pedestrian, routing.Options{}, "Low"},
		{"narrow, width alone", []string{"maxwidth=2.7"}, nil, routing.Truck, routing.Options{Width: ptr(2.8)}, "High"},
		{"short, length alone", []string{"maxlength=24"}, nil, routing.Truck, routing.Options{Length: ptr(25)}, "High"},
		{"weak, weight alone", []string{"maxweight=30"}, nil, routing.Truck, routing.Options{Weight: ptr(40)}, "High"},
		{"weak, heavy car", []string{"maxweight=3"}, nil, routing.Auto, routing.Options{Weight: ptr(3.5)}, "High"},
		{"axle load alone", []string{"maxaxleload=10"}, nil, routing.Truck, routing.Options{AxleLoad: ptr(11)}, "High"},
		{"axles alone", []string{"maxaxles=5"}, nil, routing.Truck, routing.Options{AxleCount: count(6)}, "High"},
		{"dangerous goods", []string{"hazmat=no"}, nil, routing.Truck, routing.Options{Hazmat: true}, "High"},
		{"no dangerous goods", []string{"hazmat=no"}, nil, routing.Truck, routing.Options{}, "Low"},
		{"dangerous goods for delivery", []string{"hazmat=destination"}, nil, routing.Truck, routing.Options{Hazmat: true}, "High"},
		{"restrictor", nil, []string{"barrier=height_restrictor", "maxheight=1.90"}, routing.Truck, routing.Options{Height: ptr(4)}, "High"},
		{"restrictor, car", nil, []string{"barrier=height_restrictor", "maxheight=1.90"}, routing.Auto, routing.Options{}, "Low"},
		{"restrictor, van", nil, []string{"barrier=height_restrictor", "maxheight=1.90"}, routing.Auto, routing.Options{Height: ptr(2.3)}, "High"},
		{"restrictor, walker", nil, []string{"maxheight=1.0"}, routing.Pedestrian, routing.Options{}, "Low"},
		{"bus gate", []string{"motor_vehicle=no", "bus=yes"}, nil, routing.Bus, routing.Options{}, "Low"},
		{"bus gate, car", []string{"motor_vehicle=no", "bus=yes"}, nil, routing.Auto, routing.Options{}, "High"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := engineFor(t, ladder(tc.tags, tc.node), tc.mode)
			if got := through(t, e, tc.mode, tc.o); got != tc.want {
				t.Errorf("goes by %s, want %s", got, tc.want)
			}
		})
	}
}

// What lies before and behind a height restrictor can be reached, from either side.
func TestBesideARestrictor(t *testing.T) {
	e := engineFor(t, ladder(nil, []string{"maxheight=1.9"}), routing.Truck)
	for _, tc := range []struct {
		from, to orb.Point
		want     []string
	}{
		{at(-200, 0), at(450, 0), []string{"West", "Low"}},
		{at(-200, 0), at(550, 0), []string{"West", "High", "Low"}},
		{at(450, 0), at(-200, 0), []string{"Low", "West"}},
		{at(550, 0), at(450, 0), []string{"Low", "High", "Low"}},
	} {
		r, err := route(e, routing.Truck, tc.from, tc.to)
		if err != nil || !slices.Equal(r.streets(), tc.want) {
			t.Errorf("from %v to %v: %v, %v; want %v", tc.from, tc.to, r.streets(), err, tc.want)
		}
	}
}

func TestWishes(t *testing.T) {
	count := func(n int) *int { return &n }
	area := func(x0, y0, x1, y1 float64) orb.MultiPolygon {
		return orb.MultiPolygon{{{at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1), at(x0, y0)}}}
	}
	for _, tc := range []struct {
		name string
		tags []string
		mode routing.Mode
		o    routing.Options
		want string
	}{
		{"lamps do not matter", []string{"lit=no"}, routing.Pedestrian, routing.Options{UseLit: ptr(0)}, "Low"},
		{"without lamps", []string{"lit=no"}, routing.Pedestrian, routing.Options{UseLit: ptr(1)}, "High"},
		{"with lamps", []string{"lit=yes"}, routing.Bicycle, routing.Options{UseLit: ptr(1)}, "Low"},
		{"mud", []string{"surface=gravel"}, routing.Bicycle, routing.Options{AvoidBadSurfaces: ptr(1), CyclingSpeed: 6}, "High"},
		{"traffic", []string{"highway=cycleway"}, routing.Bicycle, routing.Options{UseRoads: ptr(0)}, "Low"},
		{"mountain path", []string{"sac_scale=alpine_hiking"}, routing.Pedestrian, routing.Options{MaxHiking: count(3)}, "High"},
		{"mountain path that is allowed", []string{"sac_scale=hiking"}, routing.Pedestrian, routing.Options{MaxHiking: count(1)}, "Low"},
		{"area", nil, routing.Auto, routing.Options{AvoidPolygons: area(200, -50, 300, 50)}, "High"},
		{"area beside", nil, routing.Auto, routing.Options{AvoidPolygons: area(200, 20, 300, 50)}, "Low"},
		{"location", nil, routing.Auto, routing.Options{AvoidLocations: []orb.Point{at(400, 30)}}, "High"},
		{"location on the other way", nil, routing.Auto, routing.Options{AvoidLocations: []orb.Point{at(400, 480)}}, "Low"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := engineFor(t, ladder(tc.tags, nil), tc.mode)
			if got := through(t, e, tc.mode, tc.o); got != tc.want {
				t.Errorf("goes by %s, want %s", got, tc.want)
			}
		})
	}
}

// A wish for which nothing is known is told of, and what cannot be meant is refused.
func TestWishesThatCannotBeGranted(t *testing.T) {
	e := engineFor(t, ladder(nil, nil), routing.Auto, routing.Truck, routing.Bicycle, routing.Pedestrian)
	ctx, stops := context.Background(), []orb.Point{at(-200, 0), at(1200, 0)}
	hills := routing.Options{UseHills: ptr(0)}
	r, err := e.Route(ctx, routing.RouteRequest{Mode: routing.Bicycle, Stops: stops, Options: hills})
	if err != nil || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "use_hills has no effect") {
		t.Errorf("hills: %v, %v", r, err)
	}
	x, err := e.Matrix(ctx, routing.MatrixRequest{Mode: routing.Bicycle, Sources: stops, Targets: stops, Options: hills})
	if err != nil || len(x.Warnings) != 1 {
		t.Errorf("hills in a matrix: %v, %v", x, err)
	}
	iso, err := e.Isochrone(ctx, routing.IsochroneRequest{Mode: routing.Bicycle, Origin: stops[0], Options: hills, Contours: []routing.Contour{{Metric: routing.ByTime, Value: 60}}})
	if err != nil || len(iso.Warnings) != 1 {
		t.Errorf("hills in an isochrone: %v", err)
	}
	one := 1
	for _, tc := range []struct {
		mode  routing.Mode
		o     routing.Options
		field string
	}{
		{routing.Auto, hills, "use_hills"},
		{routing.Auto, routing.Options{UseLit: ptr(1)}, "use_lit"},
		{routing.Pedestrian, routing.Options{UseRoads: ptr(1)}, "use_roads"},
		{routing.Pedestrian, routing.Options{AvoidBadSurfaces: ptr(1)}, "avoid_bad_surfaces"},
		{routing.Pedestrian, routing.Options{Bicycle: routing.RoadBicycle}, "bicycle_type"},
		{routing.Bicycle, routing.Options{Bicycle: "penny-farthing"}, "bicycle_type"},
		{routing.Bicycle, routing.Options{MaxHiking: &one}, "max_hiking_difficulty"},
		{routing.Bicycle, routing.Options{Height: ptr(2)}, "height"},
		{routing.Auto, routing.Options{Height: ptr(20)}, "height"},
		{routing.Auto, routing.Options{AxleLoad: ptr(2)}, "axle_load"},
		{routing.Truck, routing.Options{AxleCount: &one}, "axle_count"},
		{routing.Auto, routing.Options{Hazmat: true}, "hazmat"},
		{routing.Auto, routing.Options{AvoidLocations: []orb.Point{at(0, 0), at(5000, 5000)}}, "avoid_locations[1]"},
	} {
		var wrong *routing.OptionError
		if _, err := e.Route(ctx, routing.RouteRequest{Mode: tc.mode, Stops: stops, Options: tc.o}); !errors.As(err, &wrong) || wrong.Field != tc.field {
			t.Errorf("%s %+v: %v, want a fault in %s", tc.mode, tc.o, err, tc.field)
		}
	}
	// Where everything is closed there is no way.
	world := orb.MultiPolygon{{{at(-250, -900), at(1250, -900), at(1250, 900), at(-250, 900), at(-250, -900)}}}
	_, err = e.Route(ctx, routing.RouteRequest{Mode: routing.Auto, Stops: stops, Options: routing.Options{AvoidPolygons: world}})
	var away *routing.UnroutableError
	if !errors.As(err, &away) {
		t.Errorf("everything closed: %v", err)
	}
}
