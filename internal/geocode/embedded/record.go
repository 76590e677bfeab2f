package embedded

import (
	"cmp"
	"context"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/paulmach/orb"
)

// Record returns all that is known of a place.
func (g *Geocoder) Record(ctx context.Context, id, language string) (*geocode.Record, error) {
	p, err := g.Place(ctx, id, language)
	if p == nil || err != nil {
		return nil, err
	}
	r := &geocode.Record{Place: *p, Geometry: p.Point}
	key, ok := index.ParseKey(id)
	if doc, found := g.x.Find(key); ok && found {
		r.Geometry = g.x.Geometry(doc)
		for _, v := range g.x.Details(doc).Variants {
			if name := g.x.Text(v.Name); name != p.Name && index.Tagged(v.Kind) {
				r.OtherNames = append(r.OtherNames, geocode.Tag{Key: v.Kind, Value: name})
			}
		}
	}
	if o, found := g.pois.Find(key.Of(index.Object)); ok && found {
		for _, c := range g.pois.Categories(o) {
			r.Categories = append(r.Categories, c.ID())
		}
		for _, t := range g.pois.Tags(o) {
			if t.Key != "name" {
				r.Tags = append(r.Tags, geocode.Tag{Key: t.Key, Value: t.Value})
			}
		}
	}
	r.Areas = g.areasAround(p, language)
	return r, ctx.Err()
}

// areasAround returns the areas that contain a place, smallest first, apart from itself.
func (g *Geocoder) areasAround(p *geocode.Place, language string) []geocode.Place {
	type area struct {
		doc  index.Doc
		size float64
	}
	var areas []area
	at := geo.ToFixed(orb.Point{geo.NormalizeLon(p.Point[0]), p.Point[1]})
	own := float64(0)
	if p.Bound != nil && p.Type != geocode.Street && p.Type != geocode.Venue {
		own = (p.Bound.Max[0] - p.Bound.Min[0]) * (p.Bound.Max[1] - p.Bound.Min[1]) * geo.Scale * geo.Scale
	}
	g.x.Containing(at, func(doc index.Doc) bool {
		b := g.x.Details(doc).Box
		size := (float64(b.MaxLon) - float64(b.MinLon)) * (float64(b.MaxLat) - float64(b.MinLat))
		if g.x.Key(doc).String() != p.ID && size >= own && !slices.ContainsFunc(areas, func(a area) bool { return a.doc == doc }) {
			areas = append(areas, area{doc, size})
		}
		return true
	})
	slices.SortFunc(areas, func(a, b area) int { return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(a.doc, b.doc)) })
	out := make([]geocode.Place, len(areas))
	for i, a := range areas {
		out[i] = g.docPlace(a.doc, language)
	}
	return out
}

// objectOf returns the row of an object that has no doc, nil when there is none.
func (g *Geocoder) objectOf(k index.Key, language string) *geocode.Place {
	o, ok := g.pois.Find(k)
	if !ok {
		return nil
	}
	p := g.objectPlace(o, language)
	return &p
}
