package envelope

import (
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
)

// CellValue is a hexagon of a cell layer.
type CellValue struct {
	Hex   string  `json:"hex"` // H3 index in hexadecimal
	Value float64 `json:"value"`
}

// Cells are the hexagons of a cell layer, of one H3 resolution, best first.
type Cells struct {
	Resolution int
	Values     []CellValue
	// Shown is how many of them the answer shows; a tool may lower it while the answer is cut to
	// size. Exports get all.
	Shown int
	Range [2]float64 // smallest and largest value there can be
	// Outline gives the edge of a hexagon, closed; it is called for the bounding box and for exports.
	Outline func(hex string) orb.Ring
	// Describe says what exports tell of cell i; nil names it by its value.
	Describe func(i int) Note
}

// CellLayer shows hexagons.
func CellLayer(label string, cells *Cells) Layer {
	return newLayer(KindCells, label, &cellContent{Cells: cells}, &RangeHint{Range: cells.Range})
}

// valueRange returns the range hint over n values.
func valueRange(n int, value func(int) float64) any {
	if n == 0 {
		return nil
	}
	lo, hi := value(0), value(0)
	for i := 1; i < n; i++ {
		lo, hi = min(lo, value(i)), max(hi, value(i))
	}
	return &RangeHint{Range: [2]float64{lo, hi}}
}

type cellContent struct {
	*Cells
	rings []orb.Ring // outlines of the first cells, as far as they were needed
}

// ring returns the outline of cell i; those before it are known then as well.
func (c *cellContent) ring(i int) orb.Ring {
	for len(c.rings) <= i {
		c.rings = append(c.rings, c.Outline(c.Values[len(c.rings)].Hex))
	}
	return c.rings[i]
}

func (c *cellContent) encode(int) (any, int, int) {
	return struct {
		Resolution int         `json:"resolution"`
		Cells      []CellValue `json:"cells"`
	}{c.Resolution, c.Values[:c.Shown]}, c.Shown, c.Shown
}

func (c *cellContent) features() []*geojson.Feature {
	out := make([]*geojson.Feature, len(c.Values))
	for i, cell := range c.Values {
		out[i] = areaFeature(splitArea(orb.MultiPolygon{{c.ring(i)}}))
		out[i].Properties = properties(cell)
		if c.Describe != nil {
			c.Describe(i).write(out[i])
		}
	}
	return out
}

func (c *cellContent) bound(b *bounds) {
	for i := range c.Shown {
		b.add(c.ring(i)...)
	}
}

// Arc is a link between two spots, such as a pair of a matrix.
type Arc struct {
	From, To orb.Point
	Value    float64 // seconds in a matrix
	Title    string  // in exports, "" for the layer's label and the value
}

type wireArc struct {
	From  [2]float64 `json:"from"`
	To    [2]float64 `json:"to"`
	Value float64    `json:"value"`
}

// ArcLayer shows links.
func ArcLayer(label string, arcs []Arc) Layer {
	return newLayer(KindArcs, label, arcContent(arcs), valueRange(len(arcs), func(i int) float64 { return arcs[i].Value }))
}

type arcContent []Arc

func (c arcContent) encode(int) (any, int, int) {
	arcs := make([]wireArc, len(c))
	for i, a := range c {
		arcs[i] = wireArc{position(a.From), position(a.To), a.Value}
	}
	return struct {
		Arcs []wireArc `json:"arcs"`
	}{arcs}, len(c), len(c)
}

func (c arcContent) features() []*geojson.Feature {
	out := make([]*geojson.Feature, len(c))
	for i, a := range c {
		out[i] = geojson.NewFeature(orb.LineString{a.From, a.To})
		out[i].Properties = geojson.Properties{"value": a.Value}
		if a.Title != "" {
			Note{Title: Clean(a.Title, MaxName)}.write(out[i])
		}
	}
	return out
}

func (c arcContent) bound(b *bounds) {
	for _, a := range c {
		b.add(a.From, a.To)
	}
}

// Trip is a path with the second at which each point is passed, both of the same length.
type Trip struct {
	Path       orb.LineString
	Timestamps []float64
}

type wireTrip struct {
	Path       [][2]float64 `json:"path"`
	Timestamps []float64    `json:"timestamps"`
}

// TripLayer shows movements in time.
func TripLayer(label string, trips []Trip) Layer {
	return newLayer(KindTrips, label, tripContent(trips), nil)
}

type tripContent []Trip

// encode keeps evenly spread points of each trip, first and last included: thinning by shape would
// lose stops and changes of speed.
func (c tripContent) encode(budget int) (any, int, int) {
	trips, kept, total := make([]wireTrip, len(c)), 0, 0
	for i, t := range c {
		total += len(t.Path)
		w := wireTrip{Path: [][2]float64{}, Timestamps: []float64{}}
		for _, j := range spread(len(t.Path), max(2, budget)) {
			w.Path = append(w.Path, position(t.Path[j]))
			w.Timestamps = append(w.Timestamps, Round(t.Timestamps[j], 1))
		}
		kept += len(w.Path)
		trips[i] = w
	}
	return struct {
		Trips []wireTrip `json:"trips"`
	}{trips}, kept, total
}

// spread returns at most n of the indexes below total, evenly spread, first and last included.
func spread(total, n int) []int {
	var out []int
	if total <= n {
		for i := range total {
			out = append(out, i)
		}
		return out
	}
	for i := range n {
		out = append(out, i*(total-1)/(n-1))
	}
	return slices.Compact(out)
}

func (c tripContent) features() []*geojson.Feature {
	out := make([]*geojson.Feature, len(c))
	for i, t := range c {
		out[i] = geojson.NewFeature(t.Path)
		out[i].Properties = geojson.Properties{"timestamps": t.Timestamps}
	}
	return out
}

func (c tripContent) bound(b *bounds) {
	for _, t := range c {
		b.add(t.Path...)
	}
}

// HeatPoint is a spot of a heat map.
type HeatPoint struct {
	Position orb.Point
	Weight   float64
}

type wireHeat struct {
	Position [2]float64 `json:"position"`
	Weight   float64    `json:"weight"`
}

// HeatLayer shows the density of many spots.
func HeatLayer(label string, points []HeatPoint) Layer {
	return newLayer(KindHeatmap, label, heatContent(points), nil)
}

type heatContent []HeatPoint

func (c heatContent) encode(int) (any, int, int) {
	points := make([]wireHeat, len(c))
	for i, p := range c {
		points[i] = wireHeat{position(p.Position), p.Weight}
	}
	return struct {
		Points []wireHeat `json:"points"`
	}{points}, len(c), len(c)
}

func (c heatContent) features() []*geojson.Feature {
	out := make([]*geojson.Feature, len(c))
	for i, p := range c {
		out[i] = geojson.NewFeature(p.Position)
		out[i].Properties = geojson.Properties{"weight": p.Weight}
	}
	return out
}

func (c heatContent) bound(b *bounds) {
	for _, p := range c {
		b.add(p.Position)
	}
}

// position is a point of a layer on the wire.
func position(p orb.Point) [2]float64 {
	return [2]float64{Round(p[0], decimals), Round(p[1], decimals)}
}
