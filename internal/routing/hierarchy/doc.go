// Package hierarchy is the fast lane of routing: a contraction hierarchy over the road graph, and the
// searches that use it. They return what package dijkstra returns, at exactly the same cost, in
// microseconds instead of milliseconds.
//
// # Vertices
//
// A search over the road graph labels states in layers (see graph.Network and graph.Layer), since the
// turns that may follow an arc depend on how it was reached. The vertices of the hierarchy are
// those labels, as far as a trip can come to them: it is turn-expanded. Its arcs are the turns; a
// turn's weight is what it costs plus what the arc behind it costs from end to end. So a vertex's
// distance is that of the head of its arc, as in package dijkstra.
//
// A trip begins and ends within arcs. The vertices to start from are the arcs of the origin, at the
// cost of what is left of them; those to end at are the arcs from which one can turn onto the
// destination's, at the cost of the turn and of the stretch behind it. What begins and ends on the
// same arc, without a turn, is looked at apart.
//
// # Weights
//
// Costs are whole milliseconds (millimetres in metrics of distance), 64 bits wide; weights are 32
// bits wide and go up to cch.Infinity, some 24 days. A cost below that is always exact. Where a cost
// is larger, or may be, a plain search answers.
package hierarchy
