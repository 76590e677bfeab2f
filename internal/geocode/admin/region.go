package admin

import (
	"embed"
	"strings"
	"sync"
)

//go:embed data/regions.txt
var data embed.FS

// A Region of a country has short names that queries use and data often lacks.
type Region struct {
	Country Country
	Name    string
	Codes   []string // the official code first
}

// Regions lists the bundled regions: the states of countries whose addresses name them by code.
var Regions = sync.OnceValue(func() []Region {
	var out []Region
	content, _ := data.ReadFile("data/regions.txt")
	for line := range strings.Lines(string(content)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) < 3 || strings.HasPrefix(line, "#") {
			continue
		}
		out = append(out, Region{ParseCountry(fields[0]), fields[1], strings.Split(fields[2], " ")})
	}
	return out
})

type regionKey struct {
	country Country
	name    string
}

var regionIndex = sync.OnceValue(func() map[regionKey]*Region {
	index := map[regionKey]*Region{}
	for i, r := range Regions() {
		index[regionKey{r.Country, r.Name}] = &Regions()[i]
		index[regionKey{r.Country, FoldName(r.Name)}] = &Regions()[i]
		for _, c := range r.Codes {
			index[regionKey{r.Country, FoldName(c)}] = &Regions()[i]
		}
	}
	return index
})

// RegionOf returns the region of a country with the given name or code, nil when none is bundled.
func RegionOf(c Country, name string) *Region {
	if r := regionIndex()[regionKey{c, name}]; r != nil || c == 0 || name == "" {
		return r
	}
	return regionIndex()[regionKey{c, FoldName(name)}]
}

var regionWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for k := range regionIndex() {
		words[FoldName(k.name)] = true
	}
	return words
})

// RegionNamed tells whether a text is the name or code of a bundled region of any country.
func RegionNamed(name string) bool { return regionWords()[FoldName(name)] }
