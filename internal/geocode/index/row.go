package index

import (
	"math/bits"

	"github.com/footstepd/footstepd/internal/geocode/packed"
)

// idRuns tells the ids of addresses in a row, which mostly come in runs: houses that were mapped
// together follow each other along their street, with single ones of others between.
type idRuns struct{ this, other HouseID } // the last id, and the last of the run before it

// Orders of the codes of ids.
const (
	thisOrder  = 0
	otherOrder = 1
)

// idWidth is what one of n ids takes by itself.
func idWidth(n int) uint { return uint(max(1, bits.Len(uint(max(0, n-1))))) }

// read reads the next id: behind a one as the signed distance from the one that would follow in this run,
// behind a zero and a one in the other run, behind two zeros by itself.
func (s *idRuns) read(r *packed.Reader, width uint) {
	switch {
	case r.Bits(1) != 0:
		s.this += HouseID(1 + r.Signed(thisOrder))
	case r.Bits(1) != 0:
		s.this, s.other = s.other+HouseID(1+r.Signed(otherOrder)), s.this
	default:
		s.this, s.other = HouseID(r.Bits(width)), s.this
	}
}

// write writes the next id in the shortest way.
func (s *idRuns) write(w *packed.Writer, id HouseID, width uint) {
	this, other := int64(id)-int64(s.this)-1, int64(id)-int64(s.other)-1
	short := 1 + packed.SizeGolomb(packed.Zigzag(this), thisOrder)
	crossed := 2 + packed.SizeGolomb(packed.Zigzag(other), otherOrder)
	switch {
	case short <= crossed && short <= 2+width:
		w.Bits(1, 1)
		w.Signed(this, thisOrder)
		s.this = id
		return
	case crossed <= 2+width:
		w.Bits(2, 2)
		w.Signed(other, otherOrder)
	default:
		w.Bits(0, 2)
		w.Bits(uint64(id), width)
	}
	s.this, s.other = id, s.this
}

// sides remembers where the houses of a street stand, odd and even numbers apart.
type sides struct {
	value uint64 // of the last house
	at    vertex // where it stands
	last  [2]vertex
	seen  [2]bool
}

func sidesAt(value uint64, at vertex) (s sides) {
	s.add(value, at)
	return s
}

func (s *sides) add(value uint64, at vertex) {
	s.value, s.at = value, at
	s.last[value&1], s.seen[value&1] = at, true
}

// before returns where the house stands that a number is likely next to: one of the same number, else the
// last one on its side, else the last one.
func (s *sides) before(value uint64) vertex {
	if side := value & 1; value != s.value && s.seen[side] {
		return s.last[side]
	}
	return s.at
}

// A row is a line along which houses stand: of the distance from one to the next, the one axis is told as
// it is, and of the other what it is beside the line.
type row struct {
	upright     bool  // the first axis is the latitude
	slope       int64 // of the line, in sixteenths
	long, short uint  // orders of the codes of both distances
}

const (
	slopeBits    = 5
	slopeScale   = 4 // bits behind the point
	rowOrderBits = 4
)

func readRow(r *packed.Reader) row {
	return row{
		upright: r.Bits(1) != 0, slope: int64(r.Bits(slopeBits)) - 1<<(slopeBits-1),
		long: uint(r.Bits(rowOrderBits)), short: uint(r.Bits(rowOrderBits)),
	}
}

func (l *row) read(r *packed.Reader, from vertex) vertex {
	along := r.Signed(l.long)
	aside := r.Signed(l.short) + (along*l.slope)>>slopeScale
	if l.upright {
		along, aside = aside, along
	}
	return from.plus(along, aside)
}

// split parts a step into what is along the first axis and beside the line.
func (l *row) split(dx, dy int64) (along, aside int64) {
	if l.upright {
		dx, dy = dy, dx
	}
	return dx, dy - (dx*l.slope)>>slopeScale
}

// rowOf returns the row that tells some steps in few bits.
func rowOf(steps [][2]int64) (best row) {
	var width, height int64
	for _, d := range steps {
		width, height = width+max(d[0], -d[0]), height+max(d[1], -d[1])
	}
	least := int(^uint(0) >> 1)
	for slope := int64(-1 << (slopeBits - 1)); slope < 1<<(slopeBits-1); slope++ {
		l, size := row{upright: height > width, slope: slope}, 0
		for _, d := range steps {
			_, aside := l.split(d[0], d[1])
			size += bits.Len64(packed.Zigzag(aside))
		}
		if size < least {
			best, least = l, size
		}
	}
	along, aside := make([]uint64, len(steps)), make([]uint64, len(steps))
	for i, d := range steps {
		a, b := best.split(d[0], d[1])
		along[i], aside[i] = packed.Zigzag(a), packed.Zigzag(b)
	}
	const most = 1<<rowOrderBits - 1
	best.long, best.short = packed.Order(most, along...), packed.Order(most, aside...)
	return best
}

func (l *row) writeHead(w *packed.Writer) {
	upright := uint64(0)
	if l.upright {
		upright = 1
	}
	w.Bits(upright, 1)
	w.Bits(uint64(l.slope+1<<(slopeBits-1)), slopeBits)
	w.Bits(uint64(l.long), rowOrderBits)
	w.Bits(uint64(l.short), rowOrderBits)
}

func (l *row) write(w *packed.Writer, step [2]int64) {
	along, aside := l.split(step[0], step[1])
	w.Signed(along, l.long)
	w.Signed(aside, l.short)
}
