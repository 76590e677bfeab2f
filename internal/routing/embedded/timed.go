package embedded

import "github.com/footstepd/footstepd/internal/routing/dijkstra"

// untimed is what answers say when a trip comes by rules that depend on the hour, and no hour was given.
const untimed = "Roads or turns on the way have rules that hold at certain hours only; send depart_at to have them applied."

// timed tells whether a path comes by rules that hold at certain hours only.
func (t *trip) timed(path *dijkstra.Path) bool {
	n := t.m.Network
	for i, state := range path.States {
		if n.Timed(n.Arc(state)) || i > 0 && n.TimedTurn(path.States[i-1], n.Arc(state)) {
			return true
		}
	}
	return false
}
