package embedded

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/index/indextest"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
	"pgregory.net/rapid"
)

// ranged is a map of streets along parallels, 0.002 degrees apart, with house numbers by interpolation
// ways 10 m north of them. A degree of longitude is 71.7 km at 50 N.
func ranged() *osmtest.Map {
	m := new(osmtest.Map)
	street := func(i int64, name string, tags ...string) {
		lat := 50 + 0.002*float64(i)
		m.Node(1000+2*i, 10, lat).Node(1001+2*i, 10.02, lat)
		m.Way(100+i, []int64{1000 + 2*i, 1001 + 2*i}, append(tags, "highway=residential", "name="+name)...)
	}
	house := func(id int64, i int64, lon float64, tags ...string) {
		m.Node(id, lon, 50.0001+0.002*float64(i), tags...)
	}
	street(0, "Odd Street")
	house(1, 0, 10.001, "addr:housenumber=1", "addr:street=Odd Street", "addr:postcode=11111")
	house(2, 0, 10.003)
	house(3, 0, 10.011, "addr:housenumber=21", "addr:street=Odd Street", "addr:postcode=11111")
	m.Way(1, []int64{3, 2, 1}, "addr:interpolation=odd") // against the numbers
	street(1, "Even Street")
	house(4, 1, 10.001, "addr:housenumber=2")
	house(5, 1, 10.006, "addr:housenumber=12")
	house(6, 1, 10.008, "addr:housenumber=100")
	m.Way(2, []int64{4, 5, 6}, "addr:interpolation=Even", "addr:street=Even Street", "addr:inclusion=estimate", "addr:city=Rangeby")
	street(2, "Letter Street")
	house(7, 2, 10.001, "addr:housenumber=12", "addr:street=Letter Street")
	house(8, 2, 10.005, "addr:housenumber=12d", "addr:street=Letter Street")
	m.Way(3, []int64{7, 8}, "addr:interpolation=alphabetic")
	street(3, "Step Street")
	// The ends are corners of buildings that have the numbers.
	house(9, 3, 10.001)
	house(10, 3, 10.011)
	for i, lon := range []float64{10.001, 10.011} {
		id := int64(50 + 2*i)
		house(id, 3, lon+0.0001)
		m.Node(id+1, lon, 50.0062)
		m.Way(50+int64(i), []int64{9 + int64(i), id, id + 1, 9 + int64(i)}, "building=yes", fmt.Sprintf("addr:housenumber=%d", 10+50*i), "addr:street=Step Street")
	}
	m.Way(4, []int64{9, 10}, "addr:interpolation=10")
	street(4, "Member Street")
	house(11, 4, 10.001, "addr:housenumber=1")
	house(12, 4, 10.005, "addr:housenumber=5")
	m.Way(5, []int64{11, 12}, "addr:interpolation=all")
	m.Relation(1, []osm.Member{osmtest.WayMember(5, "house"), osmtest.WayMember(104, "street")}, "type=associatedStreet", "name=Member Street")
	street(5, "Near Street")
	house(13, 5, 10.001, "addr:housenumber=1")
	house(14, 5, 10.005, "addr:housenumber=5")
	m.Way(6, []int64{13, 14}, "addr:interpolation=all")
	// What makes no sense.
	street(6, "Wrong Street")
	street(7, "Other Street")
	house(20, 6, 10.001, "addr:housenumber=7", "addr:street=Wrong Street")
	house(21, 6, 10.002, "addr:housenumber=7", "addr:street=Wrong Street")
	house(22, 6, 10.003, "addr:housenumber=3000", "addr:street=Wrong Street")
	house(23, 7, 10.004, "addr:housenumber=3010", "addr:street=Other Street")
	house(24, 6, 10.005)
	m.Way(7, []int64{20, 21}, "addr:interpolation=all")  // equal ends
	m.Way(8, []int64{21, 22}, "addr:interpolation=all")  // thousands
	m.Way(9, []int64{22, 23}, "addr:interpolation=even") // two streets
	m.Way(10, []int64{23, 24}, "addr:interpolation=odd") // one end
	m.Way(11, []int64{20, 99}, "addr:interpolation=odd") // one is missing
	m.Way(12, []int64{22, 20}, "addr:interpolation=what")
	return m
}

