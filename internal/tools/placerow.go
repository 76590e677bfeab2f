package tools

import (
	"fmt"
	"math"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geocode"
)

// PlaceRow is a place as answers show it: only what is known.
type PlaceRow struct {
	ID             string          `json:"id"`
	Name           string          `json:"name,omitempty"`
	Label          string          `json:"label"`
	Coordinates    envelope.LatLng `json:"coordinates"`
	Country        string          `json:"country,omitempty"`
	CountryCode    string          `json:"country_code,omitempty"`
	Region         string          `json:"region,omitempty"`
	District       string          `json:"district,omitempty"`
	Locality       string          `json:"locality,omitempty"`
	Neighbourhood  string          `json:"neighbourhood,omitempty"`
	Street         string          `json:"street,omitempty"`
	HouseNumber    string          `json:"house_number,omitempty"`
	Postcode       string          `json:"postcode,omitempty"`
	PlaceType      string          `json:"place_type,omitempty"`
	Category       string          `json:"category,omitempty"`
	MatchLevel     string          `json:"match_level,omitempty"`
	Confidence     *float64        `json:"confidence,omitempty"` // left out when 1
	DistanceMeters *float64        `json:"distance_meters,omitempty"`
	BearingDeg     *float64        `json:"bearing_deg,omitempty"`
	BearingCompass string          `json:"bearing_compass,omitempty"`
	Open           string          `json:"open,omitempty"` // at the time asked for
}

// appendJSON writes the row as its tags say.
func (r *PlaceRow) appendJSON(to []byte) ([]byte, error) {
	m := envelope.NewRow(to)
	m.String("id", r.ID)
	m.Text("name", r.Name)
	m.String("label", r.Label)
	m.Spot("coordinates", r.Coordinates)
	m.Text("country", r.Country)
	m.Text("country_code", r.CountryCode)
	m.Text("region", r.Region)
	m.Text("district", r.District)
	m.Text("locality", r.Locality)
	m.Text("neighbourhood", r.Neighbourhood)
	m.Text("street", r.Street)
	m.Text("house_number", r.HouseNumber)
	m.Text("postcode", r.Postcode)
	m.Text("place_type", r.PlaceType)
	m.Text("category", r.Category)
	m.Text("match_level", r.MatchLevel)
	m.Known("confidence", r.Confidence)
	m.Known("distance_meters", r.DistanceMeters)
	m.Known("bearing_deg", r.BearingDeg)
	m.Text("bearing_compass", r.BearingCompass)
	m.Text("open", r.Open)
	return m.End()
}

// placeList is rows that write themselves. (PlaceRow does not, since rows that hold one would be written as
// no more than it.)
type placeList []PlaceRow

// AppendJSON implements envelope.JSONAppender.
func (l placeList) AppendJSON(to []byte) ([]byte, error) {
	return envelope.AppendList(to, l, (*PlaceRow).appendJSON)
}

// placeProperties is a row as the properties of a feature.
type placeProperties PlaceRow

// AppendJSON implements envelope.JSONAppender.
func (p *placeProperties) AppendJSON(to []byte) ([]byte, error) { return (*PlaceRow)(p).appendJSON(to) }

// AdminContext holds the admin fields that all rows of a list share.
type AdminContext struct {
	Country     string `json:"country,omitempty"`
	CountryCode string `json:"country_code,omitempty"`
	Region      string `json:"region,omitempty"`
	District    string `json:"district,omitempty"`
}

// placeRow turns a place into a row. Its texts come from map data and are cleaned.
func placeRow(p *geocode.Place) PlaceRow {
	name := func(s string) string { return envelope.Clean(s, envelope.MaxName) }
	row := PlaceRow{
		ID: p.ID, Name: name(p.Name), Label: name(p.Label), Coordinates: envelope.Spot(p.Point),
		Country: name(p.Country), CountryCode: name(p.CountryCode), Region: name(p.Region),
		District: name(p.District), Locality: name(p.Locality), Neighbourhood: name(p.Neighbourhood),
		Street: name(p.Street), HouseNumber: name(p.HouseNumber), Postcode: name(p.Postcode),
		PlaceType: string(p.Type), Category: name(p.Category), MatchLevel: string(p.MatchLevel),
	}
	if row.District == "" {
		row.District = name(p.County)
	}
	if c := envelope.Round(p.Confidence, 2); c < 1 {
		row.Confidence = &c
	}
	if p.Distance != nil {
		d := envelope.Round(*p.Distance, 1)
		row.DistanceMeters = &d
	}
	if p.Bearing != nil {
		b := math.Mod(envelope.Round(*p.Bearing, 0), 360)
		row.BearingDeg = &b
		row.BearingCompass = compass(b)
	}
	return row
}

// compass names a bearing by the nearest of eight directions.
func compass(degrees float64) string {
	names := [...]string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}
	return names[int(math.Round(degrees/45))%len(names)]
}

// hoist takes the admin fields that all rows share out of them. It returns nil, and changes
// nothing, for fewer than two rows or where nothing is shared.
func hoist(rows []PlaceRow) *AdminContext {
	if len(rows) < 2 {
		return nil
	}
	var shared AdminContext
	for _, f := range []struct {
		of  func(*PlaceRow) *string
		out *string
	}{
		{func(r *PlaceRow) *string { return &r.Country }, &shared.Country},
		{func(r *PlaceRow) *string { return &r.CountryCode }, &shared.CountryCode},
		{func(r *PlaceRow) *string { return &r.Region }, &shared.Region},
		{func(r *PlaceRow) *string { return &r.District }, &shared.District},
	} {
		first := *f.of(&rows[0])
		same := first != ""
		for i := range rows {
			same = same && *f.of(&rows[i]) == first
		}
		if same {
			*f.out = first
			for i := range rows {
				*f.of(&rows[i]) = ""
			}
		}
	}
	if shared == (AdminContext{}) {
		return nil
	}
	return &shared
}

// placeLine describes a row in one line of the text block.
func placeLine(row *PlaceRow, units envelope.Units) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s) at %s, id %s", envelope.Clean(row.Label, 110), row.PlaceType, spot(row.Coordinates), row.ID)
	if row.DistanceMeters != nil {
		fmt.Fprintf(&b, ", %s", units.Distance(*row.DistanceMeters))
		if row.BearingCompass != "" {
			b.WriteString(" " + row.BearingCompass)
		}
	}
	if row.Open != "" {
		fmt.Fprintf(&b, ", %s", map[string]string{"open": "open", "unknown": "hours unknown"}[row.Open])
	}
	if row.Confidence != nil {
		fmt.Fprintf(&b, ", confidence %g", *row.Confidence)
	}
	return b.String()
}

// spot writes coordinates for a reader, latitude first.
func spot(c envelope.LatLng) string {
	return fmt.Sprintf("%g, %g", envelope.Round(c.Lat, 5), envelope.Round(c.Lng, 5))
}
