package embedded

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/poi"
	"github.com/footstepd/footstepd/internal/hours"
	"github.com/paulmach/orb"
)

var _ geocode.Finder = (*Geocoder)(nil)

// candidate is a place that may be what a FindQuery asks for.
type candidate struct {
	at        orb.Point
	object    poi.Object
	known     bool           // object is set
	named     *geocode.Place // a row made already
	relevance float64        // 0 to 1
	metres    float64        // from where it is looked for
	state     hours.State
}

const (
	// sureName is the confidence from which a text is taken for a name rather than for another form
	// of a category's word.
	sureName = 0.75
	// namesRead is how many readings of a text as a name are weighed.
	namesRead = 200
	// farCost is what relevance a place loses that lies at the edge of the circle, or farLimit metres
	// away where there is none.
	farCost  = 0.2
	farLimit = 50_000
	// ofOperator is the relevance of a place that bears a name only as its operator's.
	ofOperator = 0.9
)

// Find returns the places of a category, of a brand or by name. A text is read as a category before
// it is read as a name.
func (g *Geocoder) Find(ctx context.Context, q geocode.FindQuery) (*geocode.Found, error) {
	q.Text = plain(q.Text)
	out := &geocode.Found{}
	if g.pois.Len() == 0 && g.x.Len() > 0 {
		out.Warnings = append(out.Warnings, "this region file holds no categories of places: import it again with the present version of the program")
	}
	list, category, err := g.candidates(ctx, &q)
	if err != nil {
		return nil, fmt.Errorf("geocoder: find: %w", err)
	}
	out.Category = category
	if q.OpenAt != nil {
		list = g.openAt(list, &q)
	}
	g.sortCandidates(list, &q)
	out.Total = len(list)
	for i := range list[:min(len(list), geocode.MaxFoundPoints)] {
		out.Points = append(out.Points, list[i].at)
	}
	for i := range list[:min(len(list), max(1, q.Size))] {
		c := &list[i]
		row := geocode.FoundPlace{Place: g.candidatePlace(c, q.Language)}
		if category != "" {
			row.Category = category
		}
		if q.Near != nil {
			setDistance(&row.Place, *q.Near, c.metres)
		}
		if q.OpenAt != nil {
			row.Open = c.state.String()
		}
		out.Places = append(out.Places, row)
	}
	return out, ctx.Err()
}

// candidates reads the text: as the word of a category, as a chain, as a name, as a category with a
// word that narrows it, and at last as another form of a category's word.
func (g *Geocoder) candidates(ctx context.Context, q *geocode.FindQuery) (list []candidate, category string, err error) {
	if c, ok := poi.ByWord(q.Text); ok {
		list, err = g.ofCategory(ctx, q, c)
		return list, c.ID(), err
	}
	list, err = g.ofName(ctx, q)
	if err != nil || len(list) > 0 && slices.MaxFunc(list, func(a, b candidate) int { return cmp.Compare(a.relevance, b.relevance) }).relevance >= sureName {
		return list, "", err
	}
	if qualified, c, err := g.ofKind(ctx, q); err != nil || len(qualified) > 0 {
		return qualified, c, err
	}
	if c, ok := poi.ByForm(q.Text); ok {
		list, err = g.ofCategory(ctx, q, c)
		return list, c.ID(), err
	}
	return list, "", nil
}

// ofKind reads a text as the word of a category with one that says which of them, before or behind it:
// "italian restaurant". It returns those whose tags say so.
func (g *Geocoder) ofKind(ctx context.Context, q *geocode.FindQuery) ([]candidate, string, error) {
	words := strings.Fields(q.Text)
	for i := 1; i < len(words); i++ {
		head, tail := strings.Join(words[:i], " "), strings.Join(words[i:], " ")
		for _, r := range [2][2]string{{tail, head}, {head, tail}} {
			c, ok := poi.ByWord(r[0])
			if !ok {
				c, ok = poi.ByForm(r[0])
			}
			if !ok {
				continue
			}
			list, err := g.ofCategory(ctx, q, c)
			if err != nil {
				return nil, "", err
			}
			kind := poi.Fold(r[1])
			list = slices.DeleteFunc(list, func(k candidate) bool { return !g.pois.IsOfKind(k.object, kind) })
			if len(list) > 0 {
				return list, c.ID(), nil
			}
		}
	}
	return nil, "", nil
}

