package eval

import (
	"cmp"
	"math"
	"slices"

	"github.com/uber/h3-go/v4"
)

// A Map is a probability map over the cells of one surface.
type Map struct {
	*grid
	p      []float64 // of each cell, out of 1 for the whole world
	inside float64   // their sum
	rank   []int     // place of each cell, densest first
	before []float64 // share of p in denser cells, by cell
	ahead  []float64 // share of the area in denser cells, half of equally dense ones included
}

// grid is the cells of a surface.
type grid struct {
	resolution int
	number     map[h3.Cell]int
	area       []float64 // square metres inside of the area asked for
	total      float64
}

// newMap ranks the cells. p is kept.
func newMap(g *grid, p []float64) *Map {
	m := &Map{grid: g, p: p, rank: make([]int, len(p)), before: make([]float64, len(p)), ahead: make([]float64, len(p))}
	order := make([]int, len(p))
	for i := range p {
		order[i] = i
		m.inside += p[i]
	}
	density := func(i int) float64 { return p[i] / g.area[i] }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(density(b), density(a)) })
	var mass, area float64
	for k := 0; k < len(order); {
		end, tied := k, 0.0
		for end < len(order) && density(order[end]) >= density(order[k])*(1-1e-12) {
			tied += g.area[order[end]]
			end++
		}
		low := mass
		for _, i := range order[k:end] {
			m.rank[i], m.before[i], m.ahead[i] = k, low/m.inside, (area+tied/2)/g.total
			mass += p[i]
			k++
		}
		area += tied
	}
	return m
}

// Score is what a map earns for one find.
type Score struct {
	Log   float64 // ln of the probability per square kilometre
	R     float64 // MapScore over the area asked for: (0.5 - r)/0.5
	Hit50 float64 // 1 when the find lies in the best 50 cells
	Hit20 float64 // 1 when it lies in the best fifth of the area
	PIT   float64 // share of the probability in denser cells, and a random part of the cell's own
}

// leastDensity per square kilometre is what a map earns where it has nothing at all, so that a single
// find does not decide everything.
const leastDensity = 1e-6

// score scores a find in a cell; u, from 0 to 1, says where in the cell's own share it falls.
func (m *Map) score(cell int, u float64) Score {
	s := Score{
		Log: math.Log(math.Max(leastDensity, m.p[cell]/(m.area[cell]/1e6))),
		R:   (0.5 - m.ahead[cell]) / 0.5,
		PIT: m.before[cell] + u*m.p[cell]/m.inside,
	}
	if m.rank[cell] < 50 {
		s.Hit50 = 1
	}
	if m.ahead[cell] <= 0.2 {
		s.Hit20 = 1
	}
	return s
}
