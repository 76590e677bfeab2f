package tools

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/paulmach/orb"
	"golang.org/x/text/language"
)

// GeocodeArgs are the arguments of geocode.
type GeocodeArgs struct {
	Text         string    `json:"text"`
	Focus        *LatLon   `json:"focus"`
	Countries    []string  `json:"countries"`
	PlaceTypes   []string  `json:"place_types"`
	BBox         []float64 `json:"bbox"`
	Size         *int      `json:"size"`
	Autocomplete bool      `json:"autocomplete"`
	envelope.Flags
}

func geocodeTool(deps Deps) Tool {
	return newTool(deps, "geocode", "Find a place",
		"Turns an address, place name, street, postcode or point of interest into coordinates: up to size rows, best first. "+
			"Add the town after a comma to say which one (\"King Street, Wilmington\"). Each row's id works as a location in every other tool. "+
			"Not needed before get_directions or find_and_route, which take the text itself; for coordinates to an address use reverse_geocode. "+
			"No match is an empty results list, not an error.",
		true, func(a *GeocodeArgs) *envelope.Flags { return &a.Flags }, handleGeocode)
}

func handleGeocode(ctx context.Context, c *call, a *GeocodeArgs) error {
	q, err := a.query(c.flags.Language)
	if err != nil {
		return err
	}
	places, total, warnings, err := c.searchAll(ctx, q)
	if err != nil {
		return err
	}
	for _, w := range warnings {
		c.Warn(w)
	}
	rows := placeRows(places)
	switch filters := a.filters(); {
	case len(rows) == 0:
		c.Headline("No place found for %s%s.", quote(q.Text), mayBeWhy(filters))
		c.Line("Try other words, or add the town after a comma.")
	case places[0].Confidence < tooWeak:
		c.Headline("No good match for %s%s; the nearest guess is %s at %s.", quote(q.Text), mayBeWhy(filters), rows[0].Label, spot(rows[0].Coordinates))
	case places[0].Confidence < strong:
		c.Headline("No sure match for %s%s; the likeliest is %s at %s.", quote(q.Text), mayBeWhy(filters), rows[0].Label, spot(rows[0].Coordinates))
	case len(rows) == 1:
		c.Headline("%s is at %s.", rows[0].Label, spot(rows[0].Coordinates))
	default:
		c.Headline("%d places for %s; the best is %s at %s.", total, quote(q.Text), rows[0].Label, spot(rows[0].Coordinates))
	}
	c.listPlaces(rows, total, "Places found")
	return nil
}

// filters names the arguments that keep places out.
func (a *GeocodeArgs) filters() []string {
	var names []string
	if len(a.Countries) > 0 {
		names = append(names, "countries")
	}
	if len(a.PlaceTypes) > 0 {
		names = append(names, "place_types")
	}
	if a.BBox != nil {
		names = append(names, "bbox")
	}
	return names
}

// mayBeWhy says for a headline that filters may be why little was found; nothing without any.
func mayBeWhy(filters []string) string {
	switch len(filters) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(" (the filter %s may be why)", filters[0])
	}
	return fmt.Sprintf(" (the filters %s may be why)", list(filters))
}

// lines returns how many of n rows the text block lists: most of them at most, all for a person.
func (c *call) lines(most, n int) int {
	if c.Unabridged() {
		return n
	}
	return min(most, n)
}

// listPlaces sets the fields that lists of places have: results, context and total, lines and layer.
func (c *call) listPlaces(rows []PlaceRow, total int, label string) {
	points := make([]envelope.PointFeature, len(rows))
	for i := range rows {
		points[i] = envelope.PointFeature{Point: orb.Point{rows[i].Coordinates.Lng, rows[i].Coordinates.Lat}, Properties: (*placeProperties)(&rows[i])}
	}
	shown := c.lines(5, len(rows))
	for i := range rows[:shown] {
		c.Line("%d. %s", i+1, placeLine(&rows[i], c.flags.Units))
	}
	if left := len(rows) - shown; left > 0 {
		c.Line("… %d more in structuredContent.results", left)
	}
	rows = slices.Clone(rows) // the layer keeps the whole rows
	context := hoist(rows)
	c.Set("results", placeList(rows))
	if context != nil {
		c.Set("context", context)
	}
	if total >= 0 {
		c.Set("total", total)
	}
	c.Draw(envelope.PointLayer(label, points))
}

// placeRows turns places into rows; never nil.
func placeRows(places []geocode.Place) []PlaceRow {
	rows := make([]PlaceRow, len(places))
	for i := range places {
		rows[i] = placeRow(&places[i])
	}
	return rows
}

// query checks the arguments beyond the schema.
func (a *GeocodeArgs) query(language string) (geocode.Query, error) {
	q := geocode.Query{Text: trimmed(a.Text), Size: 5, Autocomplete: a.Autocomplete, Language: language}
	if q.Text == "" {
		return q, invalid("text", blank(a.Text), nil, "an address, place name, street or postcode")
	}
	if len(q.Text) > maxQuery {
		return q, invalid("text", "is too long", len(q.Text), fmt.Sprintf("at most %d bytes", maxQuery))
	}
	size, err := within("size", a.Size, 5, 1, 40)
	if err != nil {
		return q, err
	}
	q.Size = size
	if a.Focus != nil {
		p, err := a.Focus.point("focus")
		if err != nil {
			return q, err
		}
		q.Focus = &p
	}
	if q.Countries, err = countryCodes(a.Countries); err != nil {
		return q, err
	}
	if q.Types, err = placeTypes(a.PlaceTypes); err != nil {
		return q, err
	}
	if q.Bound, err = boundOf("bbox", a.BBox); err != nil {
		return q, err
	}
	return q, nil
}

