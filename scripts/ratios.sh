#!/bin/sh
# Compare the lanes that requests take with plain searches over the same paths in one run, by sets of options,
# and check that the costs are equal:
#   sh scripts/ratios.sh [pairs] [region file]
# Without a region, Delaware is imported first.
set -eu
pairs=${1:-200}
region=${2:-}
if [ -n "$region" ]; then
	region=$(cd "$(dirname "$region")" && pwd)/$(basename "$region")
fi
cd "$(dirname "$0")/.."
exec go test ./tests/bench -run '^$' -bench '^BenchmarkRatio$' -benchtime "${pairs}x" -timeout 0 ${region:+-region "$region"}
