// Package cch is a customizable contraction hierarchy: an index over a directed graph that is built
// once without any weights, then filled with a metric in milliseconds and asked for exact shortest
// distances in microseconds. Any number of metrics share one hierarchy.
//
// Phases: Order ranks the vertices by nested dissection; New contracts them in that order;
// Hierarchy.Customize fills in a metric; Query answers point to point, Sweep one to all.
//
// The method is that of Dibbelt, Strasser and Wagner, "Customizable Contraction Hierarchies" (2014),
// with separate arcs for the two directions, so that only arcs which can ever be finite are stored.
package cch

import "math"

// Weight is the cost of an arc or a path in the caller's unit. Infinity marks what does not exist.
type Weight = uint32

// Infinity is larger than any path; two of it can be added without overflow.
const Infinity Weight = math.MaxInt32
