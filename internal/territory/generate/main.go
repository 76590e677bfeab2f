// Command generate makes the map of the world that package territory bundles:
//
//	npm pack @rapideditor/country-coder@5.6.1 @photostructure/tz-lookup@11.7.0   # and unpack both
//	go run ./internal/territory/generate -borders borders.json -zones tz.js -list /usr/share/zoneinfo/zone.tab -o internal/territory/data/world.bin
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/footstepd/footstepd/internal/territory"
)

func main() {
	borders := flag.String("borders", "", "src/data/borders.json of country-coder")
	zones := flag.String("zones", "", "tz.js of tz-lookup")
	list := flag.String("list", "", "zone.tab of the time zone database")
	out := flag.String("o", "", "file to write")
	flag.Parse()
	if err := run(*out, *borders, *zones, *list); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(out string, sources ...string) error {
	texts := make([][]byte, len(sources))
	for i, path := range sources {
		var err error
		if texts[i], err = os.ReadFile(path); err != nil {
			return err
		}
	}
	m, err := territory.FromSources(texts[0], texts[1], texts[2])
	if err != nil {
		return err
	}
	b, err := m.Pack()
	if err != nil {
		return err
	}
	return os.WriteFile(out, b, 0o644)
}
