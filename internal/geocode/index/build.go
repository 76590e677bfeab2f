package index

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	source "github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/territory"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// build is the work of Finish.
type build struct {
	*Builder
	ctx     context.Context
	loc     *source.Locations
	report  *region.Report
	areas   []*entity // with borders, mostly
	places  []*entity // points
	venues  []*entity
	streets []*entity
	made    []*entity // streets, towns and postcodes known from addresses alone
	taken   map[Key]bool
	lands   *territory.Map
	country admin.Country // that the tags of the extract name, when they name only one

	chains int // number of distinct chains, once written

	locator leafTree  // over located
	located []*entity // areas with polygons
	nearby  *geo.RTree
	nearbys []*entity // populated places that reach out
	atCache map[geo.Fixed]chainAt

	touching map[osm.NodeID][]osm.FeatureID // buildings with a number at the nodes of interpolation ways; see numberedAt

	streetTree   *geo.RTree // over streetPieces, made when first needed
	streetPieces []pieceOf
}

// Finish builds the index and writes its sections.
func (b *Builder) Finish(ctx context.Context, loc *source.Locations, w *region.Writer, report *region.Report, progress func(float64)) error {
	d := &build{Builder: b, ctx: ctx, loc: loc, report: report, lands: territory.World(), atCache: map[geo.Fixed]chainAt{}}
	if b.Lands != nil {
		d.lands = b.Lands()
	}
	steps := []func() error{
		done(d.gatherAreas), done(d.settleCountries), done(d.locate), done(d.settleRoles), done(d.trimNames),
		done(d.gatherPlaces), done(d.reachOut), d.gatherStreets, done(d.gatherVenues), d.gatherAddresses,
		done(d.gatherTowns), d.chainAll, func() error { return d.write(w) },
	}
	for i, step := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := step(); err != nil {
			return err
		}
		if progress != nil {
			progress(float64(i+1) / float64(len(steps)))
		}
	}
	return nil
}

func done(f func()) func() error {
	return func() error { f(); return nil }
}

func (b *build) wayArea(w *osm.Way) (orb.MultiPolygon, source.AreaReport) {
	return source.WayArea(w.Nodes, b.loc)
}

// settleCountries finds out whether the tags of the extract name a single country.
func (b *build) settleCountries() {
	total, best, most := 0, admin.Country(0), 0
	for _, c := range sortedKeys(b.countries) {
		n := b.countries[c]
		total += n
		if n > most {
			best, most = c, n
		}
	}
	bordered := map[admin.Country]bool{}
	for _, e := range b.areas {
		if e.country != 0 && e.polygons != nil && e.level == 2 {
			bordered[e.country] = true
		}
	}
	// A closed border of a whole country says that the extract may reach beyond it.
	if most > 0 && float64(most) >= 0.98*float64(total) && len(bordered) == 0 {
		b.country = best
	}
}

// countryAt returns the country of an area.
func (b *build) countryAt(e *entity) admin.Country {
	if e.country != 0 {
		return e.country
	}
	return b.countryOfPoint(e.at)
}

// coarse is how far off in metres a border may be that the extract does not hold: those of Liechtenstein
// and Andorra are up to 750 m off.
const coarse = 1000

// countryOfPoint returns the country of a point: that of the smallest border around it, else what the
// map of the countries says. That is coarse: beside a border, what the tags of the extract say counts.
func (b *build) countryOfPoint(p geo.Fixed) admin.Country {
	c, size := admin.Country(0), 1e9
	b.locator.containing(p, func(i uint32) bool {
		if a := b.located[i]; a.country != 0 && a.level >= UnnamedLevel && a.size < size {
			c, size = a.country, a.size
		}
		return true
	})
	if c != 0 {
		return c
	}
	if land := b.lands.At(p); land != nil {
		c = admin.ParseCountry(land.Code)
	}
	if c == 0 || b.country != 0 && c != b.country && b.lands.Near(p, b.country.Alpha2(), coarse) {
		return b.country
	}
	return c
}

