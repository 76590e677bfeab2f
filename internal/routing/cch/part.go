package cch

import (
	"cmp"
	"slices"
)

// A part is an undirected graph, possibly with parallel edges, on its way of being cut to pieces.
// Each edge is two entries of its adjacency arrays, one from either end.
type part struct {
	ids   []uint32 // of the vertices, in the whole
	first []uint32
	head  []int32
	twin  []uint32 // the same edge from its other end
	room  []int8   // what a cut through the edge costs, the same for both entries
	edge  []uint32 // number of the edge in the whole, twice, plus 0 or 1 for the direction
	// along holds the vertices sorted along each of the directions.
	along [len(directions)][]int32
}

func (p *part) vertices() int { return len(p.ids) }

// newPart makes the whole: vertices 0 to n-1 with positions, and edges between them.
func newPart(x, y []float32, ids []uint32, edges []partEdge) *part {
	n := len(ids)
	p := &part{
		ids: ids, first: make([]uint32, n+1),
		head: make([]int32, 2*len(edges)), twin: make([]uint32, 2*len(edges)),
		room: make([]int8, 2*len(edges)), edge: make([]uint32, 2*len(edges)),
	}
	for _, e := range edges {
		p.first[e.from+1]++
		p.first[e.to+1]++
	}
	for v := range n {
		p.first[v+1] += p.first[v]
	}
	next := slices.Clone(p.first[:n])
	for i, e := range edges {
		a, b := next[e.from], next[e.to]
		if e.from == e.to {
			b++
		}
		next[e.from]++
		next[e.to]++
		p.head[a], p.head[b] = int32(e.to), int32(e.from)
		p.twin[a], p.twin[b] = b, a
		p.room[a], p.room[b] = e.room, e.room
		p.edge[a], p.edge[b] = uint32(2*i), uint32(2*i+1)
	}
	key := make([]float32, n)
	for d, dir := range directions {
		for i, v := range ids {
			key[i] = dir[0]*x[v] + dir[1]*y[v]
		}
		p.along[d] = make([]int32, n)
		for i := range p.along[d] {
			p.along[d][i] = int32(i)
		}
		slices.SortFunc(p.along[d], func(a, b int32) int { return cmp.Or(cmp.Compare(key[a], key[b]), cmp.Compare(a, b)) })
	}
	return p
}

// partEdge is an edge between two vertices of a part.
type partEdge struct {
	from, to uint32
	room     int8
}

// A splitter takes parts apart. It is scratch space for one goroutine.
type splitter struct {
	local []int32  // of each vertex of the part, its number in its piece
	entry []uint32 // of each entry of the part, its place in its piece
	queue []int32
	piece []int8
}

// nowhere is the piece of vertices that are in none.
const nowhere = int8(-1)

// split returns the two pieces of a part, given for each vertex which one it is in: 0, 1 or
// nowhere. Edges between pieces are left out.
func (s *splitter) split(p *part, piece []int8) (pieces [2]*part) {
	s.local = resize(s.local, p.vertices())
	s.entry = resize(s.entry, len(p.head))
	var vertices, entries [2]int
	for v, which := range piece {
		if which == nowhere {
			continue
		}
		s.local[v] = int32(vertices[which])
		vertices[which]++
		for _, w := range p.head[p.first[v]:p.first[v+1]] {
			if piece[w] == which {
				entries[which]++
			}
		}
	}
	for which := range pieces {
		n, m := vertices[which], entries[which]
		numbers := make([]uint32, 2*n+1+2*m)
		signed := make([]int32, m+len(directions)*n)
		q := &part{
			ids: numbers[:0:n], first: numbers[n : n+1 : 2*n+1],
			twin: numbers[2*n+1 : 2*n+1+m : 2*n+1+m], edge: numbers[2*n+1+m : 2*n+1+m : 2*n+1+2*m],
			head: signed[:0:m], room: make([]int8, 0, m),
		}
		for d := range q.along {
			at := m + d*n
			q.along[d] = signed[at : at : at+n]
		}
		pieces[which] = q
	}
	for v, which := range piece {
		if which == nowhere {
			continue
		}
		q := pieces[which]
		q.ids = append(q.ids, p.ids[v])
		for e := p.first[v]; e < p.first[v+1]; e++ {
			w := p.head[e]
			if piece[w] != which {
				continue
			}
			at := uint32(len(q.head))
			s.entry[e] = at
			q.head = append(q.head, s.local[w])
			q.room = append(q.room, p.room[e])
			q.edge = append(q.edge, p.edge[e])
			if t := p.twin[e]; t < e {
				q.twin[at], q.twin[s.entry[t]] = s.entry[t], at
			}
		}
		q.first = append(q.first, uint32(len(q.head)))
	}
	for d := range p.along {
		for _, v := range p.along[d] {
			if which := piece[v]; which != nowhere {
				pieces[which].along[d] = append(pieces[which].along[d], s.local[v])
			}
		}
	}
	return pieces
}

// components puts the connected components of a part into two pieces of about equal size; ok is
// false when there is only one component. The answer is valid until the next call.
func (s *splitter) components(p *part) (piece []int8, ok bool) {
	n := p.vertices()
	s.local = resize(s.local, n)
	for v := range s.local {
		s.local[v] = -1
	}
	var sizes []int
	for v := range n {
		if s.local[v] >= 0 {
			continue
		}
		id := int32(len(sizes))
		s.local[v] = id
		s.queue = append(s.queue[:0], int32(v))
		for at := 0; at < len(s.queue); at++ {
			u := s.queue[at]
			for _, w := range p.head[p.first[u]:p.first[u+1]] {
				if s.local[w] < 0 {
					s.local[w] = id
					s.queue = append(s.queue, w)
				}
			}
		}
		if len(s.queue) == n {
			return nil, false
		}
		sizes = append(sizes, len(s.queue))
	}
	bySize := make([]int, len(sizes))
	for i := range bySize {
		bySize[i] = i
	}
	slices.SortFunc(bySize, func(a, b int) int { return cmp.Or(cmp.Compare(sizes[b], sizes[a]), cmp.Compare(a, b)) })
	of := make([]int8, len(sizes))
	var total [2]int
	for _, id := range bySize {
		if total[1] < total[0] {
			of[id] = 1
		}
		total[of[id]] += sizes[id]
	}
	s.piece = resize(s.piece, n)
	for v, id := range s.local {
		s.piece[v] = of[id]
	}
	return s.piece, true
}
