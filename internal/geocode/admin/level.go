package admin

import "github.com/footstepd/footstepd/internal/geocode"

// Role is the field of an address that an area fills.
type Role uint8

// The roles, from the largest area to the smallest. PostcodeRole stands apart.
const (
	NoRole Role = iota
	CountryRole
	RegionRole
	CountyRole
	LocalityRole
	DistrictRole
	NeighbourhoodRole
	PostcodeRole
	NumRoles
)

// Type returns the place type of an area with the role.
func (r Role) Type() geocode.PlaceType {
	switch r {
	case CountryRole:
		return geocode.Country
	case RegionRole:
		return geocode.Region
	case CountyRole:
		return geocode.County
	case LocalityRole:
		return geocode.Locality
	case PostcodeRole:
		return geocode.Postcode
	}
	return geocode.Neighbourhood
}

// levels gives the roles of admin_level 2 to 11 where a country differs from the common habit,
// after the tables of the OpenStreetMap wiki (Tag:boundary=administrative).
var levels = map[string][10]Role{
	// 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
	"DK": {CountryRole, NoRole, RegionRole, NoRole, NoRole, LocalityRole, DistrictRole, DistrictRole, NeighbourhoodRole, NeighbourhoodRole},
	"SE": {CountryRole, NoRole, RegionRole, NoRole, NoRole, LocalityRole, DistrictRole, DistrictRole, NeighbourhoodRole, NeighbourhoodRole},
	"NO": {CountryRole, NoRole, RegionRole, NoRole, NoRole, LocalityRole, NoRole, DistrictRole, NeighbourhoodRole, NeighbourhoodRole},
	"GB": {CountryRole, NoRole, RegionRole, NoRole, CountyRole, NoRole, LocalityRole, DistrictRole, NeighbourhoodRole, NeighbourhoodRole},
	"PL": {CountryRole, NoRole, RegionRole, NoRole, CountyRole, NoRole, LocalityRole, DistrictRole, NeighbourhoodRole, NeighbourhoodRole},
	"NL": {CountryRole, NoRole, RegionRole, NoRole, NoRole, NoRole, LocalityRole, DistrictRole, NeighbourhoodRole, NeighbourhoodRole},
}

var commonLevels = [10]Role{
	CountryRole, RegionRole, RegionRole, CountyRole, CountyRole, LocalityRole, LocalityRole, DistrictRole, NeighbourhoodRole, NeighbourhoodRole,
}

// LevelRole returns the role of a boundary with the given admin_level in a country, NoRole when
// the level is none of 2 to 11 or has no place in addresses.
func LevelRole(c Country, level int) Role {
	if level < 2 || level > 11 {
		return NoRole
	}
	if own, ok := levels[c.Alpha2()]; ok {
		return own[level-2]
	}
	return commonLevels[level-2]
}

// PlaceRank orders place values from the largest, 1, on; 0 for values that are no populated place.
// Reach is how far in metres such a place is thought of as the place of its surroundings where no
// border says so.
func PlaceRank(value string) (rank int, role Role, reach float64) {
	switch value {
	case "country":
		return 1, CountryRole, 0
	case "state", "province", "region":
		return 2, RegionRole, 0
	case "county", "district":
		return 3, CountyRole, 0
	case "city":
		return 4, LocalityRole, 12000
	case "town", "municipality":
		return 5, LocalityRole, 5000
	case "village":
		return 6, LocalityRole, 3000
	case "hamlet":
		return 7, LocalityRole, 1500
	case "borough":
		return 8, DistrictRole, 3000
	case "suburb":
		return 8, DistrictRole, 2000
	case "quarter":
		return 9, NeighbourhoodRole, 1000
	case "neighbourhood", "subdivision", "udcomplex", "udarea", "allotments", "residential":
		return 10, NeighbourhoodRole, 800
	case "isolated_dwelling", "farm", "locality", "croft":
		return 11, LocalityRole, 0
	}
	return 0, NoRole, 0
}
