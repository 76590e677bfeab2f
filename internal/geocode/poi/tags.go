package poi

import (
	"slices"
	"strings"

	"github.com/paulmach/osm"
)

// Tag is a tag of an object that a visitor may ask for.
type Tag struct{ Key, Value string }

// keptTags are the keys whose values are kept, in the order in which they are told.
var keptTags = []string{
	"name", "brand", "operator", "network", "ref", "description", "opening_hours", "opening_hours:covid19", "phone", "contact:phone", "mobile", "contact:mobile",
	"website", "contact:website", "url", "email", "contact:email", "wheelchair", "toilets:wheelchair", "wheelchair:description",
	"cuisine", "diet:vegetarian", "diet:vegan", "diet:halal", "diet:kosher", "diet:gluten_free", "outdoor_seating", "indoor_seating", "takeaway",
	"delivery", "drive_through", "reservation", "smoking", "internet_access", "internet_access:fee", "air_conditioning", "dog", "changing_table",
	"access", "fee", "charge", "capacity", "capacity:disabled", "covered", "parking", "maxstay", "surface", "lit", "bench", "shelter", "bin", "tactile_paving",
	"stars", "rooms", "beds", "level", "ele", "height", "religion", "denomination", "sport", "emergency", "healthcare:speciality", "dispensing",
	"self_service", "fuel:diesel", "fuel:octane_95", "fuel:lpg", "fuel:cng", "atm", "cash_in", "collection_times", "service_times",
	"artist_name", "artwork_type", "museum", "memorial", "inscription", "architect", "start_date", "heritage", "payment:cash", "payment:cards", "payment:credit_cards",
	"socket:type2", "socket:chademo", "socket:type2_combo", "bicycle_parking", "drinking_water", "route_ref", "iata", "icao", "wikidata", "wikipedia",
}

var keptOrder = func() map[string]int {
	m := map[string]int{}
	for i, k := range keptTags {
		m[k] = i
	}
	return m
}()

// maxTag bounds a value that is kept, in bytes.
const maxTag = 255

// kept returns the tags to keep of an object, in the order of keptTags.
func kept(tags osm.Tags) []Tag {
	var out []Tag
	for _, t := range tags {
		value := strings.TrimSpace(strings.ToValidUTF8(t.Value, ""))
		if _, ok := keptOrder[t.Key]; ok && value != "" && len(value) <= maxTag {
			out = append(out, Tag{t.Key, value})
		}
	}
	slices.SortFunc(out, func(a, b Tag) int { return keptOrder[a.Key] - keptOrder[b.Key] })
	return slices.CompactFunc(out, func(a, b Tag) bool { return a.Key == b.Key })
}

// telling tells whether a visitor would ask for the tags, apart from names: whether a named object
// of no category is kept.
func telling(tags []Tag) bool {
	return slices.ContainsFunc(tags, func(t Tag) bool {
		switch t.Key {
		case "opening_hours", "phone", "contact:phone", "website", "contact:website", "email", "contact:email", "brand", "wheelchair", "wikidata":
			return true
		}
		return false
	})
}

// namesOf returns what an object may be asked for by as one of a chain: the distinct folded values of
// its name, brand and operator, in this order.
func namesOf(tags []Tag) []Tag {
	var out []Tag
	for _, t := range tags {
		if t.Key == "name" || t.Key == "brand" || t.Key == "operator" {
			f := Fold(t.Value)
			if f != "" && !slices.ContainsFunc(out, func(o Tag) bool { return o.Value == f }) {
				out = append(out, Tag{t.Key, f})
			}
		}
	}
	return out
}

// kindTags are the keys whose values say which of a category an object is.
var kindTags = []string{"cuisine", "religion", "denomination", "sport", "brand", "operator", "artwork_type", "network"}

// IsOfKind tells whether the tags of an object say that it is of a kind, given as a folded word:
// "italian" of a restaurant, "catholic" of a church, "vegan" of what has such a diet.
func (s *Store) IsOfKind(o Object, kind string) bool {
	found := false
	s.tags.each(o, func(key string, value uint32) bool {
		if diet, ok := strings.CutPrefix(key, "diet:"); ok {
			if Fold(diet) == kind {
				v := s.tags.texts.At(value)
				found = v == "yes" || v == "only"
			}
		} else if slices.Contains(kindTags, key) {
			for v := range strings.SplitSeq(s.tags.texts.At(value), ";") {
				found = found || Fold(v) == kind
			}
		}
		return !found
	})
	return found
}
