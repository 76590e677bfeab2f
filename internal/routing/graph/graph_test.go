package graph_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/footstepd/footstepd/internal/routing/profile"
	"github.com/paulmach/osm"
)

// line adds nodes 100 m apart along the equator: node i lies at longitude i/1000 degrees or so.
func line(m *osmtest.Map, ids ...int64) *osmtest.Map {
	for _, id := range ids {
		m.Node(id, float64(id)*0.001, 0)
	}
	return m
}

const road = "highway=residential"

// ends lists the edges of a graph as pairs of OSM nodes, sorted.
func ends(g *graph.Graph) (list []string) {
	for _, e := range g.Edges {
		list = append(list, fmt.Sprintf("%d-%d", g.NodeIDs[e.From], g.NodeIDs[e.To]))
	}
	slices.Sort(list)
	return list
}

func TestSplit(t *testing.T) {
	for _, tc := range []struct {
		name string
		m    *osmtest.Map
		want string
	}{
		{"one way is one edge", line(new(osmtest.Map), 1, 2, 3).Way(1, []int64{1, 2, 3}, road), "1-3"},
		{"cut at a junction", line(new(osmtest.Map), 1, 2, 3, 4).Way(1, []int64{1, 2, 3}, road).Way(2, []int64{2, 4}, road), "1-2 2-3 2-4"},
		{"ways end to end", line(new(osmtest.Map), 1, 2, 3).Way(1, []int64{1, 2}, road).Way(2, []int64{3, 2}, road), "1-2 3-2"},
		{"cut at a barrier", line(new(osmtest.Map), 1, 3).Node(2, .002, 0, "barrier=gate").Way(1, []int64{1, 2, 3}, road), "1-2 2-3"},
		{"cut at traffic lights", line(new(osmtest.Map), 1, 3).Node(2, .002, 0, "highway=traffic_signals").Way(1, []int64{1, 2, 3}, road), "1-2 2-3"},
		{"a gate beside the road is none", line(new(osmtest.Map), 1, 3).Node(2, .002, 0, "barrier=gate").Way(1, []int64{1, 3}, road), "1-3"},
		{"ways that are no roads cut nothing", line(new(osmtest.Map), 1, 2, 3, 4).Way(1, []int64{1, 2, 3}, road).Way(2, []int64{2, 4}, "waterway=river"), "1-3"},
		{"a repeated node", line(new(osmtest.Map), 1, 2, 3).Way(1, []int64{1, 2, 2, 3}, road), "1-3"},
		{"a closed way", line(new(osmtest.Map), 1, 2).Node(3, 0.001, 0.001).Way(1, []int64{1, 2, 3, 1}, road), "1-1"},
		{"a lollipop", line(new(osmtest.Map), 1, 2, 3).Node(4, 0.003, 0.001).Way(1, []int64{1, 2, 3, 4, 2}, road), "1-2 2-2"},
		{"a way that crosses itself", line(new(osmtest.Map), 1, 2, 3).Node(4, 0.003, 0.001).Way(1, []int64{1, 2, 3, 4, 2, 1}, road), "1-2 2-1 2-2"},
		{"parallel roads", line(new(osmtest.Map), 1, 2).Node(3, 0.001, 0.001).Way(1, []int64{1, 2}, road).Way(2, []int64{1, 3, 2}, road), "1-2 1-2"},
		{"missing nodes cut a way", line(new(osmtest.Map), 1, 2, 4, 5).Way(1, []int64{1, 2, 3, 4, 5}, road), "1-2 4-5"},
		{"one node alone is nothing", line(new(osmtest.Map), 1, 4, 5).Way(1, []int64{1, 3, 4, 5}, road), "4-5"},
		{"a road without length is none", new(osmtest.Map).Node(1, 1, 1).Way(1, []int64{1, 1}, road), ""},
		{"two nodes at one place are a road", new(osmtest.Map).Node(1, 1, 1).Node(2, 1, 1).Way(1, []int64{1, 2}, road), "1-2"},
		{"nothing at all", new(osmtest.Map).Node(1, 1, 1), ""},
		{"no route for anybody", line(new(osmtest.Map), 1, 2).Way(1, []int64{1, 2}, "building=yes").Way(2, []int64{1}, road), ""},
		{"joined at the antimeridian", new(osmtest.Map).Node(1, 179.99, 5).Node(2, 180, 5).Node(3, -180, 5).Node(4, -179.99, 5).
			Way(1, []int64{1, 2}, road).Way(2, []int64{3, 4}, road), "1-3 3-4"},
		{"not joined beside each other", new(osmtest.Map).Node(1, 179.99, 5).Node(2, 180, 5).Node(3, -180, 5.001).Node(4, -179.99, 5).
			Way(1, []int64{1, 2}, road).Way(2, []int64{3, 4}, road), "1-2 3-4"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g := graphtest.Graph(t, tc.m)
			if got := strings.Join(ends(g), " "); got != tc.want {
				t.Errorf("edges %q, want %q", got, tc.want)
			}
		})
	}
}

