#!/bin/sh
# Compare the hierarchy with plain searches over the same paths in one run, and check that the costs are equal:
#   sh scripts/ratios.sh [pairs] [region file]
# Without a region, Delaware is imported first.
set -eu
pairs=${1:-1000}
region=${2:-}
if [ -n "$region" ]; then
	region=$(cd "$(dirname "$region")" && pwd)/$(basename "$region")
fi
cd "$(dirname "$0")/.."
exec go test ./tests/bench -run '^$' -bench '^BenchmarkRatio$' -benchtime "${pairs}x" -timeout 0 ${region:+-region "$region"}
