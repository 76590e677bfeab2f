package graph

import "unicode/utf8"

// textTable collects strings for the file, each once. Number 0 is the empty string.
type textTable struct {
	number map[string]uint32
	heap   []byte
	ends   []uint32 // end of each text in heap; text 0 is empty
}

func newTextTable() *textTable {
	return &textTable{number: map[string]uint32{"": 0}, ends: []uint32{0}}
}

// maxText bounds the bytes of one text; longer ones are cut. OSM itself allows 255 characters.
const maxText = 1024

// add returns the number of a string.
func (t *textTable) add(s string) uint32 {
	if len(s) > maxText {
		end := maxText
		for end > 0 && !utf8.RuneStart(s[end]) {
			end--
		}
		s = s[:end]
	}
	if n, ok := t.number[s]; ok {
		return n
	}
	n := uint32(len(t.ends))
	t.heap = append(t.heap, s...)
	t.ends = append(t.ends, uint32(len(t.heap)))
	t.number[string(t.heap[len(t.heap)-len(s):])] = n // a copy of its own: s may belong to a big block
	return n
}

// text returns a string by its number.
func (t *textTable) text(n uint32) string {
	if n == 0 {
		return ""
	}
	return string(t.heap[t.ends[n-1]:t.ends[n]])
}