func TestAttributes(t *testing.T) {
	m := line(new(osmtest.Map), 1, 2, 3, 4).Node(5, .005, 0, "highway=motorway_junction", "ref=12A").
		Way(10, []int64{1, 2}, road, "name=Hauptstraße", "name:en=Main Street", "name:zh-Hant=大街", "name:left=no language", "ref=B 1;E 4", "surface=asphalt").
		Way(20, []int64{2, 3}, "highway=motorway_link", "oneway=yes", "destination:ref=I 95", "destination=Wilmington;Newark", "turn:lanes=left|through", "toll=yes").
		Way(30, []int64{3, 4}, "highway=footway", "name=Hauptstraße", "name:en=Main Street").
		Way(40, []int64{4, 5}, "junction=roundabout", "highway=tertiary")
	g := graphtest.Graph(t, m)
	byID := map[int64]uint32{}
	for i, w := range g.Ways {
		byID[w.ID] = uint32(i)
	}
	main := byID[10]
	for lang, want := range map[string]string{"": "Hauptstraße", "en": "Main Street", "zh-Hant": "大街", "fr": "Hauptstraße", "left": "Hauptstraße"} {
		if got := g.Name(main, lang); got != want {
			t.Errorf("Name(%q) = %q, want %q", lang, got, want)
		}
	}
	w := g.Ways[main]
	if got := g.Text(w.Ref); got != "B 1;E 4" {
		t.Errorf("ref %q", got)
	}
	if got := g.Text(w.Surface); got != "asphalt" || w.RoadClass() != "residential" || w.Flags != graph.Public {
		t.Errorf("surface %q, class %s, flags %b", got, w.RoadClass(), w.Flags)
	}
	link := g.Ways[byID[20]]
	if got := g.Text(link.Destination[0]); got != "I 95;Wilmington;Newark" || link.Destination[1] != 0 {
		t.Errorf("destination %q", got)
	}
	if g.Text(link.Lanes[0]) != "left|through" || link.RoadClass() != "motorway_link" || link.Features&routing.Toll == 0 || link.Flags&graph.Link == 0 {
		t.Errorf("slip road: %+v", link)
	}
	foot := g.Ways[byID[30]]
	if foot.Flags&graph.Public != 0 || foot.Name != w.Name || foot.Translated != 1 || w.Translated != 2 {
		t.Errorf("footway: %+v", foot)
	}
	if g.Ways[byID[40]].Flags&graph.Roundabout == 0 {
		t.Error("the roundabout is none")
	}
	exits := 0
	for v, id := range g.NodeIDs {
		if exit := g.ExitAt(uint32(v)); (id == 5) != (exit == "12A") {
			t.Errorf("node %d has exit %q", id, exit)
		} else if exit != "" {
			exits++
		}
	}
	if exits != 1 {
		t.Errorf("%d exits", exits)
	}
}

