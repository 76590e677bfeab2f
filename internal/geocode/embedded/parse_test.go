package embedded

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/text"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
)

func parse(tb testing.TB, g *Geocoder, s string) *geocode.Parsed {
	tb.Helper()
	p, err := g.Parse(context.Background(), geocode.ParseQuery{Text: s})
	if err != nil {
		tb.Fatalf("%q: %v", s, err)
	}
	return p
}

// corrections writes corrections for comparison, without those that were inferred.
func corrections(p *geocode.Parsed) string {
	var out []string
	for _, c := range p.Corrections {
		if c.Type != geocode.Inferred {
			out = append(out, fmt.Sprintf("%s %s %s>%s", c.Type, c.Field, c.Original, c.Corrected))
		}
	}
	return strings.Join(out, "; ")
}

func TestParse(t *testing.T) {
	g := open(t)
	tests := []struct {
		text, number, unit, road, locality, postcode, corrections string
	}{
		{"815 Colorado Drive, Newark, DE 19713", "815", "", "Colorado Drive", "Newark", "19713", "abbreviation region DE>Delaware"},
		{"815 Colorado Dr., Newark, DE 19713", "815", "", "Colorado Drive", "Newark", "19713", "abbreviation road Colorado Dr.>Colorado Drive; abbreviation region DE>Delaware"},
		{"815 colorado drive newark delaware 19713", "815", "", "Colorado Drive", "Newark", "19713", "reformatted road colorado drive>Colorado Drive; reformatted locality newark>Newark; reformatted region delaware>Delaware"},
		{"815 Colrado Drive, Newark, DE 19713", "815", "", "Colorado Drive", "Newark", "19713", "typo road Colrado Drive>Colorado Drive; abbreviation region DE>Delaware"},
		{"815 Colorado Drive Apt 4B, Newark, DE 19713", "815", "Apt 4B", "Colorado Drive", "Newark", "19713", "abbreviation region DE>Delaware"},
		{"Colorado Drive 815 A 12, Newark, DE 19713", "815", "A 12", "Colorado Drive", "Newark", "19713", "abbreviation region DE>Delaware"},
		{"815 Colorado Drive #12, Newark, DE 19713", "815", "12", "Colorado Drive", "Newark", "19713", "abbreviation region DE>Delaware"},
		{"815 Colorado Drive, Newark", "815", "", "Colorado Drive", "Newark", "19713", ""},
		{"815 Colorado Drive, Newark, zzyzx, DE 19713", "815", "", "Colorado Drive", "Newark", "19713", "abbreviation region DE>Delaware; removed other zzyzx>"},
	}
	for _, tt := range tests {
		p := parse(t, g, tt.text)
		c := p.Components
		got := []string{c.HouseNumber, c.Unit, c.Road, c.Locality, c.Postcode, corrections(p)}
		want := []string{tt.number, tt.unit, tt.road, tt.locality, tt.postcode, tt.corrections}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Errorf("%q\ngot  %q\nwant %q", tt.text, got, want)
		}
	}
	if p := parse(t, g, "815 Colorado Drive, Newark"); !strings.Contains(fmt.Sprint(p.Corrections), "{postcode  19713 inferred}") {
		t.Errorf("the postcode is not said to be inferred: %v", p.Corrections)
	}
	if p := parse(t, g, "12 zzqxkj wrrgh"); p.Confidence >= 0.4 {
		t.Errorf("nonsense has confidence %g: %+v", p.Confidence, p)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := g.Parse(ctx, geocode.ParseQuery{Text: "815 Colorado Drive, Newark"}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestParseOtherNames takes an address apart whose parts are named in another language.
func TestParseOtherNames(t *testing.T) {
	m := &osmtest.Map{}
	m.Node(1, 10, 60, "place=town", "name=Turku", "name:sv=Åbo")
	m.Node(2, 10.001, 60).Node(3, 10.002, 60)
	m.Way(20, []int64{2, 3}, "highway=residential", "name=Linnankatu", "name:sv=Slottsgatan")
	m.Node(4, 10.0015, 60.0001, "addr:housenumber=7", "addr:street=Linnankatu")
	p := parse(t, complete(t, m.PBF(t)), "Slottsgatan 7, Åbo")
	if c := p.Components; c.Road != "Linnankatu" || c.HouseNumber != "7" || c.Locality != "Turku" {
		t.Errorf("components %+v", c)
	}
	if got, want := corrections(p), "reformatted road Slottsgatan>Linnankatu; reformatted locality Åbo>Turku"; got != want {
		t.Errorf("corrections %s, want %s", got, want)
	}
}

// A house number that is not mapped stays in the corrected address.
func TestParseKeepsUnmappedNumber(t *testing.T) {
	g := open(t)
	p := parse(t, g, "9999 Colorado Dr, Newark")
	if p.Components.HouseNumber != "9999" || p.Corrected != "9999 Colorado Drive, Newark, DE 19713" || p.Confidence > 0.65 {
		t.Errorf("got %+v", p)
	}
	if p := parse(t, g, "Colorado Dr, Newark"); p.Components.HouseNumber != "" || p.Corrected != "Colorado Drive, Newark, DE 19713" {
		t.Errorf("got %+v", p)
	}
}

func TestEdits(t *testing.T) {
	for _, tt := range []struct {
		a, b       string
		most, want int
	}{
		{"main", "main", 2, 0},
		{"main", "mian", 2, 1},
		{"main", "man", 2, 1},
		{"main", "mainx", 2, 1},
		{"main", "moon", 2, 2},
		{"colorado", "colrado", 1, 1},
		{"abcdef", "ghijkl", 2, 3},
		{"a", "abcd", 2, 3},
	} {
		if got := edits(tt.a, tt.b, tt.most); got != tt.want {
			t.Errorf("%s, %s: %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

// FuzzParts aligns any value with any text: no panic, and what is taken lies in the text.
func FuzzParts(f *testing.F) {
	f.Add("815 Colorado Dr., Newark", "Colorado Drive")
	f.Add("a a a a a a a a", "a b a b a b a b a")
	f.Add("Haupt Strasse 4/5 #2", "Hauptstrasse")
	f.Fuzz(func(t *testing.T, s, value string) {
		p := &parser{text: s, atoms: text.Split(nil, s)}
		p.used = make([]bool, len(p.atoms))
		if m, ok := p.find(value); ok && (m.from < 0 || m.to > len(p.atoms) || m.from > m.to) {
			t.Errorf("%q in %q: %+v", value, s, m)
		}
		p.readUnit()
		p.readNumber(value)
		p.removeRest()
	})
}
