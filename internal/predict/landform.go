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
	// landformStep in metres is how far apart the places are whose form is told.
	landformStep = 50
	// landformReach in steps is how far away the ground is that they are compared with.
	landformReach = 5
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
	marks := [...]ground{ridge: a.ground[ridgeMark], highPoint: a.ground[peakMark], lowPoint: a.ground[lowMark]}
	if heights == nil || marks == [...]ground{ridge: 0, highPoint: 0, lowPoint: 0} {
		return
	}
	// Places lie on one lattice over the plane, so that neighbouring canvases agree.
	west, south := math.Floor(c.corner.x/landformStep)-landformReach, math.Floor(c.corner.y/landformStep)-landformReach
	columns := int(math.Ceil(float64(c.width)*c.step/landformStep)) + 2 + 2*landformReach
	rows := int(math.Ceil(float64(c.height)*c.step/landformStep)) + 2 + 2*landformReach
	at := func(x, y int) vec {
		return vec{(west + float64(x)) * landformStep, (south + float64(y)) * landformStep}
	}
	metres := make([]float64, columns*rows)
	for i := range metres {
		p := at(i%columns, i/columns)
		h, ok := heights.At(c.ruler.Point(p.x, p.y))
		if !ok {
			h = math.NaN()
		}
		metres[i] = h
	}
	const r = landformReach
	diagonal := int(math.Round(r / math.Sqrt2))
	around := [8]int{r, r * columns, -diagonal + diagonal*columns, diagonal + diagonal*columns}
	for k := range 4 {
		around[k+4] = -around[k]
	}
	var above [8]float64
	for y := r; y < rows-r; y++ {
		for x := r; x < columns-r; x++ {
			i := y*columns + x
			for k, d := range around {
				above[k] = metres[i] - metres[i+d]
			}
			if g := marks[formOf(&above, a.s.model.figures.Affinities.Rise)]; g > 0 {
				c.square(at(x, y), landformStep, g)
			}
		}
	}
}
