package tools

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

// LatLon is a point argument. Lng is another name for Lon.
type LatLon struct {
	Lat *float64 `json:"lat"`
	Lon *float64 `json:"lon"`
	Lng *float64 `json:"lng"`
}

// point checks the argument. The longitude is brought into [-180, 180).
func (l LatLon) point(field string) (orb.Point, error) {
	lon := l.Lon
	if lon == nil {
		lon = l.Lng
	}
	switch {
	case l.Lat == nil:
		return orb.Point{}, invalid(field+".lat", "is missing", nil, "degrees from -90 to 90")
	case lon == nil:
		return orb.Point{}, invalid(field+".lon", "is missing", nil, "degrees from -180 to 180")
	case l.Lon != nil && l.Lng != nil && *l.Lon != *l.Lng:
		return orb.Point{}, invalid(field, "has a lon and a lng that differ; give one of them", *l.Lng, *l.Lon)
	}
	return checkPoint(field, *l.Lat, *lon)
}

func checkPoint(field string, lat, lon float64) (orb.Point, error) {
	if !(lat >= -90 && lat <= 90) {
		return orb.Point{}, invalid(field+".lat", "lies outside of the earth; latitude comes first", number(lat), "degrees from -90 to 90")
	}
	if math.IsNaN(lon) || math.Abs(lon) > maxLon {
		return orb.Point{}, invalid(field+".lon", "is no longitude", number(lon), "degrees from -180 to 180")
	}
	return orb.Point{geo.NormalizeLon(lon), lat}, nil
}

// maxLon bounds longitudes that are normalised; farther ones are no slip of counting round the
// earth but something else altogether.
const maxLon = 1e4

// number is a value for details, which cannot hold NaN or infinities.
func number(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return v
}

// A Location is a location argument: a point, or a string that holds coordinates, a place id or
// words to look up. Exactly one of the fields is set.
type Location struct {
	Point *LatLon
	Text  string
}

// UnmarshalJSON implements json.Unmarshaler.
func (l *Location) UnmarshalJSON(text []byte) error {
	*l = Location{}
	if len(text) > 0 && text[0] == '"' {
		return json.Unmarshal(text, &l.Text)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	var p LatLon
	if err := dec.Decode(&p); err != nil || bytes.Equal(text, []byte("null")) {
		return invalid("location", "is neither an object with lat and lon nor a string", nil, `{"lat": 39.7447, "lon": -75.5484}, "39.7447, -75.5484", a place id, or an address`)
	}
	l.Point = &p
	return nil
}

// given tells whether the argument was there at all.
func (l Location) given() bool { return l.Point != nil || l.Text != "" }

// isID tells whether a string is a place id.
func isID(text string) bool {
	for _, prefix := range []string{"osm:node/", "osm:way/", "osm:relation/", "addr:", "xing:"} {
		if strings.HasPrefix(text, prefix) {
			return !strings.ContainsAny(text, " \t\n,")
		}
	}
	return false
}

// quote shows a piece of an argument in a message.
func quote(text string) string { return strconv.Quote(envelope.Clean(text, 80)) }

// blank is what is wrong with a text that holds no words.
func blank(text string) string {
	switch {
	case text == "":
		return "is empty"
	case strings.TrimSpace(text) == "":
		return "is empty: it holds only spaces"
	}
	return "is empty: it holds only characters that do not show"
}

// trimmed returns a text without the spaces around it, or "" where nothing in it shows.
func trimmed(text string) string {
	text = strings.TrimSpace(text)
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }) {
		return ""
	}
	return text
}
