package tools

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geocode"
)

// ParseAddressArgs are the arguments of parse_address.
type ParseAddressArgs struct {
	Addresses []AddressText `json:"addresses"`
	envelope.Flags
}

// AddressText is an address to take apart: a text, or one with its country. A row that is neither is
// kept as bad, so that the other rows are answered all the same.
type AddressText struct {
	Text, Country string
	Bad           bool
}

// UnmarshalJSON implements json.Unmarshaler. It never fails.
func (t *AddressText) UnmarshalJSON(raw []byte) error {
	*t = AddressText{}
	if json.Unmarshal(raw, &t.Text) == nil && !bytes.Equal(raw, []byte("null")) {
		return nil
	}
	var o *struct {
		Text    string `json:"text"`
		Country string `json:"country"`
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&o); err != nil || o == nil {
		*t = AddressText{Bad: true}
		return nil
	}
	t.Text, t.Country = o.Text, o.Country
	return nil
}

// ParsedRow is an address in parts.
type ParsedRow struct {
	Corrected   string          `json:"corrected,omitempty"`
	Components  ComponentsRow   `json:"components"`
	Corrections []CorrectionRow `json:"corrections,omitempty"`
	Confidence  *float64        `json:"confidence,omitempty"` // left out when 1
}

// ComponentsRow holds the parts of an address that are known.
type ComponentsRow struct {
	HouseNumber   string `json:"house_number,omitempty"`
	Unit          string `json:"unit,omitempty"`
	Road          string `json:"road,omitempty"`
	Neighbourhood string `json:"neighbourhood,omitempty"`
	Locality      string `json:"locality,omitempty"`
	County        string `json:"county,omitempty"`
	Region        string `json:"region,omitempty"`
	Postcode      string `json:"postcode,omitempty"`
	Country       string `json:"country,omitempty"`
	CountryCode   string `json:"country_code,omitempty"`
}

// CorrectionRow is a difference between an address as written and its parts.
type CorrectionRow struct {
	Field     string `json:"field"`
	Original  string `json:"original"`
	Corrected string `json:"corrected"`
	Type      string `json:"type"`
}

func parseAddressTool(deps Deps) Tool {
	return newTool(deps, "parse_address", "Take addresses apart",
		"Takes 1 to 100 addresses apart into house number, unit, road, locality, postcode and so on, by the addresses that the map holds: typing errors and "+
			"abbreviations are put right, missing parts added, and corrections says each change with its type. "+
			"What the map holds nothing of has confidence 0, a house number that is not mapped 0.65 at most. For coordinates use geocode or batch_geocode.",
		true, func(a *ParseAddressArgs) *envelope.Flags { return &a.Flags }, handleParseAddress)
}

// maxParse bounds the rows of one call.
const maxParse = 100

func handleParseAddress(ctx context.Context, c *call, a *ParseAddressArgs) error {
	n := len(a.Addresses)
	if n < 1 || n > maxParse {
		return invalid("addresses", "has a wrong number of rows", n, fmt.Sprintf("1 to %d", maxParse))
	}
	results := make([]any, n)
	known, unsurely, faults, shown := 0, 0, 0, c.lines(maxParsedLines, n)
	for i := range a.Addresses {
		q, ok := a.Addresses[i].query(c.flags.Language)
		if !ok {
			results[i] = rowError{rowInvalid}
			faults++
			continue
		}
		p, err := c.parseHinted(ctx, q)
		if err != nil {
			return err
		}
		if p.Confidence > 0 {
			known++
			if p.Confidence < unsure {
				unsurely++
			}
		}
		row := parsedRow(p)
		results[i] = row
		if i < shown {
			c.Line("%d. %s", i, c.parsedLine(&row))
		}
	}
	if unsurely > 0 {
		c.Headline("%d of %d addresses are known to the map, %d of them not surely.", known, n, unsurely)
	} else {
		c.Headline("%d of %d addresses are known to the map.", known, n)
	}
	if n > shown {
		c.Line("… %d more in structuredContent.results, by row from 0", n-shown)
	}
	if faults > 0 {
		c.Warn(fmt.Sprintf("%d of %d rows are no addresses: each must be a text of up to %d bytes, or {text, country}.", faults, n, maxQuery))
	}
	c.Set("results", results)
	return nil
}

