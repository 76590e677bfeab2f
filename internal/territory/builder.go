package territory

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/footstepd/footstepd/internal/geo"
	source "github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/clip"
	"github.com/paulmach/orb/simplify"
	"github.com/paulmach/osm"
	"golang.org/x/text/language"
)

// section is the name of the map in region files.
const section = "territory"

// storedUnit is the precision of stored positions in 1e-7 degree, some 11 cm.
const storedUnit = 10

// A Builder makes the map of a region: the piece of the coarse map of the world that it covers, with
// the borders of countries and time zones in their places that the extract holds as a whole. It is a
// part of an import; see build.Builder. Parts that finish after it may ask Map.
type Builder struct {
	world     *Map
	assembler *source.Assembler
	borders   []*osm.Relation
	extent    geo.Extent
	cut       *Map
}

// NewBuilder returns a builder for one import.
func NewBuilder() *Builder {
	return &Builder{world: World(), assembler: source.NewAssembler(func(r *osm.Relation) bool {
		return source.IsArea(r) && (countryCode(r.Tags) != "" || zoneName(r.Tags) != "")
	})}
}

// Map returns what Finish has made; before, it is the coarse map of the world.
func (b *Builder) Map() *Map {
	if b.cut == nil {
		return b.world
	}
	return b.cut
}

// countryCode returns the country whose border a relation is, "" for others.
func countryCode(tags osm.Tags) string {
	for _, key := range []string{"ISO3166-1:alpha2", "ISO3166-1"} {
		code := strings.TrimSpace(tags.Find(key))
		if len(code) != 2 || tags.Find("boundary") != "administrative" {
			continue
		}
		if r, err := language.ParseRegion(code); err == nil && r.IsCountry() {
			return r.Canonicalize().String() // metropolitan France is France
		}
	}
	return ""
}

// zoneName returns the time zone that a relation bounds, "" for others.
func zoneName(tags osm.Tags) string {
	name := strings.TrimSpace(tags.Find("timezone"))
	if kind := tags.Find("boundary"); kind != "administrative" && kind != "timezone" || !strings.Contains(name, "/") || len(name) > maxText {
		return ""
	}
	if _, err := time.LoadLocation(name); err != nil {
		return ""
	}
	return name
}

// Relation keeps borders of countries and time zones.
func (b *Builder) Relation(r *osm.Relation) error {
	if err := b.assembler.Relation(r); err != nil {
		return err
	}
	if b.assembler.Has(r.ID) {
		b.borders = append(b.borders, r)
	}
	return nil
}

// Way keeps the ways of borders.
func (b *Builder) Way(w *osm.Way, need source.Need) error { return b.assembler.Way(w, need) }

// Node notes how far the extract reaches.
func (b *Builder) Node(n *osm.Node) error {
	b.extent.Add(orb.Point{n.Lon, n.Lat})
	return nil
}

// Finish makes the map, writes it and reports the countries of the region.
func (b *Builder) Finish(ctx context.Context, loc *source.Locations, w *region.Writer, report *region.Report, progress func(float64)) error {
	box, ok := b.extent.Box()
	if !ok {
		box = [4]float64{}
	}
	m := b.world.cutOut(box)
	for _, r := range b.borders {
		if err := ctx.Err(); err != nil {
			return err
		}
		area, missing := b.assembler.Rings(r.ID, loc)
		if !missing.Complete() || len(area) == 0 {
			report.Skip("borders of countries and time zones that the extract cuts", 1)
			continue
		}
		m.addMapped(r.Tags, area)
	}
	sortAreas(m.areas)
	b.cut = m
	countries, err := m.countries(ctx, loc, progress)
	if err != nil {
		return err
	}
	report.Countries = countries
	return w.Add(section, m.append(nil, storedUnit))
}

// cutOut returns the piece of a map around a box of west, south, east, north, possibly across the
// antimeridian.
func (m *Map) cutOut(box [4]float64) *Map {
	box = geo.GrowBox(box, zoneReach)
	halves := []orb.Bound{{Min: orb.Point{box[0], box[1]}, Max: orb.Point{box[2], box[3]}}}
	if box[0] > box[2] {
		halves = []orb.Bound{
			{Min: orb.Point{box[0], box[1]}, Max: orb.Point{180, box[3]}},
			{Min: orb.Point{-180, box[1]}, Max: orb.Point{box[2], box[3]}},
		}
	}
	out := &Map{}
	var boxes []geo.Box
	for _, h := range halves {
		boxes = append(boxes, geo.BoxOf(geo.ToFixed(h.Min), geo.ToFixed(h.Max)))
	}
	lands, names := map[uint32]uint32{}, map[string]uint32{}
	for i := range m.areas {
		a := &m.areas[i]
		for k, h := range halves {
			if !a.box.Intersects(boxes[k]) {
				continue
			}
			rings := fixedRings(clip.Polygon(h, a.polygon()))
			if len(rings) == 0 {
				continue
			}
			if _, ok := lands[a.value]; !ok {
				lands[a.value] = out.addLand(m.lands[a.value], names)
			}
			out.areas = append(out.areas, newArea(lands[a.value], false, false, rings))
		}
	}
	for _, r := range m.zones.within(boxes) {
		out.zones = append(out.zones, zoneRun{r.from, out.addName(m.names[r.zone], names)})
	}
	return out
}

