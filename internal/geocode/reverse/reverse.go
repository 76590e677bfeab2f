// Package reverse finds what lies near a point: houses, venues and streets by their true distance,
// and the areas around it.
package reverse

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/query"
	"github.com/footstepd/footstepd/internal/geocode/text"
	"github.com/paulmach/orb"
)

// Hit is a place near a point.
type Hit struct {
	Doc     index.Doc
	Address *index.Address  // a house of the street Doc
	Between *index.Between  // a house of the street Doc that is placed between others
	Cross   *query.Crossing // a crossing of the street Doc
	At      geo.Fixed       // the nearest point of it
	Metres  float64         // 0 when the point lies on or in it
	Type    geocode.PlaceType
	size    float64 // of areas and outlines: the smaller of two that hold the point is the nearer
	extent  float64 // of venues with an outline, metres; endless for lines
	rank    float64 // metres, more for what is rather around a point than at it
}

// Radii in metres.
const (
	DefaultRadius = 1000
	MaxRadius     = 50_000
	firstRadius   = 40
	// doorReach is how near a house or venue must be to be what is meant by a point, where no type
	// is asked for, although a street may be nearer.
	doorReach = 50
	// inside is as how far off a venue counts that the point lies in, where no type is asked for: a
	// door nearer than that says more.
	inside = 12
	// wide is the extent in metres from which a venue is surroundings rather than a place; lines
	// such as rivers always are.
	wide = 300
)

// Nearest returns the places of the asked types within the radius of a point, nearest first; ties
// in the order of ids. Without types it returns houses and venues near enough to be meant; beyond,
// streets too; and where there is nothing at all, the smallest area around the point. Which of them
// are told is decided by what a point rather means, so that of few rows the wide surroundings are the
// first to go.
func Nearest(ctx context.Context, x *index.Index, q *geocode.ReverseQuery) ([]Hit, error) {
	s := searches.Get().(*search)
	defer searches.Put(s)
	radius := q.Radius
	if radius <= 0 {
		radius = DefaultRadius
	}
	radius = min(radius, MaxRadius)
	*s = search{x: x, p: q.Point, ruler: geo.NewRuler(q.Point), buf: s.buf, best: s.best, size: max(1, q.Size), named: s.named, near: s.near[:0]}
	if s.best == nil {
		s.best, s.named = map[key]int{}, map[index.Name][]int{}
	}
	any := len(q.Types) == 0
	want := func(t geocode.PlaceType) bool { return any || slices.Contains(q.Types, t) }
	s.houses, s.venues = want(geocode.Address), want(geocode.Venue)
	s.streets = !any && want(geocode.Street)
	s.any = any
	if any {
		if err := s.widen(ctx, min(radius, doorReach)); err != nil {
			return nil, err
		}
		s.streets = len(s.hits) == 0 || s.hits[0].rank > doorReach
	}
	if !any || s.streets {
		if err := s.widen(ctx, radius); err != nil {
			return nil, err
		}
	}
	if !any || len(s.hits) == 0 {
		s.addAreas(want)
		if any {
			s.hits = s.hits[:min(len(s.hits), 1)]
		}
	}
	if !any {
		if err := s.addUnbounded(ctx, want, radius); err != nil {
			return nil, err
		}
	}
	hits := slices.Clone(s.hits[:min(len(s.hits), s.size)])
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(a.Metres, b.Metres) })
	return hits, nil
}

type key struct {
	doc    index.Doc // NoDoc for a house
	house  index.HouseID
	number string // of houses that are placed between others
}

type search struct {
	x                       *index.Index
	p                       orb.Point
	ruler                   geo.Ruler
	houses, venues, streets bool
	any                     bool // no type is asked for
	size                    int
	hits                    []Hit
	best                    map[key]int
	buf                     []geo.Fixed
	named                   map[index.Name][]int // venues among the hits by name
	near                    []Hit                // venues and houses of the first circle, twins among them
	nearRadius              float64              // of that circle
}

var searches = sync.Pool{New: func() any { return &search{} }}

// widen searches in growing circles until enough is found or the radius is reached.
func (s *search) widen(ctx context.Context, radius float64) error {
	if !s.houses && !s.venues && !s.streets {
		return ctx.Err()
	}
	for r := min(float64(firstRadius), radius); ; r = min(r*3, radius) {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.hits = s.hits[:0]
		clear(s.best)
		s.circle(r)
		s.mergeTwins()
		if len(s.hits) >= s.size || r >= radius {
			break
		}
	}
	for i := range s.hits {
		s.hits[i].rank = s.rank(&s.hits[i])
	}
	slices.SortFunc(s.hits, func(a, b Hit) int {
		if c := cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.size, b.size), cmp.Compare(a.Doc, b.Doc)); c != 0 {
			return c
		}
		if a.Address != nil && b.Address != nil {
			return cmp.Compare(a.Address.ID, b.Address.ID)
		}
		if a.Between != nil && b.Between != nil {
			return cmp.Compare(a.Between.Number, b.Between.Number)
		}
		return cmp.Compare(b2i(a.Address == nil), b2i(b.Address == nil))
	})
	return nil
}

