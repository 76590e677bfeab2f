#!/bin/sh
# Asks five questions of a Delaware region: demo.sh BINARY REGION
set -eu
bin=$1
export FOOTSTEPD_REGION=$2

ask() {
	printf '\n\033[1m%s\033[0m\n$ footstepd call %s '"'%s'"' --text\n\n' "$1" "$2" "$3"
	"$bin" call "$2" "$3" --text
}

ask 'Where is it?' geocode \
	'{"text": "Rodney Square, Wilmington", "size": 3}'
ask 'How do I get there?' get_directions \
	'{"locations": ["Rodney Square, Wilmington", "University of Delaware, Newark"], "travel": "auto", "narrative": true}'
ask 'How far can I walk in 15 minutes?' get_isochrone \
	'{"location": "Rodney Square, Wilmington", "contours": [{"time": 5}, {"time": 15}], "travel": "pedestrian"}'
ask 'What is here?' reverse_geocode \
	'{"location": {"lat": 39.1582, "lon": -75.5244}, "size": 3}'
ask 'Where to search first?' get_prediction \
	'{"profile": "dementia_alzheimers", "area_type": "circle", "center": {"lat": 39.7459, "lon": -75.5466}, "radius_m": 2000, "datetime": "2026-11-30T14:00:00-05:00"}'
