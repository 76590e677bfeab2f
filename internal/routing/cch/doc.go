// Package cch is a customizable contraction hierarchy: an index over a directed graph that is built
// once without any weights, then filled with a metric in milliseconds and asked for exact shortest
// distances in microseconds. Any number of metrics share one hierarchy.
//
// Phases: Order or OrderArcs ranks the vertices by nested dissection; Graph.Relabel names them by
// their ranks; New contracts them in that order; Hierarchy.Customize fills in a metric; Query
// answers point to point, Sweep one to all, Table many to many.
//
// The method is that of Dibbelt, Strasser and Wagner, "Customizable Contraction Hierarchies" (2014),
// with separate arcs for the two directions, so that only arcs which can ever be finite are stored;
// for the graphs of turns it follows Buchhold, Wagner, Zeitz and Zündorf, "Customizable Contraction
// Hierarchies with Turn Costs" (2020).
package cch

import "math"

// Weight is the cost of an arc or a path in the caller's unit. Infinity marks what does not exist.
type Weight = uint32

// Infinity is larger than any path that is told; two of it can be added without overflow. A path that
// would cost as much or more counts as none: see Query.Overflowed.
const Infinity Weight = math.MaxInt32

// none marks the absence of a vertex or an arc.
const none = ^uint32(0)