// rank returns what hits are sorted by.
func (s *search) rank(h *Hit) float64 {
	if s.any && h.Between != nil {
		return h.Metres + inside // a house that is mapped says more
	}
	if !s.any || h.Type != geocode.Venue || h.extent == 0 {
		return h.Metres
	}
	if h.extent > wide {
		return h.Metres + doorReach + inside
	}
	if h.Metres == 0 {
		return inside
	}
	return h.Metres
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// circle collects everything within a radius.
func (s *search) circle(radius float64) {
	at := geo.ToFixed(orb.Point{geo.NormalizeLon(s.p[0]), s.p[1]})
	box := geo.Around(at, radius)
	if radius == s.nearRadius {
		for i := range s.near {
			s.add(s.near[i])
		}
	} else {
		s.addVenues(box, radius)
		s.addHouses(at, box, radius)
		if s.near = s.near[:0]; radius <= firstRadius {
			s.near, s.nearRadius = append(s.near, s.hits...), radius
		}
	}
	if s.streets {
		s.buf = s.x.SearchStreets(box, s.buf, func(street index.Doc, line []geo.Fixed) bool {
			if !geo.BoxOf(line...).Intersects(box) {
				return true
			}
			if near, d := s.toLine(line, false); d <= radius {
				s.add(Hit{Doc: street, At: near, Metres: d, Type: geocode.Street})
			}
			return true
		})
	}
}

func (s *search) addVenues(box geo.Box, radius float64) {
	if !s.venues {
		return
	}
	s.buf = s.x.SearchVenues(box, s.buf, func(venue index.Doc, kind index.ShapeKind, shape []geo.Fixed) bool {
		own := geo.BoxOf(shape...)
		if !own.Intersects(box) {
			return true
		}
		h := Hit{Doc: venue, Type: geocode.Venue}
		if h.At, h.Metres, h.size = s.toShape(kind, shape); h.Metres <= radius {
			switch kind {
			case index.LineShape:
				h.extent = math.Inf(1)
			case index.RingShape:
				h.extent = s.ruler.Distance(geo.Fixed{Lon: own.MinLon, Lat: own.MinLat}.Point(), geo.Fixed{Lon: own.MaxLon, Lat: own.MaxLat}.Point())
			}
			s.add(h)
		}
		return true
	})
}

func (s *search) addHouses(at geo.Fixed, box geo.Box, radius float64) {
	if !s.houses {
		return
	}
	s.x.SearchBlocks(box, func(block uint32) bool {
		s.buf = s.x.Addresses(block, s.buf, func(a *index.Address) bool {
			h := s.toHouse(a)
			h.Doc, h.Type = a.Street, geocode.Address
			if h.Metres <= radius {
				c := *a
				c.Ring = nil
				h.Address = &c
				s.add(h)
			}
			return true
		})
		return true
	})
	s.between(at, box, radius)
}

// between adds the numbers that stand on mapped lines between houses, but for those that are houses of
// their own within reach.
func (s *search) between(at geo.Fixed, box geo.Box, radius float64) {
	if s.x.Ranges() == 0 {
		return
	}
	taken := map[key]bool{}
	for i := range s.hits {
		if a := s.hits[i].Address; a != nil {
			taken[key{doc: a.Street, number: text.ParseNumber(a.Number()).Text}] = true
		}
	}
	s.buf = s.x.SearchBetween(box, at, s.buf, func(street index.Doc, b index.Between) bool {
		d := s.ruler.Distance(s.p, b.At.Point())
		if d <= radius && !taken[key{doc: street, number: b.Number}] {
			s.add(Hit{Doc: street, Between: &b, At: b.At, Metres: d, Type: geocode.Address})
		}
		return true
	})
}

// add keeps a hit, of the pieces of one place the nearest.
func (s *search) add(h Hit) {
	k := key{doc: h.Doc}
	if h.Address != nil {
		k.house = h.Address.ID
		k.doc = index.NoDoc
	}
	if h.Between != nil {
		k.number = h.Between.Number
	}
	if i, ok := s.best[k]; ok {
		if h.Metres < s.hits[i].Metres || h.Metres == s.hits[i].Metres && h.size < s.hits[i].size {
			s.hits[i] = h
		}
		return
	}
	s.best[k] = len(s.hits)
	s.hits = append(s.hits, h)
}

// sharedArea is what share of the box around both the boxes of two venues of one name must share to
// be one place that was mapped twice.
const sharedArea = 0.5

// mergeTwins leaves out venues that stand for a nearer one: of the same name and over the same ground.
func (s *search) mergeTwins() {
	clear(s.named)
	kept := s.hits[:0]
	for _, h := range s.hits {
		if h.Type != geocode.Venue {
			kept = append(kept, h)
			continue
		}
		name, twin := s.x.Record(h.Doc).Name, -1
		for _, i := range s.named[name] {
			if s.sameGround(h.Doc, kept[i].Doc) {
				twin = i
				break
			}
		}
		switch {
		case twin < 0:
			s.named[name] = append(s.named[name], len(kept))
			kept = append(kept, h)
		case h.Metres < kept[twin].Metres || h.Metres == kept[twin].Metres && h.Doc < kept[twin].Doc:
			kept[twin] = h
		}
	}
	s.hits = kept
}

// sameGround tells whether two venues cover nearly the same box.
func (s *search) sameGround(a, b index.Doc) bool {
	var d index.Details
	s.x.Facts(a, &d)
	p := d.Box
	s.x.Facts(b, &d)
	q := d.Box
	if !p.Intersects(q) {
		return false
	}
	size := func(b geo.Box) float64 {
		return (float64(b.MaxLon) - float64(b.MinLon)) * (float64(b.MaxLat) - float64(b.MinLat))
	}
	both := geo.Box{MinLon: max(p.MinLon, q.MinLon), MinLat: max(p.MinLat, q.MinLat), MaxLon: min(p.MaxLon, q.MaxLon), MaxLat: min(p.MaxLat, q.MaxLat)}
	return size(both) > 0 && size(both) >= sharedArea*size(p.Union(q))
}

// Long tells whether a place is so long or wide that its label says little of where it is nearest.
func (h *Hit) Long() bool {
	return h.Type == geocode.Street || math.IsInf(h.extent, 1) || h.extent > wide && h.Metres > 0
}

// toLine returns the point of a line, or of a closed one whose first point is not repeated, nearest to the query's and
// its distance.
func (s *search) toLine(line []geo.Fixed, closed bool) (geo.Fixed, float64) {
	// On the plane around the point, where it is the origin; distances are squared.
	x, y := s.ruler.XY(line[0].Point())
	from, to, share, best := line[0], line[0], 0.0, x*x+y*y
	prev, rest := line[0], line[1:]
	for i := 0; i < len(rest) || closed && i == len(rest); i++ {
		next := line[0]
		if i < len(rest) {
			next = rest[i]
		}
		nx, ny := s.ruler.XY(next.Point())
		dx, dy, along := nx-x, ny-y, 0.0
		if l2 := dx*dx + dy*dy; l2 > 0 {
			along = max(0, min(1, -(x*dx+y*dy)/l2))
		}
		ex, ey := x+along*dx, y+along*dy
		if d := ex*ex + ey*ey; d < best {
			from, to, share, best = prev, next, along, d
		}
		prev, x, y = next, nx, ny
	}
	near, end := from.Point(), to.Point()
	near[0] = geo.NormalizeLon(near[0] + share*geo.NormalizeLon(end[0]-near[0]))
	near[1] += share * (end[1] - near[1])
	return geo.ToFixed(near), math.Sqrt(best)
}

// toShape returns the nearest point of a venue's or house's shape, its distance, 0 inside, and the
// size of an outline around the point.
func (s *search) toShape(kind index.ShapeKind, shape []geo.Fixed) (geo.Fixed, float64, float64) {
	switch kind {
	case index.PointShape:
		return shape[0], s.ruler.Distance(s.p, shape[0].Point()), 0
	case index.LineShape:
		near, d := s.toLine(shape, false)
		return near, d, 0
	}
	at := geo.ToFixed(s.p)
	if index.RingHolds(shape, at) {
		b := geo.BoxOf(shape...)
		return at, 0, (float64(b.MaxLon) - float64(b.MinLon)) * (float64(b.MaxLat) - float64(b.MinLat))
	}
	near, d := s.toLine(shape, true)
	return near, d, 0
}

// toHouse returns how far off a house is.
func (s *search) toHouse(a *index.Address) (h Hit) {
	if a.Ring != nil {
		h.At, h.Metres, h.size = s.toShape(index.RingShape, a.Ring)
	} else {
		h.At, h.Metres = a.At, s.ruler.Distance(s.p, a.At.Point())
	}
	return h
}

// addAreas adds the areas around the point, the smallest first.
func (s *search) addAreas(want func(geocode.PlaceType) bool) {
	at := geo.ToFixed(orb.Point{geo.NormalizeLon(s.p[0]), s.p[1]})
	from := len(s.hits)
	seen := map[index.Doc]bool{}
	s.x.Containing(at, func(area index.Doc) bool {
		if t := s.x.Record(area).Kind().Type(); want(t) && !seen[area] {
			seen[area] = true
			b := s.x.Details(area).Box
			s.hits = append(s.hits, Hit{Doc: area, At: at, Type: t, size: (float64(b.MaxLon) - float64(b.MinLon)) * (float64(b.MaxLat) - float64(b.MinLat))})
		}
		return true
	})
	slices.SortFunc(s.hits[from:], func(a, b Hit) int { return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(a.Doc, b.Doc)) })
	// Areas hold the point: nothing is nearer.
	slices.SortStableFunc(s.hits, func(a, b Hit) int { return cmp.Compare(a.Metres, b.Metres) })
}