// polygon converts an area to degrees; all its rings are closed.
func (a *area) polygon() orb.Polygon {
	var out orb.Polygon
	for _, r := range a.rings {
		ring := make(orb.Ring, 0, len(r.points)+1)
		for _, p := range r.points {
			ring = append(ring, p.Point())
		}
		out = append(out, append(ring, ring[0]))
	}
	return out
}

func (m *Map) addLand(l Land, names map[string]uint32) uint32 {
	for _, z := range l.Zones {
		m.addName(z, names)
	}
	m.lands, m.settled = append(m.lands, l), append(m.settled, false)
	return uint32(len(m.lands) - 1)
}

func (m *Map) addName(name string, names map[string]uint32) uint32 {
	if i := slices.Index(m.names, name); i >= 0 {
		names[name] = uint32(i)
	} else {
		names[name] = uint32(len(m.names))
		m.names = append(m.names, name)
	}
	return names[name]
}

// borderTolerance is by how many metres stored borders may differ from mapped ones.
const borderTolerance = 2

// addMapped takes a border of the extract over.
func (m *Map) addMapped(tags osm.Tags, area orb.MultiPolygon) {
	add := func(value uint32, zone bool) {
		for _, polygon := range simplify.DouglasPeucker(borderTolerance / 111_319.5).MultiPolygon(area.Clone()) {
			if rings := fixedRings(polygon); len(rings) > 0 {
				m.areas = append(m.areas, newArea(value, zone, true, rings))
			}
		}
	}
	names := map[string]uint32{}
	if name := zoneName(tags); name != "" {
		add(m.addName(name, names), true)
	}
	code := countryCode(tags)
	if code == "" {
		return
	}
	l := Land{Code: code}
	for i, known := range m.lands {
		if known.Code == code {
			l, m.settled[i] = known, true
		}
	}
	if side := tags.Find("driving_side"); side == "left" || side == "right" {
		l.Left = side == "left"
	}
	value := m.addLand(l, names)
	m.settled[value] = true
	add(value, false)
}

// leastShare is the share of the region's positions from which a country is one of the region: beside
// a coarse border some positions fall to the neighbour.
const leastShare = 0.002

// countries tells which countries the positions of an extract lie in, the one with most first.
func (m *Map) countries(ctx context.Context, loc *source.Locations, progress func(float64)) ([]region.Country, error) {
	type tally struct {
		land  *Land
		count int
		zones map[string]int
	}
	var list []*tally
	total := 0
	step := max(1, loc.Slots()/maxSamples)
	for slot := 0; slot < loc.Slots(); slot += step {
		if slot/step%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if progress != nil {
				progress(float64(slot) / float64(loc.Slots()))
			}
		}
		p := loc.At(slot)
		l := m.At(p)
		if p == (geo.Fixed{}) || l == nil {
			continue
		}
		total++
		i := slices.IndexFunc(list, func(t *tally) bool { return t.land.Code == l.Code && t.land.Left == l.Left && t.land.Miles == l.Miles })
		if i < 0 {
			i = len(list)
			list = append(list, &tally{l, 0, map[string]int{}})
		}
		list[i].count++
		list[i].zones[m.Zone(p)]++
	}
	slices.SortStableFunc(list, func(a, b *tally) int { return b.count - a.count })
	var out []region.Country
	for _, t := range list {
		if float64(t.count) < leastShare*float64(total) {
			continue
		}
		c := region.Country{Code: t.land.Alpha3(), DrivingSide: t.land.Side(), SpeedUnit: t.land.SpeedUnit()}
		for zone, n := range t.zones {
			if zone != "" && float64(n) >= leastShare*float64(t.count) {
				c.TimeZones = append(c.TimeZones, zone)
			}
		}
		slices.Sort(c.TimeZones)
		out = append(out, c)
	}
	return out, nil
}

// maxSamples bounds how many positions are looked at to tell the countries of a region.
const maxSamples = 200_000

// Open returns the map of a region file; see Builder. Errors wrap region.ErrNoSection for files that
// have none, or ErrDamaged.
func Open(f *region.File) (*Map, error) {
	b, err := f.Section(section)
	if err != nil {
		return nil, fmt.Errorf("territory: %w", err)
	}
	return decode(b)
}

// Check tells whether the map of a region file can be read.
func Check(_ context.Context, f *region.File) error {
	_, err := Open(f)
	return err
}
