package export_test

import (
	"bytes"
	"context"
	"regexp"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/envelope/export"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
)

func readGeoJSON(t *testing.T, a envelope.Answer) *geojson.FeatureCollection {
	t.Helper()
	var buf bytes.Buffer
	if err := export.Write(&buf, "geojson", a); err != nil {
		t.Fatal(err)
	}
	fc, err := geojson.UnmarshalFeatureCollection(buf.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return fc
}

var hexColor = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// TestGeoJSONForCalTopo holds every feature against what CalTopo's own files consist of: folders without
// geometry, markers that are points, and shapes that are a line or polygon of one piece, each with a title, a
// colour and the folder that it lies in. Shapes have the members of simplestyle in their ranges.
func TestGeoJSONForCalTopo(t *testing.T) {
	fc := readGeoJSON(t, answer(t))
	folders, kinds := map[any]string{}, map[string]int{}
	for _, f := range fc.Features {
		p := f.Properties
		if p.MustString("title", "") == "" {
			t.Errorf("feature without a title: %v", p)
		}
		kind := p.MustString("class", "")
		if f.Geometry != nil {
			kind += " " + f.Geometry.GeoJSONType()
			if folders[p["folderId"]] != p["folder"] || p["folder"] == nil {
				t.Errorf("%s lies in folder %v, %v", p["title"], p["folderId"], p["folder"])
			}
			if p.MustString("layer", "") == "" {
				t.Errorf("%s belongs to no layer", p["title"])
			}
		}
		kinds[kind]++
		colors, shares := []string{}, []string{}
		switch kind {
		case "Folder":
			folders[f.ID] = p.MustString("title")
		case "Marker Point":
			colors = []string{"marker-color"}
			if p["marker-symbol"] != "point" {
				t.Errorf("%s has the symbol %v", p["title"], p["marker-symbol"])
			}
		case "Shape Polygon":
			colors, shares = append(colors, "fill"), append(shares, "fill-opacity")
			fallthrough
		case "Shape LineString":
			colors, shares = append(colors, "stroke"), append(shares, "stroke-opacity")
			if w := p.MustFloat64("stroke-width", 0); w < 1 || w > 5 {
				t.Errorf("%s is drawn %v wide", p["title"], w)
			}
		default:
			t.Errorf("%s is a %s", p["title"], kind)
		}
		for _, key := range colors {
			if !hexColor.MatchString(p.MustString(key, "")) {
				t.Errorf("%s: %s is %v", p["title"], key, p[key])
			}
		}
		for _, key := range shares {
			if v := p.MustFloat64(key, -1); v < 0 || v > 1 {
				t.Errorf("%s: %s is %v", p["title"], key, p[key])
			}
		}
	}
	for kind, n := range map[string]int{"Folder": 6, "Marker Point": 1, "Shape LineString": 4, "Shape Polygon": 6} {
		if kinds[kind] != n {
			t.Errorf("%d features are a %s, want %d", kinds[kind], kind, n)
		}
	}
	if len(folders) != 6 {
		t.Errorf("folders %v", folders)
	}
	if fc.ExtraMembers["attribution"] != envelope.Attribution || fc.ExtraMembers["description"] != "All kinds Nothing to rely on." {
		t.Errorf("the collection says %v", fc.ExtraMembers)
	}
	for i, title := range []string{"10 min (1 of 2)", "10 min (2 of 2)"} {
		p := fc.Features[6+i].Properties
		if p["title"] != title || p["description"] != "As far as one walks" || p["folder"] != "Reach" || p["part"] != float64(i+1) || p["parts"] != 2.0 {
			t.Errorf("piece %d says %v", i, p)
		}
	}
}

// One folder is as good as none, and folders of two answers are two.
func TestGeoJSONFolders(t *testing.T) {
	of := func(headline string, layers ...string) *geojson.FeatureCollection {
		b := envelope.New(envelope.Flags{}, envelope.Prose)
		b.Headline("%s", headline)
		for _, l := range layers {
			b.Draw(envelope.LineLayer(l, orb.LineString{{0, 0}, {1, 1}}, nil))
		}
		return readGeoJSON(t, b.Answer(context.Background()))
	}
	if fc := of("One", "a"); len(fc.Features) != 1 || fc.Features[0].Properties["folderId"] != nil {
		t.Errorf("a single layer has a folder: %v", fc.Features[0].Properties)
	}
	one, two := of("One", "a", "b"), of("Two", "a", "b")
	ids := map[any]bool{}
	for _, f := range append(one.Features, two.Features...) {
		if f.Geometry == nil {
			ids[f.ID] = true
			if !regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(f.ID.(string)) {
				t.Errorf("id %v is no UUID", f.ID)
			}
		}
	}
	if len(ids) != 4 {
		t.Errorf("ids %v", ids)
	}
}

// Areas go round counter-clockwise and their holes clockwise, all are closed, and none jumps across the
// antimeridian: RFC 7946, and what map programs rely on.
func TestGeoJSONRings(t *testing.T) {
	fc := readGeoJSON(t, answer(t))
	rings := 0
	for _, f := range fc.Features {
		var area orb.MultiPolygon
		switch g := f.Geometry.(type) {
		case orb.Polygon:
			area = orb.MultiPolygon{g}
		case orb.MultiPolygon:
			area = g
		}
		for _, p := range area {
			for i, r := range p {
				rings++
				if want := map[bool]orb.Orientation{true: orb.CCW, false: orb.CW}[i == 0]; r.Orientation() != want {
					t.Errorf("%s: ring %d goes round the wrong way", f.Properties["title"], i)
				}
				if !r.Closed() || r.Bound().Right()-r.Bound().Left() > 180 {
					t.Errorf("%s: ring %v", f.Properties["title"], r)
				}
			}
		}
	}
	if rings != 7 {
		t.Errorf("%d rings", rings)
	}
}
