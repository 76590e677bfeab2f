package reverse

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/query"
	"github.com/paulmach/orb"
)

// addUnbounded adds what has no outline of its own to be found by: crossings of streets, postcodes
// that only house numbers tell of, and settlements that are mapped as points.
func (s *search) addUnbounded(ctx context.Context, want func(geocode.PlaceType) bool, radius float64) error {
	from := len(s.hits)
	for _, k := range []struct {
		kind geocode.PlaceType
		find func(radius float64) []Hit
	}{
		{geocode.Intersection, s.crossings},
		{geocode.Postcode, s.postcodes},
		{geocode.Neighbourhood, func(r float64) []Hit { return s.settlements(geocode.Neighbourhood, r, radius) }},
		{geocode.Locality, func(r float64) []Hit { return s.settlements(geocode.Locality, r, radius) }},
	} {
		// Where a settlement or postcode is known to hold the point, no other is meant.
		held := k.kind != geocode.Intersection && slices.ContainsFunc(s.hits, func(h Hit) bool { return h.Type == k.kind })
		if !want(k.kind) || held {
			continue
		}
		for r := min(float64(firstRadius), radius); ; r = min(r*3, radius) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if hits := k.find(r); len(hits) >= s.size || r >= radius {
				s.hits = append(s.hits, hits...)
				break
			}
		}
	}
	if len(s.hits) > from {
		slices.SortStableFunc(s.hits, func(a, b Hit) int { return cmp.Compare(a.Metres, b.Metres) })
	}
	return nil
}

// box returns the box around the point up to a radius.
func (s *search) box(radius float64) geo.Box {
	return geo.Around(geo.ToFixed(orb.Point{geo.NormalizeLon(s.p[0]), s.p[1]}), radius)
}

// crossings returns the nearest places within a radius where streets of different names meet.
func (s *search) crossings(radius float64) []Hit {
	through := map[geo.Fixed][]index.Doc{}
	s.buf = s.x.SearchStreets(s.box(radius), s.buf, func(street index.Doc, line []geo.Fixed) bool {
		for _, v := range line {
			if list := through[v]; !slices.Contains(list, street) && s.ruler.Distance(s.p, v.Point()) <= radius {
				through[v] = append(list, street)
			}
		}
		return true
	})
	type meeting struct {
		at     geo.Fixed
		metres float64
	}
	var meetings []meeting
	for v, streets := range through {
		if len(streets) > 1 {
			slices.Sort(streets)
			meetings = append(meetings, meeting{v, s.ruler.Distance(s.p, v.Point())})
		}
	}
	slices.SortFunc(meetings, func(a, b meeting) int {
		return cmp.Or(cmp.Compare(a.metres, b.metres), cmp.Compare(a.at.Lat, b.at.Lat), cmp.Compare(a.at.Lon, b.at.Lon))
	})
	var hits []Hit
	seen := map[[2]index.Doc]bool{}
	for _, m := range meetings {
		// A crossing lies at one of the nodes that it consists of, maybe not at the nearest.
		if len(hits) >= s.size && s.countWithin(hits, m.metres) >= s.size {
			break
		}
		streets := through[m.at]
		for i, a := range streets {
			for _, b := range streets[i+1:] {
				if seen[[2]index.Doc{a, b}] || s.x.Record(a).Name == s.x.Record(b).Name {
					continue
				}
				seen[[2]index.Doc{a, b}] = true
				for _, c := range query.Crossings(s.x, a, b) {
					if d := s.ruler.Distance(s.p, c.At.Point()); d <= radius {
						hits = append(hits, Hit{Doc: a, Cross: &c, At: c.At, Metres: d, Type: geocode.Intersection})
					}
				}
			}
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.Metres, b.Metres), cmp.Compare(s.continued(a.Cross), s.continued(b.Cross)),
			cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Cross.Streets[1], b.Cross.Streets[1]), cmp.Compare(a.Cross.Nth, b.Cross.Nth))
	})
	return hits
}

