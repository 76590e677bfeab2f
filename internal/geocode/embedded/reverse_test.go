package embedded

import (
	"cmp"
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/index/indextest"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/paulmach/orb"
)

func openMap(t testing.TB, m *osmtest.Map) *Geocoder {
	t.Helper()
	g, err := New(indextest.Map(t, m))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func lookAround(t testing.TB, g *Geocoder, q geocode.ReverseQuery) []geocode.Place {
	t.Helper()
	r, err := g.Reverse(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return r.Places
}

func TestReverse(t *testing.T) {
	g := openMap(t, village())
	address, street := []geocode.PlaceType{geocode.Address}, []geocode.PlaceType{geocode.Street}
	for _, tc := range []struct {
		name   string
		at     orb.Point
		types  []geocode.PlaceType
		radius float64
		id     string
		metres float64 // within a metre and a half, what streets are stored to
		label  string
	}{
		{"at a door", orb.Point{10.0012, 50.0051}, nil, 0, "osm:node/20", 0, "1 Mill Street, Oldham 12345"},
		{"near a door", orb.Point{10.0012, 50.00515}, nil, 0, "osm:node/20", 5.6, "1 Mill Street, Oldham 12345"},
		{"in a building", orb.Point{10.0063, 50.0054}, nil, 0, "osm:way/30", 0, "40 Mill Street, Oldham"},
		{"a street though a door is nearer", orb.Point{10.0012, 50.0051}, street, 0, "osm:way/10", 11.1, "Mill Street, Oldham 12345"},
		{"a house though a street is nearer", orb.Point{10.0100, 50.0050}, address, 0, "osm:way/30", 244, "40 Mill Street, Oldham"},
		{"on a street, far from doors", orb.Point{10.0095, 50.0050}, nil, 0, "osm:way/10", 0, "Mill Street, Oldham 12345"},
		{"on a bridge", orb.Point{10.0040, 50.0080}, nil, 0, "osm:way/12", 0, "Skyway, Oldham"},
		{"a café and its door", orb.Point{10.0032, 50.0051}, []geocode.PlaceType{geocode.Venue}, 0, "osm:node/22", 0, "Corner Café, 11 Mill Street, Oldham"},
		{"the door of a café", orb.Point{10.0032, 50.0051}, address, 0, "addr:node/22", 0, "11 Mill Street, Oldham"},
		{"in a park", orb.Point{10.0075, 50.0025}, nil, 0, "osm:way/31", 0, "Green Park, Oldham"},
		{"the town around", orb.Point{10.0012, 50.0051}, []geocode.PlaceType{geocode.Locality}, 0, "osm:relation/1", 0, "Oldham, Midshire"},
		{"a far street within the radius", orb.Point{10.0200, 50.0050}, street, 1000, "osm:way/10", 717, ""},
		{"beyond the radius", orb.Point{10.0200, 50.0050}, street, 500, "", 0, ""},
		{"at sea", orb.Point{11.5, 50.0050}, nil, 0, "", 0, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rows := lookAround(t, g, geocode.ReverseQuery{Point: tc.at, Types: tc.types, Radius: tc.radius, Size: 1})
			if tc.id == "" {
				if len(rows) != 0 {
					t.Fatalf("got %s %s, want nothing", rows[0].ID, rows[0].Label)
				}
				return
			}
			if len(rows) != 1 {
				t.Fatalf("got %d rows, want 1", len(rows))
			}
			r := rows[0]
			if r.ID != tc.id || math.Abs(*r.Distance-tc.metres) > 1.5 {
				t.Errorf("got %s at %.1f m, want %s at %.1f m", r.ID, *r.Distance, tc.id, tc.metres)
			}
			if (r.Bearing == nil) != (*r.Distance == 0) {
				t.Errorf("bearing %v at %.1f m", r.Bearing, *r.Distance)
			}
			if tc.label != "" && r.Label != tc.label {
				t.Errorf("label %q, want %q", r.Label, tc.label)
			}
		})
	}
}

// The areas of a row are those around the point that was asked for, not those of the road beyond
// the border.
func TestReverseAreasOfPoint(t *testing.T) {
	m := new(osmtest.Map).Grid(100, 3, 2, 10, 50, 0.01)
	for i, name := range []string{"Left", "Right"} {
		c := int64(i)
		m.Way(int64(1+i), []int64{100 + c, 101 + c, 104 + c, 103 + c, 100 + c}, "boundary=administrative", "admin_level=8", "name="+name)
	}
	m.Node(200, 10.0102, 50.001).Node(201, 10.0102, 50.009).Way(10, []int64{200, 201}, "highway=residential", "name=Border Road")
	g := openMap(t, m)
	for lon, want := range map[float64]string{10.0098: "Left", 10.0101: "Right"} {
		rows := lookAround(t, g, geocode.ReverseQuery{Point: orb.Point{lon, 50.005}, Size: 1})
		if len(rows) != 1 || rows[0].ID != "osm:way/10" || rows[0].Locality != want {
			t.Errorf("at %v: got %+v, want Border Road in %s", lon, rows, want)
		}
	}
}

// nearest is the oracle: the distances of everything of a type, by looking at all of it.
func nearestBrute(x *index.Index, p orb.Point, typ geocode.PlaceType) map[string]float64 {
	ruler := geo.NewRuler(p)
	out := map[string]float64{}
	note := func(id string, line []geo.Fixed, closed bool) {
		d := ruler.Distance(p, line[0].Point())
		for i := 1; i < len(line); i++ {
			_, m, _ := ruler.Project(p, line[i-1].Point(), line[i].Point())
			d = min(d, m)
		}
		if closed {
			_, m, _ := ruler.Project(p, line[len(line)-1].Point(), line[0].Point())
			d = min(d, m)
			if index.RingHolds(line, geo.ToFixed(p)) {
				d = 0
			}
		}
		if old, ok := out[id]; !ok || d < old {
			out[id] = d
		}
	}
	world := geo.Box{MinLon: -180 * geo.Scale, MinLat: -90 * geo.Scale, MaxLon: 180 * geo.Scale, MaxLat: 90 * geo.Scale}
	switch typ {
	case geocode.Street:
		x.SearchStreets(world, nil, func(d index.Doc, line []geo.Fixed) bool { note(x.Key(d).String(), line, false); return true })
	case geocode.Venue:
		x.SearchVenues(world, nil, func(d index.Doc, kind index.ShapeKind, shape []geo.Fixed) bool {
			note(x.Key(d).String(), shape, kind == index.RingShape)
			return true
		})
	case geocode.Address:
		x.SearchBlocks(world, func(block uint32) bool {
			x.Addresses(block, nil, func(a *index.Address) bool {
				if a.Ring != nil {
					note(x.HouseKey(a.ID).String(), a.Ring, true)
				} else {
					note(x.HouseKey(a.ID).String(), []geo.Fixed{a.At}, false)
				}
				return true
			})
			return true
		})
	}
	return out
}

// withoutTwins returns the ids, nearest first, without venues that have the name and nearly the box
// of a nearer one.
func withoutTwins(g *Geocoder, all map[string]float64, typ geocode.PlaceType) []string {
	ids := slices.Sorted(maps.Keys(all))
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(all[a], all[b]) })
	if typ != geocode.Venue {
		return ids
	}
	type kept struct {
		name string
		box  orb.Bound
	}
	size := func(b orb.Bound) float64 { return (b.Max[0] - b.Min[0]) * (b.Max[1] - b.Min[1]) }
	var list []kept
	var out []string
	for _, id := range ids {
		p, err := g.Place(context.Background(), id, "")
		if err != nil || p == nil {
			continue
		}
		if p.Bound != nil {
			k := kept{p.Name, *p.Bound}
			if slices.ContainsFunc(list, func(o kept) bool {
				if o.name != k.name || !o.box.Intersects(k.box) {
					return false
				}
				both := orb.Bound{Min: orb.Point{max(o.box.Min[0], k.box.Min[0]), max(o.box.Min[1], k.box.Min[1])}, Max: orb.Point{min(o.box.Max[0], k.box.Max[0]), min(o.box.Max[1], k.box.Max[1])}}
				return size(both) > 0 && size(both) >= 0.5*size(o.box.Union(k.box))
			}) {
				continue
			}
			list = append(list, k)
		}
		out = append(out, id)
	}
	return out
}

