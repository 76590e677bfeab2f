package admin

// Number says where a house number stands in an address.
type numberPlace uint8

const (
	numberLast  numberPlace = iota // behind the street: Hauptstraße 12
	numberFirst                    // before it: 12 Main Street
	numberComma                    // behind it and a comma: Rua Augusta, 12
)

// postcodePlace says where a postcode stands.
type postcodePlace uint8

const (
	postcodeFirst postcodePlace = iota // before the town: 9495 Triesen
	postcodeLast                       // behind the town: London SW1A 2AA
	postcodeComma                      // behind the town and a comma: Cape Town, 8001
)

// regionPlace says whether an address with a postcode names the region.
type regionPlace uint8

const (
	noRegion    regionPlace = iota // the postcode tells: 10115 Berlin
	regionComma                    // behind the town and a comma, by its code where there is one: Newark, DE 19713
	regionSpace                    // behind the town: Sydney NSW 2000
)

// habit is how addresses are written in a country.
type habit struct {
	number   numberPlace
	postcode postcodePlace
	region   regionPlace
}

// habits lists the countries that differ from the zero habit, which is that of most of Europe, after the
// addressing guides of the Universal Postal Union and of the countries' posts.
var habits = map[string]habit{
	"US": {numberFirst, postcodeLast, regionComma}, "PR": {numberFirst, postcodeLast, regionComma}, "VI": {numberFirst, postcodeLast, regionComma},
	"GU": {numberFirst, postcodeLast, regionComma}, "CA": {numberFirst, postcodeLast, regionComma}, "AU": {numberFirst, postcodeLast, regionSpace},
	"IN": {numberFirst, postcodeLast, regionComma},

	"GB": {numberFirst, postcodeLast, noRegion}, "IE": {numberFirst, postcodeComma, noRegion}, "NZ": {numberFirst, postcodeLast, noRegion},
	"GG": {numberFirst, postcodeLast, noRegion}, "JE": {numberFirst, postcodeLast, noRegion}, "IM": {numberFirst, postcodeLast, noRegion},
	"GI": {numberFirst, postcodeLast, noRegion}, "SG": {numberFirst, postcodeLast, noRegion}, "HK": {numberFirst, postcodeLast, noRegion},
	"MT": {numberFirst, postcodeLast, noRegion}, "ZA": {numberFirst, postcodeComma, noRegion},

	"FR": {number: numberFirst}, "MC": {number: numberFirst}, "LU": {number: numberFirst}, "GP": {number: numberFirst}, "MQ": {number: numberFirst},
	"RE": {number: numberFirst}, "GF": {number: numberFirst}, "IL": {number: numberFirst}, "MY": {number: numberFirst}, "PH": {number: numberFirst},
	"GH": {number: numberFirst}, "KE": {number: numberFirst}, "NG": {number: numberFirst}, "ZW": {number: numberFirst}, "LK": {number: numberFirst},
	"PK": {number: numberFirst}, "TH": {number: numberFirst},

	"BR": {numberComma, postcodeComma, regionComma}, "ES": {number: numberComma}, "AD": {number: numberComma},
}

func habitOf(c Country) habit { return habits[c.Alpha2()] }
