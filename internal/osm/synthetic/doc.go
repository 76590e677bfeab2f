// Package synthetic makes road networks of any size for benchmarks: towns of streets and houses, rural
// lanes, arterials from town to town, motorways with ramps, and rivers that few roads cross. A network is
// a matter of its size and its seed alone, and is written as a sorted PBF extract without being held in
// memory.
//
// It lies in the Atlantic, where no border and no coast is near, and traffic keeps right.
package synthetic
