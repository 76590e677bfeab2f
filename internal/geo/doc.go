// Package geo holds the metric geometry that every other room shares: fixed-point
// coordinates, distances, a local flat ruler, a packed Hilbert R-tree that lives in a
// mapped file, and simplification that keeps shapes valid.
//
// Points are orb points, that is [longitude, latitude] in degrees; lengths are metres.
package geo
