package index

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/text"
	"pgregory.net/rapid"
)

// Every number between the ends is on the stretch if and only if the kind of the way says so, it stands
// where it should by its value, and of all the nearest to a share is found.
func TestRangeNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]string{"all", "odd", "even", "2", "5", "10"}).Draw(t, "kind")
		a, b := rapid.IntRange(1, 60).Draw(t, "a"), rapid.IntRange(1, 60).Draw(t, "b")
		line := []geo.Fixed{{Lon: 0}, {Lon: 1000}}
		s := &stretch{line: line}
		low, high := min(a, b), max(a, b)
		ok := s.setNumbers(kind, parseHouseNumber(fmt.Sprint(a)), parseHouseNumber(fmt.Sprint(b)))
		holds := func(n int) bool {
			if n <= low || n >= high {
				return false
			}
			switch kind {
			case "all":
				return true
			case "odd":
				return n%2 == 1
			case "even":
				return n%2 == 0
			}
			step := 0
			fmt.Sscan(kind, &step)
			return (n-low)%step == 0
		}
		if !ok {
			denied := kind == "odd" && low%2 == 0 && high%2 == 0 || kind == "even" && low%2 == 1 && high%2 == 1
			step := 0
			fmt.Sscan(kind, &step)
			if low != high && !denied && step < high-low {
				t.Fatalf("%s from %d to %d was refused", kind, a, b)
			}
			return
		}
		if turned := s.line[0].Lon == 1000; turned != (a > b) {
			t.Fatalf("%s from %d to %d: turned %v", kind, a, b, turned)
		}
		var numbers []int
		for n := 0; n <= 70; n++ {
			share, ok := s.share(text.ParseNumber(fmt.Sprint(n)))
			if ok != holds(n) {
				t.Fatalf("%s from %d to %d: %d is on it: %v", kind, a, b, n, ok)
			}
			if want := float64(n-low) / float64(high-low); ok && math.Abs(share-want) > 1e-9 {
				t.Fatalf("%s from %d to %d: %d stands at %v, want %v", kind, a, b, n, share, want)
			}
			if ok {
				numbers = append(numbers, n)
			}
		}
		share := rapid.Float64Range(0, 1).Draw(t, "share")
		got, own, ok := s.nearest(share)
		if ok != (len(numbers) > 0) {
			t.Fatalf("%s from %d to %d: there is a nearest: %v, of %v", kind, a, b, ok, numbers)
		}
		for _, n := range numbers {
			if at := float64(n-low) / float64(high-low); math.Abs(at-share) < math.Abs(own-share)-1e-9 {
				t.Fatalf("%s from %d to %d: %s at %v is not the nearest to %v, %d is", kind, a, b, got, own, share, n)
			}
		}
		if back, ok := s.share(text.ParseNumber(got)); len(numbers) > 0 && (!ok || math.Abs(back-own) > 1e-9) {
			t.Fatalf("%s from %d to %d: %s is on it: %v, at %v, not %v", kind, a, b, got, ok, back, own)
		}
	})
}

func TestRangeLetters(t *testing.T) {
	for _, tc := range []struct {
		from, to string
		want     []string // in order, nil where it makes no sense
	}{
		{"12a", "12e", []string{"12b", "12c", "12d"}},
		{"12E", "12 A", []string{"12b", "12c", "12d"}},
		{"12", "12c", []string{"12a", "12b"}},
		{"12a", "12b", []string{}},
		{"12a", "12a", nil},
		{"12", "14", nil},
		{"12a", "14c", nil},
		{"a", "e", nil},
		{"12bis", "12ter", nil},
	} {
		s := &stretch{line: []geo.Fixed{{}, {Lon: 9}}}
		if ok := s.setNumbers(" Alphabetic", parseHouseNumber(tc.from), parseHouseNumber(tc.to)); ok != (tc.want != nil) {
			t.Errorf("%s to %s: makes sense %v", tc.from, tc.to, ok)
			continue
		}
		var got []string
		for c := 'a'; c <= 'z' && tc.want != nil; c++ {
			n := "12" + string(c)
			if share, ok := s.share(text.ParseNumber(n)); ok {
				got = append(got, n)
				if back, own, ok := s.nearest(share); back != n || own != share || !ok {
					t.Errorf("%s to %s: nearest to %s is %s", tc.from, tc.to, n, back)
				}
			}
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s to %s: got %v, want %v", tc.from, tc.to, got, tc.want)
		}
	}
}

