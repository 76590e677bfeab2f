package synthetic

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
)

// Where the great lines of the land run: along the edges of districts, every so many of them.
const (
	riverEvery, riverAt             = 4, 1 // columns whose eastern edge is a river
	eastMotorwayEvery, eastAt       = 5, 2 // rows whose northern edge is a motorway
	northMotorwayEvery, northAt     = 6, 4 // columns whose eastern edge is a motorway
	bridgeEvery                     = 3    // one in so many roads crosses the river
	motorwayNodes                   = 24   // of one carriageway in a district
	carriageway                     = 15.0 // metres from the middle of a motorway to each side
	laneSpread                      = 2000.0
	lanesAcross                     = 4
	roadNodes, laneNodes, riverNode = 24, 8, 30
)

func (d *district) river() bool { return d.column%riverEvery == riverAt && d.column+1 < d.w.side }
func (d *district) eastMotorway() bool {
	return d.row%eastMotorwayEvery == eastAt && d.row+1 < d.w.side
}

func (d *district) northMotorway() bool {
	return d.column%northMotorwayEvery == northAt && d.column+1 < d.w.side
}

// buildMotorways adds what this district has of the motorways on its northern and eastern edge. They come
// first, so that a neighbour knows where to go on. Each has two carriageways of motorwayNodes nodes, the
// right one first.
func (d *district) buildMotorways() {
	d.motorways = [2]int32{-1, -1}
	for axis, here := range [2]bool{d.eastMotorway(), d.northMotorway()} {
		if !here {
			continue
		}
		d.motorways[axis] = int32(len(d.nodes))
		for side := range 2 {
			for k := range motorwayNodes {
				x, y := d.onMotorway(axis, side, (float64(k)+0.5)/motorwayNodes)
				d.add(x, y, nil)
			}
		}
		next := d.w.at(d.column+1, d.row)
		if axis == 1 {
			next = d.w.at(d.column, d.row+1)
		}
		number := "A " + strconv.Itoa(1+[2]int{d.row, d.column}[axis])
		look := tags("highway", "motorway", "oneway", "yes", "ref", number, "maxspeed", "120", "lanes", "2")
		for side := range 2 {
			// The right carriageway leads onwards, the left one back.
			chain := make([]ref, 0, motorwayNodes+1)
			for k := range motorwayNodes {
				chain = append(chain, own(d.motorways[axis]+int32(side*motorwayNodes+k)))
			}
			if next >= 0 {
				chain = append(chain, ref{district: int32(next), node: int32((2*axis + side) * motorwayNodes), kind: onMotorway})
			}
			if side == 1 {
				slices.Reverse(chain)
			}
			d.lay(chain, look)
		}
	}
}

// onMotorway is a place on a carriageway, given by its share of the way through the district.
func (d *district) onMotorway(axis, side int, share float64) (x, y float64) {
	off := -carriageway
	if side == 1 {
		off = carriageway
	}
	if axis == 0 {
		x = d.x + (share-0.5)*districtMetres
		return x, d.y + districtMetres/2 + off + 120*math.Sin(x/2500)
	}
	y = d.y + (share-0.5)*districtMetres
	return d.x + districtMetres/2 - off + 120*math.Sin(y/2500), y
}

// buildRoads adds the main roads to the towns in the east and the north, with bridges and interchanges,
// and the river.
func (d *district) buildRoads() {
	r := d.w.random(d.index, forRoads)
	for _, side := range [2]int{east, north} {
		next := d.w.at(d.column+1, d.row)
		if side == north {
			next = d.w.at(d.column, d.row+1)
		}
		river := side == east && d.river()
		if next < 0 || river && d.row%bridgeEvery != 0 {
			continue
		}
		axis := 1 - side // of a motorway that it crosses
		neighbour := d.w.townOf(next)
		ax, ay := d.town.gate(side)
		bx, by := neighbour.gate((side + 2) % 4)
		chain := d.bend(r, []ref{own(d.gates[side])}, ax, ay, bx, by, roadNodes, 150)
		chain = append(chain, ref{district: int32(next), node: int32((side + 2) % 4), kind: atGate})
		look := tags("highway", "primary", "ref", "B "+strconv.Itoa(d.index+1), "maxspeed", "100")
		motorway := d.motorways[axis] >= 0
		if !river && !motorway {
			d.lay(chain, look)
			continue
		}
		before, after := d.crossing(chain, side)
		d.lay(slices.Clone(chain[:before+1]), look)
		d.lay(slices.Clone(chain[before:after+1]), with(look, "bridge", "yes", "layer", "1"))
		d.lay(slices.Clone(chain[after:]), look)
		if motorway {
			d.interchange(r, axis, chain[before], chain[after])
		}
	}
	if d.river() {
		x, y := d.x+districtMetres/2, d.y-districtMetres/2
		first := own(d.add(x, y, nil))
		chain := d.bend(r, []ref{first}, x, y, x, y+districtMetres, riverNode, 80)
		d.lay(append(chain, own(d.add(x, y+districtMetres, nil))), tags("waterway", "river", "name", "River "+townName(r)))
	}
}

// crossing returns the nodes of a road between which it crosses an edge of the district.
func (d *district) crossing(chain []ref, side int) (before, after int) {
	const apart = 300 // metres from the edge
	beyond := func(k int) float64 {
		n := &d.nodes[chain[k].node]
		if side == east {
			return n.x - (d.x + districtMetres/2)
		}
		return n.y - (d.y + districtMetres/2)
	}
	before, after = 1, len(chain)-2
	for before+1 < len(chain)-2 && beyond(before+1) < -apart {
		before++
	}
	for after-1 > before && beyond(after-1) > apart {
		after--
	}
	return before, after
}

// interchange joins a road to both carriageways of a motorway that it crosses.
func (d *district) interchange(r *rand.Rand, axis int, before, after ref) {
	n := &d.nodes[before.node]
	share := (n.x-d.x)/districtMetres + 0.5
	if axis == 1 {
		share = (n.y-d.y)/districtMetres + 0.5
	}
	middle := max(2, min(motorwayNodes-3, int(share*motorwayNodes)))
	look := tags("highway", "motorway_link", "oneway", "yes", "maxspeed", "60")
	for side := range 2 {
		// The right carriageway lies in the south of its motorway, or in the east.
		road := before
		if side != axis {
			road = after
		}
		// Where the other carriageway's traffic goes back.
		off, on := middle-2, middle+2
		if side == 1 {
			off, on = on, off
		}
		a := d.motorways[axis] + int32(side*motorwayNodes+off)
		b := d.motorways[axis] + int32(side*motorwayNodes+on)
		d.lay(d.ramp(r, a, road.node), look)
		d.lay(d.ramp(r, road.node, b), look)
	}
}

func (d *district) ramp(r *rand.Rand, from, to int32) []ref {
	a, b := d.nodes[from], d.nodes[to]
	return append(d.bend(r, []ref{own(from)}, a.x, a.y, b.x, b.y, 3, 20), own(to))
}
