#!/bin/sh
# Make artificial regions of growing size, import them and measure them:
#   sh scripts/scale.sh [folder] [nodes...]
# Prints the time and the peak memory of each import (with GNU time), the sizes of extract and region file, and
# what opening, routes, tables, questions of the geocoder and isochrones take.
set -eu
cd "$(dirname "$0")/.."
dir=${1:-dist/scale}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- 100000 1000000 5000000
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
go build -trimpath -o "$dir/footstepd" ./cmd/footstepd
for nodes in "$@"; do
	extract="$dir/world-$nodes.osm.pbf"
	region="$dir/world-$nodes.region"
	go run ./internal/osm/synthetic/generate -nodes "$nodes" -o "$extract"
	if command -v /usr/bin/time >/dev/null 2>&1; then
		/usr/bin/time -f "import: %e s, %U + %S s of processor time, %M KiB at most" \
			"$dir/footstepd" import "$extract" --name "world-$nodes" -o "$region"
	else
		"$dir/footstepd" import "$extract" --name "world-$nodes" -o "$region"
	fi
	ls -l "$extract" "$region"
	measure() {
		go test ./tests/bench -run '^$' -bench "$1" -benchtime "$2" -timeout 0 -region "$region"
	}
	measure '^Benchmark(Route|Matrix|Geocoder)$' 200x
	measure '^Benchmark(Open|Isochrone)$' 30x
done
