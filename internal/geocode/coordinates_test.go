package geocode

import (
	"errors"
	"math"
	"testing"

	"github.com/paulmach/orb"
)

func TestParseCoordinates(t *testing.T) {
	const near = 2e-4 // degrees, the precision of the roughest spelling
	for text, want := range map[string]orb.Point{
		"39.74, -75.55": {-75.55, 39.74}, "39.74,-75.55": {-75.55, 39.74}, "39.74 -75.55": {-75.55, 39.74}, "+39.74;-75.55": {-75.55, 39.74},
		"(39.74, -75.55)": {-75.55, 39.74}, "39.74 / -75.55": {-75.55, 39.74}, "39.74−75.55": {-75.55, 39.74}, "-90, 180": {180, -90}, "39.74, −75.55": {-75.55, 39.74},
		"39.74N 75.55W": {-75.55, 39.74}, "39.74° N, 75.55° W": {-75.55, 39.74}, "N39.74 W75.55": {-75.55, 39.74}, "75.55W 39.74N": {-75.55, 39.74},
		"W 75.55, N 39.74": {-75.55, 39.74}, "lat 39.74 lon -75.55": {-75.55, 39.74}, "lat: 39.74, lng: -75.55": {-75.55, 39.74}, "longitude=-75.55, latitude=39.74": {-75.55, 39.74},
		"39,74; -75,55": {-75.55, 39.74}, "39,74 N 75,55 W": {-75.55, 39.74}, "-39.74 75.55": {75.55, -39.74}, "39.74 S 75.55 E": {75.55, -39.74},
		"39°44'N 75°32'W": {-75.5333, 39.7333}, "38° 46' 55\" N, 75° 8' 20\" W": {-75.1389, 38.7819}, "38°46′55″N 75°8′20″W": {-75.1389, 38.7819},
		"N 39 44.9 W 75 32.8": {-75.5467, 39.7483}, "N 39° 44.9' W 75° 32.8'": {-75.5467, 39.7483}, "38 46 55 N 75 8 20 W": {-75.1389, 38.7819},
		"38° 46' 55''N, 75° 8' 20''W": {-75.1389, 38.7819}, "38°46'55\" -75°8'20\"": {-75.1389, 38.7819}, "38 deg 46' 55\" north, 75 deg 8' 20\" west": {-75.1389, 38.7819},
		"geo:39.74,-75.55": {-75.55, 39.74}, "geo:39.74,-75.55,12.5": {-75.55, 39.74}, "GEO:39.74,-75.55;u=35": {-75.55, 39.74}, "geo:39.74,-75.55?z=12": {-75.55, 39.74},
		"39, -75": {-75, 39}, "87F6PFW3+9Q": {-75.5456, 39.7459}, "87f6pfw3+9q": {-75.5456, 39.7459}, "8FVC2222+22": {8.0000625, 47.0000625}, "8FVC0000+": {8.5, 47.5},
	} {
		p, ok, err := ParseCoordinates(text)
		if !ok || err != nil || math.Abs(p[0]-want[0]) > near || math.Abs(p[1]-want[1]) > near {
			t.Errorf("%q: got %v, %v, %v, want %v", text, p, ok, err, want)
		}
	}
	for _, text := range []string{
		"", "12", "100 19801", "12 14", "100 N 200 E", "50 N 100 W", "39.74", "Main Street 12, 39.74", "39.74, -75.55 Wilmington", "39.74N 75.55N", "39 75 44, 12 15", "1,2,3,4",
		"123, 456", "12/14", "N King St", "W 4th", "39°70'N 75°32'W", "39.5°44'N 75°W", "-39.74N 75.55W", "PFW3+9Q", "87F6PFW3+9", "87F6PFW3+9A", "X7F6PFW3+9Q", "19713-0001", "7/212", "1.2.3, 4",
	} {
		if p, ok, err := ParseCoordinates(text); ok {
			t.Errorf("%q: got %v, %v, want no coordinates", text, p, err)
		}
	}
	for _, text := range []string{"123.4, 200.5", "91.5 10.5", "geo:91,10", "39.7, -190.2", "95°N 10°E", "123.4, 200"} {
		if p, ok, err := ParseCoordinates(text); !ok || !errors.Is(err, ErrRange) {
			t.Errorf("%q: got %v, %v, %v, want ErrRange", text, p, ok, err)
		}
	}
}

func TestPlusCodes(t *testing.T) {
	here := orb.Point{-75.5466, 39.7459}
	full := plusPrefix(here, 10)
	code := full[:8] + "+" + full[8:]
	p, ok := ParsePlusCode(code)
	if !ok || math.Abs(p[0]-here[0]) > 1.0/8000 || math.Abs(p[1]-here[1]) > 1.0/8000 {
		t.Fatalf("%s: got %v, %v, want %v", code, p, ok, here)
	}
	// A short code means the nearest cell, across the borders of the cells that its missing digits name.
	for _, from := range []orb.Point{here, {-75.51, 39.71}, {-75.95, 39.99}, {-75.2, 39.4}, {-75.06, 40.1}} {
		for _, drop := range []int{2, 4} {
			if drop == 4 && math.Hypot(from[0]-here[0], from[1]-here[1]) > 0.02 {
				continue
			}
			short, rest, ok := SplitPlusCode(code[drop:] + " Wilmington")
			if !ok || rest != "Wilmington" {
				t.Fatalf("%s: got %q, %q, %v", code[drop:], short, rest, ok)
			}
			if got, ok := CompletePlusCode(short, from); !ok || math.Hypot(got[0]-p[0], got[1]-p[1]) > 1e-9 {
				t.Errorf("%s from %v: got %v, %v, want %v", short, from, got, ok, p)
			}
		}
	}
	for _, text := range []string{"Mill+Lane", "12+14 x", "PFW+9Q Wilmington", "PFW3+9A", "87F6PFW3+9Q", "+22", ""} {
		if code, _, ok := SplitPlusCode(text); ok {
			t.Errorf("%q: got %s, want no short code", text, code)
		}
	}
}

func FuzzParseCoordinates(f *testing.F) {
	for _, s := range []string{"39.74, -75.55", "39°44'N 75°32'W", "geo:1,2,3;u=1", "87F6PFW3+9Q", "N 39 44.9 W 75 32.8", "39,74; -75,55"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, ok, err := ParseCoordinates(s)
		if ok && err == nil && !(p[0] >= -180 && p[0] <= 180 && p[1] >= -90 && p[1] <= 90) {
			t.Errorf("%q: got %v", s, p)
		}
		if code, _, ok := SplitPlusCode(s); ok {
			CompletePlusCode(code, orb.Point{10, 50})
		}
	})
}
