// Package geocode holds the domain types of geocoding and the Geocoder interface. Callers depend
// on this package alone. The built-in geocoder lies in package embedded.
package geocode

import (
	"context"
	"time"

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
	LeftOut  []string // the words of the question that the first place does not account for, folded
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
	Misspelt      bool     // a word of the query differs from the name by typing errors
	Distance      *float64 // metres from the point of a reverse query or the focus
	Bearing       *float64 // degrees from that point, nil when the place lies on it
}

// A Finder finds places by what they are: their category, brand or name, around a point or in a box.
// The built-in geocoder is one.
type Finder interface {
	// Find returns the places that a text may stand for. Nothing found is no error.
	Find(ctx context.Context, q FindQuery) (*Found, error)
	// Record returns all that is known of the place with an id, nil when the region has none.
	Record(ctx context.Context, id, language string) (*Record, error)
}

// FindQuery asks for places by a category, a brand or a name.
type FindQuery struct {
	Text     string
	Near     *orb.Point // nearer places come first
	Radius   float64    // metres around Near; 0 for no limit
	Bound    *orb.Bound // only places within; west may lie beyond east, across the antimeridian
	Size     int        // at most so many rows; at least 1
	OpenAt   *time.Time // only places that are open then, or may be; its wall clock counts, as that of the place
	Language string     // BCP 47 tag of the names in the answer; "" is the local one
}

// Found is the outcome of Find, best first.
type Found struct {
	Places   []FoundPlace
	Total    int         // how many there were before the list was cut to Size
	Category string      // id of the category that the text was read as, "" for a name or brand
	Points   []orb.Point // where all of the Total places are, in their order, at most MaxFoundPoints
	Warnings []string
}

// MaxFoundPoints bounds the points of Found.
const MaxFoundPoints = 2000

// FoundPlace is a row of Found.
type FoundPlace struct {
	Place
	Open string // "open" or "unknown" at the time asked for, "" when none was
}

// Record is all that is known of a place.
type Record struct {
	Place
	Categories []string // ids
	OtherNames []Tag    // by the tag key that holds them, such as name:fi or alt_name
	Tags       []Tag    // what a visitor may ask for, such as opening_hours
	Geometry   orb.Geometry
	Areas      []Place // that contain the place, smallest first
}

// Tag is a tag of a map object.
type Tag struct{ Key, Value string }

// A Parser takes addresses apart, by what the region knows. The built-in geocoder is one.
type Parser interface {
	// Parse reads an address. A text that means nothing in the region has confidence 0.
	Parse(ctx context.Context, q ParseQuery) (*Parsed, error)
}

// ParseQuery asks for the parts of an address.
type ParseQuery struct {
	Text      string
	Countries []string // ISO 3166-1 alpha-2 or alpha-3 codes, upper case; none means all
	Language  string   // BCP 47 tag of the names in the answer; "" is the local one
}

// Parsed is an address in parts.
type Parsed struct {
	Corrected   string // the address as a person of that country would write it
	Components  Components
	Corrections []Correction
	Confidence  float64 // 0 to 1
}

// Components are the parts of an address; what is not known is empty.
type Components struct {
	HouseNumber, Unit, Road, Neighbourhood, Locality, County, Region, Postcode, Country string
	CountryCode                                                                         string // ISO 3166-1 alpha-3
}

// Correction is a difference between an address as it was written and its parts.
type Correction struct {
	Field     string // of Components, in snake case; "other" for what belongs to none
	Original  string // as written, "" when it was not
	Corrected string // "" when it was taken away
	Type      CorrectionType
}

// CorrectionType says what kind of difference it is.
type CorrectionType string

// The types of corrections.
const (
	Typo         CorrectionType = "typo"
	Abbreviation CorrectionType = "abbreviation" // written out, or the other way round
	Inferred     CorrectionType = "inferred"     // added from what the region knows
	Reformatted  CorrectionType = "reformatted"  // case, accents, spaces, or another name of the same
	Removed      CorrectionType = "removed"      // of no use
)
