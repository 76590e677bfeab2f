package export_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"strconv"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/envelope/export"
	"github.com/paulmach/orb"
)

// kmlFile is what a map program reads.
type kmlFile struct {
	Name   string `xml:"Document>name"`
	About  string `xml:"Document>description"`
	Styles []struct {
		ID   string `xml:"id,attr"`
		Poly struct {
			Color string `xml:"color"`
			Fill  int    `xml:"fill"`
		} `xml:"PolyStyle"`
	} `xml:"Document>Style"`
	Schemas []struct {
		ID     string `xml:"id,attr"`
		Fields []struct {
			Type string `xml:"type,attr"`
			Name string `xml:"name,attr"`
		} `xml:"SimpleField"`
	} `xml:"Document>Schema"`
	Folders []struct {
		Name   string `xml:"name"`
		Places []struct {
			Name  string `xml:"name"`
			About string `xml:"description"`
			Style string `xml:"styleUrl"`
			Data  struct {
				Schema string `xml:"schemaUrl,attr"`
				Data   []struct {
					Name  string `xml:"name,attr"`
					Value string `xml:",chardata"`
				} `xml:"SimpleData"`
			} `xml:"ExtendedData>SchemaData"`
		} `xml:"Placemark"`
	} `xml:"Document>Folder"`
}

func readKML(t *testing.T, a envelope.Answer) kmlFile {
	t.Helper()
	var buf bytes.Buffer
	if err := export.Write(&buf, "kml", a); err != nil {
		t.Fatal(err)
	}
	var got kmlFile
	if err := xml.Unmarshal(buf.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// Every style and schema that is named is there once; properties are of the type that their schema says, and
// none goes by a name that readers keep for the placemark's own.
func TestKMLRefers(t *testing.T) {
	got := readKML(t, answer(t))
	styles, types := map[string]int{}, map[string]map[string]string{}
	for _, s := range got.Styles {
		styles["#"+s.ID]++
	}
	for _, s := range got.Schemas {
		if types["#"+s.ID] != nil {
			t.Errorf("two schemas are called %s", s.ID)
		}
		types["#"+s.ID] = map[string]string{}
		for _, f := range s.Fields {
			types["#"+s.ID][f.Name] = f.Type
		}
	}
	values := 0
	for _, f := range got.Folders {
		for _, p := range f.Places {
			if styles[p.Style] != 1 {
				t.Errorf("%s: %d styles are called %s", p.Name, styles[p.Style], p.Style)
			}
			for _, d := range p.Data.Data {
				values++
				switch kind := types[p.Data.Schema][d.Name]; kind {
				case "string":
				case "double":
					if _, err := strconv.ParseFloat(d.Value, 64); err != nil {
						t.Errorf("%s: %s is %q", p.Name, d.Name, d.Value)
					}
				default:
					t.Errorf("%s: %s has the type %q", p.Name, d.Name, kind)
				}
				if d.Name == "name" || d.Name == "description" {
					t.Errorf("%s: a property is called %s", p.Name, d.Name)
				}
			}
		}
	}
	if values < 10 || got.Name != "A title" {
		t.Errorf("%q has %d values", got.Name, values)
	}
}

// A property that is a number here and text there is text; that is true of the whole folder.
func TestKMLMixedTypes(t *testing.T) {
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	var points []envelope.PointFeature
	for _, v := range []any{1.5, "none", true, 2} {
		points = append(points, envelope.PointFeature{Point: orb.Point{1, 2}, Properties: map[string]any{"name": "x", "v": v, "n": 1, "open": true}})
	}
	b.Draw(envelope.PointLayer("Places", points))
	got := readKML(t, b.Answer(context.Background()))
	types := map[string]string{}
	for _, f := range got.Schemas[0].Fields {
		types[f.Name] = f.Type
	}
	if types["v"] != "string" || types["n"] != "double" || types["open"] != "bool" {
		t.Errorf("types %v", types)
	}
}

// Lists and objects are words for people.
func TestKMLNested(t *testing.T) {
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	b.Draw(envelope.PointLayer("Places", []envelope.PointFeature{{Point: orb.Point{1, 2}, Properties: map[string]any{
		"edges": []any{map[string]any{"road": "path", "speed": 4.5}, map[string]any{"names": []string{"A", "B"}}}, "none": []string{},
	}}}))
	got := map[string]string{}
	for _, d := range readKML(t, b.Answer(context.Background())).Folders[0].Places[0].Data.Data {
		got[d.Name] = d.Value
	}
	if got["edges"] != "road=path speed=4.5; names=A; B" || got["none"] != "" {
		t.Errorf("got %q", got)
	}
}

// What is hollow is not filled even by readers that know no transparency.
func TestKMLBacking(t *testing.T) {
	square := orb.MultiPolygon{{{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}}}
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	for _, backing := range []envelope.Backing{envelope.Tinted, envelope.Faint, envelope.Hollow} {
		b.Draw(envelope.PolygonLayer("Area", envelope.NewArea(square), envelope.Measure{Metric: "a"}, &envelope.ColorHint{Color: "#112233"}).Backed(backing))
	}
	got := readKML(t, b.Answer(context.Background()))
	if len(got.Styles) != 3 {
		t.Fatalf("%d styles", len(got.Styles))
	}
	for i, want := range []struct {
		color string
		fill  int
	}{{"26332211", 1}, {"0d332211", 1}, {"00332211", 0}} {
		if p := got.Styles[i].Poly; p.Color != want.color || p.Fill != want.fill {
			t.Errorf("style %d is %+v, want %+v", i, p, want)
		}
	}
}
