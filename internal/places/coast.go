package places

import (
	"fmt"
	"math"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/orb"
	posm "github.com/paulmach/osm"
)

const (
	coastlineTag = "natural=coastline"

	coastPointsSection = "places.coast.points"
	coastRunsSection   = "places.coast.runs"
	coastBoxesSection  = "places.coast.boxes"
	coastItemsSection  = "places.coast.items"

	// runSegments is the number of segments under one leaf of the coastline's tree.
	runSegments = 16
	// coastReach in metres is how far from a coastline the sea can be told from the land.
	coastReach = 500_000
)

// A coast tells sea from land by the nearest coastline. OpenStreetMap draws coastlines with the
// land on their left; that works, unlike closed sea areas, for extracts that cut the coast anywhere.
type coast struct {
	points []geo.Fixed // of all chains, one after another
	runs   []coastRun
	tree   *geo.RTree // over runs
}

// coastRun is a run of segments: from points[first] to points[last], in the chain that goes from
// points[from] to points[to], ends included.
type coastRun struct{ first, last, from, to uint32 }

// appendRuns divides the chain from points[from] to points[to] into runs.
func appendRuns(out []coastRun, from, to uint32) []coastRun {
	for first := from; first < to; first += runSegments {
		out = append(out, coastRun{first, min(first+runSegments, to), from, to})
	}
	return out
}

// coastBuilder joins coastline ways into chains.
type coastBuilder struct{ ways [][]posm.NodeID }

func (b *coastBuilder) add(nodes []posm.NodeID) { b.ways = append(b.ways, nodes) }

// write joins, thins and writes the chains.
func (b *coastBuilder) write(loc *osm.Locations, w *region.Writer) error {
	var points []geo.Fixed
	var runs []coastRun
	for _, nodes := range joinWays(b.ways) {
		for _, part := range wayParts(nodes, loc) {
			from := len(points)
			for _, p := range thinLine(part) {
				points = append(points, geo.ToFixed(p))
			}
			runs = appendRuns(runs, uint32(from), uint32(len(points)-1))
		}
	}
	boxes := make([]geo.Box, len(runs))
	for i, r := range runs {
		boxes[i] = geo.BoxOf(points[r.first : r.last+1]...)
	}
	tree := geo.BuildRTree(boxes)
	if err := region.AddSlice(w, coastPointsSection, points); err != nil {
		return err
	}
	if err := region.AddSlice(w, coastRunsSection, runs); err != nil {
		return err
	}
	if err := region.AddSlice(w, coastBoxesSection, tree.Boxes); err != nil {
		return err
	}
	return region.AddSlice(w, coastItemsSection, tree.Items)
}

// joinWays joins directed ways whose end is another's beginning, in the order of the input. Where
// several begin at one node, the first is taken.
func joinWays(ways [][]posm.NodeID) [][]posm.NodeID {
	next := map[posm.NodeID]int{}
	hasBefore := map[posm.NodeID]bool{}
	for i, w := range ways {
		if _, ok := next[w[0]]; !ok {
			next[w[0]] = i
		}
		hasBefore[w[len(w)-1]] = true
	}
	used := make([]bool, len(ways))
	var out [][]posm.NodeID
	follow := func(i int) {
		var chain []posm.NodeID
		for {
			used[i] = true
			if len(chain) > 0 {
				chain = chain[:len(chain)-1]
			}
			chain = append(chain, ways[i]...)
			n, ok := next[chain[len(chain)-1]]
			if !ok || used[n] {
				break
			}
			i = n
		}
		out = append(out, chain)
	}
	for i, w := range ways { // chains with a beginning
		if !hasBefore[w[0]] && !used[i] {
			follow(i)
		}
	}
	for i := range ways { // rings, and what is left at forks
		if !used[i] {
			follow(i)
		}
	}
	return out
}

