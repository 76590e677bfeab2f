package embedded

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/footstepd/footstepd/internal/geocode/poi"
	"github.com/footstepd/footstepd/internal/geocode/text"
)

var _ geocode.Parser = (*Geocoder)(nil)

// parsedTypes are the types of places that an address may be of.
var parsedTypes = []geocode.PlaceType{
	geocode.Address, geocode.Street, geocode.Neighbourhood, geocode.Postcode, geocode.Locality, geocode.County, geocode.Region, geocode.Country,
}

// Parse takes an address apart: it looks the address up and then finds each part of the place in the
// text again.
func (g *Geocoder) Parse(ctx context.Context, q geocode.ParseQuery) (*geocode.Parsed, error) {
	q.Text = plain(q.Text)
	found, err := g.Search(ctx, geocode.Query{Text: q.Text, Countries: q.Countries, Types: parsedTypes, Size: 1, Language: q.Language})
	if err != nil {
		return nil, fmt.Errorf("geocoder: parse: %w", err)
	}
	p := &parser{text: q.Text, atoms: text.Split(nil, q.Text), known: func(word string, types ...geocode.PlaceType) string {
		r, err := g.Search(ctx, geocode.Query{Text: word, Countries: q.Countries, Types: types, Size: 1, Language: q.Language})
		if err != nil || len(r.Places) == 0 || r.Places[0].Confidence < knownConfidence {
			return ""
		}
		return r.Places[0].Name
	}}
	p.used = make([]bool, len(p.atoms))
	if len(found.Places) == 0 {
		p.readUnit()
		p.readNumber("")
		return &p.out, nil
	}
	place := &found.Places[0]
	p.out.Confidence = place.Confidence
	p.readPlace(place)
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("geocoder: parse: %w", err)
	}
	if number := p.out.Components.HouseNumber; place.Type == geocode.Street && number != "" {
		place.Type, place.HouseNumber = geocode.Address, number // which is not mapped, but was asked for
		g.label(place, admin.ParseCountry(place.CountryCode))
	}
	p.out.Corrected = place.Label
	if unit := p.out.Components.Unit; unit != "" {
		head, tail, more := strings.Cut(place.Label, ", ")
		p.out.Corrected = head + ", " + unit
		if more {
			p.out.Corrected += ", " + tail
		}
	}
	return &p.out, nil
}

// knownConfidence is the confidence from which a text is a name of a place, and no slip of one.
const knownConfidence = 0.9

// parser finds the parts of a place in a text.
type parser struct {
	text  string
	atoms []text.Atom
	used  []bool // atoms that a part stands for
	out   geocode.Parsed
	// known returns the name of the place of the types that a text is surely a name of, "" when there is
	// none.
	known func(word string, types ...geocode.PlaceType) string

	aligned map[[2]int]alignment // of the part that is looked for, by atom and word
}

// readPlace fills the components of a place in. Parts that are most surely recognised come first.
func (p *parser) readPlace(place *geocode.Place) {
	c := &p.out.Components
	country := admin.ParseCountry(place.CountryCode)
	if _, there := p.find(place.Postcode); there {
		p.part("postcode", &c.Postcode, place.Postcode, nil)
	}
	p.part("road", &c.Road, place.Street, nil)
	if place.Street != "" {
		if !p.readKnownNumber(place.HouseNumber) {
			p.readUnit()
			p.readNumber(place.HouseNumber)
		}
		p.readUnit()
	}
	if c.Postcode == "" {
		p.readPostcode(place)
	}
	p.readLocality(place)
	p.part("neighbourhood", &c.Neighbourhood, place.Neighbourhood, nil)
	p.part("county", &c.County, place.County, nil)
	var codes []string
	if r := admin.RegionOf(country, place.Region); r != nil {
		codes = r.Codes
	}
	p.part("region", &c.Region, place.Region, codes)
	c.CountryCode = place.CountryCode
	p.part("country", &c.Country, place.Country, []string{place.CountryCode, country.Alpha2()})
	p.removeRest()
}

