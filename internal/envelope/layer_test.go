package envelope_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
	"pgregory.net/rapid"
)

func TestBBox(t *testing.T) {
	tests := []struct {
		name   string
		points orb.LineString
		want   []float64
	}{
		{"plain", orb.LineString{{-75.5, 39.1}, {-75.1, 38.2}}, []float64{-75.5, 38.2, -75.1, 39.1}},
		{"one point", orb.LineString{{1, 2}, {1, 2}}, []float64{1, 2, 1, 2}},
		{"antimeridian", orb.LineString{{179, -17}, {-179, -16}, {178, -18}}, []float64{178, -18, -179, -16}},
		{"around Greenwich", orb.LineString{{-1, 50}, {1, 51}}, []float64{-1, 50, 1, 51}},
		{"five decimals", orb.LineString{{1.23456789, 2.000001}, {1.3, 3}}, []float64{1.23457, 2, 1.3, 3}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := envelope.LineLayer("x", tt.points, nil).BBox; !slices.Equal(got, tt.want) {
				t.Errorf("bbox %v, want %v", got, tt.want)
			}
		})
	}
}

// coordinates returns the geometry of the one feature that a layer shows.
func geometryOf(t *testing.T, l envelope.Layer) (kind string, coordinates json.RawMessage) {
	t.Helper()
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	b.Draw(l)
	a := b.Answer(context.Background())
	var answer struct {
		Render []struct {
			Data struct {
				Geometry struct {
					Type        string
					Coordinates json.RawMessage
				}
			}
		}
	}
	if err := json.Unmarshal(a.Structured, &answer); err != nil || len(answer.Render) != 1 {
		t.Fatalf("%v: %s", err, a.Structured)
	}
	return answer.Render[0].Data.Geometry.Type, answer.Render[0].Data.Geometry.Coordinates
}

func TestLineAcrossTheAntimeridian(t *testing.T) {
	kind, got := geometryOf(t, envelope.LineLayer("x", orb.LineString{{178, 10}, {179, 10}, {-179, 12}, {-178, 12}, {179.5, 13}}, nil))
	want := `[[[178,10],[179,10],[180,11]],[[-180,11],[-179,12],[-178,12],[-180,12.8]],[[180,12.8],[179.5,13]]]`
	if kind != "MultiLineString" || string(got) != want {
		t.Errorf("%s %s, want MultiLineString %s", kind, got, want)
	}
	kind, got = geometryOf(t, envelope.LineLayer("x", orb.LineString{{-180, 1}, {180, 2}}, nil))
	if kind != "MultiLineString" {
		t.Errorf("%s %s", kind, got)
	}
}

func TestAreaAcrossTheAntimeridian(t *testing.T) {
	area := orb.MultiPolygon{
		{{{10, 0}, {11, 0}, {11, 1}, {10, 0}}},
		{
			{{178, -18}, {-178, -18}, {-178, -14}, {178, -14}, {178, -18}},
			{{-179, -17}, {-179, -16}, {-178.5, -16}, {-178.5, -17}, {-179, -17}},
		},
	}
	l := envelope.PolygonLayer("x", envelope.NewArea(area), envelope.Measure{Metric: "time", Value: 1}, nil)
	if want := []float64{10, -18, -178, 1}; !slices.Equal(l.BBox, want) {
		t.Errorf("bbox %v, want %v", l.BBox, want)
	}
	features := l.Features()
	got, ok := features[0].Geometry.(orb.MultiPolygon)
	if !ok || len(got) != 3 {
		t.Fatalf("%d parts, want 3: %v", len(got), features[0].Geometry)
	}
	var size float64
	for _, p := range got {
		size += planar.Area(p)
		for _, r := range p {
			for i := 1; i < len(r); i++ {
				if math.Abs(r[i][0]-r[i-1][0]) > 180 || math.Abs(r[i][0]) > 180 {
					t.Errorf("ring still crosses: %v", r)
				}
			}
		}
	}
	if want := 0.5 + 4*4 - 0.5; math.Abs(size-want) > 1e-9 {
		t.Errorf("size %g square degrees, want %g", size, want)
	}
}