func openCoast(file *region.File) (*coast, error) {
	c := &coast{}
	var err error
	if c.points, err = region.Slice[geo.Fixed](file, coastPointsSection); err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	if c.runs, err = region.Slice[coastRun](file, coastRunsSection); err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	boxes, err := region.Slice[geo.Box](file, coastBoxesSection)
	if err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	items, err := region.Slice[uint32](file, coastItemsSection)
	if err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	for i, r := range c.runs {
		if !(r.from <= r.first && r.first < r.last && r.last <= r.to && int(r.to) < len(c.points)) {
			return nil, damaged("coastline run %d", i)
		}
	}
	if len(items) != len(c.runs) {
		return nil, damaged("coastline has %d runs, its tree %d", len(c.runs), len(items))
	}
	for _, item := range items {
		if int(item) >= len(c.runs) {
			return nil, damaged("coastline run %d of %d", item, len(c.runs))
		}
	}
	if c.tree, err = geo.OpenRTree(boxes, items); err != nil {
		return nil, damaged("coastline: %v", err)
	}
	return c, nil
}

// check finds boxes that do not hold their runs.
func (c *coast) check() error {
	for leaf, item := range c.tree.Items {
		s := c.runs[item]
		if box := geo.BoxOf(c.points[s.first : s.last+1]...); box != c.tree.Boxes[leaf] {
			return damaged("box of coastline run %d", item)
		}
	}
	return nil
}

// atSea tells whether p lies to the right of the nearest coastline.
func (c *coast) atSea(p orb.Point) bool {
	ruler := geo.NewRuler(p)
	sea := false
	c.tree.Nearest(p, coastReach,
		func(run uint32) float64 { d, _, _ := c.nearest(ruler, p, c.runs[run]); return d },
		func(run uint32, _ float64) bool {
			_, seg, along := c.nearest(ruler, p, c.runs[run])
			sea = c.right(ruler, p, c.runs[run], seg, along)
			return false
		})
	return sea
}

// nearest returns the distance in metres from p to a run, the segment that is nearest (the number
// of its first point) and how far along it the nearest point lies.
func (c *coast) nearest(ruler geo.Ruler, p orb.Point, s coastRun) (metres float64, segment uint32, along float64) {
	metres = math.Inf(1)
	for i := s.first; i < s.last; i++ {
		_, d, t := ruler.Project(p, c.points[i].Point(), c.points[i+1].Point())
		if d < metres {
			metres, segment, along = d, i, t
		}
	}
	return metres, segment, along
}

// right tells whether p lies to the right of the chain, given its nearest segment. Where the
// nearest point is a corner, both segments there decide.
func (c *coast) right(ruler geo.Ruler, p orb.Point, s coastRun, segment uint32, along float64) bool {
	before, after := segment, segment // segments that meet at the nearest point
	closed := c.points[s.from] == c.points[s.to]
	switch {
	case along >= 1 && segment+1 < s.to:
		after = segment + 1
	case along >= 1 && closed:
		after = s.from
	case along <= 0 && segment > s.from:
		before = segment - 1
	case along <= 0 && closed:
		before = s.to - 1
	}
	left := c.side(ruler, p, segment) > 0
	if before == after {
		return !left
	}
	leftBefore, leftAfter := c.side(ruler, p, before) > 0, c.side(ruler, p, after) > 0
	// At a turn to the left the land is the narrow side: left of both. At a turn to the right it
	// is the wide side: left of either.
	if c.side(ruler, c.points[after+1].Point(), before) > 0 {
		return !(leftBefore && leftAfter)
	}
	return !(leftBefore || leftAfter)
}

// side is positive when p lies left of the line through a segment.
func (c *coast) side(ruler geo.Ruler, p orb.Point, segment uint32) float64 {
	ax, ay := ruler.XY(c.points[segment].Point())
	bx, by := ruler.XY(c.points[segment+1].Point())
	px, py := ruler.XY(p)
	return (bx-ax)*(py-ay) - (by-ay)*(px-ax)
}
