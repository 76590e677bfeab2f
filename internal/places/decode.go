package places

import (
	"encoding/binary"
	"errors"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

var (
	errCut      = errors.New("cut short")
	errKind     = errors.New("unknown kind")
	errGeometry = errors.New("bad geometry")
	errPosition = errors.New("position outside the world")
)

// A decoder reads the features of a block, one by one. Its feature is overwritten by each step,
// and so is the memory behind it.
type decoder struct {
	kinds   []kind
	rest    []byte
	last    grid
	err     error
	feature Feature
	box     geo.Box
	point   orb.Point
	points  []orb.Point // of all rings, one after another
	ends    []int       // of rings in points
	rings   orb.Polygon
}

func (d *decoder) reset(kinds []kind, block []byte) {
	d.kinds, d.rest, d.last, d.err = kinds, block, grid{}, nil
}

// next reads a feature. It returns false at the end and on damage, which then stands in err.
func (d *decoder) next() bool {
	if d.err != nil || len(d.rest) == 0 {
		return false
	}
	head := d.uvarint()
	if head>>2 >= uint64(len(d.kinds)) {
		d.fail(errKind)
		return false
	}
	k := d.kinds[head>>2]
	d.feature = Feature{Class: k.class, Kind: k.tag}
	d.points, d.ends = d.points[:0], d.ends[:0]
	d.box = geo.Box{MinLon: 1, MaxLon: -1} // empty until a position comes
	switch head & 3 {
	case packedPoint:
		d.point = d.position()
		area := d.uvarint()
		if area > 1<<40 {
			d.fail(errGeometry)
		}
		d.feature.Point, d.feature.Area = &d.point, float64(area)
	case packedLine:
		d.ring(2, false)
		d.feature.Line = orb.LineString(d.points)
	case packedPolygon:
		n := d.uvarint()
		if n == 0 || n > uint64(len(d.rest)) {
			d.fail(errGeometry)
		}
		for i := uint64(0); i < n && d.err == nil; i++ {
			d.ring(3, true)
		}
		d.rings = d.rings[:0]
		from := 0
		for _, to := range d.ends {
			d.rings = append(d.rings, orb.Ring(d.points[from:to:to]))
			from = to
		}
		d.feature.Polygon = d.rings
	default:
		d.fail(errGeometry)
	}
	return d.err == nil
}

// ring reads a run of positions, at least low of them, and closes it when asked to.
func (d *decoder) ring(low uint64, closed bool) {
	n := d.uvarint()
	if n < low || n > uint64(len(d.rest))/2 { // a position takes two bytes or more
		d.fail(errGeometry)
		return
	}
	from := len(d.points)
	for range n {
		d.points = append(d.points, d.position())
	}
	if closed {
		d.points = append(d.points, d.points[from])
	}
	d.ends = append(d.ends, len(d.points))
}

func (d *decoder) position() orb.Point {
	x, y := int64(d.last.x)+d.varint(), int64(d.last.y)+d.varint()
	if x < -180*precision || x > 180*precision || y < -90*precision || y > 90*precision {
		d.fail(errPosition)
		return orb.Point{}
	}
	d.last = grid{int32(x), int32(y)}
	f := d.last.fixed()
	if d.box.MinLon > d.box.MaxLon {
		d.box = geo.BoxOf(f)
	} else {
		d.box = d.box.Extend(f)
	}
	return d.last.point()
}

func (d *decoder) uvarint() uint64 {
	v, n := binary.Uvarint(d.rest)
	if n <= 0 {
		d.fail(errCut)
		return 0
	}
	d.rest = d.rest[n:]
	return v
}

func (d *decoder) varint() int64 {
	v, n := binary.Varint(d.rest)
	if n <= 0 {
		d.fail(errCut)
		return 0
	}
	d.rest = d.rest[n:]
	// Beyond this no difference of positions can lie, and sums stay far from overflow.
	return max(-1<<40, min(1<<40, v))
}

func (d *decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
	d.rest = nil
}
