package dijkstra

import "github.com/footstepd/footstepd/internal/routing/graph"

// A Stretch is a path that stays on one arc.
type Stretch struct {
	Cost                uint64 // Unreachable where there is none
	Arc                 uint32
	From, To            uint32 // millimetres from the arc's tail
	Origin, Destination int    // indexes of the spots that it connects
}

// OnArc finds the cheapest path from any of the origins to any of the destinations that stays on one arc.
func OnArc(m *graph.Metric, origins, destinations []graph.Spot) Stretch {
	best := Stretch{Cost: Unreachable}
	for i, o := range origins {
		for j, d := range destinations {
			if o.Edge != d.Edge {
				continue
			}
			for _, arc := range ArcsOf(o) {
				from, to := o.At(arc, m.Network.Graph), d.At(arc, m.Network.Graph)
				p := m.OfArc(arc)
				if p.Choose == 0 || from > to || !o.Takes(arc) || !d.Takes(arc) {
					continue
				}
				if cost := p.Choose.Over(to - from); cost < best.Cost {
					best = Stretch{cost, arc, from, to, i, j}
				}
			}
		}
	}
	return best
}

// Path returns the stretch as a path.
func (s *Stretch) Path() Path {
	return Path{Cost: s.Cost, States: []uint32{s.Arc}, From: s.From, To: s.To, Origin: s.Origin, Destination: s.Destination}
}

// ArcsOf returns the arcs that a spot lies on, one for each direction of travel.
func ArcsOf(spot graph.Spot) [2]uint32 { return [2]uint32{2 * spot.Edge, 2*spot.Edge + 1} }

// Join finds the spots that a path over several arcs connects, whose states are known.
func (p *Path) Join(n *graph.Network, origins, destinations []graph.Spot) {
	first, last := n.Arc(p.States[0]), n.Arc(p.States[len(p.States)-1])
	p.Origin, p.From = nearest(origins, first, func(o graph.Spot) uint32 { return n.Edges[o.Edge].Length - o.At(first, n.Graph) })
	p.From = n.Edges[first>>1].Length - p.From
	p.Destination, p.To = nearest(destinations, last, func(d graph.Spot) uint32 { return d.At(last, n.Graph) })
}

// nearest returns the spot on an arc that has the least to travel, and how much that is.
func nearest(spots []graph.Spot, arc uint32, travel func(graph.Spot) uint32) (index int, mm uint32) {
	index = -1
	for i, spot := range spots {
		if spot.Edge != arc>>1 || !spot.Takes(arc) {
			continue
		}
		if t := travel(spot); index < 0 || t < mm {
			index, mm = i, t
		}
	}
	return index, mm
}