func TestInterpolationWays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.region")
	report, err := indextest.Build(context.Background(), path, ranged().PBF(t))
	if err != nil {
		t.Fatal(err)
	}
	f, err := region.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	if err := index.Check(context.Background(), f); err != nil {
		t.Fatal(err)
	}
	g, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		text  string
		level geocode.MatchLevel
		lon   float64
	}{
		{"1 Odd Street", geocode.Exact, 10.001},
		{"11 Odd Street", geocode.Interpolated, 10.006},
		{"Odd Street 3, 11111", geocode.Interpolated, 10.002},
		{"4 Even Street", geocode.Interpolated, 10.002},
		{"Even Street 56, Rangeby", geocode.Interpolated, 10.007},
		{"12a Letter Street", geocode.Interpolated, 10.002},
		{"12 C Letter Street", geocode.Interpolated, 10.004},
		{"12d Letter Street", geocode.Exact, 10.005},
		{"30 Step Street", geocode.Interpolated, 10.005},
		{"2 Member Street", geocode.Interpolated, 10.002},
		{"4 Near Street", geocode.Interpolated, 10.004},
		{"10 Odd Street", geocode.StreetLevel, 10.01},
		{"3 Even Street", geocode.StreetLevel, 10.01},
		{"35 Step Street", geocode.StreetLevel, 10.01},
		{"1500 Wrong Street", geocode.StreetLevel, 10.01},
		{"3004 Wrong Street", geocode.StreetLevel, 10.01},
	} {
		p := search(t, g, geocode.Query{Text: tc.text}).Places
		if len(p) == 0 || p[0].MatchLevel != tc.level || math.Abs(p[0].Point[0]-tc.lon) > 1e-4 {
			t.Errorf("%q: got %+v, want %s at %v", tc.text, p, tc.level, tc.lon)
			continue
		}
		same, err := g.Place(context.Background(), p[0].ID, "")
		if err != nil || same == nil || same.Point != p[0].Point || same.Label != p[0].Label {
			t.Errorf("%s resolves to %+v, %v", p[0].ID, same, err)
		}
	}
	for text, want := range map[string]string{"5 Odd Street": "Odd Street 5, 11111", "6 Even Street": "Even Street 6, Rangeby"} {
		if p := search(t, g, geocode.Query{Text: text}).Places; p[0].Label != want {
			t.Errorf("%q: got %q, want %q", text, p[0].Label, want)
		}
	}
	if n := report.Counts["stretches of interpolated house numbers"]; n != 7 {
		t.Errorf("%d stretches, want 7", n)
	}
	for reason, want := range map[string]int{
		"interpolation ways without two house numbers":                2,
		"stretches of interpolation ways whose numbers make no sense": 3,
		"stretches of interpolation ways between two streets":         1,
		"stretches of interpolation ways without a street":            0,
	} {
		if got := report.Skipped[reason]; got != want {
			t.Errorf("%s: got %d, want %d", reason, got, want)
		}
	}
}

func TestReverseInterpolationWays(t *testing.T) {
	g := geocoder(t, ranged())
	for _, tc := range []struct {
		lon, lat float64
		types    []geocode.PlaceType
		want     string
		level    geocode.MatchLevel
	}{
		{10.0061, 50.0001, nil, "Odd Street 11", geocode.Interpolated},
		{10.0061, 50.0001, []geocode.PlaceType{geocode.Address}, "Odd Street 11", geocode.Interpolated},
		{10.0012, 50.0001, nil, "Odd Street 1", geocode.Exact}, // it is mapped, and near
		{10.003, 50.0041, nil, "Letter Street 12b", geocode.Interpolated},
		{10.0061, 50.0001, []geocode.PlaceType{geocode.Street}, "Odd Street", geocode.StreetLevel},
	} {
		r, err := g.Reverse(context.Background(), geocode.ReverseQuery{Point: orb.Point{tc.lon, tc.lat}, Types: tc.types, Size: 1})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Places) != 1 || r.Places[0].Name != tc.want || r.Places[0].MatchLevel != tc.level || *r.Places[0].Distance > 40 {
			t.Errorf("%v %v: got %+v, want %s, %s", tc.lon, tc.types, r.Places, tc.want, tc.level)
		}
	}
}

// Numbers on a crooked way stand where a walk along it comes to them, whatever the ends and the kind.
func TestInterpolationByBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := new(osmtest.Map).Node(1, 10, 49.999).Node(2, 10.01, 49.999).Way(1, []int64{1, 2}, "highway=residential", "name=Long Lane")
		var line orb.LineString
		var nodes []int64
		n := rapid.IntRange(2, 6).Draw(rt, "nodes")
		for i := range n {
			p := orb.Point{10 + 0.001*float64(i) + 0.0004*rapid.Float64Range(0, 1).Draw(rt, "x"), 50 + 0.0008*rapid.Float64Range(0, 1).Draw(rt, "y")}
			p = geo.ToFixed(p).Point()
			line, nodes = append(line, p), append(nodes, int64(10+i))
		}
		first, last := rapid.IntRange(1, 50).Draw(rt, "first"), rapid.IntRange(51, 99).Draw(rt, "last")
		for i, p := range line {
			switch i {
			case 0:
				m.Node(10, p[0], p[1], fmt.Sprintf("addr:housenumber=%d", first), "addr:street=Long Lane")
			case n - 1:
				m.Node(int64(10+i), p[0], p[1], fmt.Sprintf("addr:housenumber=%d", last), "addr:street=Long Lane")
			default:
				m.Node(int64(10+i), p[0], p[1])
			}
		}
		m.Way(2, nodes, "addr:interpolation=all")
		g := geocoder(t, m)
		total := geo.Length(line)
		for _, number := range []int{first + 1, (first + last) / 2, last - 1} {
			if number <= first || number >= last {
				continue
			}
			rest := total * float64(number-first) / float64(last-first)
			var want orb.Point
			for i := 1; i < len(line); i++ {
				d := geo.Distance(line[i-1], line[i])
				if rest <= d {
					f := rest / d
					want = orb.Point{line[i-1][0] + f*(line[i][0]-line[i-1][0]), line[i-1][1] + f*(line[i][1]-line[i-1][1])}
					break
				}
				rest -= d
			}
			p := search(t, g, geocode.Query{Text: fmt.Sprintf("%d Long Lane", number)}).Places
			// Lines are stored to a metre and a half.
			if len(p) == 0 || p[0].MatchLevel != geocode.Interpolated || geo.Distance(p[0].Point, want) > 4 {
				rt.Fatalf("%d between %d and %d on %v: got %+v, want %v", number, first, last, line, p, want)
			}
		}
	})
}
