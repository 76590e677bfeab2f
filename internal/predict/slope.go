package predict

import "math"

// grades tabulates what a metre over a slope counts as, by the slope in steps of 1/gradesPerUnit.
type grades []float32

// gradesPerUnit is so fine that neighbouring grades differ by less than 2 %.
const gradesPerUnit = 256

// grades returns the table of Tobler's hiking function: the speed on the flat over that on a slope.
// It is not even: uphill takes longer than downhill, and gently downhill is fastest.
func (f *slopeFigures) grades() grades {
	n := int(f.Steepest * gradesPerUnit)
	g := make(grades, 2*n+1)
	for i := range g {
		g[i] = float32(f.factor(float64(i-n) / gradesPerUnit))
	}
	return g
}

// factor returns what a metre counts as where the ground rises by slope metres a metre.
func (f *slopeFigures) factor(slope float64) float64 {
	return math.Exp(f.Rate * (math.Abs(slope+f.Shift) - f.Shift))
}

// of returns the factor of a step that rises by so many metres over a length; 1 where the rise is not known.
func (g grades) of(rise, length float32) float32 {
	middle := len(g) / 2
	s := rise / length * gradesPerUnit
	switch {
	case s != s:
		return 1
	case s >= float32(middle):
		return g[len(g)-1]
	case s <= -float32(middle):
		return g[0]
	}
	return g[middle+int(math.Floor(float64(s)+0.5))]
}

// climb reads the height of each point of the terrain, NaN where it is not known.
func (t *terrain) climb(h Heights) {
	t.heights = make([]float32, len(t.points))
	for i := range t.heights {
		t.heights[i] = float32(math.NaN())
		x, y := t.corner.x+(float64(i%t.width)+0.5)*t.step, t.rowY(i/t.width)
		if m, ok := h.At(t.ruler.Point(x, y)); ok {
			t.heights[i] = float32(m)
		}
	}
}