// readPostcode reads a postcode that is not the one known of the place: another one of the region is
// kept as it was written, and so is one where none is known.
func (p *parser) readPostcode(place *geocode.Place) {
	c := &p.out.Components
	for i := range slices.Backward(p.atoms) {
		a := &p.atoms[i]
		if p.used[i] || !a.Number() || len(a.Text) < minPostcode {
			continue
		}
		written := p.written(i, i+1)
		p.used[i] = true
		switch {
		case place.Postcode == "", poi.Fold(p.known(written, geocode.Postcode)) == poi.Fold(written):
			c.Postcode = written
		default:
			c.Postcode = place.Postcode
			p.correct("postcode", written, place.Postcode, geocode.Typo)
		}
		return
	}
	p.part("postcode", &c.Postcode, place.Postcode, nil)
}

// minPostcode is the least number of digits of postcodes that no one else knows.
const minPostcode = 4

// readLocality reads the town: the one known of the place, or another that the text names and the
// region knows, such as that of the post office.
func (p *parser) readLocality(place *geocode.Place) {
	c := &p.out.Components
	if _, there := p.find(place.Locality); !there {
		if from, to := p.run(); to > from {
			written := p.written(from, to)
			switch name := p.known(written, geocode.Locality, geocode.Neighbourhood); {
			case name == "":
			case poi.Fold(name) == poi.Fold(written):
				p.part("locality", &c.Locality, name, nil)
				return
			case name == place.Locality: // by its name in another language
				p.take(match{from: from, to: to})
				c.Locality = name
				p.correct("locality", written, name, geocode.Reformatted)
				return
			}
		}
	}
	p.part("locality", &c.Locality, place.Locality, nil)
}

// readUnit reads a flat, floor or post box: words for one and what stands beside them, or what stands
// behind a number sign.
func (p *parser) readUnit() {
	for i := range p.atoms {
		a := &p.atoms[i]
		if p.used[i] || !a.Hash && !text.UnitWord(a.Text) {
			continue
		}
		from, to := i, i+1
		if !a.Hash && i > 1 && !p.used[i-1] && p.isLevel(i-1) {
			from-- // "2. sal", "3rd floor"
		}
		for to < len(p.atoms) && to < i+3 && !p.used[to] && (p.isDoor(to) || text.UnitWord(p.atoms[to].Text)) {
			if p.atoms[to].Comma && (to > i+1 || !text.UnitWord(a.Text) || p.likePostcode(to)) {
				break
			}
			to++
		}
		if a.Hash && to > i+1 {
			to = i + 1
		}
		if single := to == from+1; single && !a.Hash && !text.Ground(a.Text) {
			continue
		}
		p.take(match{from: from, to: to})
		unit := p.written(from, to)
		if p.out.Components.Unit != "" {
			unit = p.out.Components.Unit + " " + unit
		}
		p.out.Components.Unit = unit
	}
}

// isLevel tells whether an atom before a word for a floor is its number and no house number.
func (p *parser) isLevel(i int) bool {
	a := &p.atoms[i]
	if !a.Number() {
		return false
	}
	n := text.ParseNumber(a.Text)
	return a.Dot || a.Comma || n.Suffix != "" || p.out.Components.HouseNumber != ""
}

// likePostcode tells whether an atom has as many digits as postcodes have.
func (p *parser) likePostcode(i int) bool {
	return p.atoms[i].Number() && len(p.atoms[i].Text) >= minPostcode
}

// isDoor tells whether an atom may be the number of a flat or floor.
func (p *parser) isDoor(i int) bool {
	a := &p.atoms[i]
	return a.Number() || len(a.Text) == 1 || a.Hash || len(a.Text) <= 4 && digitAt(a.Text, 1)
}

func digitAt(s string, i int) bool { return i < len(s) && '0' <= s[i] && s[i] <= '9' }

// readKnownNumber reads the house number that is known of the place, false where the text does not
// have it. A flat of the same number is not it.
func (p *parser) readKnownNumber(known string) bool {
	want := text.ParseNumber(known)
	for i := range p.atoms {
		a := &p.atoms[i]
		if known == "" || p.used[i] || !a.Number() || a.Hash || i > 0 && text.UnitWord(p.atoms[i-1].Text) {
			continue
		}
		if text.ParseNumber(a.Text).Meets(want) >= text.Relative {
			p.readNumber(known)
			return true
		}
	}
	return false
}

