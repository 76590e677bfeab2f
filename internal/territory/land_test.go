package territory

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"golang.org/x/text/language"
	"pgregory.net/rapid"
)

func at(lon, lat float64) geo.Fixed { return geo.ToFixed(orb.Point{lon, lat}) }

func TestWorld(t *testing.T) {
	for _, tc := range []struct {
		name     string
		lon, lat float64
		want     string
	}{
		{"Wilmington", -75.55, 39.74, "USA right mph America/New_York"},
		{"Indianapolis", -86.15, 39.77, "USA right mph America/Indiana/Indianapolis"},
		{"Phoenix", -112.07, 33.45, "USA right mph America/Phoenix"},
		{"Honolulu", -157.86, 21.3, "USA right mph Pacific/Honolulu"},
		{"Detroit", -83.05, 42.33, "USA right mph America/Detroit"},
		{"Windsor, across the river", -83.03, 42.31, "CAN right km/h America/Toronto"},
		{"Charlotte Amalie", -64.93, 18.34, "VIR left mph America/St_Thomas"},
		{"Vaduz", 9.52, 47.14, "LIE right km/h Europe/Vaduz"},
		{"Buchs, across the Rhine", 9.475, 47.168, "CHE right km/h Europe/Zurich"},
		{"Feldkirch", 9.6, 47.24, "AUT right km/h Europe/Vienna"},
		{"Büsingen, within Switzerland", 8.69, 47.697, "DEU right km/h Europe/Busingen"},
		{"London", -0.1, 51.5, "GBR left mph Europe/London"},
		{"Calais", 1.86, 50.95, "FRA right km/h Europe/Paris"},
		{"Dublin", -6.26, 53.35, "IRL left km/h Europe/Dublin"},
		{"Derry", -7.31, 55, "GBR left mph Europe/London"},
		{"Copenhagen", 12.57, 55.68, "DNK right km/h Europe/Copenhagen"},
		{"Malmö", 13, 55.6, "SWE right km/h Europe/Stockholm"},
		{"Tórshavn", -6.77, 62.01, "FRO right km/h Atlantic/Faroe"},
		{"Helsinki", 24.94, 60.17, "FIN right km/h Europe/Helsinki"},
		{"Mariehamn", 19.94, 60.1, "ALA right km/h Europe/Mariehamn"},
		{"Longyearbyen", 15.63, 78.22, "SJM right km/h Arctic/Longyearbyen"},
		{"Andorra", 1.52, 42.5, "AND right km/h Europe/Andorra"},
		{"Las Palmas", -15.43, 28.12, "ESP right km/h Atlantic/Canary"},
		{"Ponta Delgada", -25.67, 37.74, "PRT right km/h Atlantic/Azores"},
		{"Prague", 14.42, 50.09, "CZE right km/h Europe/Prague"},
		{"Pristina", 21.16, 42.66, "XKK right km/h Europe/Belgrade"},
		{"north of Nicosia", 33.36, 35.25, " left km/h Asia/Famagusta"},
		{"Sydney", 151.2, -33.86, "AUS left km/h Australia/Sydney"},
		{"Perth", 115.86, -31.95, "AUS left km/h Australia/Perth"},
		{"Hong Kong", 114.17, 22.3, "HKG left km/h Asia/Hong_Kong"},
		{"Suva", 178.4, -18.1, "FJI left km/h Pacific/Fiji"},
		{"Manaus", -60.02, -3.1, "BRA right km/h America/Manaus"},
		{"Vladivostok", 131.9, 43.12, "RUS right km/h Asia/Vladivostok"},
	} {
		l := World().At(at(tc.lon, tc.lat))
		if l == nil {
			t.Errorf("%s lies nowhere", tc.name)
			continue
		}
		if got := fmt.Sprintf("%s %s %s %s", l.Alpha3(), l.Side(), l.SpeedUnit(), World().Zone(at(tc.lon, tc.lat))); got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
	if l := World().At(at(-40, 40)); l != nil {
		t.Errorf("the middle of the Atlantic is in %q", l.Code)
	}
	if got := World().Zone(at(-40, 40)); got != "Etc/GMT+3" {
		t.Errorf("the middle of the Atlantic has the zone %q", got)
	}
}

// All codes are countries and all zones are known to the program.
func TestWorldNames(t *testing.T) {
	codes := map[string]bool{}
	for _, l := range World().Lands() {
		codes[l.Code] = true
		if l.Code != "" {
			if r, err := language.ParseRegion(l.Code); err != nil || !r.IsCountry() || l.Alpha3() == "" {
				t.Errorf("%q is no country", l.Code)
			}
		}
	}
	if len(codes) < 240 {
		t.Errorf("the world has %d countries and territories", len(codes))
	}
	for _, name := range World().names {
		if _, err := time.LoadLocation(name); err != nil {
			t.Errorf("zone %q: %v", name, err)
		}
	}
	if loc := World().Location(at(9.52, 47.14)); loc == nil || loc.String() != "Europe/Vaduz" {
		t.Errorf("Vaduz has the zone %v", loc)
	}
}

// The piece of a map says what the whole map says, wherever it is asked.
func TestCutOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		west, south := rapid.Float64Range(-180, 180).Draw(t, "west"), rapid.Float64Range(-85, 80).Draw(t, "south")
		width, height := rapid.Float64Range(0.01, 8).Draw(t, "width"), rapid.Float64Range(0.01, 5).Draw(t, "height")
		east := west + width
		if east > 180 {
			east -= 360
		}
		piece := World().cutOut([4]float64{west, south, east, south + height})
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range 50 {
			p := at(geo.NormalizeLon(west+r.Float64()*width), south+r.Float64()*height)
			got, want := piece.At(p), World().At(p)
			if (got == nil) != (want == nil) || got != nil && got.Code != want.Code {
				t.Fatalf("%v: got %v, want %v", p, got, want)
			}
			if got, want := piece.Zone(p), World().Zone(p); got != want {
				t.Fatalf("%v: got zone %q, want %q", p, got, want)
			}
		}
	})
}

