package index

import (
	"fmt"
	"math"
	"strconv"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/geocode/text"
	"github.com/footstepd/footstepd/internal/region"
)

// A Range is a line along which the house numbers between two known ones stand, by an interpolation way
// (addr:interpolation). It holds numbers from First to Last in steps, from Low on above First; or, where
// Step is 0, the letters between Low and High behind the one number that First and Last are.
type Range struct {
	Street      Doc
	First, Last uint32
	Step        uint16 // 0 for letters
	// Low is what the first number lies above First; of letters the first, High the last: 1 for a, 0 for
	// the number without a letter.
	Low, High      uint8
	Postcode, City Name // NoName when unknown
	at             geo.Fixed
}

// Between is a house number on a range or between two neighbours.
type Between struct {
	Number         string
	At             geo.Fixed
	Postcode, City Name // NoName when unknown
}

// share returns how far along its line a number stands, 0 to 1, false when it is none of the range. The
// ends are houses of their own.
func (r *Range) share(n text.Number) (float64, bool) {
	if n.First == 0 || !n.Single() {
		return 0, false
	}
	if r.Step == 0 {
		letter := letterOf(n.Suffix)
		return float64(int(letter)-int(r.Low)) / float64(int(r.High)-int(r.Low)), n.First == r.First && letter > r.Low && letter < r.High
	}
	return float64(n.First-r.First) / float64(r.Last-r.First),
		n.Suffix == "" && n.First > r.First && n.First < r.Last && (n.First-r.First)%uint32(r.Step) == uint32(r.Low)%uint32(r.Step)
}

// nearest returns the number that stands nearest to a share of the line, and its own share, false when
// the range holds none.
func (r *Range) nearest(share float64) (number string, own float64, ok bool) {
	low, high, step := float64(r.Low)+1, float64(r.High)-1, 1.0
	if r.Step > 0 {
		step = float64(r.Step)
		low = float64(r.Low)
		if low == 0 {
			low = step
		}
		high = float64(r.Last-r.First) - 1
		high = low + step*math.Floor((high-low)/step)
	}
	if high < low {
		return "", 0, false
	}
	span := float64(r.Last - r.First)
	from := 0.0
	if r.Step == 0 {
		span, from = float64(r.High)-float64(r.Low), float64(r.Low)
	}
	v := low + step*math.Round((from+share*span-low)/step)
	v = max(low, min(high, v))
	if r.Step == 0 {
		return strconv.FormatUint(uint64(r.First), 10) + string(rune('a'+int(v)-1)), (v - from) / span, true
	}
	return strconv.FormatUint(uint64(r.First)+uint64(v), 10), v / span, true
}

// letterOf returns the place of a letter in the alphabet, 0 for no text, 255 for others.
func letterOf(s string) uint8 {
	switch {
	case s == "":
		return 0
	case len(s) == 1 && 'a' <= s[0] && s[0] <= 'z':
		return s[0] - 'a' + 1
	}
	return math.MaxUint8
}

// along returns the point at a share of a line's length.
func along(line []geo.Fixed, share float64) geo.Fixed {
	total := 0.0
	for i := 1; i < len(line); i++ {
		total += fixedDistance(line[i-1], line[i])
	}
	rest := share * total
	for i := 1; i < len(line); i++ {
		d := fixedDistance(line[i-1], line[i])
		if d >= rest && d > 0 {
			t := rest / d
			east := float64(line[i-1].Lon) + t*lonGap(line[i-1], line[i])
			return geo.Fixed{
				Lon: int32(math.Round(geo.NormalizeLon(east/geo.Scale) * geo.Scale)),
				Lat: line[i-1].Lat + int32(math.Round(t*(float64(line[i].Lat)-float64(line[i-1].Lat)))),
			}
		}
		rest -= d
	}
	return line[len(line)-1]
}

// nearestShare returns the share of a line's length at which it is nearest to a point.
func nearestShare(line []geo.Fixed, p geo.Fixed) float64 {
	cos := cosLat(p)
	best, share, total := math.Inf(1), 0.0, 0.0
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		ax, ay := lonGap(p, a)*cos, float64(a.Lat)-float64(p.Lat)
		dx, dy := lonGap(a, b)*cos, float64(b.Lat)-float64(a.Lat)
		t := 0.0
		if n := dx*dx + dy*dy; n > 0 {
			t = max(0, min(1, -(ax*dx+ay*dy)/n))
		}
		length := fixedDistance(a, b)
		if d := math.Hypot(ax+t*dx, ay+t*dy); d < best {
			best, share = d, total+t*length
		}
		total += length
	}
	if total == 0 {
		return 0
	}
	return share / total
}

// ranges are all ranges, in the order of their streets and first numbers, and a tree over their lines.
type ranges struct {
	table packed.Table
	lines leafTree
}

// Columns of the table of ranges. The kind is step, low and high, 16, 8 and 8 bits.
const (
	rangeStreet = iota
	rangeFirst
	rangeLast
	rangeKind
	rangePostcode // 1 + name, or 0
	rangeCity
	rangeLon // of the line's first vertex
	rangeLat
	rangeColumns
)

