package osm

import (
	"math"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

// Extracts keep whole ways and areas, so that data reach beyond the box that a file names. What lies
// within overhang of it counts as covered; the margin beyond the last node is for points beside it.
const (
	overhang = 0.1   // degrees
	margin   = 0.001 // degrees, some 100 m
)

// coverage gathers which area the data of a source cover.
type coverage struct {
	begun  bool
	said   geo.Extent   // what the files say
	around [][4]float64 // the same boxes, grown by overhang
	silent bool         // a file says nothing
	nodes  geo.Extent
	near   geo.Extent // of the nodes in around
}

func newCoverage(inputs []input) coverage {
	c := coverage{begun: true}
	for _, in := range inputs {
		bounds := in.describe().bounds
		c.silent = c.silent || len(bounds) == 0
		for _, b := range bounds {
			box := [4]float64{b.MinLon, b.MinLat, b.MaxLon, b.MaxLat}
			c.said.AddBox(box)
			c.around = append(c.around, geo.GrowBox(box, overhang))
		}
	}
	return c
}

// add takes a node's position into account.
func (c *coverage) add(p orb.Point) {
	c.nodes.Add(p)
	for _, box := range c.around {
		if geo.BoxContains(box, p) {
			c.near.Add(p)
			return
		}
	}
}

// box returns the covered area as west, south, east, north, and false when there is no node.
func (c *coverage) box() (box [4]float64, ok bool) {
	nodes, ok := c.nodes.Box()
	near, any := c.near.Box()
	if !ok || c.silent || !any {
		return nodes, ok
	}
	all := c.said
	all.AddBox(geo.GrowBox(near, margin))
	box, _ = all.Box()
	// Some files claim half the world: there is nothing to be had far from the data.
	if data := geo.GrowBox(nodes, overhang); box[0] <= box[2] && data[0] <= data[2] {
		box = [4]float64{max(box[0], data[0]), max(box[1], data[1]), min(box[2], data[2]), min(box[3], data[3])}
	}
	for i, degrees := range box {
		box[i] = math.Round(degrees*geo.Scale) / geo.Scale
	}
	return box, true
}
