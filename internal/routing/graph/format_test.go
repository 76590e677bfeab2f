package graph

import (
	"testing"
	"unsafe"
)

// The sizes of what is stored are those of docs/region-format.md.
func TestSizes(t *testing.T) {
	for _, tc := range []struct {
		name      string
		got, want uintptr
	}{
		{"edge", unsafe.Sizeof(Edge{}), 20},
		{"way", unsafe.Sizeof(Way{}), 56},
		{"translation", unsafe.Sizeof(Translation{}), 8},
		{"exit", unsafe.Sizeof(Exit{}), 8},
		{"class", unsafe.Sizeof(Class{}), 40},
		{"override", unsafe.Sizeof(Override{}), 12},
		{"island", unsafe.Sizeof(Island{}), 8},
		{"timed class", unsafe.Sizeof(timed{}), 8},
		{"timed turn", unsafe.Sizeof(ban{}), 12},
		{"turn on foot", unsafe.Sizeof(afootTurn{}), 8},
	} {
		if tc.got != tc.want {
			t.Errorf("%s takes %d bytes, want %d", tc.name, tc.got, tc.want)
		}
	}
}
