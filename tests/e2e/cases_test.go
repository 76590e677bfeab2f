package e2e_test

// exchange is a call and how it must end.
type exchange struct {
	Name string         `json:"-"`
	Tool string         `json:"tool"`
	Args map[string]any `json:"arguments"`
	Code string         `json:"code"` // "" for a success
}

type object = map[string]any

func at(lat, lon float64) object { return object{"lat": lat, "lon": lon} }

// Spots in and around Delaware.
var (
	rodneySquare = at(39.7459, -75.5466) // Wilmington
	newark       = at(39.6837, -75.7497)
	inTheBay     = at(39.15, -75.25) // Delaware Bay, miles from any road
	berlin       = at(52.52, 13.405)
)

// exchanges has, for every tool, a success, an empty answer where there is one, bad input and the
// failures that the map decides.
var exchanges = []exchange{
	{"a square", "geocode", object{"text": "Rodney Square, Wilmington", "size": 3}, ""},
	{"a postcode", "geocode", object{"text": "19801"}, ""},
	{"nothing of that name", "geocode", object{"text": "qqxyzzyplugh"}, ""},
	{"no text", "geocode", object{}, "invalid_input"},
	{"size too large", "geocode", object{"text": "King Street", "size": 99}, "invalid_input"},

	{"what is here", "reverse_geocode", object{"location": rodneySquare, "size": 3}, ""},
	{"latitude beyond the pole", "reverse_geocode", object{"location": at(95, 0)}, "invalid_input"},
	{"another continent", "reverse_geocode", object{"location": berlin}, "out_of_bounds"},

	{"by car", "get_directions", object{"locations": []any{rodneySquare, newark}, "narrative": true}, ""},
	{"on foot", "get_directions", object{"locations": []any{rodneySquare, at(39.7480, -75.5500)}, "travel": "pedestrian"}, ""},
	{"by bicycle", "get_directions", object{"locations": []any{rodneySquare, at(39.7600, -75.5400)}, "travel": "bicycle"}, ""},
	{"one location", "get_directions", object{"locations": []any{rodneySquare}}, "invalid_input"},
	{"by plane", "get_directions", object{"locations": []any{rodneySquare, newark}, "travel": "plane"}, "invalid_input"},
	{"to the bay", "get_directions", object{"locations": []any{rodneySquare, inTheBay}}, "unroutable_point"},
	{"to another continent", "get_directions", object{"locations": []any{rodneySquare, berlin}}, "out_of_bounds"},

	{"from name to name", "find_and_route", object{"origin": "Rodney Square, Wilmington", "destination": newark}, ""},
	{"no destination", "find_and_route", object{"origin": "Rodney Square, Wilmington"}, "invalid_input"},
	{"to a name that is none", "find_and_route", object{"origin": rodneySquare, "destination": "qqxyzzyplugh"}, "not_found"},

	{"ten minutes' walk", "get_isochrone", object{"location": rodneySquare, "contours": []any{object{"time": 5}, object{"time": 10}}}, ""},
	{"five contours", "get_isochrone", object{"location": rodneySquare, "contours": []any{object{"time": 1}, object{"time": 2}, object{"time": 3}, object{"time": 4}, object{"time": 5}}}, "invalid_input"},
	{"from the bay", "get_isochrone", object{"location": inTheBay, "contours": []any{object{"time": 5}}}, "unroutable_point"},

	{"where to search", "get_prediction", object{"profile": "dementia_alzheimers", "area_type": "circle", "center": rodneySquare, "radius_m": 2000, "datetime": "2026-11-30T14:00:00-05:00"}, ""},
	{"no profile", "get_prediction", object{"area_type": "circle", "center": rodneySquare, "radius_m": 2000, "datetime": "2026-11-30T14:00:00-05:00"}, "invalid_input"},
	{"circle without a centre", "get_prediction", object{"profile": "despondent", "area_type": "circle", "radius_m": 2000, "datetime": "2026-11-30T14:00:00-05:00"}, "prediction_unsupported"},

	{"by lorry with other ways", "get_directions", object{"locations": []any{rodneySquare, newark}, "travel": "truck", "alternates": 2, "travel_options": object{"height": 4.1, "weight": 30}}, ""},

	{"four addresses, one of them bad", "batch_geocode", object{"addresses": []any{"Rodney Square, Wilmington", object{"locality": "Newark", "region": "DE"}, "", "qqxyzzyplugh"}}, ""},
	{"no addresses", "batch_geocode", object{"addresses": []any{}}, "invalid_input"},

	{"an address with a typo", "parse_address", object{"addresses": []any{"500 Martkt Street, Wilmington DE"}}, ""},
	{"too many addresses", "parse_address", object{"addresses": 5}, "invalid_input"},

	{"coffee nearby", "search_places", object{"query": "cafe", "near": newark, "size": 5}, ""},
	{"a kind of place that is none", "search_places", object{"query": "qqxyzzyplugh", "near": newark}, ""},
	{"a radius beyond the limit", "search_places", object{"query": "cafe", "near": newark, "radius_m": 1e9}, "invalid_input"},

	{"a place by its id", "get_place", object{"id": "osm:node/401253449"}, ""},
	{"an id that no region holds", "get_place", object{"id": "osm:node/1"}, "not_found"},

	{"one to two", "get_matrix", object{"sources": []any{rodneySquare}, "targets": []any{newark, at(39.1582, -75.5244)}}, ""},
	{"no targets", "get_matrix", object{"sources": []any{rodneySquare}}, "invalid_input"},

	{"by car or on foot", "compare_routes", object{"locations": []any{rodneySquare, at(39.7480, -75.5500)}, "travel_modes": []any{"auto", "pedestrian"}}, ""},
	{"one mode alone", "compare_routes", object{"locations": []any{rodneySquare, newark}, "travel_modes": []any{"auto"}}, "invalid_input"},

	{"the road beside the square", "locate", object{"locations": []any{rodneySquare}}, ""},
	{"no location", "locate", object{}, "invalid_input"},
}
