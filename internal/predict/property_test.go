package predict

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// TestPredictProperties asks for random areas of Delaware: each gives a sound surface or one of
// the documented errors.
func TestPredictProperties(t *testing.T) {
	m := delaware(t)
	answers := 0
	rapid.Check(t, func(t *rapid.T) {
		at := orb.Point{rapid.Float64Range(-75.85, -74.95).Draw(t, "lon"), rapid.Float64Range(38.4, 39.9).Draw(t, "lat")}
		ruler := geo.NewRuler(at)
		near := rapid.Custom(func(t *rapid.T) orb.Point {
			return ruler.Point(rapid.Float64Range(-4000, 4000).Draw(t, "x"), rapid.Float64Range(-4000, 4000).Draw(t, "y"))
		})
		req := Request{
			Profile:  rapid.SampledFrom(m.Profiles()).Draw(t, "profile"),
			AreaType: rapid.SampledFrom([]AreaType{Circle, Polygon, Path}).Draw(t, "area"),
			Time:     when,
		}
		switch req.AreaType {
		case Circle:
			req.Center, req.RadiusMetres = &at, rapid.Float64Range(10, 5000).Draw(t, "radius")
		case Polygon:
			req.Polygon = orb.MultiPolygon{square(at, rapid.Float64Range(50, 4000).Draw(t, "half"))}
			for _, hole := range rapid.SliceOfN(near, 0, 1).Draw(t, "hole") {
				req.Polygon[0] = append(req.Polygon[0], square(hole, 200)[0])
			}
		case Path:
			req.Path = rapid.SliceOfN(near, 2, 6).Draw(t, "path")
			req.BufferMetres = rapid.SampledFrom([]float64{0, 20, 500}).Draw(t, "buffer")
		}
		if req.AreaType != Circle && rapid.Bool().Draw(t, "with point") {
			p := near.Draw(t, "point")
			req.LastKnownPoint = &p
		}
		if rapid.Bool().Draw(t, "with bearing") {
			req.InitialBearing = ptr(rapid.Float64Range(0, 360).Draw(t, "bearing"))
		}
		if rapid.Bool().Draw(t, "with age") {
			req.AgeYears = ptr(rapid.Float64Range(0, 110).Draw(t, "age"))
		}
		s, err := m.Predict(context.Background(), req)
		if err != nil {
			if !documented(err) {
				t.Fatalf("undocumented error %#v", err)
			}
			return
		}
		answers++
		checkSurface(t, "random", s)
		if _, err := json.Marshal(s); err != nil {
			t.Fatal(err)
		}
	})
	if answers == 0 {
		t.Error("no request was answered")
	}
}

// documented tells whether an error is one of those that Predict promises.
func documented(err error) bool {
	var input *InputError
	var unsupported *UnsupportedError
	var outside *OutsideError
	var no *NoSignalError
	switch {
	case errors.As(err, &input):
		return input.Field != "" && input.Problem != "" && input.Want != nil
	case errors.As(err, &unsupported):
		return unsupported.Reason != ""
	case errors.As(err, &no):
		return no.Reason != ""
	}
	return errors.As(err, &outside)
}

// FuzzPredict sends any values: the answer is a sound surface or a documented error, in bounded
// time, never a panic.
func FuzzPredict(f *testing.F) {
	bits := func(v ...float64) []byte {
		var b []byte
		for _, x := range v {
			for i := range 8 {
				b = append(b, byte(math.Float64bits(x)>>(8*i)))
			}
		}
		return b
	}
	f.Add("despondent", "circle", -75.5, 39.7, 2000.0, 0.0, 45.0, 70.0, 0, []byte{})
	f.Add("dementia_alzheimers", "polygon", 0.0, 0.0, 0.0, 0.0, -1.0, -1.0, 10, bits(0, 0, 0.02, 0, 0.02, 0.02, 0, 0.02, 0, 0))
	f.Add("hiker", "path", 179.99, 10.0, 0.0, 500.0, -1.0, -1.0, 0, bits(179.99, 10, -179.98, 10.01, 179.97, 10.02))
	f.Add("child_1_3", "circle", 0.0, 90.0, 52_000.0, 0.0, 360.0, 2.0, 8, []byte{})
	f.Add("hunter", "circle", math.Inf(1), math.NaN(), 1e300, 1e-300, 0.0, 0.0, -1, []byte{})
	f.Add("autistic", "polygon", 0.001, 0.001, 0.0, 0.0, 10.0, -1.0, 11, bits(0, 0, 0.002, 0, 0.002, 0.002, 1e-9, 1e-9, 0, 0))
	m := fakeModel(f, &fakeSource{})
	f.Fuzz(func(t *testing.T, profile, area string, lon, lat, radius, buffer, bearing, age float64, resolution int, shape []byte) {
		var line orb.LineString
		for len(shape) >= 16 {
			var v [2]float64
			for i := range v {
				var u uint64
				for j := range 8 {
					u |= uint64(shape[8*i+j]) << (8 * j)
				}
				v[i] = math.Float64frombits(u)
			}
			line, shape = append(line, v), shape[16:]
		}
		at := orb.Point{lon, lat}
		req := Request{Profile: profile, AreaType: AreaType(area), RadiusMetres: radius, BufferMetres: buffer, Resolution: resolution, Time: when, Path: line}
		if len(line) > 0 {
			req.Polygon = orb.MultiPolygon{{orb.Ring(line)}}
		}
		if req.AreaType == Circle {
			req.Center = &at
		} else if lon != 0 {
			req.LastKnownPoint = &at
		}
		if bearing != -1 {
			req.InitialBearing = &bearing
		}
		if age != -1 {
			req.AgeYears = &age
		}
		start := time.Now()
		s, err := m.Predict(context.Background(), req)
		if d := time.Since(start); d > time.Minute {
			t.Fatalf("it took %v", d)
		}
		if err != nil {
			if !documented(err) {
				t.Fatalf("undocumented error %#v", err)
			}
			return
		}
		checkSurface(t, "fuzz", s)
		if _, err := json.Marshal(s); err != nil {
			t.Fatal(err)
		}
	})
}
