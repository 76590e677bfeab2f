package dijkstra

import (
	"math"
	"sync"

	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/queue"
)

const infinity = math.MaxUint64

// label is what a search knows of a state in a layer. It counts in the round that it was set.
type label struct {
	cost   uint64
	parent uint32 // the label before (or after, in a search backwards), graph.None at the start
	round  uint32
}

// labels are those of one search direction. Rounds make clearing them free.
type labels struct {
	at    []label
	round uint32
	queue queue.Queue
}

// reset makes all n labels unknown.
func (l *labels) reset(n int) {
	l.queue = l.queue[:0]
	l.round++
	if len(l.at) < n || l.round == 0 {
		l.at = make([]label, n)
		l.round = 1
	}
}

func (l *labels) cost(i uint32) uint64 {
	if x := &l.at[i]; x.round == l.round {
		return x.cost
	}
	return infinity
}

// improve lowers a label and queues it; it returns false when the label was as low before.
func (l *labels) improve(i uint32, cost uint64, parent uint32) bool {
	x := &l.at[i]
	if x.round == l.round && x.cost <= cost {
		return false
	}
	*x = label{cost, parent, l.round}
	l.queue.Push(queue.Entry{Key: cost, Label: i})
	return true
}

// top returns the cost of the next label to settle, infinity when there is none.
func (l *labels) top() uint64 {
	for len(l.queue) > 0 {
		e := l.queue[0]
		if l.at[e.Label].cost == e.Key {
			return e.Key
		}
		l.queue.Pop()
	}
	return infinity
}

// pool keeps the labels of finished searches for the next ones.
var pool = sync.Pool{New: func() any { return new(workspace) }}

// workspace is the memory of one search.
type workspace struct {
	forward, backward labels
	touched           []uint32
	end               []uint64
	entry             []uint32 // of each arc, where found says so
	found             []uint64 // bit per arc, all clear between searches
}

// labelCount is how many labels a network has.
func labelCount(n *graph.Network) int { return 2 * n.States() }
