package e2e_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
)

// with returns arguments with some changed; a nil value leaves its argument out.
func with(args, change object) object {
	out := maps.Clone(args)
	for name, value := range change {
		if out[name] = value; value == nil {
			delete(out, name)
		}
	}
	return out
}

type ring = [][2]float64

// area is a GeoJSON Polygon.
func area(rings ...ring) object { return object{"type": "Polygon", "coordinates": rings} }

// TestOddPredictions sends get_prediction what people and models send in a hurry. What can be understood
// is answered, and said so; the rest is refused with its code, its field and advice.
func TestOddPredictions(t *testing.T) {
	const time = "2026-11-30T14:20:00-05:00"
	circle := object{"profile": "despondent", "area_type": "circle", "center": at(39.74595, -75.54659), "radius_m": 1500, "datetime": time, "compact": true}
	polygon := object{"profile": "hiker", "area_type": "polygon", "last_known_point": at(39.745, -75.545), "datetime": time, "compact": true}
	path := with(polygon, object{"area_type": "path", "path": []object{at(39.745, -75.545), at(39.755, -75.55)}})
	shape := func(p any) object { return with(polygon, object{"polygon": p}) }
	square := ring{{-75.56, 39.73}, {-75.53, 39.73}, {-75.53, 39.76}, {-75.56, 39.76}, {-75.56, 39.73}}
	backwards := slices.Clone(square)
	slices.Reverse(backwards)
	hole := ring{{-75.55, 39.74}, {-75.54, 39.74}, {-75.54, 39.75}, {-75.55, 39.75}, {-75.55, 39.74}}
	wings := ring{{-75.56, 39.73}, {-75.53, 39.76}, {-75.53, 39.73}, {-75.56, 39.76}, {-75.56, 39.73}}
	elsewhere := ring{{-75.65, 39.74}, {-75.64, 39.74}, {-75.64, 39.75}, {-75.65, 39.74}}
	round := func(n int) ring {
		r := make(ring, n)
		for i := range r {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			r[i] = [2]float64{-75.545 + 0.02*cos, 39.745 + 0.02*sin}
		}
		return r
	}
	searched := func(polygon any, pod any) object {
		return with(circle, object{"searched": []object{{"polygon": polygon, "pod": pod}}})
	}
	const bad, unsupported, nothing, outside = "invalid_input", "prediction_unsupported", "prediction_no_signal", "out_of_bounds"
	cases := []struct {
		name string
		args object
		code string // "" for an answer
		says string // in the answer or the error: the field and what to do, separated by |
	}{
		{"wrong winding", shape(area(backwards)), "", "top_results"},
		{"points twice", shape(area(ring{square[0], square[0], square[1], square[1], square[2], square[3], square[3], square[0]})), "", "top_results"},
		{"open ring", shape(area(square[:4])), "", "top_results"},
		{"hole", shape(area(square, hole)), "", "top_results"},
		{"parts", shape(object{"type": "MultiPolygon", "coordinates": [][]ring{{square}, {elsewhere}}}), "", "top_results"},
		{"a feature", shape(object{"type": "Feature", "properties": object{}, "geometry": area(square)}), "", "top_results"},
		{"crosses itself", shape(area(wings)), bad, "polygon crosses itself|rings that cross neither"},
		{"crosses itself, unevenly", shape(area(ring{{-75.56, 39.73}, {-75.53, 39.76}, {-75.53, 39.73}, {-75.56, 39.77}})), bad, "polygon crosses itself|rings that cross neither"},
		{"hole outside", shape(area(square, elsewhere)), bad, "polygon has a hole|holes inside the shell"},
		{"hole across", shape(area(square, ring{{-75.55, 39.74}, {-75.50, 39.74}, {-75.50, 39.75}})), bad, "polygon crosses itself"},
		{"nothing but hole", shape(area(square, square)), bad, "polygon has no area"},
		{"parts overlap", shape(object{"type": "MultiPolygon", "coordinates": [][]ring{{square}, {hole}}}), bad, "polygon has parts that overlap"},
		{"part twice", shape(object{"type": "MultiPolygon", "coordinates": [][]ring{{square}, {square}}}), bad, "polygon has parts that overlap"},
		{"no ring", shape(area()), bad, "polygon|ring"},
		{"empty ring", shape(area(ring{})), bad, "polygon has a ring of too few positions|three"},
		{"two points", shape(area(ring{square[0], square[1], square[0]})), bad, "polygon has a ring of too few positions|three"},
		{"flat", shape(area(ring{square[0], square[1], {-75.545, 39.73}})), bad, "polygon has a ring without area"},
		{"across the antimeridian", shape(area(ring{{179.9, 39.7}, {-179.9, 39.7}, {-179.9, 39.8}, {179.9, 39.8}})), outside, "lies outside of the loaded map data|180"},
		{"swapped", shape(area(ring{{39.73, -75.56}, {39.73, -75.53}, {39.76, -75.53}})), outside, "did you swap lat and lon"},
		{"off the earth", shape(area(ring{{-75.5, 95}, {-75.4, 95}, {-75.4, 96}})), bad, "polygon has a position|longitude first"},
		{"larger than is allowed", shape(area(ring{{-77, 38}, {-74, 38}, {-74, 41}, {-77, 41}})), bad, "polygon is too long|100 km"},
		{"a point", shape(object{"type": "Point", "coordinates": []float64{1, 2}}), bad, "polygon is no area|Polygon or MultiPolygon"},
		{"well-known text", shape("POLYGON((0 0, 1 0, 1 1))"), bad, "polygon must be an object"},
		{"texts for numbers", shape(object{"type": "Polygon", "coordinates": [][][]string{{{"-75.5", "39.7"}, {"-75.4", "39.7"}, {"-75.4", "39.8"}}}}), bad, "polygon has a position that is not two numbers"},
		{"nulls for numbers", shape(object{"type": "Polygon", "coordinates": [][][]any{{{nil, nil}, {-75.5, 39.7}, {-75.4, 39.8}}}}), bad, "polygon has a position that is not two numbers"},
		{"half positions", shape(object{"type": "Polygon", "coordinates": [][][]float64{{{-75.5}, {-75.5, 39.7}, {-75.4, 39.8}}}}), bad, "polygon has a position that is not two numbers"},
		{"as many positions as are allowed", shape(area(round(9_999))), "", "top_results"},
		{"more positions than are allowed", shape(area(round(10_001))), bad, "polygon has too many positions|at most 10000"},
		{"a hundred thousand positions", shape(area(round(100_000))), bad, "hold more than 100000 values"},
		{"no polygon", polygon, unsupported, "polygon is missing|GeoJSON"},

		{"no radius", with(circle, object{"radius_m": nil}), unsupported, "radius_m is missing"},
		{"zero radius", with(circle, object{"radius_m": 0}), bad, "radius_m must be more than 0"},
		{"negative radius", with(circle, object{"radius_m": -1}), bad, "radius_m must be more than 0"},
		{"a metre", with(circle, object{"radius_m": 1}), nothing, "fewer than 7 cells|larger radius_m"},
		{"largest radius", with(circle, object{"radius_m": 52_900}), "", "top_results"},
		{"radius beyond", with(circle, object{"radius_m": 52_901}), bad, "radius_m is out of range|at most 52900"},
		{"radius as text", with(circle, object{"radius_m": "NaN"}), bad, "radius_m must be a number"},
		{"no centre", with(circle, object{"center": nil}), unsupported, "center is missing"},
		{"centre for a polygon", with(shape(area(square)), object{"center": at(39.7, -75.5)}), bad, "center belongs to area_type circle"},
		{"polygon for a circle", with(circle, object{"polygon": area(square)}), bad, "polygon belongs to area_type polygon"},
		{"last known point for a circle", with(circle, object{"last_known_point": at(39.7, -75.5)}), bad, "last_known_point does not go with area_type circle"},
		{"centre elsewhere", with(circle, object{"center": at(48.85, 2.35)}), outside, "center|use a point within these bounds"},
		{"a town for a centre", with(circle, object{"center": "Newark, DE"}), "", "center is a whole locality"},

		{"path of a point", with(path, object{"path": []object{at(39.745, -75.545)}}), bad, "path must have 2 to 2000 items"},
		{"path of no length", with(path, object{"path": []object{at(39.745, -75.545), at(39.745, -75.545)}}), bad, "path has no length"},
		{"path of nothing", with(path, object{"path": []object{}}), bad, "path must have 2 to 2000 items"},
		{"path that is an area", with(path, object{"path": area(square)}), bad, "path is no line"},
		{"largest buffer", with(path, object{"buffer_m": 500}), "", "top_results"},
		{"buffer beyond", with(path, object{"buffer_m": 501}), bad, "buffer_m|500"},
		{"no buffer", with(path, object{"buffer_m": 0}), bad, "buffer_m must be 1 to 500"},

		{"no time", with(circle, object{"datetime": nil}), bad, "datetime is missing"},
		{"no zone", with(circle, object{"datetime": "2026-11-30T14:20:00"}), "", "datetime has no zone and was taken as local time there (America/New_York)"},
		{"a date", with(circle, object{"datetime": "2026-11-30"}), bad, "datetime is no ISO 8601 date and time|one such as"},
		{"a day that is not", with(circle, object{"datetime": "2026-02-30T10:00:00Z"}), bad, "datetime is no ISO 8601"},
		{"empty time", with(circle, object{"datetime": ""}), bad, "datetime is no ISO 8601"},
		{"yesterday", with(circle, object{"datetime": "yesterday"}), bad, "datetime is no ISO 8601"},
		{"ancient", with(circle, object{"datetime": "1492-10-12T07:00:00-05:00"}), bad, "datetime lies too far away in time|1900 to 2100"},
		{"future", with(circle, object{"datetime": "9999-01-01T00:00:00Z"}), bad, "datetime lies too far away in time|1900 to 2100"},
		{"an offset that is not", with(circle, object{"datetime": "2026-11-30T14:20:00+23:00"}), bad, "datetime has an offset"},
		{"seen later", with(circle, object{"last_seen_at": "2026-11-30T15:20:00-05:00"}), bad, "last_seen_at lies after datetime|at or before 2026-11-30T14:20:00"},
		{"seen long before", with(circle, object{"last_seen_at": "2026-10-01T15:20:00-05:00"}), unsupported, "60 days|30"},
		{"seen at no time", with(circle, object{"last_seen_at": ""}), bad, "last_seen_at is no ISO 8601"},
		{"seen without a zone", with(circle, object{"last_seen_at": "2026-11-30T13:20"}), "", "last_seen_at has no zone"},

		{"unknown profile", with(circle, object{"profile": "ghost"}), bad, "profile must be one of|hunter"},
		{"profile cut short", with(circle, object{"profile": "dementia"}), bad, "profile must be one of|did you mean dementia_alzheimers?"},
		{"profile misspelt", with(circle, object{"profile": "Hikr"}), bad, "profile must be one of|did you mean hiker?"},
		{"no profile", with(circle, object{"profile": nil}), bad, "profile is missing"},
		{"unknown area", with(circle, object{"area_type": "cirle"}), bad, "area_type must be one of|did you mean circle?"},
		{"child with dementia", with(circle, object{"profile": "dementia_alzheimers", "age_years": 12}), unsupported, "ages of 30 years or more, not 12"},
		{"grown child", with(circle, object{"profile": "child_4_6", "age_years": 40}), unsupported, "4 to under 7 years, not 40"},
		{"age beyond", with(circle, object{"age_years": 121}), bad, "age_years must be 0 to 120"},
		{"age below", with(circle, object{"age_years": -1}), bad, "age_years must be 0 to 120"},
		{"bearing beyond", with(circle, object{"initial_bearing_deg": 361}), bad, "initial_bearing_deg must be 0 to 360"},
		{"bearing from nowhere", with(shape(area(square)), object{"initial_bearing_deg": 10, "last_known_point": nil}), unsupported, "last_known_point is missing"},
		{"heat", with(circle, object{"weather": object{"temperature": 99}}), bad, "weather.temperature must be -70 to 60"},
		{"rain that rises", with(circle, object{"weather": object{"precipitation": -1}}), bad, "weather.precipitation must be 0 to 300"},
		{"a gale beyond", with(circle, object{"weather": object{"wind": 101}}), bad, "weather.wind must be 0 to 100"},
		{"weather as text", with(circle, object{"weather": object{"temperature": "NaN"}}), bad, "weather.temperature must be a number"},
		{"no weather", with(circle, object{"weather": object{}}), bad, "weather must have at least 1 field"},

		{"searched elsewhere", searched(area(elsewhere), 0.5), bad, "searched[0].polygon does not touch the area"},
		{"searched far away", searched(area(ring{{-80, 30}, {-80, 30.01}, {-80.01, 30}}), 0.5), bad, "searched[0].polygon lies far from the area"},
		{"searched in wings", searched(area(wings), 0.5), bad, "searched[0].polygon crosses itself"},
		{"searched nothing", with(circle, object{"searched": []object{}}), "", "top_results"},
		{"searched everything", searched(area(ring{{-75.7, 39.6}, {-75.4, 39.6}, {-75.4, 39.9}, {-75.7, 39.9}}), 1), nothing, "fewer than 1 in 200 are left|searched"},
		{"percent for a share", searched(area(hole), 70), bad, "searched[0].pod must be 0 to 1"},
		{"negative detection", searched(area(hole), -0.1), bad, "searched[0].pod must be 0 to 1"},
		{"detection as text", searched(area(hole), "NaN"), bad, "searched[0].pod must be a number"},
		{"no detection", with(circle, object{"searched": []object{{"polygon": area(hole)}}}), bad, "searched[0].pod is missing"},
		{"searched too often", with(circle, object{"searched": slices.Repeat([]object{{"polygon": area(hole), "pod": 0.1}}, 51)}), bad, "searched must have at most 50 items"},

		{"51 segments", with(circle, object{"segments": 51}), bad, "segments must be 2 to 50"},
		{"one segment", with(circle, object{"segments": 1}), bad, "segments must be 2 to 50"},
		{"more segments than cells", with(circle, object{"segments": 50, "radius_m": 150}), bad, "segments are too many|at most 14, or a finer resolution"},
		{"resolution beyond", with(circle, object{"resolution": 12}), bad, "resolution must be 5 to 11"},
		{"resolution too coarse", with(circle, object{"resolution": 6}), bad, "resolution is too coarse|at least 7"},
		{"resolution too fine", with(circle, object{"resolution": 11, "radius_m": 9000}), bad, "resolution is too fine|at most 10"},
		{"resolution between", with(circle, object{"resolution": 9.5}), bad, "resolution must be an integer"},
		{"few cells", with(circle, object{"max_cells": 49}), bad, "max_cells must be 50 to 5000"},
		{"unknown argument", with(circle, object{"colour": "red"}), bad, "colour is not known here"},
	}
	var in strings.Builder
	fmt.Fprintln(&in, hello)
	for i, c := range cases {
		fmt.Fprintln(&in, callLine(i, "get_prediction", c.args))
	}
	r := run(t, in.String(), []string{"FOOTSTEPD_LOG_LEVEL=warn", "FOOTSTEPD_QUEUE_WAIT=50s"}, "stdio", "--region", region(t))
	found := answers(t, r.stdout)
	for i, c := range cases {
		var got struct {
			Result struct {
				StructuredContent json.RawMessage
			}
		}
		var failure struct {
			Error *struct {
				Code, Message string
				Details       struct {
					Violations []struct{ Field string }
					Missing    []string
					Reason     string
					Location   []float64
				}
			}
		}
		if err := json.Unmarshal([]byte(found[fmt.Sprint(i)]), &got); err != nil {
			t.Fatalf("%s: %v: %s", c.name, err, found[fmt.Sprint(i)])
		}
		if err := json.Unmarshal(got.Result.StructuredContent, &failure); err != nil {
			t.Fatalf("%s: %v: %s", c.name, err, found[fmt.Sprint(i)])
		}
		code, text := "", string(got.Result.StructuredContent)
		if e := failure.Error; e != nil {
			code, text = e.Code, e.Message
			if d := e.Details; code == bad && (len(d.Violations) == 0 || d.Violations[0].Field == "") || code == unsupported && len(d.Missing) == 0 && d.Reason == "" ||
				code == nothing && d.Reason == "" || code == outside && len(d.Location) != 2 {
				t.Errorf("%s: details %+v", c.name, d)
			}
		}
		if code != c.code {
			t.Errorf("%s: code %q, want %q: %.300s", c.name, code, c.code, text)
			continue
		}
		for _, part := range strings.Split(c.says, "|") {
			if !strings.Contains(text, part) {
				t.Errorf("%s: %q is not in: %.500s", c.name, part, text)
			}
		}
	}
}
