package index

import (
	"encoding/binary"
	"fmt"

	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/region"
)

// heapGroup is the number of records that share one offset in a heap.
const heapGroup = 16

// heap is a list of records of varying length: data holds them one behind another, each behind its
// length, and starts has the offset of each sixteenth.
type heap struct {
	starts packed.Table
	data   []byte
	n      int
}

func openHeap(f *region.File, name string, n int) (heap, error) {
	b, err := f.Section(name)
	if err != nil {
		return heap{}, err
	}
	return readHeap(b, name, n)
}

// readHeap reads a heap from bytes of a section.
func readHeap(b []byte, name string, n int) (heap, error) {
	starts, data, err := openStarts(b, name, (n+heapGroup-1)/heapGroup, 1)
	return heap{starts, data, n}, err
}

// openStarts reads the offsets of n parts of a section, in so many units to a byte, and the parts.
func openStarts(b []byte, name string, n, units int) (packed.Table, []byte, error) {
	starts, data, err := packed.OpenTable(b, 1)
	switch {
	case err != nil:
		return packed.Table{}, nil, fmt.Errorf("index: section %q: %w", name, err)
	case starts.Len() != n:
		return packed.Table{}, nil, fmt.Errorf("index: section %q has %d offsets, want %d", name, starts.Len(), n)
	case !starts.Ascending(0, 0, int64(len(data))*int64(units)):
		return packed.Table{}, nil, fmt.Errorf("index: section %q has an offset out of order", name)
	}
	return starts, data, nil
}

// at returns record i, an empty bad cursor when there is none.
func (h *heap) at(i uint32) cursor {
	if int64(i) >= int64(h.n) {
		return cursor{bad: true}
	}
	at := int(h.starts.At(i/heapGroup, 0))
	for skip := i % heapGroup; ; skip-- {
		if at >= len(h.data) {
			return cursor{bad: true}
		}
		n, width := uint64(h.data[at]), 1
		if n >= 0x80 {
			if n, width = binary.Uvarint(h.data[at:]); width <= 0 {
				return cursor{bad: true}
			}
		}
		at += width
		if n > uint64(len(h.data)-at) {
			return cursor{bad: true}
		}
		if skip == 0 {
			return cursor{b: h.data[at : at+int(n)]}
		}
		at += int(n)
	}
}

// heapWriter makes a heap.
type heapWriter struct {
	starts []uint64
	data   []byte
	n      int
}

func (h *heapWriter) add(record []byte) {
	if h.n%heapGroup == 0 {
		h.starts = append(h.starts, uint64(len(h.data)))
	}
	h.data = appendRecord(h.data, record)
	h.n++
}

func (h *heapWriter) append(b []byte) []byte {
	return append(packed.AppendColumn(b, h.starts), h.data...)
}

func (h *heapWriter) write(w *region.Writer, name string) error { return w.Add(name, h.append(nil)) }
