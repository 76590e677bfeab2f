// Package geocode holds the domain types of geocoding and the Geocoder interface. Callers depend
// on this package alone. The built-in geocoder lies in package embedded.
package geocode

import (
	"context"

	"github.com/paulmach/orb"
)

// A Geocoder turns text into places and points into places, over one region. Geocoders are safe
// for concurrent use, deterministic, and honour cancellation.
type Geocoder interface {
	// Search finds the places that a text may mean, best first. Nothing found is no error.
	Search(ctx context.Context, q Query) (*Result, error)
	// Reverse finds what is nearest to a point, nearest first. Nothing found is no error.
	Reverse(ctx context.Context, q ReverseQuery) (*Result, error)
	// Place returns the place with the given id, nil when the region has none.
	Place(ctx context.Context, id, language string) (*Place, error)
}

// PlaceType is the kind of a place.
type PlaceType string

// The place types, from the smallest to the largest.
const (
	Venue         PlaceType = "venue"
	Address       PlaceType = "address"
	Street        PlaceType = "street"
	Intersection  PlaceType = "intersection"
	Neighbourhood PlaceType = "neighbourhood"
	Postcode      PlaceType = "postcode"
	Locality      PlaceType = "locality"
	County        PlaceType = "county"
	Region        PlaceType = "region"
	Country       PlaceType = "country"
)

// MatchLevel says how closely an answer fits the question.
type MatchLevel string

// The match levels.
const (
	Exact             MatchLevel = "exact"
	Interpolated      MatchLevel = "interpolated"
	StreetLevel       MatchLevel = "street"
	IntersectionLevel MatchLevel = "intersection"
	PostcodeLevel     MatchLevel = "postcode"
	PlaceLevel        MatchLevel = "place"
	AdminLevel        MatchLevel = "admin"
)

// Query asks for the places that a text may mean.
type Query struct {
	Text         string
	Focus        *orb.Point  // places near it are preferred
	Countries    []string    // ISO 3166-1 alpha-2 or alpha-3 codes, upper case; none means all
	Types        []PlaceType // none means all
	Bound        *orb.Bound  // only places within
	Size         int         // at most so many rows; at least 1
	Autocomplete bool        // the last word may be unfinished
	Language     string      // BCP 47 tag of the names in the answer; "" is the local one
}

// ReverseQuery asks what is near a point.
type ReverseQuery struct {
	Point    orb.Point
	Types    []PlaceType // none means all
	Radius   float64     // metres; 0 is the default
	Size     int
	Language string
}

// Result is a ranked list of places.
type Result struct {
	Places   []Place
	Total    int      // how many there were before the list was cut to Size
	Warnings []string // what of the question was left out or changed
}

// Place is one row. Fields that are not known are empty.
type Place struct {
	ID            string // osm:node/1, osm:way/1, osm:relation/1, addr:…
	Name          string
	Label         string // name and where it is, as a person would write it
	Point         orb.Point
	Bound         *orb.Bound // extent of areas and streets
	Country       string
	CountryCode   string // ISO 3166-1 alpha-3
	Region        string
	County        string
	District      string
	Locality      string
	Neighbourhood string
	Street        string
	HouseNumber   string
	Postcode      string
	Type          PlaceType
	Category      string // of venues, such as "cafe"
	MatchLevel    MatchLevel
	Confidence    float64  // 0 to 1
	Distance      *float64 // metres from the point of a reverse query or the focus
	Bearing       *float64 // degrees from that point, nil when the place lies on it
}