// continued is 1 for a crossing of streets that rather are one, such as West and East 9th Street: of
// what meets at one node it says least.
func (s *search) continued(c *query.Crossing) int {
	return b2i(s.x.ShareWord(s.x.Record(c.Streets[0]).Name, s.x.Record(c.Streets[1]).Name))
}

// countWithin counts the hits up to a distance.
func (s *search) countWithin(hits []Hit, metres float64) (n int) {
	for i := range hits {
		if hits[i].Metres <= metres {
			n++
		}
	}
	return n
}

// postcodes returns the postcodes of the houses within a radius, each at the nearest of its houses.
func (s *search) postcodes(radius float64) []Hit {
	nearest := map[index.Name]Hit{}
	s.x.SearchBlocks(s.box(radius), func(block uint32) bool {
		s.buf = s.x.Addresses(block, s.buf, func(a *index.Address) bool {
			if a.Postcode == index.NoName {
				return true
			}
			h := s.toHouse(a)
			h.Type = geocode.Postcode
			if old, ok := nearest[a.Postcode]; h.Metres <= radius && (!ok || h.Metres < old.Metres) {
				nearest[a.Postcode] = h
			}
			return true
		})
		return true
	})
	var hits []Hit
	for name, h := range nearest {
		best, away := index.NoDoc, math.Inf(1)
		s.x.DocsOf(s.x.Text(name), func(doc index.Doc) bool {
			r := s.x.Record(doc)
			if d := s.ruler.Distance(s.p, r.At.Point()); r.Kind() == index.Postcode && d < away {
				best, away = doc, d // other countries may have the same code
			}
			return true
		})
		if best != index.NoDoc && !slices.ContainsFunc(hits, func(o Hit) bool { return o.Doc == best }) {
			h.Doc = best
			hits = append(hits, h)
		}
	}
	sortHits(hits)
	return hits
}

// settlements returns those to which the streets within a radius belong, up to the radius asked for.
func (s *search) settlements(kind geocode.PlaceType, radius, limit float64) []Hit {
	var hits []Hit
	seen := map[index.Doc]bool{}
	chains := map[uint32]bool{}
	var links []index.Link
	s.buf = s.x.SearchStreets(s.box(radius), s.buf, func(street index.Doc, line []geo.Fixed) bool {
		chain := s.x.Record(street).Chain()
		if _, d := s.toLine(line, false); chains[chain] || d > radius {
			return true
		}
		chains[chain] = true
		links, _ = s.x.Chain(links[:0], chain)
		for _, l := range links {
			if seen[l.Area] || int(l.Area) >= s.x.Len() || s.x.Record(l.Area).Kind().Type() != kind {
				continue
			}
			seen[l.Area] = true
			if h := (Hit{Doc: l.Area, Type: kind}); s.toArea(&h) && h.Metres <= limit {
				hits = append(hits, h)
			}
		}
		return true
	})
	sortHits(hits)
	return hits
}

// toArea sets how far off a settlement is: its outline where it has one, else its point. It is false
// for an outline that cannot be read.
func (s *search) toArea(h *Hit) bool {
	var area orb.MultiPolygon
	switch g := s.x.Geometry(h.Doc).(type) {
	case orb.Point:
		h.At, h.Metres = geo.ToFixed(g), s.ruler.Distance(s.p, g)
		return true
	case orb.Polygon:
		area = orb.MultiPolygon{g}
	case orb.MultiPolygon:
		area = g
	}
	h.Metres = math.Inf(1)
	for _, polygon := range area {
		for _, ring := range polygon {
			line := make([]geo.Fixed, len(ring))
			for i, p := range ring {
				line[i] = geo.ToFixed(p)
			}
			if len(line) == 0 {
				continue
			}
			if at, d := s.toLine(line, false); d < h.Metres {
				h.At, h.Metres = at, d
			}
		}
	}
	return !math.IsInf(h.Metres, 1)
}

// sortHits puts the nearest first.
func sortHits(hits []Hit) {
	slices.SortFunc(hits, func(a, b Hit) int { return cmp.Or(cmp.Compare(a.Metres, b.Metres), cmp.Compare(a.Doc, b.Doc)) })
}