// TestThinnedAreasStayValid renders areas with many small rings at every budget.
func TestThinnedAreasStayValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var area orb.MultiPolygon
		for i := range rapid.IntRange(1, 60).Draw(t, "parts") {
			line := wiggle(rapid.IntRange(4, 80).Draw(t, "points"), uint64(i))
			for j := range line {
				line[j] = orb.Point{float64(i) + line[j][0], line[j][1]}
			}
			area = append(area, orb.Polygon{append(orb.Ring(line), line[0])})
		}
		b := envelope.New(envelope.Flags{}, envelope.Prose)
		b.Draw(envelope.PolygonLayer("x", envelope.NewArea(area), envelope.Measure{Metric: "time", Value: 1}, nil))
		a := b.Answer(context.Background())
		if a.IsError() || len(a.Structured) > envelope.SoftLimit {
			t.Fatalf("%d bytes, cause %v", len(a.Structured), a.Cause)
		}
	})
}

func TestCellsShown(t *testing.T) {
	cells := &envelope.Cells{
		Resolution: 9, Shown: 3, Range: [2]float64{0, 30},
		Outline: func(hex string) orb.Ring {
			x := float64(hex[0] - 'a')
			return orb.Ring{{x, 0}, {x + 1, 0}, {x, 1}, {x, 0}}
		},
	}
	for _, hex := range []string{"a", "b", "c", "d"} {
		cells.Values = append(cells.Values, envelope.CellValue{Hex: hex, Value: 1})
	}
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	l := envelope.CellLayer("x", cells)
	b.Draw(l)
	cells.Shown = 2
	a := b.Answer(context.Background())
	var answer struct{ Render []envelope.Layer }
	if err := json.Unmarshal(a.Structured, &answer); err != nil {
		t.Fatal(err)
	}
	if got, want := string(answer.Render[0].Data), `{"resolution":9,"cells":[{"hex":"a","value":1},{"hex":"b","value":1}]}`; got != want {
		t.Errorf("data %s, want %s", got, want)
	}
	if want := []float64{0, 0, 2, 1}; !slices.Equal(answer.Render[0].BBox, want) {
		t.Errorf("bbox %v, want that of the two shown, %v", answer.Render[0].BBox, want)
	}
	if got := len(a.Layers[0].Features()); got != 4 {
		t.Errorf("%d hexagons to export, want all 4", got)
	}
}

func TestTripsKeepEndsAndOrder(t *testing.T) {
	trip := envelope.Trip{Path: wiggle(1000, 1)}
	for i := range trip.Path {
		trip.Timestamps = append(trip.Timestamps, float64(i))
	}
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	b.Draw(envelope.TripLayer("x", []envelope.Trip{trip}))
	a := b.Answer(context.Background())
	var answer struct {
		Simplified bool
		Render     []struct {
			Data struct {
				Trips []struct {
					Path       [][2]float64
					Timestamps []float64
				}
			}
		}
	}
	if err := json.Unmarshal(a.Structured, &answer); err != nil {
		t.Fatal(err)
	}
	got := answer.Render[0].Data.Trips[0]
	if len(got.Path) != 300 || len(got.Timestamps) != 300 || got.Timestamps[0] != 0 || got.Timestamps[299] != 999 || !slices.IsSorted(got.Timestamps) || !answer.Simplified {
		t.Errorf("%d points and %d times, simplified %v", len(got.Path), len(got.Timestamps), answer.Simplified)
	}
}

func ExampleBuilder() {
	b := envelope.New(envelope.Flags{Units: envelope.Kilometers}, envelope.Prose)
	b.Headline("Walk %s in %s.", envelope.Kilometers.Distance(1234), envelope.Duration(900))
	b.Set("distance_meters", 1234)
	b.Line("From 39.7, -75.5 to 39.71, -75.5")
	b.Draw(envelope.LineLayer("Route", orb.LineString{{-75.5, 39.7}, {-75.5, 39.71}}, nil))
	a := b.Answer(context.Background())
	fmt.Println(a.Text)
	fmt.Println(string(a.Structured[:70]))
	// Output:
	// Walk 1.2 km in 15 min.
	// From 39.7, -75.5 to 39.71, -75.5
	// Layers in structuredContent.render: linestring "Route" (2 points)
	// © OpenStreetMap contributors, ODbL 1.0
	// {"headline":"Walk 1.2 km in 15 min.","distance_meters":1234,"attributi
}