// locate makes the tree that finds the areas around a point.
func (b *build) locate() {
	var entries []leafEntry
	for _, e := range b.areas {
		if e.polygons == nil {
			continue
		}
		for _, rings := range e.polygons {
			entries = append(entries, areaShape(uint32(len(b.located)), rings))
		}
		b.located = append(b.located, e)
	}
	b.locator, _ = readLeafTree(packLeaves(entries), secAreas) // what was just packed can be read
}

// reachOut makes the tree that finds the populated places near a point.
func (b *build) reachOut() {
	var boxes []geo.Box
	for _, list := range [][]*entity{b.areas, b.places} {
		for _, e := range list {
			if e.reach > 0 {
				b.nearbys = append(b.nearbys, e)
				boxes = append(boxes, geo.Around(e.at, e.reach))
			}
		}
	}
	b.nearby = geo.BuildRTree(boxes)
}

// chainAt is what surrounds a point.
type chainAt struct {
	country admin.Country
	links   []link
}

// chain returns the areas around a point, the smallest first, with at most one for each role, and
// the country. Where no border tells the town or the neighbourhood, the nearest place within its
// reach does.
func (b *build) chainOf(p geo.Fixed) chainAt {
	if c, ok := b.atCache[p]; ok {
		return c
	}
	var best [admin.NumRoles]*entity
	b.locator.containing(p, func(i uint32) bool {
		e := b.located[i]
		if old := best[e.role]; old == nil || cmp.Or(
			-cmp.Compare(e.level, old.level), cmp.Compare(e.size, old.size), cmp.Compare(e.key, old.key)) < 0 {
			best[e.role] = e
		}
		return true
	})
	var bordered [admin.NumRoles]bool
	var rest [admin.NumRoles]*entity // of what no address names
	for r, e := range best {
		if e != nil && e.level == UnnamedLevel {
			best[r], rest[r] = nil, e
		}
		bordered[r] = best[r] != nil
	}
	var score [admin.NumRoles]float64
	b.nearby.Search(geo.BoxOf(p), func(i uint32) bool {
		e := b.nearbys[i]
		d := fixedDistance(e.at, p) / e.reach
		if d > 1 || bordered[e.role] || e.role == admin.LocalityRole && best[admin.DistrictRole] != nil && bordered[admin.DistrictRole] {
			return true
		}
		if old := best[e.role]; old == nil || d < score[e.role] || d == score[e.role] && e.key < old.key {
			best[e.role], score[e.role] = e, d
		}
		return true
	})
	for r, e := range rest {
		if best[r] == nil {
			best[r] = e
		}
	}
	c := chainAt{country: b.countryOfPoint(p)}
	for _, role := range []admin.Role{admin.NeighbourhoodRole, admin.DistrictRole, admin.PostcodeRole, admin.LocalityRole, admin.CountyRole, admin.RegionRole, admin.CountryRole} {
		if best[role] != nil {
			c.links = append(c.links, link{role, best[role]})
		}
	}
	b.atCache[p] = c
	return c
}

// chainAll gives every entity its chain.
func (b *build) chainAll() error {
	for _, list := range [][]*entity{b.areas, b.places, b.streets, b.venues, b.made} {
		for i, e := range list {
			if i%1024 == 0 {
				if err := b.ctx.Err(); err != nil {
					return err
				}
			}
			c := b.chainOf(e.at)
			e.links = e.links[:0]
			for _, l := range c.links {
				if l.area == e || e.numbered && !e.within[l.area] {
					continue
				}
				if e.kind.Area() && !b.holdsArea(l, e) {
					continue
				}
				e.links = append(e.links, l)
			}
			if e.country == 0 {
				e.country = c.country
			}
		}
	}
	return nil
}

// holdsArea tells whether the area of a link is one that a smaller area or place lies in. Postcodes
// are told of places that are points only: wide ones have several.
func (b *build) holdsArea(l link, e *entity) bool {
	switch {
	case l.role == admin.PostcodeRole:
		return e.kind != Postcode && e.polygons == nil
	case e.kind == Postcode:
		return true
	}
	return l.role < e.role || l.role == e.role && l.area.rank < e.rank
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
