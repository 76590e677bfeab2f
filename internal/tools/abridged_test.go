package tools_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/tools"
)

// A person at a terminal gets whole lists and nothing about what the terminal does not show; a model gets
// the first rows.
func TestUnabridgedText(t *testing.T) {
	w := delaware(t)
	for i := range 9 {
		w.gazetteer.places = append(w.gazetteer.places, place(fmt.Sprintf("osm:node/%d", 100+i), "Mill", fmt.Sprintf("Mill, Town %d, DE", i), 39.7, -75.5, geocode.Venue, 0.9))
	}
	for _, tc := range []struct {
		tool, args string
		last       string // how the last line of the list begins
	}{
		{"geocode", `{"text": "Mill", "size": 9}`, "9. Mill"},
		{"search_places", `{"query": "Mill", "size": 9}`, "9. Mill"},
		{"batch_geocode", `{"addresses": ["Mill", "Mill", "Mill", "Mill", "Mill", "Mill", "Mill"]}`, "6. Mill"},
		{"parse_address", `{"addresses": ["Mill", "Mill", "Mill", "Mill", "Mill", "Mill", "Mill"]}`, "6. "},
		{"get_prediction", `{` + strings.Replace(search, `"segments": 4`, `"segments": 6`, 1) + `}`, "Segment F: "},
		{"get_prediction", `{` + search + `}`, "10. "},
		{"get_matrix", `{"sources": ["39.71, -75.51", "39.72, -75.52", "39.73, -75.53"], "targets": ["39.74, -75.54", "39.75, -75.55", "39.76, -75.56"]}`, "source 0 to target 2: "},
		{"locate", `{"locations": ["39.7, -75.5", "39.7, -75.5", "39.7, -75.5", "39.7, -75.5", "39.7, -75.5", "39.7, -75.5", "39.7, -75.5", "39.7, -75.5", "39.7, -75.5"]}`, "Location 8: "},
		{"get_directions", `{"locations": ["39.71, -75.51", "39.72, -75.52", "39.73, -75.53", "39.74, -75.54"]}`, "Stop 3: "},
	} {
		text := func(mode envelope.TextMode) string {
			deps := tools.Deps{Regions: &shelf{regions: []*tools.Region{w.Region}}, TextContent: mode}
			return toolNamed(t, tc.tool, deps).Run(context.Background(), json.RawMessage(tc.args)).Text
		}
		long, short := text(envelope.Long), text(envelope.Prose)
		if !strings.Contains(long, "\n"+tc.last) || strings.Contains(long, "structuredContent") {
			t.Errorf("%s: the text for a person lacks %q or speaks of what it does not show:\n%s", tc.tool, tc.last, long)
		}
		if strings.Contains(short, "\n"+tc.last) {
			t.Errorf("%s: the text for a model has %q, too:\n%s", tc.tool, tc.last, short)
		}
	}
}

// Guesses are not said to be found.
func TestGuessesInHeadlines(t *testing.T) {
	w := delaware(t)
	w.gazetteer.places = append(w.gazetteer.places, place("osm:node/77", "Hill", "Hill, DE", 39.7, -75.5, geocode.Venue, 0.3))
	for _, tc := range []struct{ tool, args, want string }{
		{"parse_address", `{"addresses": ["Hill", "Rodney Square, Wilmington"]}`, "2 of 2 addresses are known to the map, 1 of them not surely."},
		{"batch_geocode", `{"addresses": ["Hill", "Rodney Square", "nowhere"]}`, "1 of 3 addresses found, 1 more only guessed."},
		{"batch_geocode", `{"addresses": ["Rodney Square", "nowhere"]}`, "1 of 2 addresses found."},
		{"search_places", `{"query": "Hill"}`, `No good match for "Hill" in the loaded regions; the nearest guess is Hill.`},
		{"search_places", `{"query": "Rodney Square"}`, `One place for "Rodney Square" in the loaded regions: Rodney Square.`},
		// A category that the place has none of, though the whole text is a bad name of something.
		{"search_places", `{"query": "square near University of Delaware"}`, `No place for "square near University of Delaware" in or near University of Delaware, Newark, DE.`},
	} {
		var got struct{ Headline string }
		a := call(t, context.Background(), tc.tool, tc.args, w)
		if err := json.Unmarshal(a.Structured, &got); err != nil || got.Headline != tc.want {
			t.Errorf("%s %s: got %q, want %q", tc.tool, tc.args, got.Headline, tc.want)
		}
	}
}