func TestShapes(t *testing.T) {
	m := new(osmtest.Map).Node(1, 1, 1).Node(2, 1.001, 1).Node(3, 1.001, 1.001).Node(4, 1.001, 1.001).Node(5, 1.002, 1.001).
		Way(1, []int64{1, 2, 3, 4, 5}, road)
	g := graphtest.Graph(t, m)
	forward, backward := g.AppendShape(nil, 0), g.AppendShape(nil, 1)
	if len(forward) != 4 || forward[0] != m0(1, 1) || forward[3] != m0(1.002, 1.001) {
		t.Fatalf("shape %v", forward)
	}
	slices.Reverse(backward)
	if !slices.Equal(forward, backward) {
		t.Errorf("backwards it is %v", backward)
	}
	if got, want := float64(g.Edges[0].Length)/1000, geo.Length(forward); math.Abs(got-want) > 0.001 {
		t.Errorf("length %v, want %v", got, want)
	}
	// Parts of the arc, put together, are the arc.
	length := g.Edges[0].Length
	for arc := uint32(0); arc < 2; arc++ {
		line := g.AppendPart(nil, arc, 0, length/3)
		line = g.AppendPart(line, arc, length/3, length/2)
		line = g.AppendPart(line, arc, length/2, length)
		if got := geo.Length(line); math.Abs(got-float64(length)/1000) > 0.01 || len(line) != 6 {
			t.Errorf("arc %d in parts: %v, %.3f m", arc, line, got)
		}
	}
	if got := g.AppendPart(nil, 0, length/2, length/2); len(got) != 1 {
		t.Errorf("a part without length: %v", got)
	}
	if got, want := g.Bearing(0), 90.0; math.Abs(got-want) > 0.1 {
		t.Errorf("bearing %v, want %v", got, want)
	}
	if got, want := g.Bearing(1), 270.0; math.Abs(got-want) > 0.1 {
		t.Errorf("bearing backwards %v, want %v", got, want)
	}
}

func m0(lon, lat float64) [2]float64 { return [2]float64{lon, lat} }

// turns lists the turns at an OSM node that a mode may make, as pairs of nodes before and after.
func turns(g *graph.Graph, mode routing.Mode, node int64) (list []string) {
	n := g.Network(mode)
	for in := range uint32(2 * len(g.Edges)) {
		v := g.Head(in)
		if g.NodeIDs[v] != node {
			continue
		}
		for _, out := range g.Leaving(v) {
			if _, ok := n.Turn(in, out); ok {
				list = append(list, fmt.Sprintf("%d>%d", g.NodeIDs[g.Tail(in)], g.NodeIDs[g.Head(out)]))
			}
		}
	}
	slices.Sort(list)
	return list
}

// cross is a crossing of two roads at node 5: 1 west, 2 east, 3 south, 4 north.
func cross(tags ...string) *osmtest.Map {
	return new(osmtest.Map).Node(1, -.001, 0).Node(2, .001, 0).Node(3, 0, -.001).Node(4, 0, .001).Node(5, 0, 0, tags...).
		Way(11, []int64{1, 5}, road).Way(12, []int64{5, 2}, road).Way(13, []int64{3, 5}, road).Way(14, []int64{5, 4}, road)
}

func TestTurns(t *testing.T) {
	restriction := func(kind string, from, to int64, more ...string) *osmtest.Map {
		return cross().Relation(1, []osm.Member{osmtest.WayMember(from, "from"), osmtest.NodeMember(5, "via"), osmtest.WayMember(to, "to")},
			append(more, "type=restriction", "restriction="+kind)...)
	}
	all := "1>2 1>3 1>4 2>1 2>3 2>4 3>1 3>2 3>4 4>1 4>2 4>3"
	for _, tc := range []struct {
		name string
		m    *osmtest.Map
		want string
	}{
		{"all but turning round", cross(), all},
		{"no_left_turn", restriction("no_left_turn", 11, 14), "1>2 1>3 2>1 2>3 2>4 3>1 3>2 3>4 4>1 4>2 4>3"},
		{"only_straight_on", restriction("only_straight_on", 11, 12), "1>2 2>1 2>3 2>4 3>1 3>2 3>4 4>1 4>2 4>3"},
		{"except others", restriction("no_left_turn", 11, 14, "except=bicycle"), "1>2 1>3 2>1 2>3 2>4 3>1 3>2 3>4 4>1 4>2 4>3"},
		{"except cars", restriction("no_left_turn", 11, 14, "except=bicycle;motorcar"), all},
		{"of unknown kind", restriction("beware_of_the_dog", 11, 14), all},
		{"from a way that does not end there", restriction("no_left_turn", 99, 14), all},
		{"a turning circle", cross("highway=turning_circle"), "1>1 1>2 1>3 1>4 2>1 2>2 2>3 2>4 3>1 3>2 3>3 3>4 4>1 4>2 4>3 4>4"},
		{"a wall", cross("barrier=wall"), "1>1 2>2 3>3 4>4"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := strings.Join(turns(graphtest.Graph(t, tc.m), routing.Auto, 5), " "); got != tc.want {
				t.Errorf("turns\n%s, want\n%s", got, tc.want)
			}
		})
	}
	if got := strings.Join(turns(graphtest.Graph(t, cross()), routing.Auto, 1), " "); got != "5>5" {
		t.Errorf("at a dead end: %s", got)
	}
}