func TestReverseAgainstBruteForce(t *testing.T) {
	g := open(t)
	rng := rand.New(rand.NewPCG(3, 4))
	docs := g.x.Len()
	for i := range 60 {
		typ := []geocode.PlaceType{geocode.Street, geocode.Venue, geocode.Address}[i%3]
		p := g.x.Record(index.Doc(rng.IntN(docs))).At.Point()
		p[0] += rng.NormFloat64() * 0.003
		p[1] += rng.NormFloat64() * 0.003
		radius := []float64{200, 1000, 5000}[rng.IntN(3)]
		all := nearestBrute(g.x, p, typ)
		var want []float64
		for _, id := range withoutTwins(g, all, typ) {
			if d := all[id]; d <= radius {
				want = append(want, d)
			}
		}
		slices.Sort(want)
		want = want[:min(len(want), 10)]
		rows := lookAround(t, g, geocode.ReverseQuery{Point: p, Types: []geocode.PlaceType{typ}, Radius: radius, Size: 10})
		if len(rows) != len(want) {
			t.Fatalf("%s within %.0f m of %v: got %d rows, want %d", typ, radius, p, len(rows), len(want))
		}
		for k, r := range rows {
			if r.Type != typ || math.Abs(*r.Distance-want[k]) > 1e-6 || math.Abs(all[r.ID]-want[k]) > 1e-6 {
				t.Fatalf("%s number %d near %v: got %s %s at %.3f m, want one at %.3f", typ, k, p, r.Type, r.ID, *r.Distance, want[k])
			}
		}
	}
}

func TestReverseCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := openMap(t, village()).Reverse(ctx, geocode.ReverseQuery{Point: orb.Point{10, 50}, Size: 1}); err == nil {
		t.Error("got no error after cancelling")
	}
}

// A long line or wide area is where it is nearest, and what is mapped twice counts once.
func TestReverseRowsFitTheirDistance(t *testing.T) {
	m := new(osmtest.Map).Grid(100, 3, 11, 10, 50, 0.01)
	m.Way(1, []int64{100, 103, 106, 109, 112, 115, 118, 121, 124, 127, 130}, "waterway=river", "name=Long River")
	m.Way(2, []int64{101, 102, 132, 131, 101}, "leisure=park", "name=Wide Park")
	for i := int64(0); i < 2; i++ {
		m.Node(200+4*i, 10.002, 50.002).Node(201+4*i, 10.003, 50.002).Node(202+4*i, 10.003, 50.003).Node(203+4*i, 10.002, 50.003)
	}
	m.Way(3, []int64{200, 201, 202, 203, 200}, "historic=fort", "name=Old Fort")
	m.Way(4, []int64{204, 205, 206, 207, 204}, "tourism=museum", "name=Old Fort")
	m.Node(210, 10.0025, 50.0025, "amenity=cafe", "name=Old Fort")
	g := openMap(t, m)
	at := orb.Point{10.0023, 50.0024}
	rows := lookAround(t, g, geocode.ReverseQuery{Point: at, Types: []geocode.PlaceType{geocode.Venue}, Size: 10})
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.ID)
		if r.Name == "Old Fort" {
			continue // its label lies within it
		}
		if d := geo.Distance(at, r.Point); math.Abs(d-*r.Distance) > 2+*r.Distance/200 {
			t.Errorf("%s: %.1f m away, its coordinates are %.1f m", r.Name, *r.Distance, d)
		}
	}
	if want := []string{"osm:way/3", "osm:node/210", "osm:way/1", "osm:way/2"}; !slices.Equal(ids, want) {
		t.Errorf("got %v, want %v", ids, want)
	}
}
