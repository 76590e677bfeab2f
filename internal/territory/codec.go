package territory

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
)

// ErrDamaged is returned for data that is no map.
var ErrDamaged = errors.New("territory: damaged map")

// What a map may hold at most; the world has some hundred of each.
const (
	maxLands = 4096
	maxNames = 4096
	maxText  = 64
)

// Flags of lands and areas.
const (
	landLeft = 1 << iota
	landMiles
	landSettled
)

const (
	areaZone = 1 << iota
	areaMapped
)

// append writes the map: all numbers are varints, signed ones in zigzag form; unit is the precision of
// positions in 1e-7 degree.
func (m *Map) append(b []byte, unit int64) []byte {
	b = binary.AppendUvarint(b, uint64(unit))
	number := map[string]uint64{}
	b = binary.AppendUvarint(b, uint64(len(m.names)))
	for i, n := range m.names {
		number[n] = uint64(i)
		b = append(binary.AppendUvarint(b, uint64(len(n))), n...)
	}
	b = binary.AppendUvarint(b, uint64(len(m.lands)))
	for i, l := range m.lands {
		flags := uint64(0)
		for _, f := range []struct {
			flag uint64
			is   bool
		}{{landLeft, l.Left}, {landMiles, l.Miles}, {landSettled, m.settled[i]}} {
			if f.is {
				flags |= f.flag
			}
		}
		b = append(binary.AppendUvarint(b, uint64(len(l.Code))), l.Code...)
		b = binary.AppendUvarint(binary.AppendUvarint(b, flags), uint64(len(l.Zones)))
		for _, z := range l.Zones {
			b = binary.AppendUvarint(b, number[z])
		}
	}
	b = binary.AppendUvarint(b, uint64(len(m.areas)))
	for _, a := range m.areas {
		flags := uint64(0)
		if a.zone {
			flags |= areaZone
		}
		if a.mapped {
			flags |= areaMapped
		}
		b = binary.AppendUvarint(b, uint64(a.value))
		b = binary.AppendUvarint(binary.AppendUvarint(b, flags), uint64(len(a.rings)))
		for _, r := range a.rings {
			b = binary.AppendUvarint(b, uint64(len(r.points)))
			lon, lat := int64(0), int64(0)
			for _, p := range r.points {
				x, y := roundTo(p.Lon, unit), roundTo(p.Lat, unit)
				b = binary.AppendVarint(binary.AppendVarint(b, x-lon), y-lat)
				lon, lat = x, y
			}
		}
	}
	b = binary.AppendUvarint(b, uint64(len(m.zones)))
	from := uint32(0)
	for _, z := range m.zones {
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(z.from-from)), uint64(z.zone))
		from = z.from
	}
	return b
}

func roundTo(v int32, unit int64) int64 { return int64(math.Round(float64(v) / float64(unit))) }

// decode reads what append has written. Errors wrap ErrDamaged.
func decode(b []byte) (*Map, error) {
	r := &reader{b: b}
	unit := r.uint(geo.Scale)
	m := &Map{}
	for n := r.count(maxNames); n > 0 && r.err == nil; n-- {
		m.names = append(m.names, r.text())
	}
	for n := r.count(maxLands); n > 0 && r.err == nil; n-- {
		l := Land{Code: r.text()}
		flags := r.uint(1<<3 - 1)
		l.Left, l.Miles = flags&landLeft != 0, flags&landMiles != 0
		for k := r.count(maxNames); k > 0 && r.err == nil; k-- {
			if z := r.index(len(m.names)); r.err == nil {
				l.Zones = append(l.Zones, m.names[z])
			}
		}
		m.lands, m.settled = append(m.lands, l), append(m.settled, flags&landSettled != 0)
	}
	for n := r.count(len(b)); n > 0 && r.err == nil; n-- {
		value, flags := r.uint(1<<32-1), r.uint(1<<2-1)
		limit := len(m.lands)
		if flags&areaZone != 0 {
			limit = len(m.names)
		}
		if value >= uint64(limit) {
			r.fail("an area of number %d of %d", value, limit)
		}
		rings := r.rings(int64(unit))
		if r.err == nil {
			m.areas = append(m.areas, newArea(uint32(value), flags&areaZone != 0, flags&areaMapped != 0, rings))
		}
	}
	from := uint64(0)
	for n := r.count(len(b)); n > 0 && r.err == nil; n-- {
		step := r.uint(1<<32 - 1)
		if from += step; len(m.zones) > 0 && step == 0 || from > 1<<32-1 {
			r.fail("time zones out of order")
		}
		m.zones = append(m.zones, zoneRun{uint32(from), uint32(r.index(len(m.names)))})
	}
	if r.err == nil && len(r.b) > 0 {
		r.fail("%d bytes too many", len(r.b))
	}
	if r.err != nil {
		return nil, r.err
	}
	return m, nil
}

// reader reads numbers until the first that cannot be.
type reader struct {
	b   []byte
	err error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
	}
	r.b = nil
}

// uint reads a number up to a limit.
func (r *reader) uint(limit uint64) uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 || v > limit {
		r.fail("a number is cut off or too large")
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) int() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.fail("a number is cut off")
		return 0
	}
	r.b = r.b[n:]
	return v
}

// count reads how many things follow, each of which takes at least a byte.
func (r *reader) count(limit int) int { return int(r.uint(uint64(min(limit, len(r.b))))) }

// index reads the number of one of n things.
func (r *reader) index(n int) int {
	v := r.uint(1<<32 - 1)
	if v >= uint64(n) {
		r.fail("number %d of %d", v, n)
		return 0
	}
	return int(v)
}

func (r *reader) text() string {
	n := r.count(maxText)
	if n > len(r.b) {
		r.fail("a text is cut off")
	}
	if r.err != nil {
		return ""
	}
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

func (r *reader) rings(unit int64) [][]geo.Fixed {
	var out [][]geo.Fixed
	for n := r.count(len(r.b)); n > 0 && r.err == nil; n-- {
		size := r.count(len(r.b))
		points := make([]geo.Fixed, 0, size)
		lon, lat := int64(0), int64(0)
		for ; size > 0 && r.err == nil; size-- {
			lon, lat = lon+r.int(), lat+r.int()
			if lon < -180*geo.Scale || lon > 180*geo.Scale || lat < -90*geo.Scale || lat > 90*geo.Scale ||
				lon*unit < -180*geo.Scale || lon*unit > 180*geo.Scale || lat*unit < -90*geo.Scale || lat*unit > 90*geo.Scale {
				r.fail("a position off the earth")
			}
			points = append(points, geo.Fixed{Lon: int32(lon * unit), Lat: int32(lat * unit)})
		}
		if len(points) < 3 {
			r.fail("a ring of %d positions", len(points))
		}
		out = append(out, points)
	}
	if len(out) == 0 {
		r.fail("an area without rings")
	}
	return out
}

// sortAreas puts smaller areas before larger ones, which they may lie in.
func sortAreas(areas []area) {
	size := func(a *area) float64 {
		return (float64(a.box.MaxLon) - float64(a.box.MinLon)) * (float64(a.box.MaxLat) - float64(a.box.MinLat))
	}
	slices.SortStableFunc(areas, func(a, b area) int { return cmp.Compare(size(&a), size(&b)) })
}