func TestRangesWithoutSense(t *testing.T) {
	for _, tc := range [][3]string{
		{"all", "5", "5"},
		{"all", "x", "9"},
		{"all", "1", "1002"},
		{"odd", "2", "20"},
		{"even", "1", "21"},
		{"yes", "1", "9"},
		{"0", "1", "9"},
		{"-2", "1", "9"},
		{"99999999", "1", "9"},
		{"", "1", "9"},
		{"8", "1", "9"},
		{"all", "1-9", "5"},
	} {
		s := &stretch{line: []geo.Fixed{{}, {Lon: 9}}}
		if s.setNumbers(tc[0], parseHouseNumber(tc[1]), parseHouseNumber(tc[2])) {
			t.Errorf("%q from %s to %s was taken", tc[0], tc[1], tc[2])
		}
	}
	s := &stretch{line: []geo.Fixed{{}, {Lon: 9}}}
	if !s.setNumbers("even", parseHouseNumber("1"), parseHouseNumber("20")) || s.Low != 1 {
		t.Errorf("from 1 to 20 there are even numbers: %+v", s.Range)
	}
	s = &stretch{line: []geo.Fixed{{}, {Lon: 9}}}
	if !s.setNumbers("all", parseHouseNumber("1-3"), parseHouseNumber("9-11")) || s.First != 3 || s.Last != 9 {
		t.Errorf("between 1-3 and 9-11 there are 4 to 8: %+v", s.Range)
	}
}

// A point along a line parts its length as it should, and lies nearest to itself, wherever on earth the line lies.
func TestAlong(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lat := rapid.Int32Range(-700_000_000, 700_000_000).Draw(t, "lat")
		line := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) geo.Fixed {
			return geo.Fixed{Lon: rapid.Int32Range(0, 20_000).Draw(t, "x"), Lat: lat + rapid.Int32Range(0, 20_000).Draw(t, "y")}
		}), 2, 9).Draw(t, "line")
		total := 0.0
		for i := 1; i < len(line); i++ {
			total += geo.Distance(line[i-1].Point(), line[i].Point())
		}
		if total < 1 {
			return
		}
		share := rapid.Float64Range(0, 1).Draw(t, "share")
		east := int64(rapid.SampledFrom([]int{0, 1_799_990_000, -1_800_000_000, 1_799_980_000}).Draw(t, "east"))
		moved := func(by int64, p geo.Fixed) geo.Fixed {
			const round = 360 * geo.Scale
			lon := int64(p.Lon) + by
			switch {
			case lon >= round/2:
				lon -= round
			case lon < -round/2:
				lon += round
			}
			return geo.Fixed{Lon: int32(lon), Lat: p.Lat}
		}
		there := make([]geo.Fixed, len(line))
		for i, v := range line {
			there[i] = moved(east, v)
		}
		at := along(there, share)
		p := moved(-east, at)
		// The oracle walks along in steps of a thousandth.
		const steps = 1000
		best, walked := math.Inf(1), 0.0
		for i := 1; i < len(line); i++ {
			d := geo.Distance(line[i-1].Point(), line[i].Point())
			for k := range steps + 1 {
				f := float64(k) / steps
				q := geo.Fixed{Lon: line[i-1].Lon + int32(f*float64(line[i].Lon-line[i-1].Lon)), Lat: line[i-1].Lat + int32(f*float64(line[i].Lat-line[i-1].Lat))}
				if gap := math.Abs(walked + f*d - share*total); gap < 0.01*total/10+0.3 {
					best = min(best, geo.Distance(p.Point(), q.Point()))
				}
			}
			walked += d
		}
		if best > 1 {
			t.Fatalf("%v at %v of %v is %v m off", p, share, line, best)
		}
		if q := along(there, nearestShare(there, at)); geo.Distance(at.Point(), q.Point()) > 0.2 {
			t.Fatalf("%v is nearest to %v", at, q)
		}
	})
}
