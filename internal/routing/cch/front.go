package cch

import "slices"

// A front is a way up the elimination tree from some vertices: whichever branch is lowest moves on.
type front struct {
	at   []uint32 // one vertex for each branch, descending
	walk []uint32 // the vertices that the front has passed, ascending
}

// insert puts a vertex on the front unless it is there.
func (f *front) insert(v uint32) {
	i := len(f.at)
	for i > 0 && f.at[i-1] < v {
		i--
	}
	if i == 0 || f.at[i-1] != v {
		f.at = slices.Insert(f.at, i, v)
	}
}

// next returns the lowest vertex of the front, none when it has passed all roots.
func (f *front) next() uint32 {
	if len(f.at) == 0 {
		return none
	}
	return f.at[len(f.at)-1]
}

// after passes the lowest vertex of the front and returns the next one.
func (f *front) after(v uint32, parent []uint32) uint32 {
	f.walk = append(f.walk, v)
	p := parent[v]
	last := len(f.at) - 1
	if last == 0 && p != none {
		f.at[0] = p
		return p
	}
	f.at = f.at[:last]
	if p != none {
		f.insert(p)
	}
	return f.next()
}

func (f *front) clear() { f.at, f.walk = f.at[:0], f.walk[:0] }
