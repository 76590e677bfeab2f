package territory

import (
	"sort"

	"github.com/footstepd/footstepd/internal/geo"
)

// Time zones are drawn on a grid of square cells, cellsPerTurn around the equator and half as many from
// pole to pole, numbered along a Z-order curve (Morton, 1966), on which the cells of a larger square
// that is aligned to the grid follow one another.
const (
	gridRoots    = 48 // squares around the equator that are divided by halves
	gridDepth    = 10 // how often at most
	cellsPerTurn = gridRoots << gridDepth
)

// zoneRuns are stretches of the curve in one time zone each, in ascending order. A run ends where the
// next one begins.
type zoneRuns []zoneRun

type zoneRun struct {
	from uint32 // first cell
	zone uint32 // number of the name
}

// at returns the zone of a position, false before the first run.
func (z zoneRuns) at(p geo.Fixed) (int, bool) {
	c := cellOf(p)
	i := sort.Search(len(z), func(i int) bool { return z[i].from > c })
	if i == 0 {
		return 0, false
	}
	return int(z[i-1].zone), true
}

// cellOf returns the number of the cell of a position; rows are counted from the north.
func cellOf(p geo.Fixed) uint32 {
	const units = 360 * geo.Scale
	x := (int64(p.Lon) + units/2) * cellsPerTurn / units
	y := (units/4 - int64(p.Lat)) * cellsPerTurn / units
	return morton(uint32(max(0, min(cellsPerTurn-1, x))), uint32(max(0, min(cellsPerTurn/2-1, y))))
}

// cellCorner returns the north-western corner of a cell.
func cellCorner(c uint32) geo.Fixed {
	const units = 360 * geo.Scale
	x, y := int64(unspread(c)), int64(unspread(c>>1))
	return geo.Fixed{Lon: int32(x*units/cellsPerTurn - units/2), Lat: int32(units/4 - y*units/cellsPerTurn)}
}

// morton weaves the bits of a column and a row together.
func morton(x, y uint32) uint32 { return spread(x) | spread(y)<<1 }

func spread(v uint32) uint32 {
	v &= 0xFFFF
	v = (v | v<<8) & 0x00FF00FF
	v = (v | v<<4) & 0x0F0F0F0F
	v = (v | v<<2) & 0x33333333
	return (v | v<<1) & 0x55555555
}

func unspread(v uint32) uint32 {
	v &= 0x55555555
	v = (v | v>>1) & 0x33333333
	v = (v | v>>2) & 0x0F0F0F0F
	v = (v | v>>4) & 0x00FF00FF
	return (v | v>>8) & 0xFFFF
}

// within returns the runs that say the same inside of some boxes and whatever is shortest elsewhere.
func (z zoneRuns) within(boxes []geo.Box) zoneRuns {
	var out zoneRuns
	for i, r := range z {
		end := uint64(1) << 32
		if i+1 < len(z) {
			end = uint64(z[i+1].from)
		}
		if len(out) > 0 && out[len(out)-1].zone == r.zone || !meets(uint64(r.from), end, boxes) {
			continue
		}
		if len(out) == 0 {
			r.from = 0
		}
		out = append(out, r)
	}
	return out
}

// meets tells whether one of the cells from one to before another may lie in one of some boxes. It
// looks at the largest aligned squares that the stretch is made of.
func meets(from, end uint64, boxes []geo.Box) bool {
	for from < end {
		size := uint64(1)
		for from%(size*4) == 0 && from+size*4 <= end {
			size *= 4
		}
		a := cellCorner(uint32(from))
		side := int64(1)
		for s := size; s > 1; s /= 4 {
			side *= 2
		}
		const units = 360 * geo.Scale
		span := side*units/cellsPerTurn + 1
		square := geo.Box{MinLon: a.Lon, MaxLon: clampLon(int64(a.Lon) + span), MinLat: clampLat(int64(a.Lat) - span), MaxLat: a.Lat}
		for _, b := range boxes {
			if square.Intersects(b) {
				return true
			}
		}
		from += size
	}
	return false
}
