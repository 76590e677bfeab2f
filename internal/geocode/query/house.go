package query

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/text"
)

// asked is a house number of the text.
type asked struct {
	number text.Number
	mask   uint32
	last   int // its last atom
	far    int // atoms between it and the name of the street
}

// parsedNumber is an atom read as a house number, alone and with the atom behind it.
type parsedNumber struct{ alone, joined text.Number }

// parseNumbers reads the atoms as house numbers. "12 a" and "4 bis" are one number when written
// behind each other.
func (s *search) parseNumbers() {
	s.parsed, s.numbered = s.parsed[:0], 0
	for i := range s.atoms {
		var n parsedNumber
		if s.atoms[i].Number() {
			if !s.atoms[i].Ordinal() {
				s.numbered |= 1 << i
			}
			n.alone = text.ParseNumber(s.atoms[i].Text)
			if j := i + 1; j < len(s.atoms) && !s.atoms[j].Comma && suffixLike(s.atoms[j].Text) {
				n.joined = text.ParseNumber(s.atoms[i].Text + s.atoms[j].Text)
			}
		}
		s.parsed = append(s.parsed, n)
	}
}

// numbersFor returns the atoms that may be a house number beside a name, the likeliest first: what
// stands next to the name comes before what stands farther off.
func (s *search) numbersFor(m *nameMatch) []asked {
	s.asked = s.asked[:0]
	numbers := s.numbered &^ m.mask &^ s.postcodes // an atom that begins with a number which only a postcode would be is none
	if numbers == 0 {
		return s.asked
	}
	atoms := s.l.atoms
	unhashed := len(atoms) // how far off the nearest number is that no number sign makes a flat
	for i := range atoms {
		if numbers>>i&1 != 0 && !atoms[i].Hash {
			unhashed = min(unhashed, m.far(i))
		}
	}
	for i := range atoms {
		if numbers>>i&1 == 0 {
			continue
		}
		far := m.far(i)
		if atoms[i].Hash && far >= unhashed {
			continue // "5 Main Street #2"; but "Main Street #5, 19901 Dover"
		}
		if s.flatBehind(i, m.mask, numbers) {
			continue
		}
		if n := s.parsed[i].joined; n.Text != "" && m.mask>>(i+1)&1 == 0 {
			s.asked = append(s.asked, asked{n, 3 << i, i + 1, far})
		}
		s.asked = append(s.asked, asked{s.parsed[i].alone, 1 << i, i, far})
	}
	slices.SortStableFunc(s.asked, func(a, b asked) int { return cmp.Compare(a.far, b.far) })
	return s.asked
}

// flatBehind tells whether a number is that of a flat behind the house's, as in "8 #12 Lime Street" and "8 Apt 12
// Lime Street", however near it stands to the name; numbers are the atoms that may be that of the house.
func (s *search) flatBehind(i int, name, numbers uint32) bool {
	house := i - 1
	if !s.atoms[i].Hash {
		if house--; house < 0 || name>>(i-1)&1 != 0 || !text.UnitWord(s.atoms[i-1].Text) {
			return false
		}
	}
	return house >= 0 && numbers>>house&1 != 0 && !s.atoms[house].Hash
}

// far returns how many atoms lie between an atom and the name.
func (m *nameMatch) far(i int) int {
	switch {
	case i < int(m.from):
		return int(m.from) - i - 1
	case i >= int(m.to):
		return i - int(m.to)
	}
	return 0
}

// suffixLike tells whether an atom may belong to the house number before it.
func suffixLike(s string) bool {
	return len(s) == 1 && s[0] >= 'a' && s[0] <= 'z' || s == "bis" || s == "ter" || s == "quater"
}

// found is a house that answers an asked number.
type found struct {
	address index.Address
	fit     text.Fit
}

// sameNumber is how far apart in metres objects with one number in one street still share it.
const sameNumber = 80

// maxHouses bounds the houses of one number in one street that are looked at.
const maxHouses = 4

