package guide

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed locales/*.json
var localeFiles embed.FS

// fallback is the language of those that are not at hand.
const fallback = "en"

// A locale holds the phrases of one language. Tags in braces stand for what differs:
//
//	{street}    name and number of the street to follow
//	{before}    of the street followed so far
//	{direction} an entry of directions
//	{side}      an entry of sides
//	{compass}   an entry of compass, north first, clockwise
//	{ordinal}   an entry of ordinals, or ordinal for those beyond
//	{sign}      number of an exit as signposted
//	{ring}      name of a roundabout
//	{place}     name of the destination
//	{places}    what a signpost says
//	{length}    an entry of units
//	{number}    a number
//	{on}, {onto}, {toward}, {for}  the fragment of that name, nothing when there is nothing to say
type locale struct {
	Phrases    map[string]string `json:"phrases"`
	Fragments  map[string]string `json:"fragments"`
	Directions map[string]string `json:"directions"`
	Sides      map[string]string `json:"sides"`
	Compass    []string          `json:"compass"`
	Ordinals   []string          `json:"ordinals"`
	Ordinal    string            `json:"ordinal"`
	Ferry      []string          `json:"ferry"` // words in lower case by which a name is known to be a ferry's
	Units      map[string]string `json:"units"`
	Decimal    string            `json:"decimal"`

	phrases, fragments, units map[string]template
	ordinal                   template
}

// compile cuts the phrases.
func (l *locale) compile() (err error) {
	if l.phrases, err = newTemplates(l.Phrases); err != nil {
		return err
	}
	if l.fragments, err = newTemplates(l.Fragments); err != nil {
		return err
	}
	if l.units, err = newTemplates(l.Units); err != nil {
		return err
	}
	l.ordinal, err = newTemplate(l.Ordinal)
	return err
}

// locales reads all languages once. The files are part of the program, so a fault in them is a
// fault of the program; tests read every one.
var locales = sync.OnceValue(func() map[string]*locale {
	all, err := readLocales(localeFiles)
	if err != nil {
		panic(err)
	}
	return all
})

func readLocales(files fs.FS) (map[string]*locale, error) {
	names, err := fs.Glob(files, "locales/*.json")
	if err != nil {
		return nil, err
	}
	all := make(map[string]*locale, len(names))
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		l := &locale{}
		if err := json.Unmarshal(data, l); err != nil {
			return nil, fmt.Errorf("guide: phrases in %s: %w", name, err)
		}
		if err := l.compile(); err != nil {
			return nil, fmt.Errorf("guide: phrases in %s: %w", name, err)
		}
		all[strings.TrimSuffix(strings.TrimPrefix(name, "locales/"), ".json")] = l
	}
	return all, nil
}

// Languages lists the languages of sentences as BCP 47 tags, in alphabetical order. Steps writes
// English where a language is not among them; a tag with a region or script counts as its language.
func Languages() []string {
	var out []string
	for language := range locales() {
		out = append(out, language)
	}
	slices.Sort(out)
	return out
}

func localeOf(tag string) *locale {
	if l := locales()[base(tag)]; l != nil {
		return l
	}
	return locales()[fallback]
}

// base returns the language of a BCP 47 tag without region and script.
func base(tag string) string {
	if i := strings.IndexAny(tag, "-_"); i >= 0 {
		tag = tag[:i]
	}
	return strings.ToLower(tag)
}

// appendLength writes a distance in words. Precision falls with distance: nobody counts metres.
func (l *locale) appendLength(to []byte, metres float64, miles bool) []byte {
	if miles {
		const metresPerMile, metresPerFoot = 1609.344, 0.3048
		switch m := metres / metresPerMile; {
		case m < 0.1:
			return l.appendUnit(to, "feet", math.Max(10, roundTo(metres/metresPerFoot, feetStep(metres/metresPerFoot))), 0)
		case m < 9.95:
			if r := roundTo(m, 0.1); r != 1 {
				return l.appendUnit(to, "miles", r, 1)
			}
			return l.appendUnit(to, "mile", 1, 0)
		default:
			return l.appendUnit(to, "miles", math.Round(m), 0)
		}
	}
	switch {
	case metres < 95:
		return l.appendUnit(to, "meters", math.Max(10, roundTo(metres, 10)), 0)
	case metres < 975:
		return l.appendUnit(to, "meters", roundTo(metres, 50), 0)
	case metres < 9950:
		return l.appendUnit(to, "kilometers", roundTo(metres/1000, 0.1), 1)
	default:
		return l.appendUnit(to, "kilometers", math.Round(metres/1000), 0)
	}
}

func feetStep(feet float64) float64 {
	if feet < 100 {
		return 10
	}
	return 50
}

func roundTo(v, step float64) float64 { return math.Round(v/step) * step }

func (l *locale) appendUnit(to []byte, name string, value float64, decimals int) []byte {
	var room [24]byte
	number := strconv.AppendFloat(room[:0], value, 'f', decimals, 64)
	number = bytes.TrimSuffix(number, []byte(".0"))
	for _, p := range l.units[name] {
		to = append(to, p.text...)
		if p.tag != tagNumber {
			continue
		}
		whole, rest, broken := bytes.Cut(number, []byte("."))
		to = append(to, whole...)
		if broken {
			to = append(append(to, l.Decimal...), rest...)
		}
	}
	return to
}

func (l *locale) nth(n int) string {
	if n >= 1 && n <= len(l.Ordinals) {
		return l.Ordinals[n-1]
	}
	var out []byte
	for _, p := range l.ordinal {
		out = append(out, p.text...)
		if p.tag == tagNumber {
			out = strconv.AppendInt(out, int64(n), 10)
		}
	}
	return string(out)
}

// direction returns the name of a bearing among eight.
func (l *locale) direction(bearing float64) string {
	return l.Compass[(int(math.Round(bearing/45))%8+8)%8]
}
