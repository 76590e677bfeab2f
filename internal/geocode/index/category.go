package index

import (
	"slices"
	"strings"

	"github.com/paulmach/osm"
)

// Categories of venues are the values of the first of these keys that a venue has; values such as
// "yes" give the key itself. The number is the importance of a venue of the key.
var categoryKeys = []struct {
	key        string
	importance int
}{
	{"aeroway", 70},
	{"amenity", 70},
	{"shop", 62},
	{"tourism", 70},
	{"leisure", 64},
	{"historic", 62},
	{"office", 56},
	{"craft", 54},
	{"healthcare", 60},
	{"railway", 72},
	{"public_transport", 60},
	{"aerialway", 56},
	{"military", 60},
	{"emergency", 50},
	{"man_made", 54},
	{"natural", 60},
	{"waterway", 60},
	{"place", 62},
	{"landuse", 54},
	{"power", 46},
	{"club", 54},
	{"sport", 50},
	{"barrier", 40},
	{"bridge", 50},
	{"building", 52},
	{"highway", 48},
	{"boundary", 60},
	{"tunnel", 40},
}

// notVenues are values that make no venue of an object, however it is named: what is drawn on the
// ground rather than gone to, and what is gone.
var notVenues = map[string][]string{
	"highway":  {"crossing", "traffic_signals", "street_lamp", "turning_circle", "turning_loop", "stop", "give_way", "proposed", "speed_camera"},
	"railway":  {"abandoned", "razed", "switch", "signal", "crossing", "level_crossing", "buffer_stop", "milestone", "proposed"},
	"power":    {"tower", "pole", "portal"},
	"building": {"razed"},
}

// weighty are categories that are meant more often than others.
var weighty = map[string]int{
	"aerodrome": 140, "airport": 140, "international_airport": 150, "university": 135, "college": 110, "hospital": 112,
	"station": 112, "halt": 90, "tram_stop": 66, "subway_entrance": 50, "bus_station": 90, "ferry_terminal": 92, "museum": 96,
	"attraction": 92, "theme_park": 100, "zoo": 100, "stadium": 98, "park": 84, "nature_reserve": 80, "beach": 84,
	"castle": 96, "monument": 78, "memorial": 62, "townhall": 90, "courthouse": 82, "library": 80, "theatre": 82, "mall": 92,
	"hotel": 76, "cathedral": 88, "peak": 74, "island": 92, "islet": 66, "square": 82, "river": 84, "lake": 78, "bay": 74, "water": 70,
	"school": 72, "marina": 72, "golf_course": 72, "cemetery": 64, "embassy": 76, "lighthouse": 76, "protected_area": 78, "national_park": 100,
	"parking": 40, "bench": 20, "waste_basket": 15, "post_box": 30, "atm": 40, "artwork": 50, "stream": 50, "ditch": 30, "drain": 30,
	"bus_stop": 44, "platform": 44, "stop_position": 36, "entrance": 34, "rail": 40, "gate": 34, "swimming_pool": 40, "pitch": 46,
}

// categoryOf returns the category of a named object and its importance; ok is false when the
// object is no place that one looks for.
func categoryOf(tags osm.Tags) (category string, importance int, ok bool) {
	if tags.Find("traffic_sign") != "" || tags.Find("route") != "" && tags.Find("type") == "route" {
		return "", 0, false
	}
	for _, k := range categoryKeys {
		v := tags.Find(k.key)
		if v == "" || v == "no" {
			continue
		}
		if slices.Contains(notVenues[k.key], v) {
			return "", 0, false
		}
		v, _, _ = strings.Cut(v, ";")
		category, importance = strings.TrimSpace(v), k.importance
		switch {
		case category == "yes" || len(category) > 40:
			category = k.key
		case category == "protected_area" || k.key != "boundary":
		default:
			continue // other boundaries are no category
		}
		if w, ok := weighty[category]; ok {
			importance = w
		}
		return category, importance, true
	}
	return "", 44, tags.Find("boundary") == ""
}
