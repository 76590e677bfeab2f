// Package graph is the road network: junctions, the roads between them, their shapes and names, and
// for each travel mode who may use a road in which direction, how fast, and what each turn costs.
//
// # Model
//
// One set of nodes and edges serves all modes. A node is a place where roads meet or end, where
// something stands in the way (a gate, traffic lights), or where a way's attributes change; points
// that only give a road its shape are not nodes. An edge is the stretch between two nodes. Each
// edge is two arcs, one per direction of travel: arc 2e runs along edge e as it was drawn, arc 2e+1
// against it.
//
// A Network is the graph as one mode sees it. Each of its arcs has a Class, a row of a small table
// with access, speed and whatever else an option may ask for; a Metric is that table priced for
// one set of options. Turn costs lie in small tables per node.
//
// A path is a sequence of states. States below 2·edges are the arcs themselves; the further ones
// are copies of arcs, entered by the paths that have begun a turn restriction which reaches over
// whole ways. Network.Next tells which state follows another over an arc. Roads with restricted
// access (private, destination …) can be used as the first or the last stretch of a trip only;
// searches keep that in a layer of their own, see Layer.
//
// A graph is built by Builder as part of an import and lies in the sections of a region file that
// docs/region-format.md describes. Open makes views of them; nothing is parsed or copied.
package graph
