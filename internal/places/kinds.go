package places

import "github.com/paulmach/osm"

// shape is how an object of some kind is drawn.
type shape uint8

const (
	line     shape = iota // always a line
	area                  // always an area: closed ways and multipolygons only
	either                // an area when area=yes, else a line
	building              // an area, kept as its centre and size when small
	spot                  // a node, or the centre of an area
)

// rule maps a tag to a class. A value of "*" stands for every value but "no".
type rule struct {
	key    string
	values []string
	class  Class
	shape  shape
}

// rules are tried in turn; the first that fits decides. The more telling keys come first: a way
// with building and landuse is a building, a highway through a park is a road.
var rules = []rule{
	{"building", []string{"*"}, Structure, building},
	{"highway", []string{
		"motorway", "motorway_link", "trunk", "trunk_link", "primary", "primary_link", "secondary",
		"secondary_link", "tertiary", "tertiary_link", "unclassified", "residential", "living_street",
		"service", "road",
	}, Road, either},
	{"highway", []string{"path", "footway", "cycleway", "bridleway", "steps", "track", "pedestrian"}, Linear, either},
	{"railway", []string{"rail", "light_rail", "tram", "narrow_gauge", "preserved", "funicular", "monorail", "disused", "abandoned"}, Linear, line},
	{"natural", []string{"coastline"}, Water, line},
	{"water", []string{"reservoir"}, Water, area},
	{"natural", []string{"water"}, Water, area},
	{"waterway", []string{"riverbank", "dock"}, Water, area},
	{"landuse", []string{"reservoir", "basin"}, Water, area},
	{"waterway", []string{"river", "canal"}, Water, line},
	{"waterway", []string{"stream", "ditch", "drain", "brook", "tidal_channel"}, Drainage, line},
	{"barrier", []string{"wall", "hedge", "fence", "city_wall", "retaining_wall"}, Linear, line},
	{"natural", []string{"tree_row"}, Linear, line},
	{"man_made", []string{"embankment", "dyke", "cutline", "pier", "breakwater", "groyne"}, Linear, line},
	{"power", []string{"line", "minor_line"}, Linear, line},
	{"natural", []string{"cliff"}, Spot, line},
	{"natural", []string{"wood"}, Woods, area},
	{"landuse", []string{"forest"}, Woods, area},
	{"natural", []string{"scrub", "heath", "wetland", "marsh", "fell", "tundra"}, Scrub, area},
	{"natural", []string{"grassland", "beach", "sand", "bare_rock", "scree", "shingle", "mud", "glacier", "dune", "moor"}, OpenGround, area},
	{"landuse", []string{
		"farmland", "farm", "meadow", "grass", "orchard", "vineyard", "allotments", "cemetery", "recreation_ground",
		"village_green", "plant_nursery", "greenfield", "brownfield", "quarry", "landfill",
	}, OpenGround, area},
	{"leisure", []string{"park", "pitch", "playground", "golf_course", "garden", "common", "track", "dog_park"}, OpenGround, area},
	{"aeroway", []string{"aerodrome", "runway", "taxiway", "apron", "helipad"}, OpenGround, area},
	{"landuse", []string{"residential", "commercial", "industrial", "retail", "construction", "railway", "garages", "farmyard", "institutional", "education"}, Urban, area},
	{"amenity", []string{"school", "university", "college", "hospital", "parking", "kindergarten", "marketplace"}, Urban, area},
}

// A kind is one key=value with what it counts as.
type kind struct {
	class Class
	tag   string
	shape shape
}

// classify returns the kind of an object with these tags, false when it is none that counts.
func classify(tags osm.Tags) (kind, bool) {
	if hidden(tags) {
		return kind{}, false
	}
	for _, r := range rules {
		value := tags.Find(r.key)
		if value == "" || value == "no" {
			continue
		}
		for _, v := range r.values {
			switch v {
			case value:
				return kind{r.class, r.key + "=" + value, r.shape}, true
			case "*":
				return kind{r.class, r.key + "=yes", r.shape}, true
			}
		}
	}
	return kind{}, false
}

// hidden tells whether an object lies out of sight of a searcher: in a tunnel or under the ground.
func hidden(tags osm.Tags) bool {
	if v := tags.Find("location"); v == "underground" {
		return true
	}
	switch tags.Find("tunnel") {
	case "", "no", "building_passage":
		return false
	}
	return true
}
