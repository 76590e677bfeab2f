#!/bin/sh
# Put Valhalla, another open router, beside the engine over one extract on this machine: what both take, and how their
# routes, tables and areas differ.
#   sh scripts/peer_valhalla.sh [test] [pairs] [further flags]
# test is Speed, Import, Routes, Tables or Areas, or . for all. The npm package of Valhalla is fetched at the version below
# into dist/peer, once; it has programs for Linux and for macOS on Arm. Flags: see tests/peer/peer_test.go, -extract and -out FILE among them.
set -eu
version=3.6.1
cd "$(dirname "$0")/.."
only=${1:-.}
pairs=${2:-200}
[ $# -le 2 ] || { shift 2; set -- "$@"; rest=yes; }
[ "${rest:-}" = yes ] || set --
folder=$PWD/dist/peer
package=$folder/node_modules/@valhallajs/valhallajs
skip() {
	echo "skipped: $1" >&2
	exit 0
}
for tool in node npm python3; do
	command -v $tool >/dev/null || skip "Valhalla's package needs $tool, which is not here"
done
if [ "$(sed -n 's/.*"version": "\(.*\)".*/\1/p' "$package/package.json" 2>/dev/null)" != $version ]; then
	mkdir -p "$folder"
	npm install --silent --no-audit --no-fund --prefix "$folder" "@valhallajs/valhallajs@$version" ||
		skip "npm cannot fetch @valhallajs/valhallajs@$version"
fi
node -e 'require(process.argv[1])' "$package" 2>/dev/null || skip "Valhalla's package does not run on this system"
exec go test ./tests/peer -count=1 -timeout 0 -run "^Test$only" -valhalla "$package" -pairs "$pairs" "$@"