// readNumber reads the house number: as it stands on the house where the text says the same, else as
// it was asked.
func (p *parser) readNumber(known string) {
	best, fit := -1, text.Fit(0)
	want := text.ParseNumber(known)
	span := 1
	for i := range p.atoms {
		a := &p.atoms[i]
		if p.used[i] || !a.Number() || i > 0 && text.UnitWord(p.atoms[i-1].Text) {
			continue
		}
		if best < 0 {
			best = i
		}
		for n := 1; n <= 2 && i+n <= len(p.atoms); n++ {
			if n == 2 && (p.used[i+1] || len(p.atoms[i+1].Text) != 1) {
				break
			}
			joined := a.Text
			if n == 2 {
				joined += p.atoms[i+1].Text
			}
			if f := text.ParseNumber(joined).Meets(want); known != "" && f > fit {
				best, fit, span = i, f, n
			}
		}
	}
	c := &p.out.Components
	if best < 0 {
		if known != "" {
			c.HouseNumber = known
			p.correct("house_number", "", known, geocode.Inferred)
		}
		return
	}
	for k := best; k < best+span; k++ {
		p.used[k] = true
	}
	c.HouseNumber = p.written(best, best+span)
	if fit == text.Same && c.HouseNumber != known {
		p.correct("house_number", c.HouseNumber, known, geocode.Reformatted)
		c.HouseNumber = known
	}
	p.readDoor(best + span)
}

// readDoor reads a staircase and a flat right behind the house number: "25 A 12", and the floor of
// "Carrer Major 25, 3r 2a, Andorra".
func (p *parser) readDoor(from int) {
	to := from
	for to < len(p.atoms) && to < from+2 && !p.used[to] && p.isDoor(to) && !p.likePostcode(to) {
		if p.atoms[to].Comma && to > from {
			break
		}
		to++
	}
	if to == from || p.out.Components.Unit != "" {
		return
	}
	if apart := p.atoms[from].Comma; apart && to < len(p.atoms) && !p.atoms[to].Comma {
		return // the beginning of something else
	}
	p.take(match{from: from, to: to})
	p.out.Components.Unit = p.written(from, to)
}

// part finds a part in the text and says how it was written there. codes are short forms of it.
func (p *parser) part(field string, into *string, value string, codes []string) {
	if value == "" {
		return
	}
	*into = value
	if m, ok := p.find(value); ok {
		p.take(m)
		if original := p.written(m.from, m.to); original != value {
			kind := m.kind
			if kind == "" {
				kind = geocode.Reformatted
			}
			p.correct(field, original, value, kind)
		}
		return
	}
	for i := range slices.Backward(p.atoms) {
		for _, code := range codes {
			if !p.used[i] && code != "" && strings.EqualFold(p.atoms[i].Text, code) {
				p.used[i] = true
				p.correct(field, p.written(i, i+1), value, geocode.Abbreviation)
				return
			}
		}
	}
	// A road by another of its names: the words that stand where a road would.
	if from, to := p.run(); field == "road" && to > from {
		p.take(match{from: from, to: to})
		p.correct(field, p.written(from, to), value, geocode.Reformatted)
		return
	}
	p.correct(field, "", value, geocode.Inferred)
}

// run returns the first words that nothing stands for yet, up to a comma.
func (p *parser) run() (from, to int) {
	for from < len(p.atoms) && (p.used[from] || p.atoms[from].Number()) {
		from++
	}
	for to = from; to < len(p.atoms) && !p.used[to] && !p.atoms[to].Number() && (to == from || !p.atoms[to].Comma); to++ {
		if text.UnitWord(p.atoms[to].Text) {
			break
		}
	}
	return from, to
}

func (p *parser) take(m match) {
	for k := m.from; k < m.to; k++ {
		p.used[k] = true
	}
}

// removeRest says what of the text was of no use.
func (p *parser) removeRest() {
	for i := 0; i < len(p.atoms); i++ {
		from := i
		for i < len(p.atoms) && !p.used[i] && (i == from || !p.atoms[i].Comma) {
			i++
		}
		if i > from {
			p.correct("other", p.written(from, i), "", geocode.Removed)
			i--
		}
	}
}

func (p *parser) correct(field, original, corrected string, kind geocode.CorrectionType) {
	p.out.Corrections = append(p.out.Corrections, geocode.Correction{Field: field, Original: original, Corrected: corrected, Type: kind})
}

// written returns the text of atoms as it was written.
func (p *parser) written(from, to int) string {
	end := p.atoms[to-1].To
	if p.atoms[to-1].Dot && end < len(p.text) && p.text[end] == '.' {
		end++
	}
	return strings.TrimSpace(p.text[p.atoms[from].From:end])
}
