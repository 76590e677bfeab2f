// Package embedded is the built-in geocoder: the index of a region file behind the Geocoder
// interface.
package embedded

import (
	"context"
	"errors"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/poi"
	"github.com/footstepd/footstepd/internal/geocode/query"
	"github.com/footstepd/footstepd/internal/geocode/reverse"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/orb"
)

// Geocoder answers from the index of one region file. It is safe for concurrent use, as long as a
// reference to the file is held.
type Geocoder struct {
	x    *index.Index
	pois *poi.Store // empty in files that were made before there was one

	areas areaNames
}

var _ geocode.Geocoder = (*Geocoder)(nil)

// New opens the index of a region file; see index.Open.
func New(file *region.File) (*Geocoder, error) {
	x, err := index.Open(file)
	if err != nil {
		return nil, fmt.Errorf("geocoder: %w", err)
	}
	pois, err := poi.Open(file)
	if errors.Is(err, region.ErrNoSection) {
		pois, err = &poi.Store{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("geocoder: %w", err)
	}
	return &Geocoder{x: x, pois: pois}, nil
}

// Search finds the places that a text may mean. Coordinates in the text give what lies there.
func (g *Geocoder) Search(ctx context.Context, q geocode.Query) (*geocode.Result, error) {
	q.Size, q.Text = max(1, q.Size), plain(q.Text)
	p, ok, err := geocode.ParseCoordinates(q.Text)
	if err != nil {
		return &geocode.Result{Warnings: []string{err.Error()}}, nil
	}
	if !ok {
		p, ok, err = g.shortCode(ctx, &q)
	}
	if err != nil {
		return nil, err
	}
	if ok {
		return g.searchPoint(ctx, p, &q)
	}
	answer, err := query.Search(ctx, g.x, &q)
	if err != nil {
		return nil, fmt.Errorf("geocoder: search: %w", err)
	}
	if rest, asks := geocode.TrimQuestion(q.Text); asks && surest(&answer) < sureQuestion {
		asked := q
		asked.Text = rest
		other, err := query.Search(ctx, g.x, &asked)
		if err != nil {
			return nil, fmt.Errorf("geocoder: search: %w", err)
		}
		if surest(&other) > surest(&answer) {
			answer = other
		}
	}
	out := &geocode.Result{Places: make([]geocode.Place, 0, len(answer.Hits)), Total: answer.Total}
	for i := range answer.Hits {
		p := g.hitPlace(&answer.Hits[i], q.Language)
		if q.Focus != nil {
			setDistance(&p, *q.Focus, geo.Distance(*q.Focus, p.Point))
		}
		out.Places = append(out.Places, p)
	}
	out.Warnings = g.corners(&answer)
	if len(answer.Hits) > 0 {
		var more []string
		more, out.LeftOut = warnings(&answer, &out.Places[0])
		out.Warnings = append(out.Warnings, more...)
		out.Warnings = append(out.Warnings, g.stray(&answer, out.Places, q.Autocomplete)...)
	}
	return out, nil
}

// sureQuestion is the confidence from which a text that begins like a question is a name all the same.
const sureQuestion = 0.95

// surest returns the confidence of the best hit, 0 when there is none.
func surest(a *query.Answer) float64 {
	if len(a.Hits) == 0 {
		return 0
	}
	return a.Hits[0].Confidence
}

// plain writes the character references of HTML out, which texts copied from pages hold.
func plain(s string) string {
	if i := strings.IndexByte(s, '&'); i >= 0 && strings.IndexByte(s[i:], ';') > 0 {
		return html.UnescapeString(s)
	}
	return s
}

// searchPoint answers a text that is a pair of coordinates.
func (g *Geocoder) searchPoint(ctx context.Context, p orb.Point, q *geocode.Query) (*geocode.Result, error) {
	if q.Bound != nil && !q.Bound.Contains(p) {
		return &geocode.Result{}, nil
	}
	return g.Reverse(ctx, geocode.ReverseQuery{Point: p, Types: q.Types, Size: q.Size, Language: q.Language})
}

// shortCode reads a short plus code and the place that says where it is, or the focus.
func (g *Geocoder) shortCode(ctx context.Context, q *geocode.Query) (orb.Point, bool, error) {
	code, where, ok := geocode.SplitPlusCode(q.Text)
	if !ok {
		return orb.Point{}, false, nil
	}
	near := q.Focus
	if where != "" {
		r, err := g.Search(ctx, geocode.Query{Text: where, Focus: q.Focus, Size: 1})
		if err != nil {
			return orb.Point{}, false, err
		}
		near = nil
		if len(r.Places) > 0 && r.Places[0].Confidence >= sureWhere {
			near = &r.Places[0].Point
		}
	}
	if near == nil {
		return orb.Point{}, false, nil
	}
	p, ok := geocode.CompletePlusCode(code, *near)
	return p, ok, nil
}

// sureWhere is the confidence from which a place tells where a short plus code is.
const sureWhere = 0.5

// Reverse finds what is nearest to a point. The areas in the answer are those around the point
// itself.
func (g *Geocoder) Reverse(ctx context.Context, q geocode.ReverseQuery) (*geocode.Result, error) {
	hits, err := reverse.Nearest(ctx, g.x, &q)
	if err != nil {
		return nil, fmt.Errorf("geocoder: reverse: %w", err)
	}
	out := &geocode.Result{Places: make([]geocode.Place, 0, len(hits)), Total: len(hits)}
	around := g.around(q.Point)
	for i := range hits {
		h := &hits[i]
		p := g.reversePlace(h, around, q.Language)
		setDistance(&p, q.Point, h.Metres)
		if h.Metres > 0 {
			b := geo.Bearing(q.Point, h.At.Point())
			p.Bearing = &b
		} else {
			p.Bearing = nil
		}
		out.Places = append(out.Places, p)
	}
	return out, nil
}

// Place returns the place with an id, nil when the region has none.
func (g *Geocoder) Place(ctx context.Context, id, language string) (*geocode.Place, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	k, ok := index.ParseKey(id)
	if !ok {
		return g.madePlace(id, language), nil
	}
	if doc, ok := g.x.Find(k); ok {
		p := g.docPlace(doc, language)
		return &p, nil
	}
	if block, id, ok := g.x.AddressOf(k); ok {
		var out *geocode.Place
		g.x.Addresses(block, nil, func(a *index.Address) bool {
			if a.ID != id {
				return true
			}
			p := g.addressPlace(a, language)
			out = &p
			return false
		})
		return out, nil
	}
	return g.objectOf(k, language), nil
}

func setDistance(p *geocode.Place, from orb.Point, metres float64) {
	p.Distance = &metres
	if metres > 0 {
		b := geo.Bearing(from, p.Point)
		p.Bearing = &b
	}
}

// corners says where two streets of a text that asks for their corner do not meet.
func (g *Geocoder) corners(a *query.Answer) []string {
	switch {
	case a.Apart != nil:
		return []string{fmt.Sprintf("%s and %s are not known to meet, nor to come near each other", g.x.Text(a.Apart.Names[0]), g.x.Text(a.Apart.Names[1]))}
	case len(a.Hits) == 0 || a.Hits[0].Near == nil:
		return nil
	}
	n := a.Hits[0].Near
	street, other := g.docName(n.Street, ""), g.docName(n.Other, "")
	switch {
	case g.x.Record(n.Other).Kind() != index.Street:
		return []string{fmt.Sprintf("the best match is where %s comes nearest to %s", street, other)}
	case n.Metres == 0:
		return []string{fmt.Sprintf("%s and %s do not meet on the map: one leads over the other there", street, other)}
	}
	return []string{fmt.Sprintf("%s and %s do not meet on the map: the best match is where they come nearest to each other, %.0f m", street, other, math.Ceil(n.Metres))}
}

// warnings says which words of the text the best reading leaves open, in sentences and by themselves.
func warnings(a *query.Answer, best *geocode.Place) (out, words []string) {
	var numbers []string
	for i, atom := range a.Atoms {
		if a.Hits[0].Open>>i&1 == 0 {
			continue
		}
		if atom.Number() && !atom.Ordinal() && best.Type == geocode.Street {
			numbers = append(numbers, atom.Text)
		} else {
			words = append(words, atom.Text)
		}
	}
	if len(numbers) > 0 {
		out = append(out, fmt.Sprintf("house number %s is not mapped on %s", strings.Join(numbers, " "), best.Name))
	}
	if len(words) > 0 && a.Apart == nil {
		out = append(out, fmt.Sprintf("the best match, %s, leaves out %s", best.Name, quoted(slices.Clone(words))))
	}
	return out, words
}
