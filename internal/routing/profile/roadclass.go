package profile

// RoadClass is the kind of a way, after OSM's highway key. The numbers are part of the region
// file: add at the end, never reorder.
type RoadClass uint8

// The classes of ways. Slip roads have the class of the road that they serve; see Attributes.Link.
const (
	Unknown RoadClass = iota // no class that routing knows, opened by access tags alone
	Motorway
	Trunk
	Primary
	Secondary
	Tertiary
	Unclassified
	Residential
	LivingStreet
	Service
	Road // of unknown class
	WinterRoad
	IceRoad
	Busway
	Track
	Cycleway
	Bridleway
	Path
	Footway
	Pedestrian
	Steps
	Corridor
	Elevator
	Platform
	Pier
	ParkingArea
	Ferry
	ShuttleTrain
	Railway // of a train that takes passengers or bicycles
	classes // how many there are
)

var classNames = [classes]string{
	Unknown: "unknown", Motorway: "motorway", Trunk: "trunk", Primary: "primary", Secondary: "secondary",
	Tertiary: "tertiary", Unclassified: "unclassified", Residential: "residential",
	LivingStreet: "living_street", Service: "service", Road: "road", WinterRoad: "winter_road",
	IceRoad: "ice_road", Busway: "busway", Track: "track", Cycleway: "cycleway", Bridleway: "bridleway",
	Path: "path", Footway: "footway", Pedestrian: "pedestrian", Steps: "steps", Corridor: "corridor",
	Elevator: "elevator", Platform: "platform", Pier: "pier", ParkingArea: "parking", Ferry: "ferry",
	ShuttleTrain: "shuttle_train", Railway: "railway",
}

// String returns the class as OSM's value, such as "living_street" or "ferry".
func (c RoadClass) String() string {
	if c >= classes {
		return classNames[Unknown]
	}
	return classNames[c]
}

// Value returns the class as OSM's value, with the suffix _link for slip roads.
func (c RoadClass) Value(link bool) string {
	if link && c >= Motorway && c <= Tertiary {
		return linkNames[c]
	}
	return c.String()
}

var linkNames = [...]string{
	Motorway: "motorway_link", Trunk: "trunk_link", Primary: "primary_link",
	Secondary: "secondary_link", Tertiary: "tertiary_link",
}

// highwayClass returns the class of a value of the highway key.
func highwayClass(value string) (c RoadClass, link bool) {
	switch value {
	case "motorway":
		return Motorway, false
	case "motorway_link":
		return Motorway, true
	case "trunk":
		return Trunk, false
	case "trunk_link":
		return Trunk, true
	case "primary":
		return Primary, false
	case "primary_link":
		return Primary, true
	case "secondary":
		return Secondary, false
	case "secondary_link":
		return Secondary, true
	case "tertiary":
		return Tertiary, false
	case "tertiary_link":
		return Tertiary, true
	case "unclassified":
		return Unclassified, false
	case "residential":
		return Residential, false
	case "living_street":
		return LivingStreet, false
	case "service":
		return Service, false
	case "road":
		return Road, false
	case "winter_road":
		return WinterRoad, false
	case "ice_road":
		return IceRoad, false
	case "busway", "bus_guideway":
		return Busway, false
	case "track":
		return Track, false
	case "cycleway":
		return Cycleway, false
	case "bridleway":
		return Bridleway, false
	case "path":
		return Path, false
	case "footway":
		return Footway, false
	case "pedestrian":
		return Pedestrian, false
	case "steps":
		return Steps, false
	case "corridor":
		return Corridor, false
	case "elevator":
		return Elevator, false
	case "platform":
		return Platform, false
	case "pier":
		return Pier, false
	}
	return Unknown, false
}

// classify returns the class of a way. Ferries and car trains come first: a ferry line may carry
// the highway value of the road that it continues.
func (f *facts) classify() (c RoadClass, link bool) {
	switch f.route {
	case "ferry":
		return Ferry, false
	case "shuttle_train":
		return ShuttleTrain, false
	}
	if f.highway != "" {
		return highwayClass(f.highway)
	}
	switch {
	case f.railway == "platform" || f.publicTransport == "platform":
		return Platform, false
	case f.manMade == "pier":
		return Pier, false
	case f.openParking():
		return ParkingArea, false
	case f.leisure == "track":
		return Footway, false // a running track
	case f.railway != "":
		return Railway, false
	}
	return Unknown, false
}

// openParking tells whether the way outlines a parking place that can be walked across.
func (f *facts) openParking() bool {
	if f.amenity != "parking" && f.amenity != "parking_entrance" || f.building != "" && f.building != "no" {
		return false
	}
	return f.parking != "underground" && f.parking != "multi-storey" && f.parking != "rooftop"
}
