package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/elevation"
	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/tools"
)

// withHeights is Delaware with heights that rise by 400 m a degree to the north, and a ridge along 39.5° N;
// east of 75.3° W they are not known.
func withHeights(t testing.TB) *world {
	t.Helper()
	w := delaware(t)
	r := elevation.Raster{West: -76, North: 40, PerLon: 100, PerLat: 100, Columns: 71, Rows: 201}
	for row := range r.Rows {
		for range r.Columns {
			lat := 40 - float64(row)/100
			r.Heights = append(r.Heights, float32(400*(lat-38)+max(0, 900-9000*math.Abs(lat-39.5))))
		}
	}
	var err error
	if w.Heights, err = elevation.New(r); err != nil {
		t.Fatal(err)
	}
	return w
}

// routed is what a routing tool answers of terrain.
type routed struct {
	Route      withTerrain
	Alternates []withTerrain
	Routes     []withTerrain
	Warnings   []string
	Truncated  bool
}

type withTerrain struct {
	Travel  string
	Terrain *tools.TerrainRow
}

func ask(t *testing.T, w *world, tool, args string) (routed, string) {
	t.Helper()
	a := call(t, context.Background(), tool, args, w)
	var got routed
	if err := json.Unmarshal(a.Structured, &got); err != nil || a.IsError() {
		t.Fatalf("%v: %s", err, a.Text)
	}
	return got, a.Text
}

const north = `"locations": ["39.3, -75.5", "39.6, -75.5"]`

// Routes tell how they rise and fall, each of the tools that make some.
func TestTerrain(t *testing.T) {
	w := withHeights(t)
	check := func(name string, row *tools.TerrainRow) {
		t.Helper()
		if row == nil || math.Abs(row.TotalAscentMeters-980) > 10 || math.Abs(row.TotalDescentMeters-860) > 10 || math.Abs(row.MinElevationMeters-520) > 3 ||
			math.Abs(row.MaxElevationMeters-1500) > 10 || row.Difficulty != elevation.Hilly || math.Abs(row.AvgGradePercent-5.5) > 0.3 || row.MaxGradePercent < 8 {
			t.Errorf("%s: %+v", name, row)
		}
		if row != nil && row.ElevationProfile != nil {
			t.Errorf("%s has a profile that nobody asked for", name)
		}
	}
	got, text := ask(t, w, "get_directions", `{`+north+`, "alternates": 2}`)
	check("route", got.Route.Terrain)
	if len(got.Alternates) != 2 || len(got.Warnings) != 0 {
		t.Errorf("%d alternates, warnings %q", len(got.Alternates), got.Warnings)
	}
	for i := range got.Alternates {
		check("alternate", got.Alternates[i].Terrain)
	}
	if !strings.Contains(text, "Terrain: hilly, 9") || !strings.Contains(text, " m up and 8") {
		t.Errorf("text: %s", text)
	}
	got, _ = ask(t, w, "find_and_route", `{"origin": "39.3, -75.5", "destination": "39.6, -75.5", "compact": true, "include_elevation_samples": true}`)
	check("find_and_route", got.Route.Terrain)
	got, text = ask(t, w, "compare_routes", `{`+north+`, "travel_modes": ["auto", "bicycle"], "units": "miles"}`)
	for i := range got.Routes {
		check("compare_routes", got.Routes[i].Terrain)
	}
	if !strings.Contains(text, "49") || !strings.Contains(text, " ft above the sea") {
		t.Errorf("text: %s", text)
	}
}

// A bridge, a tunnel or a ferry does not follow the ground, on whichever leg it lies.
func TestTerrainAloft(t *testing.T) {
	w := withHeights(t)
	w.router.detail = 61
	w.router.aloft = [][2]int{{10, 50}} // a tunnel through the ridge
	got, _ := ask(t, w, "get_directions", `{"locations": ["38.6, -75.5", "38.9, -75.5", "39.35, -75.5", "39.65, -75.5"], "include_elevation_samples": true}`)
	terrain := got.Route.Terrain
	if terrain == nil || terrain.TotalDescentMeters > 5 || math.Abs(terrain.TotalAscentMeters-420) > 5 || terrain.MaxGradePercent > 2 {
		t.Errorf("%+v", terrain)
	}
}

