package synthetic

import "math/rand/v2"

// laneAt is a crossing of rural lanes, of which there are lanesAcross in each direction.
func (d *district) laneAt(column, row int) (x, y float64) {
	const half = laneSpread * (lanesAcross - 1) / 2
	return d.x - half + float64(column)*laneSpread, d.y - half + float64(row)*laneSpread
}

// laneKinds are what lanes are, the first two most often.
var laneKinds = []string{"unclassified", "tertiary", "unclassified", "tertiary", "track"}

// buildLanes adds the lanes around the town, those to its gates, and those to the neighbours.
func (d *district) buildLanes() {
	r := d.w.random(d.index, forLanes)
	var crossings [lanesAcross][lanesAcross]int32
	for row := range lanesAcross {
		for column := range lanesAcross {
			x, y := d.laneAt(column, row)
			crossings[row][column] = -1
			if margin := d.town.half() + 150; abs(x-d.town.x) > margin || abs(y-d.town.y) > margin {
				crossings[row][column] = d.add(x+100*(r.Float64()-0.5), y+100*(r.Float64()-0.5), nil)
			}
		}
	}
	const last = lanesAcross - 1
	d.lanes = [2]int32{crossings[1][0], crossings[0][1]}
	for row := range lanesAcross {
		for column := range lanesAcross {
			if column < last {
				d.lane(r, crossings[row][column], crossings[row][column+1])
			}
			if row < last {
				d.lane(r, crossings[row][column], crossings[row+1][column])
			}
		}
	}
	for side, outer := range [4]int32{crossings[2][last], crossings[last][2], crossings[2][0], crossings[0][2]} {
		d.lane(r, d.gates[side], outer)
	}
	if next := d.w.at(d.column+1, d.row); next >= 0 && !d.river() && !d.northMotorway() {
		d.laneTo(r, crossings[1][last], next, 0)
	}
	if next := d.w.at(d.column, d.row+1); next >= 0 && !d.eastMotorway() {
		d.laneTo(r, crossings[last][1], next, 1)
	}
}

// lane joins two crossings of the district, if both are there.
func (d *district) lane(r *rand.Rand, from, to int32) {
	kind := tags("highway", laneKinds[r.IntN(len(laneKinds))])
	if from < 0 || to < 0 {
		return
	}
	a, b := d.nodes[from], d.nodes[to]
	d.lay(append(d.bend(r, []ref{own(from)}, a.x, a.y, b.x, b.y, laneNodes, 60), own(to)), kind)
}

// laneTo joins a crossing to where a neighbour's lanes begin in the west (0) or the south (1).
func (d *district) laneTo(r *rand.Rand, from int32, next, side int) {
	a := d.nodes[from]
	bx, by := a.x+districtMetres-laneSpread*(lanesAcross-1), a.y
	if side == 1 {
		bx, by = a.x, a.y+districtMetres-laneSpread*(lanesAcross-1)
	}
	chain := d.bend(r, []ref{own(from)}, a.x, a.y, bx, by, laneNodes, 60)
	d.lay(append(chain, ref{district: int32(next), node: int32(side), kind: atLane}), tags("highway", "tertiary"))
}

func abs(v float64) float64 { return max(v, -v) }
