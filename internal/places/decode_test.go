package places

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// TestPackProperties packs random features and finds them again, to 11 cm.
func TestPackProperties(t *testing.T) {
	position := rapid.Custom(func(t *rapid.T) orb.Point {
		return orb.Point{rapid.Float64Range(-180, 180).Draw(t, "lon"), rapid.Float64Range(-90, 90).Draw(t, "lat")}
	})
	kinds := []kind{{Woods, "natural=wood", area}, {Road, "highway=road", line}, {Structure, "building=yes", building}}
	rapid.Check(t, func(rt *rapid.T) {
		p := newPacker()
		type sent struct {
			kind   kind
			points [][]grid
			area   uint64
		}
		var want []sent
		for range rapid.IntRange(0, 120).Draw(rt, "features") {
			k := rapid.SampledFrom(kinds).Draw(rt, "kind")
			before := p.len()
			switch k.shape {
			case building:
				p.addPoint(k, position.Draw(rt, "at"), rapid.Float64Range(1, 1e6).Draw(rt, "area"))
			case line:
				p.addLine(k, rapid.SliceOfN(position, 2, 6).Draw(rt, "line"))
			default:
				var polygon orb.Polygon
				for range rapid.IntRange(1, 3).Draw(rt, "rings") {
					ring := orb.Ring(rapid.SliceOfN(position, 3, 6).Draw(rt, "ring"))
					polygon = append(polygon, append(ring, ring[0]))
				}
				p.addPolygon(k, polygon)
			}
			if p.len() > before {
				f := p.features[before]
				want = append(want, sent{k, f.rings, f.area})
			}
		}
		path := filepath.Join(t.TempDir(), "r")
		w, err := region.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Abort()
		if err := p.write(context.Background(), w); err != nil {
			t.Fatal(err)
		}
		if err := (&coastBuilder{}).write(nil, w); err != nil {
			t.Fatal(err)
		}
		if err := w.Commit(region.Meta{}); err != nil {
			t.Fatal(err)
		}
		file, err := region.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if err := Check(context.Background(), file); err != nil {
			rt.Fatal(err)
		}
		s, err := Open(file)
		if err != nil {
			t.Fatal(err)
		}
		got := collect(s, world)
		if len(got) != len(want) {
			rt.Fatalf("%d features, want %d", len(got), len(want))
		}
		used := make([]bool, len(got))
	next:
		for _, w := range want {
			for i, f := range got {
				if !used[i] && f.Kind == w.kind.tag && f.Class == w.kind.class && same(&f, w.points, w.area) {
					used[i] = true
					continue next
				}
			}
			rt.Fatalf("feature %+v is lost", w)
		}
	})
}

func same(f *Feature, rings [][]grid, area uint64) bool {
	have := f.Polygon
	switch {
	case f.Point != nil:
		return toGrid(*f.Point) == rings[0][0] && f.Area == float64(area)
	case f.Line != nil:
		have = orb.Polygon{orb.Ring(f.Line)}
	}
	if len(have) != len(rings) {
		return false
	}
	for i, ring := range rings {
		n := len(have[i])
		if f.Polygon != nil {
			n--
		}
		if n != len(ring) {
			return false
		}
		for j, g := range ring {
			if toGrid(have[i][j]) != g {
				return false
			}
		}
	}
	return true
}

// FuzzDecode decodes any block: it ends, and what it gives lies within the world.
func FuzzDecode(f *testing.F) {
	kinds := []kind{{Woods, "natural=wood", area}, {Road, "highway=road", line}, {Structure, "building=yes", building}}
	p := newPacker()
	p.addPolygon(kinds[0], orb.Polygon{{{0, 0}, {1, 0}, {1, 1}, {0, 0}}, {{0.2, 0.1}, {0.3, 0.2}, {0.3, 0.1}, {0.2, 0.1}}})
	p.addLine(kinds[1], orb.LineString{{-75, 39}, {-75.1, 39.2}})
	p.addPoint(kinds[2], orb.Point{179.99, -89}, 42)
	var e encoder
	var block []byte
	for i := range p.features {
		block = e.feature(block, &p.features[i])
	}
	f.Add(block)
	f.Add(block[:len(block)-3])
	f.Add([]byte{2, 0xff, 0xff, 0xff, 0xff, 0x7f})
	f.Fuzz(func(t *testing.T, block []byte) {
		var d decoder
		d.reset(kinds, block)
		n := 0
		for d.next() {
			n++
			b := bounds(&d.feature)
			if b.MinLon < world.MinLon || b.MaxLon > world.MaxLon || b.MinLat < world.MinLat || b.MaxLat > world.MaxLat {
				t.Fatalf("feature %+v lies outside the world", d.feature)
			}
			if d.box.Union(b) != d.box {
				t.Fatalf("box %v does not hold %v", d.box, b)
			}
		}
		if n > len(block) {
			t.Fatalf("%d features of %d bytes", n, len(block))
		}
	})
}

