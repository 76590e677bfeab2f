package embedded

import (
	"sync/atomic"

	"github.com/footstepd/footstepd/internal/geocode/index"
)

// areaNames keeps names of areas that rows were made of lately: all rows of a region name the same few states,
// counties and towns, and to decode a name takes as long as to tell how far off a place is.
type areaNames [512]atomic.Pointer[areaName]

// areaName is the name of an area in a language.
type areaName struct {
	area           index.Doc
	language, name string
}

// of returns the name of an area, which read finds when it is not kept.
func (n *areaNames) of(area index.Doc, language string, read func(index.Doc, string) string) string {
	slot := &n[area%index.Doc(len(n))]
	if kept := slot.Load(); kept != nil && kept.area == area && kept.language == language {
		return kept.name
	}
	name := read(area, language)
	slot.Store(&areaName{area, language, name})
	return name
}
