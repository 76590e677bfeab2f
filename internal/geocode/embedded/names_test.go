package embedded

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/index/indextest"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
)

// namedBy is a map in which every searchable key names a venue, a road and a town, each by one of two
// names that share nothing with their own.
func namedBy(keys []string) *osmtest.Map {
	m := new(osmtest.Map).Grid(1000, 2, len(keys)+1, 10, 50, 0.002)
	for i, key := range keys {
		id, at := int64(i+1), int64(1000+2*i)
		tag := func(what string) string { return fmt.Sprintf("%s=%s;Second %s", key, nameOf(what, i), nameOf(what, i)) }
		m.Node(id, 10.0005, 50+0.002*float64(i), "amenity=cafe", "name=Fern", tag("Quolz"))
		m.Way(id, []int64{at, at + 1}, "highway=residential", "name="+nameOf("Ordinary", i), tag("Wrenk"))
		m.Node(100+id, 11+float64(i), 51, "place=town", "name=Plain", tag("Tumbrix"))
	}
	return m
}

func nameOf(what string, i int) string { return what + string(rune('a'+i)) + "ford" }

func geocoder(t *testing.T, m *osmtest.Map) *Geocoder {
	t.Helper()
	g, err := New(indextest.Map(t, m))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Every key that holds names finds what it names, each of several in a list.
func TestEveryKeyIsSearched(t *testing.T) {
	keys := []string{
		"name:de", "name:sr-Latn", "alt_name", "alt_name:en", "alt_name_1", "old_name", "short_name", "loc_name", "official_name", "int_name", "nat_name", "reg_name",
		"name_1", "ref", "brand", "operator",
	}
	g := geocoder(t, namedBy(keys))
	for i, key := range keys {
		for _, tc := range []struct {
			what, id string
			without  []string
		}{
			{"Quolz", fmt.Sprintf("osm:node/%d", i+1), []string{"ref"}},
			{"Wrenk", fmt.Sprintf("osm:way/%d", i+1), []string{"operator"}},
			{"Tumbrix", fmt.Sprintf("osm:node/%d", 101+i), []string{"ref", "operator"}},
		} {
			if slices.Contains(tc.without, key) {
				continue // numbers name roads alone, and who runs it names venues alone
			}
			for _, text := range []string{nameOf(tc.what, i), "second " + nameOf(tc.what, i)} {
				r := search(t, g, geocode.Query{Text: text})
				least := 0.8
				if key == "operator" {
					least = 0.6
				}
				if len(r.Places) == 0 || r.Places[0].ID != tc.id || r.Places[0].Confidence < least {
					t.Errorf("%s: %q does not find %s: %+v", key, text, tc.id, ids(r.Places))
				}
			}
		}
	}
}

// What a place is called comes before who runs another.
func TestNamesBeforeOperators(t *testing.T) {
	m := new(osmtest.Map)
	for i := range int64(8) {
		m.Node(i+1, 10+float64(i)/1000, 50, "amenity=parking", fmt.Sprintf("name=Lot %d", i), "operator=Harbour Trust", "wikidata=Q1")
	}
	m.Node(9, 10.009, 50, "office=company", "name=Harbour Trust")
	g := geocoder(t, m)
	r := search(t, g, geocode.Query{Text: "harbour trust", Size: 20})
	if len(r.Places) < 2 || r.Places[0].ID != "osm:node/9" || r.Places[1].Confidence >= r.Places[0].Confidence {
		t.Errorf("got %v, want the office first and surest", ids(r.Places))
	}
	r = search(t, g, geocode.Query{Text: "harb", Autocomplete: true})
	if len(r.Places) == 0 || r.Places[0].ID != "osm:node/9" {
		t.Errorf("autocomplete: got %v, want the office first", ids(r.Places))
	}
}

// Other names of a record are those that the object bears, each by the key of its tag.
func TestRecordHasTaggedNames(t *testing.T) {
	g := geocoder(t, new(osmtest.Map).Grid(1, 2, 1, 10, 50, 0.001).
		Way(1, []int64{1, 2}, "highway=primary", "name=Main Street", "ref=US 13", "old_name=High Road").
		Node(10, 10.0001, 50.0001, "addr:housenumber=1", "addr:street=Main St"))
	r, err := g.Record(context.Background(), "osm:way/1", "")
	if err != nil {
		t.Fatal(err)
	}
	want := []geocode.Tag{{Key: "old_name", Value: "High Road"}, {Key: "ref", Value: "US 13"}}
	if !slices.Equal(r.OtherNames, want) {
		t.Errorf("got %v, want %v", r.OtherNames, want)
	}
	if p := search(t, g, geocode.Query{Text: "Route 13"}).Places; len(p) == 0 || p[0].ID != "osm:way/1" {
		t.Error("the road is not found by what people call it")
	}
}
