package tools

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/paulmach/orb"
	orbgeo "github.com/paulmach/orb/geo"
)

// GetPlaceArgs are the arguments of get_place.
type GetPlaceArgs struct {
	ID string `json:"id"`
	envelope.Flags
}

// PlaceRecord is a place with all that is known of it.
type PlaceRecord struct {
	PlaceRow
	Categories []string          `json:"categories,omitempty"`
	OtherNames map[string]string `json:"other_names,omitempty"` // by language tag or kind
	Tags       map[string]string `json:"tags,omitempty"`
	BBox       []float64         `json:"bbox,omitempty"`
	Areas      []AreaRow         `json:"areas,omitempty"` // that contain it, smallest first
}

// AreaRow is an area that contains a place.
type AreaRow struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	PlaceType string `json:"place_type"`
}

func getPlaceTool(deps Deps) Tool {
	return newTool(deps, "get_place", "Everything about a place",
		"Tells all that is known of one place by the id that any other answer gave: address, opening hours, phone, website, wheelchair access, cuisine and other tags, "+
			"names in other languages, outline or course, and the areas that contain it. To find an id use search_places, geocode or reverse_geocode.",
		true, func(a *GetPlaceArgs) *envelope.Flags { return &a.Flags }, handleGetPlace)
}

func handleGetPlace(ctx context.Context, c *call, a *GetPlaceArgs) error {
	id := strings.TrimSpace(a.ID)
	if !isID(id) {
		return invalid("id", "is no place id", a.ID, "one such as osm:node/123, from the id of another answer")
	}
	r, err := c.record(ctx, id)
	if err != nil {
		return err
	}
	row := placeRow(&r.Place)
	out := PlaceRecord{PlaceRow: row, Categories: r.Categories, OtherNames: tagMap(r.OtherNames), Tags: tagMap(r.Tags)}
	if b := r.Bound; b != nil && *b != (orb.Bound{Min: r.Point, Max: r.Point}) {
		out.BBox = []float64{envelope.Round(b.Min[0], 5), envelope.Round(b.Min[1], 5), envelope.Round(b.Max[0], 5), envelope.Round(b.Max[1], 5)}
	}
	for i := range r.Areas {
		area := placeRow(&r.Areas[i])
		out.Areas = append(out.Areas, AreaRow{area.ID, area.Name, area.PlaceType})
	}
	c.Headline("%s is %s at %s.", row.title(), kindOf(&row), spot(row.Coordinates))
	c.Line("%s", placeLine(&row, c.flags.Units))
	c.tagLines(r.Tags)
	c.Set("place", out)
	c.drawRecord(r, &row)
	if len(r.OtherNames) > maxShownNames {
		c.CutSoft("Names in other languages were left out, since the answer would have been too large.", func() bool {
			had := out.OtherNames != nil
			out.OtherNames = nil
			c.Set("place", out)
			return had
		})
	}
	return nil
}

// maxShownNames is the number of other names that no answer is too small for.
const maxShownNames = 20

// record asks the regions for a place.
func (c *call) record(ctx context.Context, id string) (*geocode.Record, error) {
	for _, r := range c.regions {
		record, err := r.Finder.Record(ctx, id, c.flags.Language)
		if err != nil {
			return nil, fmt.Errorf("record in region %s: %w", r.Name, err)
		}
		if record != nil {
			return record, nil
		}
	}
	return nil, idNotFound(id, 0)
}

// kindOf says what a place is, with an article.
func kindOf(row *PlaceRow) string {
	kind := strings.ReplaceAll(cmp.Or(row.Category, row.PlaceType), "_", " ")
	if kind != "" && strings.ContainsRune("aeiou", rune(kind[0])) {
		return "an " + kind
	}
	return "a " + kind
}

// tagMap cleans tags; nil when there are none.
func tagMap(tags []geocode.Tag) map[string]string {
	var out map[string]string
	for _, t := range tags {
		if out == nil {
			out = map[string]string{}
		}
		key, value := strings.TrimPrefix(t.Key, "name:"), envelope.Clean(t.Value, envelope.MaxName)
		if earlier := out[key]; earlier != "" {
			value = earlier + "; " + value
		}
		out[key] = value
	}
	return out
}

// toldTags are the tags that the text block tells, in this order.
var toldTags = []string{"opening_hours", "phone", "contact:phone", "website", "contact:website", "wheelchair", "cuisine", "operator"}

// maxToldTags bounds them.
const maxToldTags = 5

func (c *call) tagLines(tags []geocode.Tag) {
	told := 0
	for _, key := range toldTags {
		if told == maxToldTags {
			break
		}
		if i := slices.IndexFunc(tags, func(t geocode.Tag) bool { return t.Key == key }); i >= 0 {
			c.Line("%s: %s", key, envelope.Clean(tags[i].Value, 90))
			told++
		}
	}
}

// maxCourse bounds the lines that a place is drawn with.
const maxCourse = 20

// drawRecord shows a place: its outline or course, and its point.
func (c *call) drawRecord(r *geocode.Record, row *PlaceRow) {
	label := row.title()
	var area orb.MultiPolygon
	var lines orb.MultiLineString
	switch g := r.Geometry.(type) {
	case orb.Polygon:
		area = orb.MultiPolygon{g}
	case orb.MultiPolygon:
		area = g
	case orb.LineString:
		lines = orb.MultiLineString{g}
	case orb.MultiLineString:
		lines = slices.Clone(g)
		slices.SortStableFunc(lines, func(a, b orb.LineString) int { return cmp.Compare(orbgeo.Length(b), orbgeo.Length(a)) })
		lines = lines[:min(len(lines), maxCourse)]
	}
	switch {
	case area != nil:
		shape := envelope.NewArea(area)
		if s := c.Surface(shape); s != nil {
			c.SetRaw("geometry", s)
		}
		size := envelope.Round(orbgeo.Area(area), 0)
		c.Line("Outline of %s in %s", c.flags.Units.Area(size), parts(len(area)))
		c.Draw(envelope.PolygonLayer(label, shape, envelope.Measure{Metric: "area_square_meters", Value: size}, nil))
	case lines != nil:
		var shapes []*envelope.Polyline
		total := 0.0
		for _, line := range lines {
			if p := c.Polyline(line); p != nil {
				shapes = append(shapes, p)
			}
			total += orbgeo.Length(line)
			c.Draw(envelope.LineLayer(label, line, nil))
		}
		c.Line("Course of %s in %s", c.flags.Units.Distance(total), parts(len(lines)))
		if shapes != nil {
			c.SetRaw("shapes", shapes)
		}
	}
	c.Draw(envelope.PointLayer(label, []envelope.PointFeature{{Point: r.Point, Properties: *row}}))
}