func (x *ranges) open(f *region.File, docs int) error {
	b, err := f.Section(secRanges)
	if err != nil {
		return err
	}
	if x.table, b, err = packed.OpenTable(b, rangeColumns); err != nil {
		return fmt.Errorf("index: section %q: %w", secRanges, err)
	}
	if !x.table.Ascending(rangeStreet, 0, int64(docs)-1) {
		return fmt.Errorf("index: section %q is out of order or range", secRanges)
	}
	x.lines, err = readLeafTree(b, secRanges)
	return err
}

// Ranges returns the number of ranges.
func (x *Index) Ranges() int { return x.ranges.table.Len() }

func (x *ranges) at(i uint32) Range {
	kind := x.table.At(i, rangeKind)
	return Range{
		Street: Doc(x.table.At(i, rangeStreet)), First: uint32(x.table.At(i, rangeFirst)), Last: uint32(x.table.At(i, rangeLast)),
		Step: uint16(kind >> 16), Low: uint8(kind >> 8), High: uint8(kind),
		Postcode: Name(x.table.At(i, rangePostcode) - 1), City: Name(x.table.At(i, rangeCity) - 1),
		at: geo.Fixed{Lon: int32(x.table.At(i, rangeLon)), Lat: int32(x.table.At(i, rangeLat))},
	}
}

// sound tells whether the numbers of a range are such as an import writes.
func (r *Range) sound() bool {
	if r.First == 0 || r.Last < r.First || !onEarth(r.at) {
		return false
	}
	if r.Step == 0 {
		return r.First == r.Last && r.High <= 26 && r.Low < r.High
	}
	return r.First < r.Last && r.Low <= 1
}

// BetweenOn returns where a house number stands on the ranges of a street, false when it is on none.
func (x *Index) BetweenOn(street Doc, n text.Number) (Between, bool) {
	for i := x.ranges.table.Search(rangeStreet, int64(street)-1); int(i) < x.Ranges(); i++ {
		r := x.ranges.at(i)
		if r.Street != street {
			break
		}
		share, ok := r.share(n)
		if !ok || !r.sound() {
			continue
		}
		if line := x.rangeLine(i, r.at); line != nil {
			return Between{n.Text, along(line, share), r.Postcode, r.City}, true
		}
	}
	return Between{}, false
}

// rangeLine returns the line of a range, which begins at a point.
func (x *Index) rangeLine(i uint32, at geo.Fixed) (line []geo.Fixed) {
	x.searchRanges(geo.BoxOf(at), nil, func(k uint32, l []geo.Fixed) bool {
		if k == i {
			line = l
		}
		return k != i
	})
	return line
}

func (x *Index) searchRanges(box geo.Box, buf []geo.Fixed, visit func(i uint32, line []geo.Fixed) bool) []geo.Fixed {
	x.ranges.lines.search(box, func(n int, r *packed.Reader, f *frame) bool {
		for ; n > 0; n-- {
			i := uint32(r.Bits(x.ranges.lines.docBits))
			buf = readLine(r, buf[:0], f.read(r))
			if r.Bad() || int(i) >= x.Ranges() {
				break
			}
			if !visit(i, buf) {
				return false
			}
		}
		return true
	})
	return buf
}

// SearchBetween calls visit with the ranges whose lines may meet a box, each with the number on it that
// stands nearest to a point, until it returns false. buf is reused and returned.
func (x *Index) SearchBetween(box geo.Box, p geo.Fixed, buf []geo.Fixed, visit func(street Doc, b Between) bool) []geo.Fixed {
	return x.searchRanges(box, buf, func(i uint32, line []geo.Fixed) bool {
		r := x.ranges.at(i)
		if !r.sound() || int(r.Street) >= x.Len() {
			return true
		}
		number, share, ok := r.nearest(nearestShare(line, p))
		return !ok || visit(r.Street, Between{number, along(line, share), r.Postcode, r.City})
	})
}

// writeRanges writes the ranges of all streets.
func writeRanges(w *region.Writer, all []*entity, book *nameBook) error {
	var list []*stretch
	var lines []leafEntry
	for _, e := range all { // in the order of docs
		for _, s := range e.stretches {
			i := uint32(len(list))
			list = append(list, s)
			s.Street, s.Postcode, s.City, s.at = e.doc, book.find(s.postcode), book.find(s.city), s.line[0]
			entry := streetPiece(Doc(i), s.line)
			lines = append(lines, entry)
		}
	}
	b := packed.AppendTable(nil, len(list), rangeColumns, func(row, col int) int64 {
		s := list[row]
		return [rangeColumns]int64{
			int64(s.Street), int64(s.First), int64(s.Last), int64(s.Step)<<16 | int64(s.Low)<<8 | int64(s.High),
			int64(uint32(s.Postcode + 1)), int64(uint32(s.City + 1)), int64(s.at.Lon), int64(s.at.Lat),
		}[col]
	})
	return w.Add(secRanges, append(b, packLeaves(lines)...))
}
