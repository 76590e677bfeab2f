package index

import (
	"slices"
	"testing"

	"github.com/paulmach/osm"
)

func TestWithoutRegion(t *testing.T) {
	for in, want := range map[string]string{
		"Wilmington, DE": "Wilmington", "Wilmington DE": "Wilmington", "Wilmington,De": "Wilmington", "Wilmington, Delaware": "Wilmington", "Wilmington, DE 19801": "Wilmington",
		"Wilmington, DE, USA": "Wilmington", "Newark": "Newark", "DE": "DE", "Dover Base Housing": "Dover Base Housing", "Frankfurt, Main": "Frankfurt, Main",
		"Rio DE": "Rio", "Bois de": "Bois de", "": "",
	} {
		if got := withoutRegion(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestNamesThatPeopleUse(t *testing.T) {
	texts := func(list []tagName) (out []string) {
		for _, n := range list {
			out = append(out, n.text)
		}
		return out
	}
	for _, tc := range []struct {
		name   string
		others []tagName
		want   []string
	}{
		{"Dover Air Force Base", nil, []string{"Dover AFB"}},
		{"Dover Air Force Base", []tagName{{"short_name", "Dover AFB"}}, nil},
		{"Bombay Hook National Wildlife Refuge", nil, []string{"Bombay Hook NWR"}},
		{"Debonair Force Base Camp", nil, nil},
		{"Martin Luther King Boulevard", nil, []string{"MLK Boulevard"}},
		{"North Martin Luther King Jr Avenue", nil, []string{"North MLK Avenue", "North MLK Jr Avenue"}},
		{"Main Street", nil, nil},
	} {
		if got := texts(aliasesOf(tc.name, tc.others)); !slices.Equal(got, tc.want) {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
	for ref, want := range map[string][]string{
		"DE 1": {"State Route 1", "Route 1"}, "US 13": {"US Route 13", "Route 13"}, "I 95": {"Interstate 95"}, "A 1": nil, "12": nil, "DE Alternate": nil,
	} {
		if got := texts(routeNames([]tagName{{"ref", ref}})); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", ref, got, want)
		}
	}
}

func TestEstatesAreNoTowns(t *testing.T) {
	for name, want := range map[string]bool{"Cavaliers Country Club Apartments": true, "Sunset Trailer Park": true, "Apartments": false, "Manor Park": false, "Newark": false} {
		if got := estate(osm.Tags{{Key: "place", Value: "hamlet"}}, name); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	if estate(osm.Tags{{Key: "place", Value: "hamlet"}, {Key: "population", Value: "900"}}, "Lake Mobile Home Park") {
		t.Error("a place with a population is one")
	}
}
