// Package dijkstra searches the road graph without any preparation: exact for every set of options,
// since each cost is looked up when it is needed. It is the plain way to find a path, and the
// yardstick for faster ones.
//
// Both searches here label arcs, not nodes, so that turn costs and restrictions come out exactly.
// See graph.Network for states and graph.Layer for how roads with restricted access are kept to
// the ends of a trip.
package dijkstra
