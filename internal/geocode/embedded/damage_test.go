package embedded

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/index/indextest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/orb"
)

// exercise asks a geocoder over a possibly damaged index whatever it can be asked. It may fail and
// answer nonsense, but neither panic nor run on.
func exercise(t testing.TB, f *region.File) {
	g, err := New(f)
	if err != nil {
		return
	}
	ctx := context.Background()
	_ = index.Check(ctx, f)
	for _, text := range []string{"Mill Street 3, Oldham", "ol", "Corner Café", "mil st & high street", "12345", "hgih street"} {
		for _, autocomplete := range []bool{false, true} {
			if _, err := g.Search(ctx, geocode.Query{Text: text, Size: 10, Autocomplete: autocomplete, Language: "fi"}); err != nil {
				t.Errorf("search: %v", err)
			}
		}
	}
	for _, types := range [][]geocode.PlaceType{nil, {geocode.Street, geocode.Address}, {geocode.Locality, geocode.County}} {
		if _, err := g.Reverse(ctx, geocode.ReverseQuery{Point: orb.Point{10.005, 50.005}, Types: types, Radius: 50_000, Size: 40}); err != nil {
			t.Errorf("reverse: %v", err)
		}
	}
	for _, id := range []string{"osm:way/10", "osm:relation/1", "osm:node/20", "addr:node/22", "xing:way/10/way/11", "addr:postcode/node/20"} {
		if _, err := g.Place(ctx, id, "en"); err != nil {
			t.Errorf("place: %v", err)
		}
	}
}

// damage changes, cuts or repeats a few bytes of one section.
func damage(sections []indextest.Section, which, at int, value byte, how uint8) []indextest.Section {
	out := slices.Clone(sections)
	s := &out[which%len(out)]
	if len(s.Data) == 0 {
		return out
	}
	at %= len(s.Data)
	switch how % 4 {
	case 0:
		s.Data = slices.Clone(s.Data)
		s.Data[at] = value
	case 1:
		s.Data = s.Data[:at]
	case 2:
		s.Data = append(slices.Clone(s.Data), s.Data[:at]...)
	case 3:
		s.Data = slices.Clone(s.Data)
		for i := at; i < min(at+8, len(s.Data)); i++ {
			s.Data[i] = value
		}
	}
	return out
}

// A damaged index whose checksums are right, as only a faulty or hostile writer makes it, is
// refused or harmless.
func TestDamagedIndex(t *testing.T) {
	sections := indextest.Sections(t, indextest.Map(t, village()))
	exercise(t, indextest.Write(t, sections))
	rng := rand.New(rand.NewPCG(1, 2))
	n := 600
	if testing.Short() {
		n = 200
	}
	for range n {
		which, at, value, how := rng.IntN(1000), rng.IntN(1<<20), byte(rng.Uint32()), uint8(rng.IntN(4))
		t.Logf("section %s at %d: %d, way %d", sections[which%len(sections)].Name, at, value, how%4)
		exercise(t, indextest.Write(t, damage(sections, which, at, value, how)))
		if t.Failed() {
			break
		}
	}
}

func FuzzDamagedIndex(f *testing.F) {
	sections := indextest.Sections(f, indextest.Map(f, village()))
	for which := range sections {
		f.Add(which, 0, byte(0xff), uint8(0))
		f.Add(which, 3, byte(0x80), uint8(3))
		f.Add(which, 1, byte(0), uint8(1))
		f.Add(which, 1, byte(0), uint8(3)) // numbers as great as can be
	}
	f.Fuzz(func(t *testing.T, which, at int, value byte, how uint8) {
		if which < 0 || at < 0 {
			t.Skip()
		}
		exercise(t, indextest.Write(t, damage(sections, which, at, value, how)))
	})
}