// ofCategory returns the objects of a category in the area of a query.
func (g *Geocoder) ofCategory(ctx context.Context, q *geocode.FindQuery, c poi.Category) ([]candidate, error) {
	var list []candidate
	seen := 0
	for _, box := range boxes(q) {
		g.pois.OfCategory(box, c, func(o poi.Object) bool {
			if metres, in := within(q, g.pois.At(o).Point()); in {
				list = append(list, g.object(o, 1, metres))
			}
			seen++
			return seen%1024 != 0 || ctx.Err() == nil
		})
	}
	return list, ctx.Err()
}

func (g *Geocoder) object(o poi.Object, relevance, metres float64) candidate {
	return candidate{at: g.pois.At(o).Point(), object: o, known: true, relevance: relevance, metres: metres}
}

// ofName returns the places of a brand or name in the area of a query.
func (g *Geocoder) ofName(ctx context.Context, q *geocode.FindQuery) ([]candidate, error) {
	var list []candidate
	taken := map[index.Key]bool{}
	g.pois.OfChain(q.Text, func(o poi.Object, key string) bool {
		if metres, in := within(q, g.pois.At(o).Point()); in {
			relevance := 1.0
			if key == "operator" {
				relevance = ofOperator
			}
			list = append(list, g.object(o, relevance, metres))
			taken[g.pois.Key(o)] = true
		}
		return ctx.Err() == nil
	})
	search := geocode.Query{Text: q.Text, Focus: q.Near, Types: []geocode.PlaceType{geocode.Venue}, Size: namesRead, Language: q.Language}
	if all := boxes(q); len(all) == 1 && (q.Near != nil && q.Radius > 0 || q.Bound != nil) {
		search.Bound = bound(all[0])
	}
	found, err := g.Search(ctx, search)
	if err != nil {
		return nil, err
	}
	for i := range found.Places {
		p := &found.Places[i]
		key, ok := index.ParseKey(p.ID)
		metres, in := within(q, p.Point)
		if !ok || !in || taken[key] {
			continue
		}
		c := candidate{at: p.Point, named: p, relevance: p.Confidence, metres: metres}
		c.object, c.known = g.pois.Find(key)
		list = append(list, c)
	}
	return list, ctx.Err()
}

// boxes returns the boxes that hold the area of a query: two where it lies across the antimeridian.
func boxes(q *geocode.FindQuery) []geo.Box {
	world := geo.Box{MinLon: -180 * geo.Scale, MinLat: -90 * geo.Scale, MaxLon: 180 * geo.Scale, MaxLat: 90 * geo.Scale}
	if q.Near != nil && q.Radius > 0 {
		p := *q.Near
		out := []geo.Box{geo.Around(geo.ToFixed(p), q.Radius)}
		for _, shift := range []float64{-360, 360} { // the part beyond the antimeridian
			ring := geo.Around(geo.Fixed{Lat: geo.ToFixed(p).Lat}, q.Radius)
			west, east := int64((p[0]+shift)*geo.Scale)+int64(ring.MinLon), int64((p[0]+shift)*geo.Scale)+int64(ring.MaxLon)
			if west < int64(world.MaxLon) && east > int64(world.MinLon) {
				b := ring
				b.MinLon, b.MaxLon = int32(max(west, int64(world.MinLon))), int32(min(east, int64(world.MaxLon)))
				out = append(out, b)
			}
		}
		return out
	}
	if b := q.Bound; b != nil {
		lo, hi := geo.ToFixed(b.Min), geo.ToFixed(b.Max)
		if b.Max[0] >= 180 {
			hi.Lon = world.MaxLon
		}
		box := geo.Box{MinLon: lo.Lon, MinLat: lo.Lat, MaxLon: hi.Lon, MaxLat: hi.Lat}
		if box.MinLon <= box.MaxLon {
			return []geo.Box{box}
		}
		west, east := box, box
		west.MaxLon, east.MinLon = world.MaxLon, world.MinLon
		return []geo.Box{west, east}
	}
	return []geo.Box{world}
}

