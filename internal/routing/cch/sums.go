package cch

import (
	"context"
	"fmt"
	"math"
)

// A Sum is two quantities of a path other than its cost, such as its time and its length. Each stops
// at Full.
type Sum [2]uint32

// Full is the largest value of a quantity: it stands for itself and all that is more.
const Full = math.MaxUint32

// plus adds two sums.
func (s Sum) plus(t Sum) Sum {
	for i := range s {
		if s[i] += t[i]; s[i] < t[i] {
			s[i] = Full
		}
	}
	return s
}

// Sums are what two quantities come to along the best path of each arc of a hierarchy by a metric, the
// path that Query.Path tells.
type Sums struct {
	Up   []Sum // of Hierarchy.UpHead
	Down []Sum // of Hierarchy.DownTail
}

// sides returns the sums of either side, nil where there are none.
func (s *Sums) sides() (up, down []Sum) {
	if s == nil {
		return nil, nil
	}
	return s.Up, s.Down
}

// Sum computes the sums of a metric, given the weights of the graph's arcs that it was customised for
// and the quantities of the same arcs.
func (h *Hierarchy) Sum(ctx context.Context, m *Metric, weights []Weight, quantities func(arc int) Sum) (*Sums, error) {
	if len(weights) != len(h.Place) {
		return nil, fmt.Errorf("cch: %d weights for %d arcs", len(weights), len(h.Place))
	}
	x := &summer{h: h, m: m, s: &Sums{Up: make([]Sum, len(m.Up)), Down: make([]Sum, len(m.Down))}, at: make([]Weight, h.Vertices()), sums: make([]Sum, h.Vertices())}
	x.upAt, x.downAt = append([]uint32(nil), h.UpFirst...), append([]uint32(nil), h.DownFirst...)
	// Arcs of the graph first; what a triangle explains as well is overwritten.
	ups := uint32(len(m.Up))
	for a := len(weights) - 1; a >= 0; a-- {
		switch place := h.Place[a]; {
		case place == none:
		case place < ups:
			if weights[a] == m.Up[place] {
				x.s.Up[place] = quantities(a)
			}
		default:
			if place -= ups; weights[a] == m.Down[place] {
				x.s.Down[place] = quantities(a)
			}
		}
	}
	up := summed{list{h.UpFirst, h.UpHead, m.Up, x.upAt}, x.s.Up}
	down := summed{list{h.DownFirst, h.DownTail, m.Down, x.downAt}, x.s.Down}
	for u := range uint32(h.Vertices()) {
		if u%cancelEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		x.side(u, h.Out[h.OutFirst[u]:h.OutFirst[u+1]], down, up)
		x.side(u, h.In[h.InFirst[u]:h.InFirst[u+1]], up, down)
	}
	return x.s, nil
}

// A summer is scratch space of Sum; see relaxer.
type summer struct {
	h            *Hierarchy
	m            *Metric
	s            *Sums
	at           []Weight // of the arcs from the present vertex, Infinity once explained
	sums         []Sum
	upAt, downAt []uint32
}

// summed is a list with its sums.
type summed struct {
	list
	sum []Sum
}

// side finds, for each arc on the upper side of triangles at u, the lowest vertex through which it has
// its weight, as Hierarchy.lowerTriangle does; see relaxSide.
func (x *summer) side(u uint32, below []uint32, near, far summed) {
	from, to := far.first[u], far.first[u+1]
	own, ownWeight, ownSum := far.end[from:to], far.weight[from:to], far.sum[from:to]
	if len(below) == 0 || len(own) == 0 {
		return
	}
	for i, v := range own {
		x.at[v], x.sums[v] = ownWeight[i], ownSum[i]
		if ownWeight[i] == Infinity {
			x.at[v] = none // no sum of two weights comes to that
		}
	}
	for _, r := range below {
		i, end := near.at[r], near.first[r+1]
		for i < end && near.end[i] < u {
			i++
		}
		near.at[r] = i
		if i == end || near.end[i] != u {
			continue
		}
		leg, legSum := near.weight[i], near.sum[i]
		i, end = far.at[r], far.first[r+1]
		for i < end && far.end[i] < u {
			i++
		}
		far.at[r] = i
		if i < end && far.end[i] == u {
			i++
		}
		if leg >= Infinity {
			continue
		}
		for ; i < end; i++ {
			if v := far.end[i]; leg+far.weight[i] == x.at[v] {
				x.at[v], x.sums[v] = none, legSum.plus(far.sum[i])
			}
		}
	}
	for i, v := range own {
		ownSum[i] = x.sums[v]
	}
}