// findHouse returns the houses of a street that fit a number best, at most maxHouses.
func (s *search) findHouse(d *index.Details, n text.Number) []found {
	s.found = s.found[:0]
	best, single := text.NoFit, n.Single()
	for b := d.FirstBlock; b < d.FirstBlock+d.Blocks && s.work > 0; b++ {
		head := s.x.Block(b)
		if n.First > 0 && (head.First > n.Last || head.Last < n.First) {
			continue
		}
		s.work--
		s.spent.blocks++
		s.ring = s.x.Addresses(b, s.ring, func(a *index.Address) bool {
			var fit text.Fit
			if single && n.First > 0 && a.Value != n.First && onlyLetters(a.Rest) {
				return true // most houses: their number need not be read
			}
			if a.Rest == "" && single {
				if a.Value != n.First {
					return true
				}
				if fit = text.Same; n.Suffix != "" {
					fit = text.Relative
				}
			} else {
				fit = n.Meets(text.ParseNumber(a.Number()))
			}
			switch {
			case fit == text.NoFit || fit < best:
				return true
			case fit > best:
				s.found, best = s.found[:0], fit
			}
			// Of the objects at one number the first stands for all: it is a plain house if any is.
			near := func(f found) bool { return geo.Distance(f.address.At.Point(), a.At.Point()) < sameNumber }
			if len(s.found) < maxHouses && !slices.ContainsFunc(s.found, near) {
				f := found{*a, fit}
				f.address.Ring = nil
				s.found = append(s.found, f)
			}
			return true
		})
	}
	return s.found
}

// onlyLetters tells whether what follows the digits of a house number makes no other number of it.
func onlyLetters(rest string) bool {
	for i := range len(rest) {
		if c := rest[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// Neighbours that a missing number is placed between may differ by so many numbers and metres.
const (
	maxNumberGap = 60
	maxHouseGap  = 400
)

// interpolate places a number of a street on a line that is mapped for it or between its neighbours, false
// when there are none near enough.
func (s *search) interpolate(street index.Doc, d *index.Details, n text.Number) (index.Between, bool) {
	if s.work -= int(d.Blocks); s.work < 0 {
		return index.Between{}, false
	}
	s.spent.blocks += int(d.Blocks)
	return interpolate(s.x, street, d, n)
}

func interpolate(x *index.Index, street index.Doc, d *index.Details, n text.Number) (index.Between, bool) {
	if b, ok := x.BetweenOn(street, n); ok {
		return b, true
	}
	at, ok := neighbours(x, d, n)
	return index.Between{Number: n.Text, At: at, Postcode: index.NoName, City: index.NoName}, ok
}

// neighbours looks for the next numbers on the same side of the street, below and above.
func neighbours(x *index.Index, d *index.Details, n text.Number) (geo.Fixed, bool) {
	if n.First == 0 || !n.Single() || d.Blocks > maxWork {
		return geo.Fixed{}, false
	}
	var low, high index.Address
	var ring []geo.Fixed
	for b := d.FirstBlock; b < d.FirstBlock+d.Blocks; b++ {
		ring = x.Addresses(b, ring, func(a *index.Address) bool {
			if a.Value == 0 || a.Value%2 != n.First%2 {
				return true
			}
			if a.Value < n.First && a.Value >= low.Value {
				low = *a
			}
			if a.Value > n.First && (high.Value == 0 || a.Value < high.Value) {
				high = *a
			}
			return true
		})
	}
	if low.Value == 0 || high.Value == 0 || high.Value-low.Value > maxNumberGap || geo.Distance(low.At.Point(), high.At.Point()) > maxHouseGap {
		return geo.Fixed{}, false
	}
	t := float64(n.First-low.Value) / float64(high.Value-low.Value)
	return geo.Fixed{
		Lon: low.At.Lon + int32(math.Round(t*float64(high.At.Lon-low.At.Lon))),
		Lat: low.At.Lat + int32(math.Round(t*float64(high.At.Lat-low.At.Lat))),
	}, true
}

// numberInfix parts the street and the number in the id of a house between two others.
const numberInfix = "/number/"

// BetweenID returns the place id of a house that was placed between two others of a street, such as
// "addr:way/17/number/7".
func BetweenID(x *index.Index, street index.Doc, number string) string {
	k := x.Key(street)
	return fmt.Sprintf("addr:%s/%d%s%s", k.Type(), k.ID(), numberInfix, number)
}

// FindBetween returns the street and the house that an id of BetweenID stands for.
func FindBetween(x *index.Index, id string) (street index.Doc, b index.Between, ok bool) {
	head, number, found := strings.Cut(id, numberInfix)
	rest, prefixed := strings.CutPrefix(head, "addr:")
	k, parsed := index.ParseKey("osm:" + rest)
	if !found || !prefixed || !parsed || text.ParseNumber(number).Text != number {
		return 0, b, false
	}
	if street, ok = x.Find(k); !ok || x.Key(street) != k {
		return 0, b, false
	}
	d := x.Details(street)
	b, ok = interpolate(x, street, &d, text.ParseNumber(number))
	return street, b, ok
}
