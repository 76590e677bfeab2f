package predict

import (
	"strings"
	"testing"
	"time"
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
		notes := strings.Join(s.Notes, "\n")
		for _, want := range tc.says {
			if !strings.Contains(notes, want) {
				t.Errorf("%s: no %q in\n%s", name, want, notes)
			}
		}
		for _, not := range tc.never {
			if strings.Contains(notes, not) {
				t.Errorf("%s: %q in\n%s", name, not, notes)
			}
		}
	}
}
