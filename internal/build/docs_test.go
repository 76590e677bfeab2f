package build

import (
	"os"
	"strings"
	"testing"
)

// The format is documented section by section: what an import writes, docs/region-format.md names.
func TestSectionsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/region-format.md")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for i, part := range strings.Split(string(text), "`") {
		if i%2 == 1 {
			names[part] = true
		}
	}
	for _, s := range sectionsOf(t, townRegion(t)) {
		name := s.Name
		for _, mode := range Profiles {
			name = strings.TrimPrefix(name, "roads."+string(mode)+".")
			name = strings.TrimPrefix(name, "hier."+string(mode)+".")
		}
		name = strings.TrimPrefix(name, "hier.motor.") // what auto, truck and bus share
		// Packed sections of the geocoder have helpers with fixed endings.
		for _, ending := range []string{".idx", ".heads", ".boxes", ".items"} {
			if strings.HasPrefix(name, "geocode/") {
				name = strings.TrimSuffix(name, ending)
			}
		}
		if !names[name] {
			t.Errorf("docs/region-format.md does not describe section %q", s.Name)
		}
	}
}
