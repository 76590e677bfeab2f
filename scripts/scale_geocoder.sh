#!/bin/sh
# Make artificial regions with many houses, build the geocoder of each and measure it:
#   sh scripts/scale_geocoder.sh [folder] [nodes...]
# Prints the processor time and the peak memory of the build, the number of documents (places and house
# numbers), the size of the index, and what questions of each kind take.
set -eu
cd "$(dirname "$0")/.."
dir=${1:-dist/scale}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- 1 20000 850000 5400000
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
for nodes in "$@"; do
	extract="$dir/houses-$nodes.osm.pbf"
	go run ./internal/osm/synthetic/generate -nodes "$nodes" -houses 12 -o "$extract"
	ls -l "$extract"
	go test ./tests/bench -run '^$' -bench Geocoder -benchtime 3000x -timeout 0 -extract "$extract"
done
