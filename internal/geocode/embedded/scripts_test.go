package embedded

import (
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
)

// Names are found in letters that no tag has them in: those of Latin script by what others write for their sounds, and
// Greek ones as passports spell them.
func TestOtherScripts(t *testing.T) {
	m := new(osmtest.Map).Node(1, 10, 50, "place=town", "name=Wilmington").Node(2, 11, 50, "place=town", "name=Dover").Node(3, 12, 50, "place=suburb", "name=Nørrebro").
		Node(4, 13, 50, "place=town", "name=Θεσσαλονίκη").Node(5, 14, 50, "amenity=cafe", "name=Tivoli").Node(6, 15, 50, "place=town", "name=Harrington").
		Node(7, 16, 50, "place=square", "name=Σύνταγμα").Node(8, 17, 50, "place=town", "name=Киев")
	g := geocoder(t, m)
	for text, want := range map[string]string{
		"Γουίλμινγκτον": "osm:node/1", "Уилмингтон": "osm:node/1", "Ντόβερ": "osm:node/2", "Довер": "osm:node/2", "Νορρεμπρο": "osm:node/3", "Τίβολι": "osm:node/5", "Харрингтон": "osm:node/6",
		"Thessaloniki": "osm:node/4", "ΘΕΣΣΑΛΟΝΙΚΗ": "osm:node/4", "syntagma": "osm:node/7", "Kiev": "osm:node/8", "Κιέβ": "osm:node/8",
	} {
		if r := search(t, g, geocode.Query{Text: text, Size: 3}); len(r.Places) == 0 || r.Places[0].ID != want || r.Places[0].Confidence < 0.7 {
			t.Errorf("%s: got %+v, want %s", text, r.Places, want)
		}
	}
	for _, text := range []string{"Ξξψφρτ", "Жщкрн", "Παπαδοπούλου"} {
		if r := search(t, g, geocode.Query{Text: text, Size: 3}); len(r.Places) > 0 && r.Places[0].Confidence >= 0.4 {
			t.Errorf("%s: got %+v", text, r.Places)
		}
	}
}
