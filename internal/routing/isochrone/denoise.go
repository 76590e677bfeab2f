package isochrone

// holeShare is the size below which a hole is noise, as a part of the size below which an island is:
// a lake of a hundredth of the area matters more to its reader than an outlying island of that size.
const holeShare = 0.01

// denoise returns the rings that stay of one limit, whole islands with their holes. at is an inner corner at
// the origin; smaller are the rings that stayed of the next smaller limit.
//
// Islands smaller than share of the largest are dropped, and holes smaller than a hundredth of that are
// filled, with all that lies in them. The island of the origin and those that hold one of the next smaller
// limit stay, whatever their size, so that each area lies within the next. The shell of an island
// counts with its holes, and on both sides of the antimeridian.
func denoise(rings []ring, share float64, islands labels, column, row int, smaller []ring) []ring {
	sizes := map[int32]int64{}
	largest := int64(0)
	for _, r := range rings {
		if r.twice > 0 {
			sizes[r.island] += r.twice
			largest = max(largest, sizes[r.island])
		}
	}
	least := share * float64(largest)
	stays := map[int32]bool{islands.at(column, row): true}
	for _, r := range smaller {
		stays[islands.at(r.column, r.row)] = true
	}
	var filled, kept []ring
	for _, r := range rings {
		switch {
		case !stays[r.island] && float64(sizes[r.island]) < least:
		case r.twice < 0 && float64(-r.twice) < holeShare*least:
			filled = append(filled, r)
		default:
			kept = append(kept, r)
		}
	}
	if len(filled) == 0 {
		return kept
	}
	boxes := make([]spotBox, len(filled))
	for i, f := range filled {
		boxes[i] = boxOf(f.spots)
	}
	n := 0
	for _, r := range kept {
		if !inAny(r.spots[0], filled, boxes) {
			kept[n] = r
			n++
		}
	}
	return kept[:n]
}

func inAny(s spot, rings []ring, boxes []spotBox) bool {
	for i, r := range rings {
		if boxes[i].holds(s) && inRing(s, r.spots) {
			return true
		}
	}
	return false
}

// inRing tells whether s lies inside of a ring on which it does not lie.
func inRing(s spot, ring []spot) bool {
	inside := false
	for i, b := range ring {
		a := ring[(i+len(ring)-1)%len(ring)]
		if (a.v > s.v) == (b.v > s.v) {
			continue
		}
		if a.v > b.v {
			a, b = b, a
		}
		if cross(a, b, s) > 0 {
			inside = !inside
		}
	}
	return inside
}

// spotBox is a rectangle of the lattice, edges included.
type spotBox struct {
	minU, minV, maxU, maxV int32
}

func boxOf(spots []spot) spotBox {
	b := spotBox{spots[0].u, spots[0].v, spots[0].u, spots[0].v}
	for _, s := range spots[1:] {
		b = spotBox{min(b.minU, s.u), min(b.minV, s.v), max(b.maxU, s.u), max(b.maxV, s.v)}
	}
	return b
}

func (b spotBox) holds(s spot) bool {
	return b.minU <= s.u && s.u <= b.maxU && b.minV <= s.v && s.v <= b.maxV
}
