package tools

import (
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/paulmach/orb"
)

func TestMomentOffsets(t *testing.T) {
	for text, ok := range map[string]bool{
		"2026-11-30T14:20:00-05:00": true, "2026-11-30T14:20:00+14:00": true, "2026-11-30T14:20-12:00": true, "2026-11-30T14:20:00Z": true,
		"2026-11-30T14:20:00+24:00": false, "2026-11-30T14:20:00+14:01": false, "2026-11-30T14:20-12:30": false, "2026-11-30T14:20:00+23:59": false,
	} {
		_, _, err := moment("datetime", text, time.UTC)
		if (err == nil) != ok || err != nil && !strings.Contains(err.Error(), "datetime") {
			t.Errorf("%s: got %v, want it accepted: %v", text, err, ok)
		}
	}
}

func TestCountryCodes(t *testing.T) {
	for code, ok := range map[string]bool{
		"us": true, "USA": true, "AD": true, "AND": true, " gb ": true, "XK": true, "xkx": true, "TW": true,
		"XX": false, "ZZ": false, "AA": false, "QQQ": false, "EU": false, "001": false, "U1": false, "": false, "QM": false, "XXX": false,
	} {
		got, err := countryCodes([]string{"US", code})
		if (err == nil) != ok || err != nil && !strings.Contains(err.Error(), "countries[1]") {
			t.Errorf("%q: got %q, %v, want it accepted: %v", code, got, err, ok)
		}
	}
}

func TestBoundOf(t *testing.T) {
	type bound = orb.Bound
	for _, test := range []struct {
		name string
		box  []float64
		want *bound // nil where it is refused
	}{
		{"plain", []float64{-76, 38, -75, 40}, &bound{Min: orb.Point{-76, 38}, Max: orb.Point{-75, 40}}},
		{"across the antimeridian", []float64{170, -1, -170, 1}, &bound{Min: orb.Point{170, -1}, Max: orb.Point{-170, 1}}},
		{"counted on", []float64{170, -1, 190, 1}, &bound{Min: orb.Point{170, -1}, Max: orb.Point{-170, 1}}},
		{"the world", []float64{-180, -90, 180, 90}, &bound{Min: orb.Point{-180, -90}, Max: orb.Point{180, 90}}},
		{"the world from Greenwich", []float64{0, -90, 360, 90}, &bound{Min: orb.Point{-180, -90}, Max: orb.Point{180, 90}}},
		{"a thousand", []float64{-1000, -90, 1000, 90}, nil},
		{"far west", []float64{-1000, 0, -999, 1}, nil},
		{"twice round", []float64{-360, 0, 360, 1}, nil},
		{"beyond the poles", []float64{0, -1000, 1, 1000}, nil},
		{"upside down", []float64{0, 2, 1, 1}, nil},
		{"three numbers", []float64{0, 2, 1}, nil},
	} {
		got, err := boundOf("bbox", test.box)
		switch {
		case test.want == nil && (err == nil || !strings.Contains(err.Error(), "bbox")):
			t.Errorf("%s: accepted as %v, %v", test.name, got, err)
		case test.want != nil && (err != nil || *got != *test.want):
			t.Errorf("%s: got %v, %v, want %v", test.name, got, err, test.want)
		}
	}
}

// A text of which nothing shows is no text.
func TestTrimmed(t *testing.T) {
	for text, want := range map[string]string{
		" Main Street ": "Main Street", "خیابان\u200cآزادی": "خیابان\u200cآزادی", "7": "7", "\u200bx": "\u200bx",
		"": "", " \t\n": "", "\u200b\u200d\ufeff": "", "\u202e \u2066": "", "\u00a0\u3000": "", "\u0000\u0007": "", "\u00ad": "",
	} {
		if got := trimmed(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if _, err := (&GeocodeArgs{Text: text}).query("en"); (err == nil) != (want != "") {
			t.Errorf("geocode %q: got %v", text, err)
		}
		if _, _, ok := (&BatchAddress{Text: text}).query(geocode.Query{}); ok != (want != "") {
			t.Errorf("batch_geocode %q: got %v", text, ok)
		}
		if _, ok := (&AddressText{Text: text}).query("en"); ok != (want != "") {
			t.Errorf("parse_address %q: got %v", text, ok)
		}
		if _, _, err := (argument{field: "from", Location: Location{Text: text}}).fixed(); (err == nil) != (want != "") {
			t.Errorf("a location %q: got %v", text, err)
		}
	}
}
