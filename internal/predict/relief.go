package predict

import (
	"math"

	"github.com/paulmach/orb"
)

// Heights tells how high the ground lies. It is safe for concurrent use.
type Heights interface {
	// At returns the height above sea level in metres, false where it is not known.
	At(orb.Point) (metres float64, ok bool)
}

// WithHeights returns the model with heights. Without any, land is flat.
func (m *Model) WithHeights(h Heights) *Model {
	with := *m
	with.heights = h
	return &with
}

// A relief is what heights say of the land around a place.
type relief struct {
	metres   float64 // between the lowest and the highest place
	mountain float64 // weight of the figures for mountains, 0 to 1
	known    float64 // share of the land whose height is known; 0 without heights
}

// reliefStep in metres is how far apart heights are read around a place: some 2,000 readings in all.
const reliefStep = 200

// reliefAt reads the relief around p.
func (m *Model) reliefAt(t *task, p vec) relief {
	f := &m.figures.Relief
	lowest, highest := math.Inf(1), math.Inf(-1)
	all, known := 0, 0
	n := int(f.Metres / reliefStep)
	for y := -n; y <= n; y++ {
		for x := -n; x <= n; x++ {
			d := vec{float64(x) * reliefStep, float64(y) * reliefStep}
			if d.length() > f.Metres {
				continue
			}
			all++
			if h, ok := m.heights.At(t.ruler.Point(p.x+d.x, p.y+d.y)); ok {
				known++
				lowest, highest = min(lowest, h), max(highest, h)
			}
		}
	}
	if known == 0 {
		return relief{}
	}
	r := relief{metres: highest - lowest, known: float64(known) / float64(all)}
	r.mountain = f.share(r.metres)
	return r
}

// share turns the relief in metres into the weight of the figures for mountains: even in its logarithm between
// the relief of flat land and that of mountains.
func (f *reliefFigures) share(metres float64) float64 {
	if metres <= f.Flat {
		return 0
	}
	return min(1, math.Log(metres/f.Flat)/math.Log(f.Mountain/f.Flat))
}
