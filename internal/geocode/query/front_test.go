package query

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/paulmach/orb"
)

// What is not read while someone types would not have been among the rows: all of them are those of a search that
// reads every name.
func TestFrontLosesNothing(t *testing.T) {
	x := delaware(t)
	r := rand.New(rand.NewPCG(3, 14))
	name := func() []rune { return []rune(x.Text(x.Record(index.Doc(r.IntN(x.Len()))).Name)) }
	spared := 0
	for range 1500 {
		letters := name()
		if r.IntN(3) == 0 {
			letters = append(append(letters, ',', ' '), name()...)
		}
		q := geocode.Query{Text: string(letters[:min(len(letters), 1+r.IntN(20))]), Size: 1 + r.IntN(8), Autocomplete: true}
		if r.IntN(4) == 0 {
			q.Focus = &orb.Point{-75.8 + 0.7*r.Float64(), 38.5 + 1.3*r.Float64()}
		}
		got, spent := run(t, x, q)
		s := &search{byKey: map[hitKey]int{}, full: true}
		want, err := s.run(context.Background(), x, &q)
		if err != nil {
			t.Fatal(err)
		}
		spared += s.spent.docs - spent.docs
		if len(got.Hits) != len(want.Hits) {
			t.Errorf("%q: %d hits, want %d", q.Text, len(got.Hits), len(want.Hits))
			continue
		}
		for i := range got.Hits {
			g, w := &got.Hits[i], &want.Hits[i]
			if g.Doc != w.Doc || g.At != w.At || g.rankNear() != w.rankNear() || g.Confidence != w.Confidence {
				t.Errorf("%q: hit %d of %d is %s (rank %v, confidence %v), want %s (%v, %v)", q.Text, i, q.Size,
					x.Text(g.name), g.rankNear(), g.Confidence, x.Text(w.name), w.rankNear(), w.Confidence)
			}
		}
		// How many there are is counted by names, once where the text is not read anew with errors.
		if s.spent.passes == 1 && (got.Total > want.Total*3/2+30 || want.Total > got.Total*3/2+30) {
			t.Errorf("%q: %d places in all, want about %d", q.Text, got.Total, want.Total)
		}
	}
	if spared < 15_000 {
		t.Errorf("%d docs were spared", spared)
	}
}

// The whole name of a state behind a comma is no beginning of a road, but any other last word is.
func TestUnfinished(t *testing.T) {
	x := delaware(t)
	for text, want := range map[string]bool{
		"Kirkwood, DE": false, "Kirkwood, Delaware": false, "Kirkwood, D": true, "Kirkwood DE": true, "DE": true, "Kirkwood, Dela": true, "BP, Glasgow, DE": false,
	} {
		s := &search{byKey: map[hitKey]int{}}
		a, err := s.run(context.Background(), x, &geocode.Query{Text: text, Size: 5, Autocomplete: true})
		if err != nil || len(a.Hits) == 0 {
			t.Fatalf("%q: %d hits, %v", text, len(a.Hits), err)
		}
		if got := s.unfinished(len(s.atoms) - 1); got != want {
			t.Errorf("%q is unfinished: %v, want %v", text, got, want)
		}
		for _, h := range a.Hits {
			if name := x.Text(h.name); !want && strings.HasPrefix(name, "DE ") {
				t.Errorf("%q gives the road %s", text, name)
			}
		}
	}
}
