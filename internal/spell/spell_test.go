package spell

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "abc", 0}, {"txt", "text", 1}, {"kitten", "sitting", 3}, {"lat", "lon", 2},
	} {
		for _, pair := range [][2]string{{test.a, test.b}, {test.b, test.a}} {
			if got := Distance(pair[0], pair[1]); got != test.want {
				t.Errorf("%q to %q: got %d, want %d", pair[0], pair[1], got, test.want)
			}
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"bbox", "location", "locations", "place_types", "text", "time"}
	for word, want := range map[string]string{
		"txt": "text", "place_type": "place_types", "loctions": "locations", "location": "location", "query": "", "minutes": "", "x": "", "": "",
		strings.Repeat("text", 100): "",
	} {
		if got := Nearest(word, names); got != want {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
}
