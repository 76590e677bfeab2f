package graph

import "github.com/footstepd/footstepd/internal/routing/profile"

// findCores finds the core of each island, the largest part in which every place can be reached
// from every other over open roads, and tells for each arc how it stands to it. An island without
// open roads has its core on restricted ones; one on which nobody can go round has none.
func (n *Network) findCores() {
	inCore := n.cores(n.coreEligible())
	for state, in := range inCore {
		if in {
			n.Islands[n.islandOf[n.Arc(uint32(state))>>1]].Core++
		}
	}
	n.Reaches = make([]Reach, len(n.Arcs))
	n.markFromCore(inCore)
	n.markToCore(inCore)
}

// coreEligible tells which states can be of a core.
func (n *Network) coreEligible() func(state uint32) bool {
	hasOpen := make([]bool, len(n.Islands))
	for arc := range n.Arcs {
		if n.ClassOf(uint32(arc)).Access == profile.Open {
			hasOpen[n.islandOf[arc/2]] = true
		}
	}
	return func(state uint32) bool {
		arc := n.Arc(state)
		switch n.ClassOf(arc).Access {
		case profile.Open:
			return true
		case profile.Restricted:
			return !hasOpen[n.islandOf[arc>>1]]
		}
		return false
	}
}

// cores tells which states are of the core of their island: its largest component, the one of the
// least number among equals.
func (n *Network) cores(eligible func(state uint32) bool) []bool {
	component, sizes := n.components(eligible)
	best := make([]uint32, len(n.Islands))
	for i := range best {
		best[i] = None
	}
	for state, c := range component {
		if c == None || sizes[c] == 1 && !n.returns(uint32(state)) {
			continue
		}
		core := &best[n.islandOf[n.Arc(uint32(state))>>1]]
		if *core == None || sizes[c] > sizes[*core] || sizes[c] == sizes[*core] && c < *core {
			*core = c
		}
	}
	inCore := make([]bool, len(component))
	for state, c := range component {
		inCore[state] = c != None && best[n.islandOf[n.Arc(uint32(state))>>1]] == c
	}
	return inCore
}

// returns tells whether a state can follow itself, as on a road that ends where it begins. A
// component of one state is no core otherwise: on its arc one cannot get from the end to the start.
func (n *Network) returns(state uint32) bool {
	head := n.Head(n.Arc(state))
	for i := range int(n.First[head+1] - n.First[head]) {
		if n.follower(state, i) == state {
			return true
		}
	}
	return false
}

// follower returns the state that follows over the i-th arc at the head of a state, None when there
// is no such turn.
func (n *Network) follower(state uint32, i int) (next uint32) {
	arc := n.Arc(state)
	out, turns := n.TurnsOut(arc)
	if turns[i] == noTurn {
		return None
	}
	if n.isSpecial(arc) {
		return n.Next(state, out[i])
	}
	return out[i]
}

// components finds the strongly connected components of the eligible states (Tarjan, with a stack of
// its own, since recursion would go as deep as the graph is wide). Others are in None.
func (n *Network) components(eligible func(state uint32) bool) (component, sizes []uint32) {
	states := n.States()
	component = make([]uint32, states)
	index := make([]uint32, states) // 0 is not visited
	low := make([]uint32, states)
	for i := range component {
		component[i] = None
	}
	type frame struct {
		state uint32
		slot  int
	}
	var calls []frame
	var stack []uint32
	counter := uint32(0)
	for root := range states {
		if index[root] != 0 || !eligible(uint32(root)) {
			continue
		}
		calls = append(calls[:0], frame{uint32(root), -1})
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			s := f.state
			if f.slot < 0 {
				counter++
				index[s], low[s] = counter, counter
				stack = append(stack, s)
				f.slot = 0
			}
			head := n.Head(n.Arc(s))
			degree := int(n.First[head+1] - n.First[head])
			descended := false
			for f.slot < degree {
				t := n.follower(s, f.slot)
				f.slot++
				if t == None || !eligible(t) {
					continue
				}
				if index[t] == 0 {
					calls = append(calls, frame{t, -1})
					descended = true
					break
				}
				if component[t] == None {
					low[s] = min(low[s], index[t])
				}
			}
			if descended {
				continue
			}
			if low[s] == index[s] {
				c := uint32(len(sizes))
				sizes = append(sizes, 0)
				for {
					t := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					component[t] = c
					sizes[c]++
					if t == s {
						break
					}
				}
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				parent := calls[len(calls)-1].state
				low[parent] = min(low[parent], low[s])
			}
		}
	}
	return component, sizes
}

// markFromCore marks the arcs on which a trip from a core can end: open ones, then restricted ones.
func (n *Network) markFromCore(inCore []bool) {
	states := uint32(n.States())
	seen := make([]bool, 2*states) // labels: states, then the same in the layer of last stretches
	var queue []uint32
	visit := func(label uint32) {
		if !seen[label] {
			seen[label] = true
			queue = append(queue, label)
			n.Reaches[n.Arc(label%states)] |= FromCore
		}
	}
	for state, in := range inCore {
		if in {
			visit(uint32(state))
		}
	}
	for len(queue) > 0 {
		label := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		state, layer := label%states, label/states
		head := n.Head(n.Arc(state))
		access := n.ClassOf(n.Arc(state)).Access
		for i := range int(n.First[head+1] - n.First[head]) {
			next := n.follower(state, i)
			if next == None {
				continue
			}
			if l, ok := Layer(access, layer, n.ClassOf(n.Arc(next)).Access); ok {
				visit(next + l*states)
			}
		}
	}
}

// markToCore marks the arcs from which a trip can get to a core: restricted ones, then open ones.
func (n *Network) markToCore(inCore []bool) {
	// Backwards over the states of the first layer, by lists of predecessors.
	states := n.States()
	first := make([]uint32, states+1)
	each := func(visit func(from, to uint32)) {
		for state := range states {
			access := n.ClassOf(n.Arc(uint32(state))).Access
			if access == profile.No {
				continue
			}
			head := n.Head(n.Arc(uint32(state)))
			for i := range int(n.First[head+1] - n.First[head]) {
				next := n.follower(uint32(state), i)
				if next == None {
					continue
				}
				if l, ok := Layer(access, 0, n.ClassOf(n.Arc(next)).Access); ok && l == 0 {
					visit(uint32(state), next)
				}
			}
		}
	}
	each(func(_, to uint32) { first[to+1]++ })
	for i := range states {
		first[i+1] += first[i]
	}
	from := make([]uint32, first[states])
	next := append([]uint32(nil), first[:states]...)
	each(func(f, to uint32) { from[next[to]] = f; next[to]++ })

	seen := append([]bool(nil), inCore...)
	var queue []uint32
	for state, in := range inCore {
		if in {
			queue = append(queue, uint32(state))
		}
	}
	for len(queue) > 0 {
		state := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if int(state) < len(n.Arcs) {
			n.Reaches[state] |= ToCore
		}
		for _, f := range from[first[state]:first[state+1]] {
			if !seen[f] {
				seen[f] = true
				queue = append(queue, f)
			}
		}
	}
}