// Looking at stretches of a ring gives the same as looking at all of it.
func TestRingHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		corner := rapid.Custom(func(t *rapid.T) geo.Fixed {
			return geo.Fixed{Lon: rapid.Int32Range(-40, 40).Draw(t, "lon"), Lat: rapid.Int32Range(-40, 40).Draw(t, "lat")}
		})
		points := rapid.SliceOfN(corner, 3, 100).Draw(t, "ring")
		r := newRing(points)
		p := corner.Draw(t, "point")
		want := false
		for i, a := range points {
			b := points[(i+1)%len(points)]
			if (a.Lat > p.Lat) != (b.Lat > p.Lat) && float64(p.Lon) < float64(a.Lon)+float64(p.Lat-a.Lat)/float64(b.Lat-a.Lat)*float64(b.Lon-a.Lon) {
				want = !want
			}
		}
		onEdge := false
		for i, a := range points {
			onEdge = onEdge || toSegment(p, a, points[(i+1)%len(points)], 1) < 1e-9
		}
		if got := r.holds(p); got != want && !onEdge {
			t.Fatalf("%v in %v: got %v, want %v", p, points, got, want)
		}
	})
}

func TestCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := geo.Fixed{Lon: rapid.Int32Range(-180*geo.Scale, 180*geo.Scale-1).Draw(t, "lon"), Lat: rapid.Int32Range(-90*geo.Scale+1, 90*geo.Scale).Draw(t, "lat")}
		c := cellOf(p)
		corner := cellCorner(c)
		const size = int64(360*geo.Scale) / cellsPerTurn
		if dx, dy := int64(p.Lon)-int64(corner.Lon), int64(corner.Lat)-int64(p.Lat); dx < 0 || dy < 0 || dx > size+1 || dy > size+1 {
			t.Fatalf("%v lies in the cell at %v", p, corner)
		}
		if x, y := unspread(c), unspread(c>>1); morton(x, y) != c {
			t.Fatalf("cell %d is %d, %d", c, x, y)
		}
	})
}

func BenchmarkAt(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var points []geo.Fixed
	for len(points) < 1000 {
		if p := at(r.Float64()*360-180, r.Float64()*130-55); World().At(p) != nil {
			points = append(points, p)
		}
	}
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		World().At(points[i%len(points)])
		i++
	}
}
