package embedded

import (
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
)

// corners is a map with a street, one that ends 70 m before it, one that leads over it, one far off, one that
// meets it, and a square beside it. Columns are 143 m apart, rows 222.
func corners() *osmtest.Map {
	m := new(osmtest.Map).Grid(100, 20, 20, 10, 50, 0.002)
	m.Node(1, 10.010, 50.0211, "place=square", "name=Lantern Square").Node(2, 10.006, 50.01937).Node(3, 10.005, 50.019).Node(4, 10.005, 50.021)
	broad := make([]int64, 20) // at 50.020
	for i := range broad {
		broad[i] = int64(300 + i)
	}
	m.Way(10, broad, "highway=residential", "name=Broad Street")
	m.Way(11, []int64{140 + 20*2 + 3, 2}, "highway=residential", "name=Short Lane")
	m.Way(12, []int64{3, 4}, "highway=residential", "bridge=yes", "layer=1", "name=Sky Road")
	m.Way(13, []int64{100, 119}, "highway=residential", "name=Far Road")
	m.Way(14, []int64{312, 352}, "highway=residential", "name=Oak Street")
	return m
}

func TestCornersOfStreetsThatDoNotMeet(t *testing.T) {
	g := geocoder(t, corners())
	for _, tc := range []struct{ text, id, warning string }{
		{"Broad Street & Short Lane", "addr:near/way/10/way/11", "Broad Street and Short Lane do not meet on the map: the best match is where they come nearest to each other, 71 m"},
		{"corner of Short Lane and Broad Street", "addr:near/way/11/way/10", "Short Lane and Broad Street do not meet"},
		{"Sky Road at Broad Street", "addr:near/way/12/way/10", "one leads over the other"},
		{"hjørnet af Broad Street og Short Lane", "addr:near/way/10/way/11", "do not meet"},
		{"Broad Street & Lantern Square", "addr:near/way/10/node/1", "where Broad Street comes nearest to Lantern Square"},
		{"Lantern Square / Broad Street", "addr:near/way/10/node/1", "where Broad Street comes nearest to Lantern Square"},
	} {
		r := search(t, g, geocode.Query{Text: tc.text, Size: 5})
		if len(r.Places) == 0 || r.Places[0].ID != tc.id || r.Places[0].Type != geocode.Street || r.Places[0].MatchLevel != geocode.StreetLevel {
			t.Errorf("%s: got %+v, want %s", tc.text, r.Places, tc.id)
			continue
		}
		p := r.Places[0]
		if p.Confidence < 0.4 || p.Confidence > 0.65 || len(r.Warnings) == 0 || !strings.Contains(r.Warnings[0], tc.warning) {
			t.Errorf("%s: confidence %g, warnings %q", tc.text, p.Confidence, r.Warnings)
		}
		if again, err := g.Place(t.Context(), tc.id, ""); err != nil || again == nil || again.Point != p.Point || again.Label != p.Label {
			t.Errorf("%s: got %+v, %v", tc.id, again, err)
		}
	}
	if r := search(t, g, geocode.Query{Text: "Broad Street & Oak Street", Size: 5}); len(r.Places) == 0 || r.Places[0].Type != geocode.Intersection || r.Places[0].Confidence < 0.9 || len(r.Warnings) > 0 {
		t.Errorf("a corner that there is: %+v", r)
	}
	for _, text := range []string{"Broad Street & Far Road", "corner of Far Road and Broad Street"} {
		r := search(t, g, geocode.Query{Text: text, Size: 5})
		if len(r.Warnings) == 0 || !strings.Contains(r.Warnings[0], "not known to meet") {
			t.Errorf("%s: warnings %q", text, r.Warnings)
		}
		for _, p := range r.Places {
			if p.Confidence > 0.45 || p.Type == geocode.Intersection {
				t.Errorf("%s: got %+v", text, p)
			}
		}
	}
	for _, id := range []string{"addr:near/way/10/way/13", "addr:near/way/10/way/14/2", "addr:near/node/1/way/10", "addr:near/way/10/way/10", "addr:near/way/10/node/99"} {
		if p, err := g.Place(t.Context(), id, ""); err != nil || p != nil {
			t.Errorf("%s: got %+v, %v", id, p, err)
		}
	}
}
