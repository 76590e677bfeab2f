package admin

import "strings"

// Address is what a label is written from. Any field may be empty.
type Address struct {
	Name        string // of a venue, area or crossing; left out where Street and HouseNumber say it all
	HouseNumber string
	Street      string
	Neighbourhood, Locality,
	County, Region, RegionCode,
	Postcode, CountryName string
	Country Country
}

// numberFirst lists the countries that write the house number before the street.
const numberFirst = " AU CA FR GB GG GH GI HK IE IL IM IN JE KE LK LU MC MT MY NG NZ PH PK SG TH US ZA ZW "

// postcodeLast lists the countries that write the postcode behind the town.
const postcodeLast = " AU CA GB GG HK IE IM IN JE NZ SG US ZA "

// Label writes an address on one line in the way of its country: the number before or behind the
// street, the postcode before or behind the town, the region by its code where that is the habit.
func (a Address) Label() string {
	first := func(list string) bool { return a.Country != 0 && strings.Contains(list, " "+a.Country.Alpha2()+" ") }
	var parts []string
	add := func(part string) {
		part = strings.TrimSpace(part)
		if part == "" || len(parts) > 0 && strings.EqualFold(parts[len(parts)-1], part) {
			return
		}
		parts = append(parts, part)
	}
	add(a.Name)
	street := a.Street
	if a.HouseNumber != "" {
		if first(numberFirst) {
			street = a.HouseNumber + " " + street
		} else {
			street += " " + a.HouseNumber
		}
	}
	if a.Street != "" {
		add(street)
	}
	add(a.Neighbourhood)
	region := a.Region
	if a.RegionCode != "" {
		region = a.RegionCode
	}
	if first(postcodeLast) {
		add(a.Locality)
		if a.Locality == "" || a.Street == "" && a.Name == "" && region == "" {
			add(a.County)
		}
		add(region + " " + a.Postcode)
	} else {
		town := a.Locality
		if town == "" {
			town = a.County
		}
		if a.Name != "" && strings.EqualFold(a.Name, town) {
			town = ""
		}
		if a.Name == a.Postcode {
			add(town)
		} else {
			add(a.Postcode + " " + town)
		}
		add(region)
	}
	add(a.CountryName)
	return strings.Join(parts, ", ")
}
