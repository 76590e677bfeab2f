package elevation

import (
	"cmp"
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	source "github.com/footstepd/footstepd/internal/osm"
	"github.com/paulmach/orb"
)

// maxProbes bounds how many mapped positions the share of those with heights is told from.
const maxProbes = 1 << 18

// A tally finds out what a region's heights cover while they are written.
type tally struct {
	box    [4]float64 // of the extract
	probes []probe    // from the north
	about  About
	any    bool
}

// probe is a mapped position, and whether its height is known.
type probe struct {
	at   orb.Point
	have bool
}

func newTally(box [4]float64, loc *source.Locations) *tally {
	t := &tally{box: box}
	step := 1 + loc.Slots()/maxProbes
	for slot := 0; slot < loc.Slots(); slot += step {
		at := loc.At(slot)
		if at == (geo.Fixed{}) { // not in the extract
			continue
		}
		if p := at.Point(); geo.BoxContains(box, p) {
			t.probes = append(t.probes, probe{at: p})
		}
	}
	slices.SortStableFunc(t.probes, func(a, b probe) int { return cmp.Compare(b.at[1], a.at[1]) })
	return t
}

// strip takes rows of a grid into account, from the given one on.
func (t *tally) strip(g *grid, row int, heights []float32, filled int) {
	t.about.Filled += filled
	columns := int(g.Columns)
	rows := len(heights) / columns
	for i, h := range heights {
		if h != h {
			t.about.Unknown++
			continue
		}
		t.about.Heights++
		lat := g.North - float64(row+i/columns)/g.PerLat
		lon := geo.NormalizeLon(g.West + float64(i%columns)/g.PerLon)
		if geo.BoxContains(t.box, orb.Point{lon, lat}) {
			t.extreme(float64(h))
		}
	}
	// The mapped positions whose nearest row lies in the strip.
	north := g.North - (float64(row)-0.5)/g.PerLat
	first, _ := slices.BinarySearchFunc(t.probes, north, func(p probe, lat float64) int { return cmp.Compare(lat, p.at[1]) })
	for i := first; i < len(t.probes); i++ {
		p := &t.probes[i]
		x, y := g.locate(p.at)
		r, col := int(math.Round(y))-row, int(math.Round(x))
		if r >= rows {
			break
		}
		if h := r*columns + col; r >= 0 && col >= 0 && col < columns && heights[h] == heights[h] {
			p.have = true
		}
	}
}

func (t *tally) extreme(h float64) {
	if !t.any {
		t.about.Lowest, t.about.Highest, t.any = h, h, true
	}
	t.about.Lowest, t.about.Highest = min(t.about.Lowest, h), max(t.about.Highest, h)
}

// finish returns what was found.
func (t *tally) finish() About {
	have := 0
	for _, p := range t.probes {
		if p.have {
			have++
		}
	}
	if len(t.probes) > 0 {
		// Rounded down, so that 100 means all.
		t.about.Covered = math.Floor(1000*float64(have)/float64(len(t.probes))) / 10
	}
	t.about.Lowest, t.about.Highest = tenth(t.about.Lowest), tenth(t.about.Highest)
	return t.about
}

func tenth(h float64) float64 { return math.Round(h*10) / 10 }
