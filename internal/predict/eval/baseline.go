package eval

import (
	"container/heap"
	"math"
)

// A Baseline is a simple map to beat.
type Baseline string

// The baselines.
const (
	Uniform   Baseline = "uniform"
	Rings     Baseline = "rings"
	Lognormal Baseline = "lognormal rings"
	Travel    Baseline = "travel time only"
	NearRoads Baseline = "distance to road"
	Terrain   Baseline = "rings × terrain"
)

// Baselines lists them all.
var Baselines = []Baseline{Uniform, Rings, Lognormal, Travel, NearRoads, Terrain}

// density returns the baseline's density at each cell of the raster, up to a factor except for those
// by rings.
func (r *raster) density(b Baseline, metres [4]float64) func(i int) float64 {
	radius := func(i int) float64 { return math.Hypot(r.centre(i)) }
	curve := newPublished(metres)
	switch b {
	case Rings:
		return func(i int) float64 { return curve.density(radius(i)) }
	case Lognormal:
		l := fitLognormal(metres)
		return func(i int) float64 { return l.density(radius(i)) }
	case Travel:
		length := r.travel()
		return func(i int) float64 { return curve.density(math.Min(length[i], 1e5)) }
	case NearRoads:
		away := r.fromRoads()
		return func(i int) float64 { return math.Exp(-away[i] / 50) }
	case Terrain:
		// The multipliers of Jacobs, 2015, uninjured: roads 3, trails 5, lakes and streams 2.
		return func(i int) float64 {
			w := 1.0
			switch c := r.cells[i]; {
			case c&isPath != 0:
				w = 5
			case c&isRoad != 0:
				w = 3
			case c&(isStream|isWater) != 0:
				w = 2
			}
			return w * curve.density(radius(i))
		}
	}
	return func(int) float64 { return 1 }
}

// front is a queue of cells by cost.
type front struct {
	cell []int
	cost []float64
}

func (f *front) Len() int           { return len(f.cell) }
func (f *front) Less(i, j int) bool { return f.cost[i] < f.cost[j] }
func (f *front) Swap(i, j int) {
	f.cell[i], f.cell[j] = f.cell[j], f.cell[i]
	f.cost[i], f.cost[j] = f.cost[j], f.cost[i]
}

func (f *front) Push(x any) {
	e := x.([2]float64)
	f.cell, f.cost = append(f.cell, int(e[0])), append(f.cost, e[1])
}

func (f *front) Pop() any {
	n := len(f.cell) - 1
	e := [2]float64{float64(f.cell[n]), f.cost[n]}
	f.cell, f.cost = f.cell[:n], f.cost[:n]
	return e
}

// spread is Dijkstra over the eight neighbours of each cell; price is per metre, +Inf for never.
func (r *raster) spread(starts []int, price func(c uint8) float64) []float64 {
	cost := make([]float64, len(r.cells))
	for i := range cost {
		cost[i] = math.Inf(1)
	}
	f := &front{}
	for _, s := range starts {
		cost[s] = 0
		f.cell, f.cost = append(f.cell, s), append(f.cost, 0)
	}
	for f.Len() > 0 {
		e := heap.Pop(f).([2]float64)
		i := int(e[0])
		if e[1] > cost[i] {
			continue
		}
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				c, w := i%r.side+dx, i/r.side+dy
				if dx == 0 && dy == 0 || c < 0 || w < 0 || c >= r.side || w >= r.side {
					continue
				}
				j := w*r.side + c
				if p := cost[i] + price(r.cells[j])*cellMetres*math.Hypot(float64(dx), float64(dy)); p < cost[j] {
					cost[j] = p
					heap.Push(f, [2]float64{float64(j), p})
				}
			}
		}
	}
	return cost
}

// travel returns the metres to each cell, with a surcharge of half off the routes.
func (r *raster) travel() []float64 {
	middle, _ := r.index(0, 0)
	return r.spread([]int{middle}, func(c uint8) float64 {
		switch {
		case blocked(c):
			return math.Inf(1)
		case c&(isRoad|isPath) != 0:
			return 1
		}
		return 1.5
	})
}

// fromRoads returns the distance of each cell from the nearest road or path.
func (r *raster) fromRoads() []float64 {
	var roads []int
	for i, c := range r.cells {
		if c&(isRoad|isPath) != 0 {
			roads = append(roads, i)
		}
	}
	return r.spread(roads, func(uint8) float64 { return 1 })
}
