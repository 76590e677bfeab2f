// Package osmtest gives tests real extracts and small maps of their own making.
//
// The real extracts are the ones that ride along with the paulmach/osm module, so they are there
// wherever the project builds. Own maps are drawn with Map and written as PBF or XML, so that a
// test goes through the same reader as an import does.
package osmtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Delaware returns the path of an extract of Delaware, USA, in PBF: 7.8 MB with 723,870 nodes,
// 73,144 ways and 1,644 relations.
func Delaware(tb testing.TB) string { return extract(tb, "delaware-latest.osm.pbf") }

// Andorra returns the path of an extract of Andorra as bzipped XML: 3.0 MB, 40 MB uncompressed.
func Andorra(tb testing.TB) string { return extract(tb, "andorra-latest.osm.bz2") }

func extract(tb testing.TB, name string) string {
	tb.Helper()
	dir, err := moduleDir()
	if err != nil {
		tb.Fatalf("osmtest: finding the module that holds %s: %v", name, err)
	}
	path := filepath.Join(dir, "testdata", name)
	if _, err := os.Stat(path); err != nil {
		tb.Fatalf("osmtest: %v; run `go mod download github.com/paulmach/osm`", err)
	}
	return path
}

// moduleDir asks the go command where the module lies: only it knows about caches, vendoring and
// replacements.
var moduleDir = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/paulmach/osm").Output()
	return strings.TrimSpace(string(out)), err
})
