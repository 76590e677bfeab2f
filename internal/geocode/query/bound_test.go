package query

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/paulmach/orb"
)

// drawer draws texts from an index.
type drawer struct {
	x *index.Index
	r *rand.Rand
}

// name returns a random name of a doc.
func (d *drawer) name(doc index.Doc) string {
	names := []index.Name{d.x.Record(doc).Name}
	d.x.Variants(doc, func(v index.Variant) bool {
		names = append(names, v.Name)
		return true
	})
	if d.r.IntN(4) > 0 {
		return d.x.Text(names[0])
	}
	return d.x.Text(names[d.r.IntN(len(names))])
}

// where returns the names of some of the areas around a doc.
func (d *drawer) where(doc index.Doc) string {
	out := ""
	links, _ := d.x.Chain(nil, d.x.Record(doc).Chain())
	for _, l := range links {
		name := d.x.Text(d.x.Record(l.Area).Name)
		if r := admin.RegionOf(d.x.CountryOf(d.x.Record(doc).Chain()), name); r != nil {
			name = r.Codes[0]
		}
		if d.r.IntN(2) == 0 {
			out += ", " + name
		}
	}
	return out
}

// doc returns a random doc, of a kind if there is one among a few.
func (d *drawer) doc(kind index.Kind) index.Doc {
	doc := index.Doc(d.r.IntN(d.x.Len()))
	for range 200 {
		if d.x.Record(doc).Kind() == kind {
			break
		}
		doc = index.Doc(d.r.IntN(d.x.Len()))
	}
	return doc
}

// text returns a text that asks for something.
func (d *drawer) text() string {
	switch d.r.IntN(5) {
	case 0:
		doc := d.doc(index.Street)
		number := 1 + d.r.IntN(30)
		if f := d.x.Details(doc); f.Blocks > 0 {
			d.x.Addresses(f.FirstBlock, nil, func(a *index.Address) bool {
				number = int(a.Value)
				return d.r.IntN(4) > 0
			})
		}
		return fmt.Sprintf("%d %s%s", number, d.name(doc), d.where(doc))
	case 1:
		doc := d.doc(index.Street)
		other := d.doc(index.Street)
		d.x.SearchStreets(geo.Around(d.x.Record(doc).At, 150), nil, func(street index.Doc, _ []geo.Fixed) bool {
			if street != doc {
				other = street
			}
			return d.r.IntN(3) > 0
		})
		return d.name(doc) + []string{" & ", " and ", " / ", " corner of "}[d.r.IntN(4)] + d.name(other)
	case 2:
		doc := index.Doc(d.r.IntN(d.x.Len()))
		return d.name(doc) + d.where(doc)
	case 3:
		doc, street := d.doc(index.Venue), d.doc(index.Street)
		return d.name(doc) + ", " + d.name(street) + d.where(doc)
	}
	doc := d.doc(index.Kind(d.r.IntN(6)))
	return d.name(doc) + d.where(doc)
}

// bent returns a text that somebody else might have written.
func (d *drawer) bent(s string) string {
	words := strings.Fields(s)
	if len(words) == 0 {
		return s
	}
	switch i := d.r.IntN(len(words)); d.r.IntN(10) {
	case 0:
		return strings.ToLower(strings.ReplaceAll(s, ",", ""))
	case 1:
		d.r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	case 2:
		words = slices.Delete(words, i, i+1)
	case 3:
		words = append(words, strings.Fields(d.text())...)
	case 4:
		if w := []rune(words[i]); len(w) > 3 {
			k := 1 + d.r.IntN(len(w)-2)
			w[k], w[k-1] = w[k-1], w[k]
			words[i] = string(w)
		}
	case 5:
		words[i] += "q"
	}
	return strings.Join(words, " ")
}

// brief tells a hit apart.
func brief(x *index.Index, h *Hit) string {
	out := fmt.Sprintf("%s %s %.6f %b", x.Key(h.Doc), h.Level, h.Confidence, h.Open)
	switch {
	case h.Address != nil:
		out += " " + fmt.Sprint(h.Address.ID)
	case h.Between != nil:
		out += " number " + h.Between.Number
	case h.Cross != nil:
		out += " " + h.Cross.ID(x)
	}
	return out
}

// What a search leaves out for what it can explain at most is in no answer.
func TestBoundedNamesAgainstAll(t *testing.T) {
	count := 1500
	if testing.Short() {
		count = 300
	}
	for name, x := range map[string]*index.Index{"delaware": delaware(t), "fenwick": fenwick(t)} {
		t.Run(name, func(t *testing.T) {
			d := &drawer{x, rand.New(rand.NewPCG(3, 14))}
			bounded, plain := &search{byKey: map[hitKey]int{}}, &search{byKey: map[hitKey]int{}, plain: true}
			names := [2]int{}
			for range count {
				q := geocode.Query{Text: d.bent(d.text()), Size: []int{5, 50, 1000}[d.r.IntN(3)]}
				if d.r.IntN(6) == 0 {
					q.Autocomplete = true
					q.Text = q.Text[:d.r.IntN(len(q.Text)+1)]
				}
				if d.r.IntN(6) == 0 {
					q.Focus = &orb.Point{-75.5, 39.1}
				}
				got, err := bounded.run(context.Background(), x, &q)
				if err != nil {
					t.Fatal(err)
				}
				want, err := plain.run(context.Background(), x, &q)
				if err != nil {
					t.Fatal(err)
				}
				names[0] += bounded.spent.names
				names[1] += plain.spent.names
				if got.Total != want.Total || len(got.Hits) != len(want.Hits) || got.Category != want.Category {
					t.Errorf("%+v: got %d hits, want %d", q, got.Total, want.Total)
					continue
				}
				for i := range want.Hits {
					if g, w := brief(x, &got.Hits[i]), brief(x, &want.Hits[i]); g != w {
						t.Errorf("%+v: row %d is %s, want %s", q, i, g, w)
						break
					}
				}
			}
			t.Logf("looked at %d names instead of %d", names[0], names[1])
		})
	}
}
