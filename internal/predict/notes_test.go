package predict

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/paulmach/orb"
)

// TestContextNotes checks that the notes say of each request what enters it: weather, date and hour, and what ranks
// the cells where no find locations are published.
func TestContextNotes(t *testing.T) {
	m := fakeModel(t, river())
	given, looked := &Weather{Temperature: ptr(-3.0)}, &Weather{Temperature: ptr(-3.0), OfHour: true}
	mild := &Weather{Temperature: ptr(15.0)}
	for name, tc := range map[string]struct {
		alter       func(*Request)
		says, never []string
	}{
		"nothing":       {func(*Request) {}, []string{"Date, hour and weather do not enter this surface."}, nil},
		"zone":          {func(r *Request) { r.ZoneAssumed = true }, []string{"that changes nothing"}, nil},
		"elapsed":       {func(r *Request) { r.LastSeen = ptr(when.Add(-time.Hour)) }, []string{"Weather does not enter this surface; date and hour enter by the time that has passed alone."}, []string{"do not enter"}},
		"weather":       {func(r *Request) { r.Weather = given }, []string{"As it is cold, ", "; date and hour do not enter."}, []string{"weather do not"}},
		"mild":          {func(r *Request) { r.Weather = mild }, []string{"In the weather given nothing moves; date and hour do not enter."}, nil},
		"both":          {func(r *Request) { r.Weather, r.LastSeen = given, ptr(when.Add(-time.Hour)) }, []string{"As it is cold, ", "date and hour enter by the time that has passed alone."}, []string{"do not enter"}},
		"looked up":     {func(r *Request) { r.Weather, r.ZoneAssumed = looked, true }, []string{"date and hour enter by the weather alone."}, []string{"do not enter", "changes nothing"}},
		"both, looked":  {func(r *Request) { r.Weather, r.LastSeen = looked, ptr(when.Add(-time.Hour)) }, []string{"enter by the weather and the time that has passed alone."}, []string{"do not enter"}},
		"child":         {func(r *Request) { r.Profile = "child_4_6" }, []string{"only distance and how far it is on foot rank the cells."}, nil},
		"child, headed": {func(r *Request) { r.Profile, r.InitialBearing = "child_4_6", ptr(20.0) }, []string{"only distance, bearing and how far it is on foot rank the cells."}, nil},
	} {
		req := circle("despondent", rodney, 1500)
		tc.alter(&req)
		s, err := m.Predict(t.Context(), req)
		if err != nil {
			t.Fatal(name, err)
		}
		checkNotes(t, name, s, tc.says, tc.never)
	}
}

// checkNotes checks the notes of a surface by what they must say and must not.
func checkNotes(t *testing.T, name string, s *Surface, says, never []string) {
	t.Helper()
	notes := strings.Join(s.Notes, "\n")
	for _, want := range says {
		if !strings.Contains(notes, want) {
			t.Errorf("%s: no %q in\n%s", name, want, notes)
		}
	}
	for _, not := range never {
		if strings.Contains(notes, not) {
			t.Errorf("%s: %q in\n%s", name, not, notes)
		}
	}
}

// longestNote in bytes is what an answer does not cut.
const longestNote = 255

// TestNotesInWhole checks notes on heights, time and searches by what they must say and must not, in both systems of
// units, and that none is so long that an answer would cut it.
func TestNotesInWhole(t *testing.T) {
	flat := fakeModel(t, river())
	// A range of hills that is known in the west alone.
	half := flat.WithHeights(heightsFunc(func(p orb.Point) (float64, bool) {
		return 300 + 300*math.Sin(p[0]*300), p[0] < rodney[0]-0.02
	}))
	whole := flat.WithHeights(heightsFunc(func(p orb.Point) (float64, bool) { return 300 + 300*math.Sin(p[0]*300), true }))
	block := orb.MultiPolygon{square(rodney, 200)}
	miles := func(m float64) string { return fmt.Sprintf("%.1f mi", m/1609.344) }
	seen := func(d time.Duration) func(*Request) {
		return func(r *Request) { r.LastSeen = ptr(when.Add(-d)) }
	}
	for name, tc := range map[string]struct {
		model       *Model
		alter       func(*Request)
		says, never []string
	}{
		"hills":         {whole, func(*Request) {}, []string{"Heights within 5.0 km differ by 590 m", "by assumed limits; otherwise the setting is blended", "1.4 times as much as other ground near them; that is assumed."}, []string{"known for only"}},
		"half of them":  {half, func(*Request) {}, []string{"Heights are known for only ", "% of the land within 5.0 km.", "that is assumed."}, nil},
		"miles":         {whole, func(r *Request) { r.Distance = miles }, []string{"Heights within 3.1 mi differ by 0.4 mi", "1 in 20 is found beyond 13.4 mi."}, []string{" km"}},
		"soon":          {flat, seen(20 * time.Minute), []string{"cannot be everywhere yet", "% of the probability lies outside the area."}, []string{"comparable cases are found outside"}},
		"days after":    {flat, seen(5 * 24 * time.Hour), []string{"can have got nearly everywhere by now"}, []string{"cannot be everywhere"}},
		"nothing found": {flat, func(r *Request) { r.Searched = []Search{{Area: block, POD: 0}} }, []string{"By the searches given, 0.0 % of all"}, []string{"-0.0"}},
		"searched":      {flat, func(r *Request) { r.Searched = []Search{{Area: block, POD: 0.8}} }, []string{"% of the probability lies outside the area."}, []string{"comparable cases are found outside"}},
	} {
		req := circle("despondent", rodney, 1500)
		tc.alter(&req)
		s, err := tc.model.Predict(t.Context(), req)
		if err != nil {
			t.Fatal(name, err)
		}
		checkNotes(t, name, s, tc.says, tc.never)
		for _, n := range s.Notes {
			if len(n) > longestNote {
				t.Errorf("%s: %d bytes: %s", name, len(n), n)
			}
		}
	}
}

// heightsFunc are heights by a formula.
type heightsFunc func(orb.Point) (metres float64, ok bool)

func (f heightsFunc) At(p orb.Point) (float64, bool) { return f(p) }
