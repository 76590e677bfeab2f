package envelope

import (
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"unicode/utf8"
)

// A JSONAppender writes itself as compact JSON behind a text. It is for rows of which answers have many: to learn
// by reflection how they are made takes longer than to write them. What it writes is believed.
type JSONAppender interface {
	AppendJSON(to []byte) ([]byte, error)
}

// A Row writes the members of a JSON object one by one, as encoding/json does without HTML escapes.
type Row struct {
	text []byte
	err  error
}

// NewRow begins an object behind a text. Names of members must be written as they are.
func NewRow(to []byte) Row { return Row{text: append(to, '{')} }

// errNumber is returned for a number that JSON cannot hold.
var errNumber = errors.New("envelope: value holds a number that JSON cannot hold")

func (r *Row) name(name string) {
	if r.text[len(r.text)-1] != '{' {
		r.text = append(r.text, ',')
	}
	r.text = append(append(append(r.text, '"'), name...), '"', ':')
}

// String writes a text.
func (r *Row) String(name, value string) {
	r.name(name)
	r.text = AppendString(r.text, value)
}

// Text writes a text unless it is empty.
func (r *Row) Text(name, value string) {
	if value != "" {
		r.String(name, value)
	}
}

// Number writes a number.
func (r *Row) Number(name string, value float64) {
	r.name(name)
	if math.IsNaN(value) || math.IsInf(value, 0) {
		r.err = errNumber
		return
	}
	r.text = appendNumber(r.text, value)
}

// Known writes a number unless it is nil.
func (r *Row) Known(name string, value *float64) {
	if value != nil {
		r.Number(name, *value)
	}
}

// Spot writes a position.
func (r *Row) Spot(name string, value LatLng) {
	r.name(name)
	spot := NewRow(r.text)
	spot.Number("lat", value.Lat)
	spot.Number("lng", value.Lng)
	text, err := spot.End()
	r.text = text
	if err != nil {
		r.err = err
	}
}

// End ends the object and returns the text, or an error when a value cannot be written.
func (r *Row) End() ([]byte, error) { return append(r.text, '}'), r.err }

// AppendList writes a list of values that append themselves.
func AppendList[T any](to []byte, list []T, one func(*T, []byte) ([]byte, error)) ([]byte, error) {
	to = append(to, '[')
	for i := range list {
		if i > 0 {
			to = append(to, ',')
		}
		var err error
		if to, err = one(&list[i], to); err != nil {
			return nil, err
		}
	}
	return append(to, ']'), nil
}

// AppendString writes a text as JSON, without HTML escapes: what is not UTF-8 becomes U+FFFD.
func AppendString(to []byte, s string) []byte {
	to = append(to, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			text, _ := json.Marshal(s[i : i+1]) // strings cannot fail
			to = append(append(to, s[start:i]...), text[1:len(text)-1]...)
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			to = append(append(to, s[start:i]...), `\ufffd`...)
			start = i + size
		case r == '\u2028' || r == '\u2029': // line ends in JavaScript
			to = append(append(to, s[start:i]...), `\u202`...)
			to = append(to, byte('0'+r&0xf))
			start = i + size
		}
		i += size
	}
	return append(append(to, s[start:]...), '"')
}

// appendNumber writes a finite number: the fewest digits that mean it, with an exponent where it is very
// large or small.
func appendNumber(to []byte, v float64) []byte {
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		text, _ := json.Marshal(v) // finite numbers cannot fail
		return append(to, text...)
	}
	return strconv.AppendFloat(to, v, 'f', -1, 64)
}
