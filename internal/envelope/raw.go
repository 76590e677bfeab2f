package envelope

import (
	"encoding/json"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

// Raw geometry lies inside a tool's own fields, and how much of it fits is known only once the
// whole answer is put together. So a tool asks the Builder for a Polyline or Surface, puts it into
// its structs, and the Builder settles the detail before it encodes them.

// Polyline is a line that encodes itself as an encoded polyline, precision 5. A nil one is left
// out by omitempty.
type Polyline struct {
	thin   *[]thinned[orb.LineString]
	total  int
	detail *detail
}

// Polyline returns raw geometry for a field, nil when the flags turn raw geometry off.
func (b *Builder) Polyline(line orb.LineString) *Polyline {
	if !b.flags.Geometry() {
		return nil
	}
	p := &Polyline{&[]thinned[orb.LineString]{{1 << 30, line}}, len(line), &b.detail}
	b.lines = append(b.lines, p)
	return p
}

// shares tells whether the line is this very one, and not only one of the same points.
func (p *Polyline) shares(line orb.LineString) bool {
	whole := (*p.thin)[0].shape
	return len(line) > 0 && len(whole) == len(line) && &whole[0] == &line[0]
}

// MarshalText implements encoding.TextMarshaler.
func (p *Polyline) MarshalText() ([]byte, error) {
	line := thinTo(p.thin, p.detail.raw, geo.ThinLine)
	p.detail.count(len(line), p.total)
	return geo.AppendPolyline(nil, line), nil
}

// Surface is an area that encodes itself as a GeoJSON Polygon or MultiPolygon. A nil one is left
// out by omitempty.
type Surface struct {
	area   *Area
	detail *detail
}

// Surface returns raw geometry for a field, nil when the flags turn raw geometry off.
func (b *Builder) Surface(area *Area) *Surface {
	if !b.flags.Geometry() {
		return nil
	}
	return &Surface{area, &b.detail}
}

// MarshalJSON implements json.Marshaler.
func (s *Surface) MarshalJSON() ([]byte, error) {
	area, kept := s.area.within(s.detail.layer)
	s.detail.count(kept, s.area.total)
	return json.Marshal(areaGeometry(area))
}

// Varying is a number that may differ between equal calls, such as the time taken. How many digits
// it has must not decide what else fits into an answer, so it counts as varyingSize bytes whatever
// it is.
type Varying struct {
	value  float64
	detail *detail
}

// varyingSize is the size in bytes that a Varying counts for.
const varyingSize = 8

// Varying returns a varying number for a field.
func (b *Builder) Varying(value float64) *Varying { return &Varying{value, &b.detail} }

// MarshalJSON implements json.Marshaler.
func (v *Varying) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(v.value)
	v.detail.surplus += len(text) - varyingSize
	return text, err
}

// detail is how finely geometry is encoded, and what became of it.
type detail struct {
	layer      int // points of a rendered or GeoJSON feature
	raw        int // points of a polyline, which takes a quarter of the room
	simplified bool
	surplus    int // bytes of varying numbers beyond those that they count for; may be negative
}

func (d *detail) count(kept, of int) {
	if kept < of {
		d.simplified = true
	}
}

// softDetails lists the steps of detail, finest first, that are tried to bring an answer under
// SoftLimit; hardDetails goes on for HardLimit.
var (
	softDetails = []detail{
		{layer: MaxPoints, raw: 1000},
		{layer: MaxPoints, raw: 300},
		{layer: 200, raw: 200},
		{layer: 140, raw: 150},
		{layer: 100, raw: 120},
		{layer: 70, raw: 100},
		{layer: 50, raw: 80},
	}
	hardDetails = []detail{{layer: 25, raw: 40}, {layer: 12, raw: 20}}
)
