package geo

import "github.com/paulmach/orb"

// An Extent grows around what is added to it and knows its bounding box in the form of RFC 7946:
// where that is narrower the box runs across the antimeridian, and then its west is greater than
// its east. The zero value is empty.
type Extent struct {
	any          bool
	south, north float64
	// The longitudes as they are and, for what lies around the antimeridian, counted from 0 to 360.
	west, east, west360, east360 float64
}

// Add grows the extent to hold a point, whose longitude lies in [-180, 180].
func (e *Extent) Add(p orb.Point) {
	lon := shift(p[0])
	e.grow(p[0], p[0], lon, lon, p[1], p[1])
}

// AddBox grows the extent to hold a box of west, south, east, north.
func (e *Extent) AddBox(b [4]float64) {
	west, east, west360, east360 := b[0], b[2], shift(b[0]), shift(b[2])
	if b[0] > b[2] { // across the antimeridian
		west, east = -180, 180
	}
	if b[0] < 0 && b[2] >= 0 || b[0] > b[2] && (b[0] < 0 || b[2] >= 0) { // across the prime meridian
		west360, east360 = 0, 360
	}
	e.grow(west, east, west360, east360, b[1], b[3])
}

func (e *Extent) grow(west, east, west360, east360, south, north float64) {
	if !e.any {
		*e = Extent{true, south, north, west, east, west360, east360}
		return
	}
	e.south, e.north = min(e.south, south), max(e.north, north)
	e.west, e.east = min(e.west, west), max(e.east, east)
	e.west360, e.east360 = min(e.west360, west360), max(e.east360, east360)
}

// Box returns west, south, east, north, and false when nothing was added.
func (e *Extent) Box() (box [4]float64, ok bool) {
	if e.east-e.west <= e.east360-e.west360+1e-9 { // but for rounding
		return [4]float64{e.west, e.south, e.east, e.north}, e.any
	}
	return [4]float64{unshift(e.west360), e.south, unshift(e.east360), e.north}, e.any
}

// GrowBox returns a box of west, south, east, north, possibly across the antimeridian, grown by some
// degrees to all sides.
func GrowBox(b [4]float64, degrees float64) [4]float64 {
	width := b[2] - b[0]
	if b[0] > b[2] {
		width += 360
	}
	grown := [4]float64{b[0] - degrees, max(-90, b[1]-degrees), b[2] + degrees, min(90, b[3]+degrees)}
	if width+2*degrees >= 360 {
		grown[0], grown[2] = -180, 180
		return grown
	}
	if grown[0] < -180 {
		grown[0] += 360
	}
	if grown[2] > 180 {
		grown[2] -= 360
	}
	return grown
}

// BoxContains tells whether a box of west, south, east, north, possibly across the antimeridian,
// holds a point, edges included.
func BoxContains(b [4]float64, p orb.Point) bool {
	if p[1] < b[1] || p[1] > b[3] {
		return false
	}
	holds := func(lon float64) bool {
		if b[0] <= b[2] {
			return b[0] <= lon && lon <= b[2]
		}
		return lon >= b[0] || lon <= b[2]
	}
	return holds(p[0]) || (p[0] == -180 || p[0] == 180) && holds(-p[0])
}

// BoxesMeet tells whether two such boxes share a point.
func BoxesMeet(a, b [4]float64) bool {
	if a[1] > b[3] || b[1] > a[3] {
		return false
	}
	// Two arcs share a point when one holds an end of the other.
	south := max(a[1], b[1])
	return BoxContains(a, orb.Point{b[0], south}) || BoxContains(a, orb.Point{b[2], south}) ||
		BoxContains(b, orb.Point{a[0], south}) || BoxContains(b, orb.Point{a[2], south})
}

func shift(lon float64) float64 {
	if lon < 0 {
		return lon + 360
	}
	return lon
}

func unshift(lon float64) float64 {
	if lon > 180 {
		return lon - 360
	}
	return lon
}