// FuzzOpen opens sections of any content: refused as damaged, or harmless.
func FuzzOpen(f *testing.F) {
	dir := f.TempDir()
	p := newPacker()
	p.addPoint(kind{Structure, "building=yes", building}, orb.Point{1, 2}, 42)
	path := filepath.Join(dir, "seed")
	w, err := region.Create(path)
	if err != nil {
		f.Fatal(err)
	}
	if err := p.write(context.Background(), w); err != nil {
		f.Fatal(err)
	}
	for name, values := range map[string][]uint32{coastRunsSection: {0, 1, 0, 1}, coastItemsSection: {0}} {
		if err := region.AddSlice(w, name, values); err != nil {
			f.Fatal(err)
		}
	}
	if err := region.AddSlice(w, coastPointsSection, []geo.Fixed{{Lon: 0, Lat: 0}, {Lon: 1000, Lat: 1000}}); err != nil {
		f.Fatal(err)
	}
	if err := region.AddSlice(w, coastBoxesSection, []geo.Box{{MinLon: 0, MinLat: 0, MaxLon: 1000, MaxLat: 1000}}); err != nil {
		f.Fatal(err)
	}
	if err := w.Commit(region.Meta{}); err != nil {
		f.Fatal(err)
	}
	file, err := region.Open(path)
	if err != nil {
		f.Fatal(err)
	}
	names := []string{kindsSection, dataSection, blocksSection, boxesSection, itemsSection, coastPointsSection, coastRunsSection, coastBoxesSection, coastItemsSection}
	var seed [][]byte
	for _, name := range names {
		b, err := file.Section(name)
		if err != nil {
			f.Fatal(err)
		}
		seed = append(seed, append([]byte(nil), b...))
	}
	file.Close()
	f.Add(seed[0], seed[1], seed[2], seed[3], seed[4], seed[5], seed[6], seed[7], seed[8])
	f.Add([]byte("x"), seed[1], seed[2], seed[3], seed[4], seed[5], seed[6], seed[7], seed[8])
	f.Add(seed[0], seed[1][:2], seed[2], seed[3], seed[4], seed[5], []byte{0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0}, seed[7], seed[8])
	f.Fuzz(func(t *testing.T, a, b, c, d, e, g, h, i, j []byte) {
		path := filepath.Join(dir, "fuzz")
		w, err := region.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Abort()
		for k, content := range [][]byte{a, b, c, d, e, g, h, i, j} {
			if err := w.Add(names[k], content); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Commit(region.Meta{}); err != nil {
			t.Fatal(err)
		}
		file, err := region.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if err := Check(context.Background(), file); err != nil && !errors.Is(err, region.ErrDamaged) {
			t.Fatalf("Check: %v does not say that the file is damaged", err)
		}
		s, err := Open(file)
		if err != nil {
			if !errors.Is(err, region.ErrDamaged) {
				t.Fatalf("Open: %v does not say that the file is damaged", err)
			}
			return
		}
		s.Search(world, func(*Feature) bool { return true })
		s.AtSea(orb.Point{0.00005, 0.00002})
	})
}

func TestOpenMissing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "empty")
	w, err := region.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(region.Meta{}); err != nil {
		t.Fatal(err)
	}
	file := openRegion(t, path)
	if _, err := Open(file); !errors.Is(err, region.ErrNoSection) {
		t.Errorf("Open: %v, want %v", err, region.ErrNoSection)
	}
	if err := Check(context.Background(), file); !errors.Is(err, region.ErrDamaged) {
		t.Errorf("Check: %v, want %v", err, region.ErrDamaged)
	}
}
