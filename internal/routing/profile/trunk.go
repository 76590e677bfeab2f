package profile

// OpenTrunks tells whether trunk roads are open to those who walk and ride bicycles in a country, unless tags
// say otherwise. OpenStreetMap's list of default access has them open everywhere but in a few countries, where a trunk
// is a road for motors alone. Where the country is not known, nobody is sent along one.
func OpenTrunks(country string) bool {
	switch country {
	case "", "AT", "BE", "CH", "DK", "FR", "HU", "SK":
		return false
	}
	return true
}

// openTrunk tells whether the way is a trunk road of a country that has them open.
func (f *facts) openTrunk(class RoadClass) bool { return class == Trunk && f.openTrunks }