// within tells whether a point lies in the area of a query, and how far from where it looks.
func within(q *geocode.FindQuery, p orb.Point) (metres float64, in bool) {
	if b := q.Bound; b != nil {
		lon := b.Min[0] <= p[0] && p[0] <= b.Max[0]
		if b.Min[0] > b.Max[0] {
			lon = p[0] >= b.Min[0] || p[0] <= b.Max[0]
		}
		if !lon || p[1] < b.Min[1] || p[1] > b.Max[1] {
			return 0, false
		}
	}
	if q.Near == nil {
		return 0, true
	}
	metres = geo.Distance(*q.Near, p)
	return metres, q.Radius <= 0 || metres <= q.Radius
}

// openAt leaves out what is closed at the time asked for.
func (g *Geocoder) openAt(list []candidate, q *geocode.FindQuery) []candidate {
	known := map[string]hours.State{}
	kept := list[:0]
	for _, c := range list {
		if c.known {
			if text := g.pois.Tag(c.object, "opening_hours"); text != "" {
				state, seen := known[text]
				if !seen {
					if h, err := hours.Parse(text); err == nil {
						state = h.At(*q.OpenAt)
					}
					known[text] = state
				}
				c.state = state
			}
		}
		if c.state != hours.Closed {
			kept = append(kept, c)
		}
	}
	return kept
}

// sortCandidates puts what is open for sure first, then what fits the text well and is near.
func (g *Geocoder) sortCandidates(list []candidate, q *geocode.FindQuery) {
	limit := q.Radius
	if limit <= 0 {
		limit = farLimit
	}
	score := func(c *candidate) float64 {
		return math.Round(1e4*c.relevance)/1e4 - farCost*math.Min(1, c.metres/limit)
	}
	slices.SortFunc(list, func(a, b candidate) int {
		c := cmp.Or(-cmp.Compare(min(a.state, hours.Open), min(b.state, hours.Open)), cmp.Compare(score(&b), score(&a)), cmp.Compare(a.metres, b.metres))
		if c == 0 {
			c = cmp.Compare(g.candidateKey(&a), g.candidateKey(&b))
		}
		return c
	})
}

// candidateKey returns the identity of a candidate.
func (g *Geocoder) candidateKey(c *candidate) index.Key {
	if c.named == nil {
		return g.pois.Key(c.object)
	}
	k, _ := index.ParseKey(c.named.ID)
	return k
}

// candidatePlace makes the row of a candidate.
func (g *Geocoder) candidatePlace(c *candidate, language string) geocode.Place {
	if c.named != nil {
		p := *c.named
		p.Distance, p.Bearing = nil, nil
		return p
	}
	return g.objectPlace(c.object, language)
}

// objectPlace makes the row of an object: that of its doc where it has a name.
func (g *Geocoder) objectPlace(o poi.Object, language string) geocode.Place {
	at, key := g.pois.At(o).Point(), g.pois.Key(o)
	if doc, ok := g.x.Find(key); ok && g.x.Record(doc).Kind() == index.Venue {
		p := g.docPlace(doc, language)
		p.Point = at
		return p
	}
	p := geocode.Place{ID: key.String(), Point: at, Type: geocode.Venue, MatchLevel: geocode.Exact, Confidence: 1}
	list := g.pois.Categories(o)
	if len(list) > 0 {
		p.Category = list[0].ID()
	}
	for _, t := range g.pois.Tags(o) {
		if t.Key == "name" || t.Key == "brand" || t.Key == "operator" {
			p.Name = t.Value
			break
		}
	}
	around := g.around(at)
	g.fill(&p, around, language)
	name := p.Name
	if p.Name == "" && len(list) > 0 {
		p.Name = title(list[0].Title(language))
	}
	g.label(&p, around.country)
	p.Name = name
	return p
}

// title begins a text with a capital letter.
func title(s string) string {
	for i, r := range s {
		return strings.ToUpper(string(r)) + s[i+len(string(r)):]
	}
	return s
}
