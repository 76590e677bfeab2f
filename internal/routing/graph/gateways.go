package graph

import (
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/routing/profile"
)

// gatewayMetres is the length of the stretches beside a node with limits that the limits hold on.
const gatewayMetres = 1

// gateways cuts off the metre of road before and behind each node that sets limits to vehicles, such as
// a height restrictor, as an edge of its own that has the limits. So a request for any size of vehicle
// is a matter of edges alone, and the rest of the road can be reached from its other end.
func (s *splitter) gateways(t *topology, drafts []draft, inner *[]geo.Fixed) []draft {
	limited := false
	for _, stop := range t.stops {
		limited = limited || stop.limits != (profile.Limits{})
	}
	if !limited {
		return drafts
	}
	limitAt := func(v uint32) profile.Limits {
		if stop := t.stops[v]; stop != nil {
			return stop.limits
		}
		return profile.Limits{}
	}
	var all []draft
	for _, d := range drafts {
		from, to := limitAt(d.From), limitAt(d.To)
		if from != (profile.Limits{}) && d.Length > 2*gatewayMetres*1000 {
			head, rest := s.cut(t, d, gatewayMetres*1000, inner)
			head.limit = from
			all, d, from = append(all, head), rest, profile.Limits{}
		}
		if to != (profile.Limits{}) && d.Length > 2*gatewayMetres*1000 {
			rest, tail := s.cut(t, d, d.Length-gatewayMetres*1000, inner)
			tail.limit = to
			all, d, to = append(all, rest), tail, profile.Limits{}
		}
		d.limit = d.limit.And(from).And(to) // a road too short to be cut
		all = append(all, d)
	}
	return all
}

// cut divides a draft at a distance in millimetres from its first node.
func (s *splitter) cut(t *topology, d draft, at uint32, inner *[]geo.Fixed) (head, tail draft) {
	points := append([]geo.Fixed{t.Nodes[d.From]}, (*inner)[d.Shape:d.end]...)
	points = append(points, t.Nodes[d.To])
	left := float64(at) / 1000
	i := 0 // the segment that is cut
	for ; i < len(points)-2; i++ {
		m := geo.Distance(points[i].Point(), points[i+1].Point())
		if m > left {
			break
		}
		left -= m
	}
	a, b := points[i].Point(), points[i+1].Point()
	ruler := geo.NewRuler(a)
	middle := geo.ToFixed(between(ruler, a, b, left/max(left, geo.Distance(a, b), 1e-9)))

	v := uint32(len(t.Nodes))
	t.Nodes = append(t.Nodes, middle)
	t.NodeIDs = append(t.NodeIDs, 0)
	t.NodeFlags = append(t.NodeFlags, t.NodeFlags[d.From]&LeftHand)
	t.settings = append(t.settings, t.settings[d.From])

	head, tail = d, d
	head.To, head.Length = v, at
	tail.From, tail.Length = v, d.Length-at
	place := func(points []geo.Fixed) (from, to uint32) {
		from = uint32(len(*inner))
		*inner = append(*inner, points...)
		return from, uint32(len(*inner))
	}
	head.Shape, head.end = place(points[1 : i+1])
	tail.Shape, tail.end = place(points[i+1 : len(points)-1])
	head.piece.to = d.piece.from + 1
	tail.piece.from = head.piece.to
	if d.piece.from&1 == 1 { // cut at its head already
		head.piece.to = d.piece.to - 1
		tail.piece.from = head.piece.to
	}
	return head, tail
}
