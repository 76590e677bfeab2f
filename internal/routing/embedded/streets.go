package embedded

import (
	"sync/atomic"

	"github.com/footstepd/footstepd/internal/routing/guide"
)

// streets remember streets by the numbers of their texts. A trip comes by thousands of roads, most of them of the
// same few streets. Each number has one place, so that memory is bounded: a street that is not there
// is made anew and takes the place of another.
type streets [1 << 13]atomic.Pointer[numbered]

type numbered struct {
	name, ref uint32
	street    *guide.Street
}

// street returns the street of a name and route numbers, nil when there are neither.
func (e *Engine) street(name, ref uint32) *guide.Street {
	if name == 0 && ref == 0 {
		return nil
	}
	place := &e.known[(name*0x9e3779b1^ref*0x85ebca6b)>>19]
	if s := place.Load(); s != nil && s.name == name && s.ref == ref {
		return s.street
	}
	s := &numbered{name, ref, guide.NewStreet(e.graph.Text(name), e.graph.Text(ref))}
	place.Store(s)
	return s.street
}
