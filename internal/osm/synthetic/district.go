package synthetic

import (
	"math"
	"math/rand/v2"

	"github.com/paulmach/osm"
)

// district is all that lies in one square.
type district struct {
	w           *World
	index       int
	column, row int
	x, y        float64 // of its centre
	town        town
	nodes       []node
	ways        []way
	bans        []ban
	gates       [4]int32
	lanes       [2]int32
	motorways   [2]int32
}

// node is a place in metres from the world's corner.
type node struct {
	x, y float64
	tags osm.Tags
}

// way is a chain of nodes.
type way struct {
	nodes []ref
	tags  osm.Tags
}

// ref names a node: one of the same district, or one that another district keeps for its neighbours.
type ref struct {
	district int32 // -1 is the same
	node     int32
	kind     refKind
}

type refKind uint8

const (
	atGate refKind = iota
	atLane
	onMotorway
)

// own names a node of the same district.
func own(n int32) ref { return ref{district: -1, node: n} }

// ban is a turn restriction. from and to are indexes of ways.
type ban struct {
	from, via, to int32
	kind          string
}

// build makes a district. What it makes depends on the world's size and seed alone.
func (w *World) build(index int) *district {
	d := &district{w: w, index: index, column: index % w.side, row: index / w.side}
	d.x, d.y = (float64(d.column)+0.5)*districtMetres, (float64(d.row)+0.5)*districtMetres
	d.town = w.townOf(index)
	d.buildMotorways()
	d.buildTown()
	d.buildLanes()
	d.buildRoads()
	return d
}

// add places a node and returns its index.
func (d *district) add(x, y float64, t osm.Tags) int32 {
	d.nodes = append(d.nodes, node{x, y, t})
	return int32(len(d.nodes) - 1)
}

// lay adds a way and returns its index.
func (d *district) lay(nodes []ref, t osm.Tags) int32 {
	d.ways = append(d.ways, way{nodes, t})
	return int32(len(d.ways) - 1)
}

// bend adds so many nodes between two places, on a line that swings by some metres, and appends them to
// a chain.
func (d *district) bend(r *rand.Rand, chain []ref, ax, ay, bx, by float64, count int, swing float64) []ref {
	dx, dy := bx-ax, by-ay
	length := math.Max(1, math.Hypot(dx, dy))
	phase, waves := r.Float64()*2*math.Pi, 1+2*r.Float64()
	for k := 1; k <= count; k++ {
		t := float64(k) / float64(count+1)
		// Nothing at the ends.
		off := swing * math.Sin(math.Pi*t) * math.Sin(phase+waves*2*math.Pi*t)
		chain = append(chain, own(d.add(ax+t*dx-off*dy/length, ay+t*dy+off*dx/length, nil)))
	}
	return chain
}

// tags makes tags of keys and values.
func tags(pairs ...string) osm.Tags {
	list := make(osm.Tags, len(pairs)/2)
	for i := range list {
		list[i] = osm.Tag{Key: pairs[2*i], Value: pairs[2*i+1]}
	}
	return list
}

// with returns tags and more.
func with(list osm.Tags, pairs ...string) osm.Tags {
	return append(append(osm.Tags(nil), list...), tags(pairs...)...)
}
