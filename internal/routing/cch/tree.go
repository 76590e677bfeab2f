package cch

// eliminationTree returns for each vertex of a symmetric graph, whose vertices are ranks, the parent
// in the elimination tree: the lowest of the higher neighbours that it has when its turn to be
// contracted comes; none for roots (Liu 1986).
func eliminationTree(s Graph) []uint32 {
	n := s.Vertices()
	parent := make([]uint32, n)
	root := make([]uint32, n) // an ancestor, compressed on the way
	for v := range uint32(n) {
		parent[v], root[v] = none, none
		for _, w := range s.Head[s.FirstOut[v]:s.FirstOut[v+1]] {
			if w >= v {
				break
			}
			for root[w] != none && root[w] != v {
				w, root[w] = root[w], v
			}
			if root[w] == none {
				root[w], parent[w] = v, v
			}
		}
	}
	return parent
}

// Postorder returns an order that contracts g to the same hierarchy as the given one, in which every
// subtree of the elimination tree is contiguous: what belongs together lies together in memory.
func Postorder(g Graph, order []uint32) ([]uint32, error) {
	ranked, _, err := g.Relabel(order)
	if err != nil {
		return nil, err
	}
	parent := eliminationTree(ranked.symmetric())
	n := len(order)
	child, sibling := make([]uint32, n), make([]uint32, n)
	for v := range child {
		child[v] = none
	}
	root := none // first of a list of roots
	for v := n - 1; v >= 0; v-- {
		first := &root
		if p := parent[v]; p != none {
			first = &child[p]
		}
		sibling[v], *first = *first, uint32(v)
	}
	post := make([]uint32, 0, n)
	var stack []uint32
	for ; root != none; root = sibling[root] {
		stack = append(stack, root)
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			if c := child[v]; c != none {
				child[v] = sibling[c]
				stack = append(stack, c)
				continue
			}
			stack = stack[:len(stack)-1]
			post = append(post, order[v])
		}
	}
	return post, nil
}

// Depth returns the number of vertices on the longest way up the elimination tree.
func (h *Hierarchy) Depth() int {
	depth := make([]uint32, len(h.Parent))
	deepest := uint32(0)
	for v := len(depth) - 1; v >= 0; v-- {
		depth[v] = 1
		if p := h.Parent[v]; p != none {
			depth[v] += depth[p]
		}
		deepest = max(deepest, depth[v])
	}
	return int(deepest)
}

// Separators returns the size of the largest separator on each of the first levels of the dissection: how
// many vertices hold the parts of the graph together. It reads them off the elimination tree, in which
// a separator is a path down to where the tree parts in two.
func (h *Hierarchy) Separators(levels int) []int {
	n := h.Vertices()
	size := make([]uint32, n)
	for v, p := range h.Parent {
		size[v]++
		if p != none {
			size[p] += size[v]
		}
	}
	// The children of a vertex that are worth telling of: no bits and pieces.
	parts := make([][]uint32, n)
	var roots []uint32
	for v, p := range h.Parent {
		switch {
		case p == none:
			roots = append(roots, uint32(v))
		case 8*size[v] >= size[p]:
			parts[p] = append(parts[p], uint32(v))
		}
	}
	var sizes []int
	for range levels {
		largest := 0
		var next []uint32
		for _, v := range roots {
			length := 1
			for len(parts[v]) == 1 {
				v = parts[v][0]
				length++
			}
			if len(parts[v]) > 1 {
				largest = max(largest, length)
				next = append(next, parts[v]...)
			}
		}
		if largest == 0 {
			break
		}
		sizes, roots = append(sizes, largest), next
	}
	return sizes
}
