package embedded

import (
	"context"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index/indextest"
	"github.com/paulmach/orb"
)

func open(tb testing.TB) *Geocoder {
	tb.Helper()
	g, err := New(indextest.Delaware(tb))
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

func benchSearch(b *testing.B, autocomplete bool, texts ...string) {
	g := open(b)
	queries := make([]geocode.Query, len(texts))
	for i, t := range texts {
		queries[i] = geocode.Query{Text: t, Size: 5, Autocomplete: autocomplete}
		if r, err := g.Search(context.Background(), queries[i]); err != nil || len(r.Places) == 0 {
			b.Fatalf("%q: got %v, %v, want a place", t, r, err)
		}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := g.Search(context.Background(), queries[i%len(queries)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSearchPlace(b *testing.B) {
	benchSearch(b, false, "Wilmington, DE", "Rodney Square", "19801", "University of Delaware", "Dover")
}

func BenchmarkSearchAddress(b *testing.B) {
	benchSearch(b, false, "815 Colorado Drive, Newark, DE 19713", "500 North King Street, Wilmington", "3 Queen Street, Rehoboth Beach",
		"King Street, Wilmington", "709 N Market St, Wilmington, DE 19801")
}

func BenchmarkSearchTypo(b *testing.B) {
	benchSearch(b, false, "117 Syraxuse Drive, Newark, DE 19713", "Rodnei Square", "Wilmingtan", "305 Torbet Street, Wilmington, DE", "Univresity of Delaware")
}

func BenchmarkSearchCrossing(b *testing.B) {
	benchSearch(b, false, "Tennyson Drive & Lyric Drive", "Marsh Road at Woodcroft Lane", "corner of King Street and 4th Street, Wilmington")
}

func BenchmarkAutocomplete(b *testing.B) {
	benchSearch(b, true, "w", "wil", "main s", "university of d", "815 colo")
}

func BenchmarkReverse(b *testing.B) {
	g := open(b)
	queries := []geocode.ReverseQuery{
		{Point: orb.Point{-75.5470, 39.7459}, Size: 1}, // the middle of Wilmington
		{Point: orb.Point{-75.7676, 39.6527}, Size: 1, Types: []geocode.PlaceType{geocode.Address}},
		{Point: orb.Point{-75.4, 38.9}, Size: 1, Types: []geocode.PlaceType{geocode.Street}},
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := g.Reverse(context.Background(), queries[i%len(queries)]); err != nil {
			b.Fatal(err)
		}
	}
}
