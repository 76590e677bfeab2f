package isochrone

import "sync"

// scratch is the memory of one drawing, kept for the next: some megabytes, most of which would
// otherwise be cleared and collected for each answer.
type scratch struct {
	vertices        []vertex
	starts          []int32
	region          region
	values, squares []float32
	bits            [2][]uint64 // deep corners of the field, and edges that the tracer passed
	thinner         thinner
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// grown returns a list of n entries of any content in the memory of another where that suffices.
func grown[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n)
	}
	return list[:n]
}

// zeroes returns n words of nothing, likewise.
func zeroes(list []uint64, n int) []uint64 {
	list = grown(list, n)
	clear(list)
	return list
}
