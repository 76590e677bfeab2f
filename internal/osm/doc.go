// Package osm reads OpenStreetMap extracts for import: it opens one or several files of any
// supported format as one stream per object type, sorted by id and without duplicates, and it
// offers what several builders need: a compact store of node positions and the
// assembly of multipolygons.
//
// An import runs in three passes (see Read): relations, then ways, then nodes. Later passes can
// thus keep only what earlier ones asked for, and the memory needed does not depend on what is
// thrown away.
package osm
