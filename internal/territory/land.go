package territory

import (
	"cmp"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // zones must be known on systems that have none

	"github.com/footstepd/footstepd/internal/geo"
	"golang.org/x/text/language"
)

// A Land is what holds alike all over a country, or a part of one.
type Land struct {
	Code  string   // ISO 3166-1 alpha-2; "XK" for Kosovo, "" where no country is agreed upon
	Left  bool     // traffic keeps left
	Miles bool     // speeds are told in miles per hour
	Zones []string // IANA time zones, the most populous first; none where the map alone tells
}

// Alpha3 returns the three-letter code, "" where there is none.
func (l *Land) Alpha3() string {
	if l == nil || l.Code == "" {
		return ""
	}
	r, err := language.ParseRegion(l.Code)
	if err != nil {
		return ""
	}
	return r.ISO3()
}

// Side returns "left" or "right".
func (l *Land) Side() string {
	if l.Left {
		return "left"
	}
	return "right"
}

// SpeedUnit returns "mph" or "km/h". A limit that a map writes without a unit is in km/h everywhere.
func (l *Land) SpeedUnit() string {
	if l.Miles {
		return "mph"
	}
	return "km/h"
}

// A Map tells which land and time zone a position lies in. Maps do not change once they are made, and
// are safe for concurrent use. The zero Map knows nothing.
type Map struct {
	lands []Land
	names []string // of time zones
	areas []area   // smaller ones before larger ones
	zones zoneRuns
	// settled lands have a border in areas that is mapped as a whole: what lies beyond it is not theirs,
	// whatever a coarser border says.
	settled []bool
}

// Reach in metres: how far off the true country of a point may be that lies between a mapped border and
// a coarse one.
const sliver = 20_000

// At returns the land of a position, nil on the high seas and where it is not known.
func (m *Map) At(p geo.Fixed) *Land {
	if m == nil {
		return nil
	}
	coarse := -1
	for i := range m.areas {
		a := &m.areas[i]
		if a.zone || !a.mapped && coarse >= 0 || !a.holds(p) {
			continue
		}
		if a.mapped {
			return &m.lands[a.value]
		}
		coarse = int(a.value)
	}
	switch {
	case coarse < 0:
		return nil
	case !m.settled[coarse]:
		return &m.lands[coarse]
	}
	// The mapped border says that this is not the land of the coarse one: it is a neighbour's.
	best, distance := -1, float64(sliver)
	for i := range m.areas {
		a := &m.areas[i]
		if a.zone || m.settled[a.value] || !geo.Around(p, distance).Intersects(a.box) {
			continue
		}
		if d := a.distance(p); d < distance {
			best, distance = int(a.value), d
		}
	}
	if best < 0 {
		return nil
	}
	return &m.lands[best]
}

// Near tells whether a part of the country with a code lies within some metres of a position.
func (m *Map) Near(p geo.Fixed, code string, metres float64) bool {
	box := geo.Around(p, metres)
	for i := range m.areas {
		a := &m.areas[i]
		if !a.zone && m.lands[a.value].Code == code && box.Intersects(a.box) && (a.holds(p) || a.distance(p) <= metres) {
			return true
		}
	}
	return false
}

// Left tells whether traffic keeps left at a position.
func (m *Map) Left(p geo.Fixed) bool {
	l := m.At(p)
	return l != nil && l.Left
}

// Zone returns the IANA name of the time zone of a position, "" where it is not known.
func (m *Map) Zone(p geo.Fixed) string {
	if m == nil {
		return ""
	}
	for i := range m.areas {
		if a := &m.areas[i]; a.zone && a.holds(p) {
			return m.names[a.value]
		}
	}
	l := m.At(p)
	switch {
	case l == nil || len(l.Zones) == 0:
		return m.zoneName(p)
	case len(l.Zones) == 1:
		return l.Zones[0]
	}
	// The zones are drawn more coarsely than the countries: beside a border, the nearest of the country.
	if zone := m.zoneName(p); slices.Contains(l.Zones, zone) {
		return zone
	}
	for _, radius := range []int32{1, 2, 4, 8, 16, 32, 64, 100} {
		for _, d := range [...][2]int32{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			q := geo.Fixed{Lon: clampLon(int64(p.Lon) + int64(d[0]*radius)*geo.Scale/100), Lat: clampLat(int64(p.Lat) + int64(d[1]*radius)*geo.Scale/100)}
			if zone := m.zoneName(q); slices.Contains(l.Zones, zone) {
				return zone
			}
		}
	}
	if zone := m.zoneName(p); strings.HasPrefix(zone, "Etc/") {
		return zone // far out at sea
	}
	return l.Zones[0]
}

// zoneReach is how far Zone looks around, in degrees: a map that was cut out of another must reach so
// much farther than the positions it is asked for.
const zoneReach = 1

func (m *Map) zoneName(p geo.Fixed) string {
	if i, ok := m.zones.at(p); ok && i < len(m.names) {
		return m.names[i]
	}
	return ""
}

// Location returns the time zone of a position, nil where it is not known.
func (m *Map) Location(p geo.Fixed) *time.Location {
	name := m.Zone(p)
	if name == "" {
		return nil
	}
	loc, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	return loc
}

// Lands returns all lands of the map, in the order of their codes.
func (m *Map) Lands() []Land {
	out := slices.Clone(m.lands)
	slices.SortStableFunc(out, func(a, b Land) int { return cmp.Compare(a.Code, b.Code) })
	return out
}

func clampLon(v int64) int32 {
	return int32(max(-180*geo.Scale, min(180*geo.Scale, v)))
}

func clampLat(v int64) int32 {
	return int32(max(-90*geo.Scale, min(90*geo.Scale, v)))
}