// A gate for residents between a public road and an estate makes the estate's roads restricted, and
// one between two public roads is closed.
func TestGates(t *testing.T) {
	gate := []string{"barrier=gate", "access=private"}
	estate := line(new(osmtest.Map), 1, 2, 3).Node(4, .004, 0, gate...).Node(5, .005, 0).
		Way(1, []int64{1, 2, 3, 4}, road).Way(2, []int64{4, 5}, road)
	g := graphtest.Graph(t, estate)
	n := g.Network(routing.Auto)
	for e := range g.Edges {
		want := profile.Open
		if g.Way(uint32(2*e)).ID == 2 {
			want = profile.Restricted
		}
		if got := n.ClassOf(uint32(2 * e)).Access; got != want {
			t.Errorf("way %d has access %v, want %v", g.Way(uint32(2*e)).ID, got, want)
		}
	}
	if got := strings.Join(turns(g, routing.Auto, 4), " "); got != "3>5 5>3" && got != "1>5 5>1" {
		t.Errorf("turns at the gate: %s", got)
	}

	loop := line(new(osmtest.Map), 1, 2, 3).Node(4, .002, .001, gate...).
		Way(1, []int64{1, 2, 3}, road).Way(2, []int64{1, 4}, road).Way(3, []int64{4, 3}, road)
	g = graphtest.Graph(t, loop)
	if got := strings.Join(turns(g, routing.Auto, 4), " "); got != "1>1 3>3" {
		t.Errorf("turns at a gate between public roads: %s", got)
	}
}

// A tagged time belongs to the whole line, however many edges and ways it has.
func TestFerryTimes(t *testing.T) {
	hours := func(t *testing.T, m *osmtest.Map) float64 {
		g := graphtest.Graph(t, m)
		n := g.Network(routing.Pedestrian)
		sum := 0.0
		for e := range g.Edges {
			sum += float64(g.Edges[e].Length) / 1e6 / n.ClassOf(uint32(2*e)).SpeedKPH
		}
		return sum
	}
	whole := func() *osmtest.Map { return line(new(osmtest.Map), 1, 10, 20, 30, 40) }
	member := osmtest.WayMember
	for _, tc := range []struct {
		name string
		m    *osmtest.Map
	}{
		{"one way", whole().Way(1, []int64{1, 10, 20, 30, 40}, "route=ferry", "duration=01:00")},
		{"cut by landings", whole().Way(1, []int64{1, 10, 20, 30, 40}, "route=ferry", "duration=PT1H").Way(2, []int64{10, 20}, "route=ferry", "duration=0", "foot=no", "motor_vehicle=no", "bicycle=no")},
		{"on the relation", whole().Way(1, []int64{1, 10, 20}, "route=ferry").Way(2, []int64{20, 30, 40}, "route=ferry").
			Relation(1, []osm.Member{member(1, ""), member(2, "")}, "type=route", "route=ferry", "duration=60")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := hours(t, tc.m); math.Abs(got-1) > 0.001 {
				t.Errorf("the line takes %.4f hours, want 1", got)
			}
		})
	}
}

func TestImportIsDeterministic(t *testing.T) {
	extract := osmtest.Delaware(t)
	if testing.Short() {
		extract = graphtest.RandomTown(1).Map().PBF(t)
	}
	first, _ := graphtest.Import(t, t.TempDir(), extract)
	second, _ := graphtest.Import(t, t.TempDir(), extract)
	a, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(second)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Error("two imports of one extract differ")
	}
}

func TestCheckDelaware(t *testing.T) {
	if err := graph.Check(context.Background(), graphtest.Delaware(t)); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := graph.Check(ctx, graphtest.Delaware(t)); err == nil {
		t.Error("a cancelled check goes on")
	}
}

