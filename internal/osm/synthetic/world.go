package synthetic

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/paulmach/osm"
)

// A World is a square of districts, each with one town.
type World struct {
	side      int // districts on each side
	seed      uint64
	houses    int // on each side of a block, besides the one there is always
	districts []outline
}

// outline is what the neighbours of a district need to know of it.
type outline struct {
	firstNode, firstWay, firstRelation int64
	gates                              [4]int32 // nodes where roads from the neighbours arrive
	lanes                              [2]int32 // nodes where lanes from the west and the south arrive
	motorways                          [2]int32 // first nodes of the motorways on its northern and eastern edge
}

// Sides of a district.
const (
	east = iota
	north
	west
	south
)

// districtMetres is the side of a district.
const districtMetres = 8000

// The world's corner in the south-west.
const (
	originLon = -35.0
	originLat = 40.0
)

// MaxNodes bounds the size of a world.
const MaxNodes = 50_000_000

// MaxHouses bounds the houses on each side of a block.
const MaxHouses = 40

// New lays out a world of at least the given number of nodes, and little more.
func New(nodes int, seed uint64) (*World, error) { return NewDense(nodes, seed, 0) }

// NewDense lays out a world with so many more houses on each side of a block, some of them venues, and
// with names that tell towns apart: what a geocoder has to tell.
func NewDense(nodes int, seed uint64, houses int) (*World, error) {
	if houses < 0 || houses > MaxHouses {
		return nil, fmt.Errorf("synthetic: there are from 0 to %d more houses on each side of a block", MaxHouses)
	}
	if nodes < 1 || nodes > MaxNodes {
		return nil, errors.New("synthetic: a world has from 1 to 50 million nodes")
	}
	const sample = 64
	total := 0
	probe := &World{side: 8, seed: seed, houses: houses, districts: make([]outline, sample)}
	for i := range sample {
		total += len(probe.build(i).nodes)
	}
	for side := max(1, int(math.Sqrt(float64(nodes)*sample/float64(total)))); ; side++ {
		w := &World{side: side, seed: seed, houses: houses, districts: make([]outline, side*side)}
		if w.layOut() >= nodes {
			return w, nil
		}
	}
}

// layOut numbers the objects of all districts and returns the number of nodes.
func (w *World) layOut() int {
	next := outline{firstNode: 1, firstWay: 1, firstRelation: 1}
	for i := range w.districts {
		d := w.build(i)
		next.gates, next.lanes, next.motorways = d.gates, d.lanes, d.motorways
		w.districts[i] = next
		next.firstNode += int64(len(d.nodes))
		next.firstWay += int64(len(d.ways))
		next.firstRelation += int64(len(d.bans))
	}
	return int(next.firstNode - 1)
}

// Side returns the length of a side in metres.
func (w *World) Side() float64 { return float64(w.side) * districtMetres }

// Point returns the position of a place, given in metres east and north of the south-western corner.
func (w *World) Point(x, y float64) (lon, lat float64) {
	const metresPerDegree = 111_320
	return originLon + x/(metresPerDegree*math.Cos(originLat*math.Pi/180)), originLat + y/metresPerDegree
}

// at returns the index of the district in a column and row, -1 when it lies outside.
func (w *World) at(column, row int) int {
	if column < 0 || row < 0 || column >= w.side || row >= w.side {
		return -1
	}
	return row*w.side + column
}

// random returns the source of all that is particular to a district. Separate purposes have separate
// sources, so that a neighbour can ask for one without the others.
func (w *World) random(district int, purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(w.seed<<8|purpose, uint64(district)+1))
}

// The purposes.
const (
	forTown = iota
	forStreets
	forLanes
	forRoads
	forHouses
)

// Objects hands over all objects in the order of a sorted extract, until yield fails.
func (w *World) Objects(yield func(osm.Object) error) error {
	for i := range w.districts {
		d := w.build(i)
		for k := range d.nodes {
			n := &d.nodes[k]
			lon, lat := w.Point(n.x, n.y)
			if err := yield(&osm.Node{ID: osm.NodeID(w.districts[i].firstNode + int64(k)), Lon: lon, Lat: lat, Tags: n.tags, Visible: true, Version: 1}); err != nil {
				return err
			}
		}
	}
	for i := range w.districts {
		d := w.build(i)
		for k := range d.ways {
			way := &osm.Way{ID: osm.WayID(w.districts[i].firstWay + int64(k)), Tags: d.ways[k].tags, Visible: true, Version: 1}
			for _, n := range d.ways[k].nodes {
				way.Nodes = append(way.Nodes, osm.WayNode{ID: osm.NodeID(w.node(i, n))})
			}
			if err := yield(way); err != nil {
				return err
			}
		}
	}
	for i := range w.districts {
		d := w.build(i)
		for k, b := range d.bans {
			o := &w.districts[i]
			if err := yield(&osm.Relation{
				ID: osm.RelationID(o.firstRelation + int64(k)), Visible: true, Version: 1,
				Tags: tags("type", "restriction", "restriction", b.kind),
				Members: osm.Members{
					{Type: osm.TypeWay, Ref: o.firstWay + int64(b.from), Role: "from"},
					{Type: osm.TypeNode, Ref: o.firstNode + int64(b.via), Role: "via"},
					{Type: osm.TypeWay, Ref: o.firstWay + int64(b.to), Role: "to"},
				},
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

// node returns the id of a node that a way of a district names.
func (w *World) node(district int, n ref) int64 {
	if n.district < 0 {
		return w.districts[district].firstNode + int64(n.node)
	}
	o := &w.districts[n.district]
	switch n.kind {
	case atGate:
		return o.firstNode + int64(o.gates[n.node])
	case atLane:
		return o.firstNode + int64(o.lanes[n.node])
	default:
		return o.firstNode + int64(o.motorways[n.node/(2*motorwayNodes)]) + int64(n.node%(2*motorwayNodes))
	}
}
