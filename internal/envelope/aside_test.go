package envelope_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/paulmach/orb"
)

// Layers set aside are in exports only, and say there what the answer does not.
func TestAside(t *testing.T) {
	square := orb.MultiPolygon{{{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}}}
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	b.Headline("Two areas")
	b.Caption("Areas", "Read this.")
	b.Draw(envelope.PolygonLayer("Aside", envelope.NewArea(square), envelope.Measure{Metric: "a", Value: 1}, nil).Aside())
	b.Draw(envelope.PolygonLayer("Shown, with a long label", envelope.NewArea(square), envelope.Measure{Metric: "b", Value: 2}, nil).In("Areas").Backed(envelope.Faint).
		Noted(envelope.Note{Title: "Shown", Text: "What it is", Facts: map[string]any{"share": 0.5}}))
	a := b.Answer(context.Background())
	var got struct{ Render []struct{ Label string } }
	if err := json.Unmarshal(a.Structured, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Render) != 1 || got.Render[0].Label != "Shown, with a long label" || strings.Contains(a.Text, "Aside") || strings.Contains(string(a.Structured), "What it is") {
		t.Errorf("shown: %s\n%s", a.Structured, a.Text)
	}
	if len(a.Layers) != 2 || a.Headline != "Two areas" || a.Title != "Areas" || a.Caption != "Read this." {
		t.Fatalf("exported: %d layers, %q, %q", len(a.Layers), a.Headline, a.Caption)
	}
	if l := a.Layers[0]; l.Folder() != "Aside" || l.Backing() != envelope.Tinted || l.Features()[0].Properties["title"] != nil {
		t.Errorf("aside: folder %q, %v", l.Folder(), l.Features()[0].Properties)
	}
	if l := a.Layers[1]; l.Folder() != "Areas" || l.Features()[0].Properties["title"] != "Shown" || l.Features()[0].Properties["description"] != "What it is" ||
		l.Features()[0].Properties["share"] != 0.5 || l.Backing() != envelope.Faint {
		t.Errorf("shown: folder %q, %v", l.Folder(), l.Features()[0].Properties)
	}
}
