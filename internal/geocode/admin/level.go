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

// levels gives the roles of admin_level 2 to 11, one letter each, where a country differs from the common
// habit, after the tables of the OpenStreetMap wiki (Tag:boundary=administrative). See roleLetters; a dot is a level that no address names.
var levels = map[string]string{
	//    234567891011
	"DK": "C.R..LDDNN",
	"SE": "C.R..LDDNN",
	"NO": "C.R..L.DNN",
	"FI": "C...R.LDNN", // 4 are state agencies, 7 subregions
	"GB": "C.R.Y..DNN", // 8 are districts, whose towns are places
	"IE": "C..RY....N", // 5 are provinces, 10 townlands
	"DE": "C.RYY.LDNN", // 7 are associations of municipalities
	"AT": "C.R.Y.LDNN",
	"CH": "C.R.Y.LDNN",
	"LI": "C.R.Y.LDNN",
	"LU": "C...Y.LDNN", // 6 are cantons
	"BE": "C.R.Y.LDNN", // 7 are arrondissements
	"NL": "C.R....DLN", // 8 are municipalities, 10 the towns of addresses
	"FR": "C.R.Y.LDNN", // 7 are arrondissements
	"ES": "C.R.Y.LDNN", // 7 are comarcas
	"PT": "C.R.YL.NNN", // 7 are municipalities, 8 parishes
	"BR": "C.R...LDNN", // 5 to 7 are regions of statistics
	"IT": "C.R.Y.LDNN",
	"PL": "C.R.Y.LDNN", // 7 are gminas
	"CZ": "C...RYLDNN", // 6 are kraje, 7 okresy
	"CA": "C.R.Y.LDNN",
	"AU": "C.R.Y..LLN", // 6 are councils, 9 and 10 suburbs and localities, as addresses name them
	"NZ": "C.R.Y...NN", // towns are places
}

const commonLevels = "CRRYYLLDNN"

var roleLetters = map[byte]Role{
	'.': NoRole, 'C': CountryRole, 'R': RegionRole, 'Y': CountyRole, 'L': LocalityRole, 'D': DistrictRole, 'N': NeighbourhoodRole,
}

// LevelRole returns the role of a boundary with the given admin_level in a country, NoRole when
// the level is none of 2 to 11 or has no place in addresses.
func LevelRole(c Country, level int) Role {
	if level < 2 || level > 11 {
		return NoRole
	}
	if own, ok := levels[c.Alpha2()]; ok {
		return roleLetters[own[level-2]]
	}
	return roleLetters[commonLevels[level-2]]
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