// maxQuery bounds a text to look up, in bytes.
const maxQuery = 300

// within returns an optional integer argument, or its default.
func within(field string, v *int, fallback, lo, hi int) (int, error) {
	if v == nil {
		return fallback, nil
	}
	if *v < lo || *v > hi {
		return 0, invalid(field, "is out of range", *v, fmt.Sprintf("%d to %d", lo, hi))
	}
	return *v, nil
}

var countryCode = regexp.MustCompile(`^[A-Z]{2,3}$`)

// isCountry tells whether a code in capitals is one of ISO 3166-1, with two letters or three, or the
// one that Kosovo goes by.
func isCountry(code string) bool {
	if code == "XK" || code == "XKX" {
		return true
	}
	region, err := language.ParseRegion(code)
	return err == nil && countryCode.MatchString(code) && region.IsCountry()
}

// sameCountry tells whether two codes, with two letters or three, are of one country.
func sameCountry(a, b string) bool {
	x, errX := language.ParseRegion(a)
	y, errY := language.ParseRegion(b)
	return strings.EqualFold(a, b) || errX == nil && errY == nil && x.Canonicalize() == y.Canonicalize()
}

func countryCodes(codes []string) ([]string, error) {
	var out []string
	for i, code := range codes {
		code = strings.ToUpper(strings.TrimSpace(code))
		if !isCountry(code) {
			return nil, invalid(fmt.Sprintf("countries[%d]", i), "is no country code", codes[i], "ISO 3166-1 alpha-2 or alpha-3, such as US or USA")
		}
		out = append(out, code)
	}
	return out, nil
}

var allPlaceTypes = []geocode.PlaceType{
	geocode.Venue, geocode.Address, geocode.Street, geocode.Intersection, geocode.Neighbourhood,
	geocode.Postcode, geocode.Locality, geocode.County, geocode.Region, geocode.Country,
}

func placeTypes(names []string) ([]geocode.PlaceType, error) {
	var out []geocode.PlaceType
	for i, name := range names {
		t := geocode.PlaceType(strings.ToLower(strings.TrimSpace(name)))
		if !slices.Contains(allPlaceTypes, t) {
			return nil, invalid(fmt.Sprintf("place_types[%d]", i), "is no place type", name, allPlaceTypes)
		}
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out, nil
}

// boundOf reads [west, south, east, north]; nil when there is none. West may be greater than east,
// for a box across the antimeridian.
func boundOf(field string, box []float64) (*orb.Bound, error) {
	if box == nil {
		return nil, nil
	}
	if len(box) != 4 {
		return nil, invalid(field, "does not have four numbers", len(box), "[west, south, east, north] in degrees")
	}
	const turn = 360
	width := box[2] - box[0]
	if math.Abs(box[0]) > turn || math.Abs(box[2]) > turn || width > turn {
		return nil, invalid(field, "reaches farther than round the earth", box, "[west, south, east, north] in degrees")
	}
	lo, err := checkPoint(field, box[1], box[0])
	if err != nil {
		return nil, err
	}
	hi, err := checkPoint(field, box[3], box[2])
	if err != nil {
		return nil, err
	}
	if box[2] == 180 {
		hi[0] = 180 // the eastern edge of the world, not the western
	}
	if width == turn { // all the way round, wherever it begins
		lo[0], hi[0] = -180, 180
	}
	if lo[1] > hi[1] {
		return nil, invalid(field, "has a south above its north", box, "[west, south, east, north] in degrees")
	}
	return &orb.Bound{Min: lo, Max: hi}, nil
}

// misspeltLess is by how much a row that differs from the query by typing errors stands behind those of other regions:
// what has the words as they are written is rather meant, though it be doubtful which of several.
const misspeltLess = 0.2

// standing is what rows of several regions are ordered by.
func standing(p *geocode.Place) float64 {
	if p.Misspelt {
		return p.Confidence - misspeltLess
	}
	return p.Confidence
}

// searchAll looks a query up in every region and merges the rows by confidence, misspelt ones later; rows of equal
// standing keep the order of their regions. Warnings are those of the region that the best row is
// from, or of all where there is none.
func (c *call) searchAll(ctx context.Context, q geocode.Query) (places []geocode.Place, total int, warnings []string, err error) {
	from := map[string]int{} // the region of each row
	said := make([][]string, len(c.regions))
	for i, r := range c.regions {
		found, err := r.Geocoder.Search(ctx, q)
		if err != nil {
			return nil, 0, nil, fmt.Errorf("search in region %s: %w", r.Name, err)
		}
		total += found.Total
		said[i] = found.Warnings
		for _, p := range found.Places {
			if _, twice := from[p.ID]; twice {
				total-- // the same object in overlapping regions
				continue
			}
			from[p.ID] = i
			places = append(places, p)
		}
	}
	if len(c.regions) > 1 {
		slices.SortStableFunc(places, func(a, b geocode.Place) int { return cmp.Compare(standing(&b), standing(&a)) })
	}
	if len(places) > 0 {
		warnings = said[from[places[0].ID]]
	} else {
		for _, w := range slices.Concat(said...) {
			if !slices.Contains(warnings, w) {
				warnings = append(warnings, w)
			}
		}
	}
	return places[:min(q.Size, len(places))], max(total, len(places)), warnings, nil
}
