package cch

import (
	"cmp"
	"math/bits"
	"slices"
)

// A reduced graph is the undirected graph below a directed one without what needs no cutting:
// trees, which are contracted from their leaves, and chains of vertices with two neighbours,
// which are no more than long edges between the vertices of the core. About half of a road network
// goes that way.
type reduced struct {
	s     Graph    // both entries of each undirected edge, lists ascending
	tails []uint32 // of each entry
	room  []int8   // of each entry: how many arcs run along the edge, in both directions together

	strips []uint32   // entries from leaves to the rest, in the order of their removal
	chains [][]uint32 // entries of each chain from end to end; loops and cycles among them
	core   []uint32   // vertices with three neighbours or more
	alone  []uint32   // vertices without any
}

func reduce(g Graph) *reduced {
	r := &reduced{s: g.symmetric()}
	s := r.s
	n := s.Vertices()
	r.tails = s.tails()
	r.room = make([]int8, len(s.Head))
	for v := range n {
		for _, w := range g.Head[g.FirstOut[v]:g.FirstOut[v+1]] {
			if int(w) != v {
				e := r.entry(uint32(v), w)
				for _, e := range [2]uint32{e, r.twin(e)} {
					r.room[e] = min(r.room[e]+1, maxRoom)
				}
			}
		}
	}
	degree := r.strip()
	r.walk(degree)
	return r
}

// maxRoom keeps sums of flows within an int8.
const maxRoom = 60

// entry returns the entry from u to its neighbour v.
func (r *reduced) entry(u, v uint32) uint32 { return find(r.s.FirstOut, r.s.Head, u, v) }

func (r *reduced) twin(e uint32) uint32 { return r.entry(r.s.Head[e], r.tails[e]) }

// strip takes leaves off until there are none, and returns how many neighbours each vertex has left.
func (r *reduced) strip() (degree []uint32) {
	s := r.s
	n := s.Vertices()
	degree = make([]uint32, n)
	var leaves []uint32
	for v := range n {
		degree[v] = s.FirstOut[v+1] - s.FirstOut[v]
		switch degree[v] {
		case 0:
			r.alone = append(r.alone, uint32(v))
		case 1:
			leaves = append(leaves, uint32(v))
		}
	}
	for at := 0; at < len(leaves); at++ {
		v := leaves[at]
		if degree[v] == 0 { // its neighbour was a leaf too
			r.alone = append(r.alone, v)
			continue
		}
		for e := s.FirstOut[v]; e < s.FirstOut[v+1]; e++ {
			w := s.Head[e]
			if degree[w] == 0 {
				continue
			}
			r.strips = append(r.strips, e)
			degree[v] = 0
			if degree[w]--; degree[w] == 1 {
				leaves = append(leaves, w)
			}
			break
		}
	}
	return degree
}

// walk finds the core and the chains.
func (r *reduced) walk(degree []uint32) {
	s := r.s
	n := s.Vertices()
	done := make([]bool, len(s.Head))
	follow := func(e uint32) {
		start := r.tails[e]
		chain := []uint32{}
		for {
			chain = append(chain, e)
			done[e], done[r.twin(e)] = true, true
			v := s.Head[e]
			if degree[v] != 2 || v == start {
				break
			}
			for x := s.FirstOut[v]; x < s.FirstOut[v+1]; x++ {
				if !done[x] && degree[s.Head[x]] > 0 {
					e = x
					break
				}
			}
		}
		r.chains = append(r.chains, chain)
	}
	for _, cycles := range [2]bool{false, true} { // those that touch no core come last
		for v := range n {
			if degree[v] < 2 || (degree[v] == 2) != cycles {
				continue
			}
			if !cycles {
				r.core = append(r.core, uint32(v))
			}
			for e := s.FirstOut[v]; e < s.FirstOut[v+1]; e++ {
				if !done[e] && degree[s.Head[e]] > 0 {
					follow(e)
				}
			}
		}
	}
}

// coreEdges returns the chains between two vertices of the core as edges of a part, each with the
// place in its chain where a cut through it is cheapest, and the chains that are none of them.
func (r *reduced) coreEdges() (edges []partEdge, chains []uint32, cuts []int, rest []uint32) {
	number := make([]uint32, r.s.Vertices())
	for i := range number {
		number[i] = none
	}
	for i, v := range r.core {
		number[v] = uint32(i)
	}
	for i, chain := range r.chains {
		from, to := r.tails[chain[0]], r.s.Head[chain[len(chain)-1]]
		if from == to {
			rest = append(rest, uint32(i))
			continue
		}
		middle := func(at int) int { return max(at-len(chain)/2, len(chain)/2-at) }
		cut := 0
		for at := range chain {
			if cmp.Or(cmp.Compare(r.room[chain[at]], r.room[chain[cut]]), cmp.Compare(middle(at), middle(cut))) < 0 {
				cut = at
			}
		}
		edges = append(edges, partEdge{number[from], number[to], r.room[chain[cut]]})
		chains, cuts = append(chains, uint32(i)), append(cuts, cut)
	}
	return edges, chains, cuts, rest
}

// halving returns 0 to n-1 in an order in which a path of so many vertices is contracted to a tree
// that is as flat as can be: every other one first, then every other one of the rest.
func halving(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(bits.TrailingZeros(uint(a+1)), bits.TrailingZeros(uint(b+1)))
	})
	return order
}
