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

// Label writes an address on one line in the way of its country: the number before or behind the
// street, the postcode before or behind the town, the region where that is the habit, and where no
// postcode tells which of several towns of a name is meant.
func (a Address) Label() string {
	h := habitOf(a.Country)
	var room [8]string
	parts := room[:0]
	add := func(part string) {
		part = strings.TrimSpace(part)
		if part == "" || len(parts) > 0 && strings.EqualFold(parts[len(parts)-1], part) {
			return
		}
		parts = append(parts, part)
	}
	add(a.Name)
	if a.Street != "" {
		add(a.street(h))
	}
	add(a.Neighbourhood)
	town, region := a.Locality, a.Region
	if a.RegionCode != "" {
		region = a.RegionCode
	}
	if town == "" || h.postcode != postcodeFirst && a.Street == "" && a.Name == "" && region == "" {
		town = join(town, ", ", a.County)
	}
	if a.Name != "" && strings.EqualFold(a.Name, town) {
		town = ""
	}
	postcode := a.Postcode
	if postcode == a.Name {
		postcode = ""
	}
	if h.region == noRegion && postcode != "" && town != "" || strings.EqualFold(region, town) {
		region = ""
	}
	switch {
	case h.postcode == postcodeFirst:
		add(join(postcode, " ", town))
		add(region)
	case h.region == regionSpace:
		add(join(join(town, " ", region), " ", postcode))
	case h.postcode == postcodeComma:
		add(town)
		add(region)
		add(postcode)
	case region != "" || h.region == regionComma:
		add(town)
		add(join(region, " ", postcode))
	default:
		add(join(town, " ", postcode))
	}
	add(a.CountryName)
	return strings.Join(parts, ", ")
}

// street writes the street with its number.
func (a Address) street(h habit) string {
	switch h.number {
	case numberFirst:
		return join(a.HouseNumber, " ", a.Street)
	case numberComma:
		return join(a.Street, ", ", a.HouseNumber)
	}
	return join(a.Street, " ", a.HouseNumber)
}

// join puts two texts together, with something between them where both are there.
func join(a, between, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + between + b
}