// maxParsedLines bounds the rows in the text block.
const maxParsedLines = 5

// query makes the query of a row; ok is false when the row is none. The country of the row says where to
// look first.
func (t *AddressText) query(language string) (q geocode.ParseQuery, ok bool) {
	q = geocode.ParseQuery{Text: trimmed(t.Text), Language: language}
	code, words := countryHint(t.Country)
	if code != "" {
		q.Countries = []string{code}
	}
	if words != "" {
		q.Text += ", " + words
	}
	return q, !t.Bad && trimmed(t.Text) != "" && len(q.Text) <= maxQuery
}

// parseHinted parses an address in the country that its row names. Where that gives nothing good the
// country may be wrong: the surest answer of any country is taken, less surely, and the country corrected.
func (c *call) parseHinted(ctx context.Context, q geocode.ParseQuery) (*geocode.Parsed, error) {
	best, err := c.parse(ctx, q)
	if err != nil || len(q.Countries) == 0 || best.Confidence >= strong {
		return best, err
	}
	hint := q.Countries[0]
	q.Countries = nil
	anywhere, err := c.parse(ctx, q)
	if err != nil {
		return nil, err
	}
	k := &anywhere.Components
	astray := k.CountryCode != "" && !sameCountry(k.CountryCode, hint)
	if astray {
		anywhere.Confidence *= otherCountry
	}
	if best.Confidence >= anywhere.Confidence {
		return best, nil
	}
	if astray {
		anywhere.Corrections = slices.DeleteFunc(anywhere.Corrections, func(x geocode.Correction) bool { return x.Field == "country" && x.Type == geocode.Inferred })
		anywhere.Corrections = append(anywhere.Corrections, geocode.Correction{Field: "country", Original: hint, Corrected: k.Country, Type: geocode.Typo})
	}
	return anywhere, nil
}

// parse asks the regions and takes the surest answer.
func (c *call) parse(ctx context.Context, q geocode.ParseQuery) (*geocode.Parsed, error) {
	var best *geocode.Parsed
	for _, r := range c.regions {
		p, err := r.Parser.Parse(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("parse in region %s: %w", r.Name, err)
		}
		if best == nil || p.Confidence > best.Confidence {
			best = p
		}
	}
	return best, nil
}

func parsedRow(p *geocode.Parsed) ParsedRow {
	name := func(s string) string { return envelope.Clean(s, envelope.MaxName) }
	k := &p.Components
	row := ParsedRow{Corrected: name(p.Corrected), Components: ComponentsRow{
		HouseNumber: name(k.HouseNumber), Unit: name(k.Unit), Road: name(k.Road), Neighbourhood: name(k.Neighbourhood), Locality: name(k.Locality),
		County: name(k.County), Region: name(k.Region), Postcode: name(k.Postcode), Country: name(k.Country), CountryCode: name(k.CountryCode),
	}}
	for _, x := range p.Corrections {
		row.Corrections = append(row.Corrections, CorrectionRow{x.Field, name(x.Original), name(x.Corrected), string(x.Type)})
	}
	if confidence := envelope.Round(p.Confidence, 2); confidence < 1 {
		row.Confidence = &confidence
	}
	return row
}

// parsedLine describes a row in one line of the text block.
func (c *call) parsedLine(row *ParsedRow) string {
	if row.Corrected == "" {
		return "not known to the map"
	}
	var changes []string
	for _, x := range row.Corrections {
		if x.Type != string(geocode.Inferred) {
			changes = append(changes, fmt.Sprintf("%s %s→%s", x.Type, cmp.Or(x.Original, "–"), cmp.Or(x.Corrected, "–")))
		}
	}
	line := envelope.Clean(row.Corrected, 110)
	if row.Confidence != nil {
		line += fmt.Sprintf(", confidence %g", *row.Confidence)
	}
	if len(changes) > 0 {
		told := strings.Join(changes, "; ")
		if !c.Unabridged() {
			told = envelope.Clean(told, 80)
		}
		line += " (" + told + ")"
	}
	return line
}