func TestDrivingSide(t *testing.T) {
	for _, tc := range []struct {
		name     string
		lon, lat float64
		left     bool
	}{
		{"London", -0.13, 51.5, true},
		{"Calais", 1.86, 50.95, false},
		{"Dublin", -6.26, 53.35, true},
		{"Lerwick", -1.14, 60.15, true},
		{"Wilmington", -75.55, 39.74, false},
		{"Delhi", 77.2, 28.6, true},
		{"Kabul", 69.2, 34.5, false},
		{"Bangkok", 100.5, 13.75, true},
		{"Phnom Penh", 104.9, 11.55, false},
		{"Singapore", 103.8, 1.35, true},
		{"Manila", 121, 14.6, false},
		{"Tokyo", 139.7, 35.7, true},
		{"Seoul", 127, 37.55, false},
		{"Sydney", 151.2, -33.9, true},
		{"Suva", 178.4, -18.1, true},
		{"Apia", -171.8, -13.8, true},
		{"Pago Pago", -170.7, -14.3, false},
		{"Nairobi", 36.8, -1.3, true},
		{"Kigali", 30.1, -1.95, false},
		{"Cape Town", 18.4, -33.9, true},
		{"Luanda", 13.2, -8.8, false},
		{"Kingston", -76.8, 18, true},
		{"Havana", -82.4, 23.1, false},
		{"Nicosia", 33.4, 35.2, true},
		{"Beirut", 35.5, 33.9, false},
	} {
		g := graphtest.Graph(t, new(osmtest.Map).Node(1, tc.lon, tc.lat).Node(2, tc.lon+.0001, tc.lat).Way(1, []int64{1, 2}, road), routing.Auto)
		if got := g.NodeFlags[0]&graph.LeftHand != 0; got != tc.left {
			t.Errorf("%s: traffic keeps left is %v", tc.name, got)
		}
	}
}

// Who may use a trunk road depends on the country, at all hours and at some.
func TestTrunksByCountry(t *testing.T) {
	for _, tc := range []struct {
		name     string
		lon, lat float64
		open     bool
	}{
		{"Dover, Delaware", -75.52, 39.16, true},
		{"Oxford, where traffic keeps left", -1.26, 51.75, true},
		{"Bern", 7.45, 46.95, false},
		{"at sea", -30, 30, false},
	} {
		m := new(osmtest.Map).Node(1, tc.lon, tc.lat).Node(2, tc.lon+.001, tc.lat).Node(3, tc.lon+.002, tc.lat).
			Way(1, []int64{1, 2}, "highway=trunk", "access:conditional=no @ (Mo-Fr 07:00-09:00)").
			Way(2, []int64{2, 3}, "highway=trunk", "cycleway:left=no")
		g := graphtest.Graph(t, m, graphtest.Modes...)
		for mode, want := range map[routing.Mode]bool{routing.Auto: true, routing.Bicycle: tc.open, routing.Pedestrian: tc.open} {
			n := g.Network(mode)
			for edge := range uint32(len(g.Edges)) {
				if got := n.Usable(2*edge) && n.Usable(2*edge+1); got != want {
					t.Errorf("%s, %s, way %d: usable %v", tc.name, mode, g.Ways[g.Edges[edge].Way].ID, got)
				}
				timed := g.Ways[g.Edges[edge].Way].ID == 1 && want
				if got := n.ClassOf(2*edge).When != 0; got != timed {
					t.Errorf("%s, %s, way %d: another use at times %v", tc.name, mode, g.Ways[g.Edges[edge].Way].ID, got)
				}
			}
		}
	}
}

// Bearings are those of the points 15 metres along the arcs, or of their heads where they are shorter.
func TestBearings(t *testing.T) {
	g := graphtest.Graph(t, graphtest.RandomTown(7).Map())
	for arc := range uint32(2 * len(g.Edges)) {
		line := g.AppendPart(nil, arc, 0, min(15_000, g.Edges[arc>>1].Length))
		if len(line) < 2 {
			continue // of no length
		}
		want := geo.Bearing(line[0], line[len(line)-1])
		if diff := math.Mod(math.Abs(g.Bearing(arc)-want)+180, 360) - 180; math.Abs(diff) > 0.05 {
			t.Errorf("arc %d: %v degrees, want %v", arc, g.Bearing(arc), want)
		}
	}
}
