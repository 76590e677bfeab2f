package predict

import "math"

// A landform is the form of the ground at a place.
type landform uint8

// The landforms that are told apart.
const (
	noForm    landform = iota
	ridge              // higher than both sides
	highPoint          // higher than all around
	lowPoint           // lower than all around
)

const (
	// landformStep in metres is how far apart the places are, at least, whose form is told.
	landformStep = 50
	// landformPlaces is how many places an area has, about, if they would be more otherwise.
	landformPlaces = 60_000
	// landformReach in metres is how far away the ground is that they are compared with, about.
	landformReach = 250
)

// formOf tells the form of a place from how much higher it lies, in metres, than eight places around it, one after
// the other: a simple kind of geomorphon (Jasiewicz and Stepinski, 2013). Differences of less than the least count as
// none; those that are not known are NaN, and tell of none.
func formOf(above *[8]float64, least float64) landform {
	higher, lower, sides := 0, 0, false
	for k, d := range above {
		switch {
		case d >= least:
			higher++
			sides = sides || k < 4 && above[k+4] >= least
		case d <= -least:
			lower++
		}
	}
	switch {
	case higher == len(above):
		return highPoint
	case lower == len(above):
		return lowPoint
	case sides && lower == 0:
		return ridge
	}
	return noForm
}

// landforms draws the marks of the ground's form.
func (a *affinity) landforms(c *canvas) {
	heights := a.s.model.heights
	marks := [...]ground{ridge: a.ground[ridgeMark], highPoint: a.ground[highMark], lowPoint: a.ground[lowMark]}
	if heights == nil || marks == [lowPoint + 1]ground{} {
		return
	}
	// Places lie on one lattice over the plane, so that neighbouring canvases agree.
	var area float64
	for i := range a.s.hexes {
		area += a.s.hexes[i].area
	}
	step := max(landformStep, math.Sqrt(area/landformPlaces))
	reach := max(1, int(math.Round(landformReach/step)))
	diagonal := max(1, int(math.Round(float64(reach)/math.Sqrt2)))
	west, south := math.Floor(c.corner.x/step)-float64(reach), math.Floor(c.corner.y/step)-float64(reach)
	columns := int(math.Ceil(float64(c.width)*c.step/step)) + 2 + 2*reach
	rows := int(math.Ceil(float64(c.height)*c.step/step)) + 2 + 2*reach
	at := func(x, y int) vec { return vec{(west + float64(x)) * step, (south + float64(y)) * step} }
	metres := make([]float64, columns*rows)
	for i := range metres {
		p := at(i%columns, i/columns)
		h, ok := heights.At(c.ruler.Point(p.x, p.y))
		if !ok {
			h = math.NaN()
		}
		metres[i] = h
	}
	around := [8]int{reach, reach * columns, diagonal*columns - diagonal, diagonal*columns + diagonal}
	for k := range 4 {
		around[k+4] = -around[k]
	}
	var above [8]float64
	for y := reach; y < rows-reach; y++ {
		for x := reach; x < columns-reach; x++ {
			i := y*columns + x
			for k, d := range around {
				above[k] = metres[i] - metres[i+d]
			}
			if g := marks[formOf(&above, a.s.model.figures.Affinities.Rise)]; g > 0 {
				c.square(at(x, y), step, g)
			}
		}
	}
}