func TestElevationProfile(t *testing.T) {
	w := withHeights(t)
	length := 33_360.0
	for args, want := range map[string]int{
		`"include_elevation_samples": true`:                               500,
		`"include_elevation_samples": true, "elevation_interval": 1000`:   35,
		`"include_elevation_samples": true, "elevation_interval": 9999.5`: 5,
		`"include_elevation_samples": true, "elevation_interval": 1`:      983,
		`"elevation_interval": 100`:                                       0,
		`"include_elevation_samples": true, "compact": true`:              0,
		`"include_elevation_samples": false, "include_render": false`:     0,
	} {
		got, _ := ask(t, w, "get_directions", `{`+north+`, `+args+`}`)
		p := got.Route.Terrain.ElevationProfile
		if len(p) < want-25 && want > 100 || len(p) > want && want > 100 || want < 100 && len(p) != want {
			t.Errorf("%s: %d samples, want %d", args, len(p), want)
		}
		for i, s := range p {
			if i > 0 && s.DistanceMeters <= p[i-1].DistanceMeters {
				t.Errorf("%s: sample %d at %g after %g", args, i, s.DistanceMeters, p[i-1].DistanceMeters)
			}
		}
		if len(p) > 0 && (p[0].DistanceMeters != 0 || math.Abs(p[len(p)-1].DistanceMeters-length) > 50 || math.Abs(p[0].ElevationMeters-520) > 3) {
			t.Errorf("%s: from %+v to %+v", args, p[0], p[len(p)-1])
		}
		warned := strings.Join(got.Warnings, " ")
		if strings.HasPrefix(args, `"elevation_interval`) != strings.Contains(warned, "has no effect without the height profile") {
			t.Errorf("%s: %s", args, warned)
		}
		if strings.HasSuffix(args, `interval": 1`) != strings.Contains(warned, "a sample every 34 m, since it holds at most 1000") {
			t.Errorf("%s: %s", args, warned)
		}
	}
	for _, bad := range []string{"0", "-5", "10001", "1e300"} {
		a := call(t, context.Background(), "get_directions", `{`+north+`, "elevation_interval": `+bad+`}`, w)
		if a.Code != envelope.InvalidInput || !strings.Contains(a.Text, "elevation_interval") {
			t.Errorf("%s: %s", bad, a.Text)
		}
	}
}

// An answer that is too large loses samples before it is refused, and says so.
func TestElevationProfileIsCut(t *testing.T) {
	w := withHeights(t)
	w.router.steps = 200
	got, text := ask(t, w, "get_directions", `{`+north+`, "alternates": 3, "include_elevation_samples": true, "elevation_interval": 1}`)
	if !got.Truncated || !strings.Contains(fmt.Sprint(got.Warnings), "height profiles have fewer samples") || !strings.Contains(text, "fewer samples") {
		t.Errorf("truncated %v: %q", got.Truncated, got.Warnings)
	}
	for _, r := range append(got.Alternates, got.Route) {
		if n := len(r.Terrain.ElevationProfile); n < 10 || n > 1000 || math.Abs(r.Terrain.ElevationProfile[n-1].DistanceMeters-33_360) > 50 {
			t.Errorf("%d samples", n)
		}
	}
}

// Where heights are known in part or not at all, the answer says so.
func TestTerrainUnknown(t *testing.T) {
	w := withHeights(t)
	got, _ := ask(t, w, "get_directions", `{"locations": ["39.0, -75.5", "39.0, -75.1"]}`)
	if got.Route.Terrain == nil || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "Heights are known for 5") {
		t.Errorf("%+v, %q", got.Route.Terrain, got.Warnings)
	}
	got, _ = ask(t, w, "get_directions", `{"locations": ["39.0, -75.2", "39.0, -75.1"]}`)
	if got.Route.Terrain != nil || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "No heights are known along the route") {
		t.Errorf("%+v, %q", got.Route.Terrain, got.Warnings)
	}
	w.Heights = nil
	got, _ = ask(t, w, "get_directions", `{`+north+`, "include_elevation_samples": true}`)
	if got.Route.Terrain != nil || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], "No heights are loaded for this region, so terrain is left out.") {
		t.Errorf("%+v, %q", got.Route.Terrain, got.Warnings)
	}
}
