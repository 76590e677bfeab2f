package tools

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/elevation"
	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
	"golang.org/x/text/language"
)

// RouteRow is a route as answers show it.
type RouteRow struct {
	DistanceMeters  float64        `json:"distance_meters"`
	DurationSeconds float64        `json:"duration_seconds"`
	Narrative       string         `json:"narrative,omitempty"`
	NarrativeUnits  envelope.Units `json:"narrative_units,omitempty"`
	Terrain         *TerrainRow    `json:"terrain,omitempty"`
	HasToll         bool           `json:"has_toll,omitempty"`
	HasHighway      bool           `json:"has_highway,omitempty"`
	HasFerry        bool           `json:"has_ferry,omitempty"`
	Waypoints       []WaypointRow  `json:"waypoints"`
	Legs            []LegRow       `json:"legs"`
}

// WaypointRow is a stop as it lies on the network.
type WaypointRow struct {
	envelope.LatLng
	OriginalIndex      int     `json:"original_index"`
	SnapDistanceMeters float64 `json:"snap_distance_meters"`
	Name               string  `json:"name,omitempty"`
}

// LegRow is the stretch between two stops. StepsOmitted counts steps that were cut for size.
type LegRow struct {
	DistanceMeters  float64            `json:"distance_meters"`
	DurationSeconds float64            `json:"duration_seconds"`
	Shape           *envelope.Polyline `json:"shape,omitempty"`
	Steps           []StepRow          `json:"steps"`
	StepsOmitted    int                `json:"steps_omitted,omitempty"`
}

// StepRow is a manoeuvre and the stretch after it.
type StepRow struct {
	Type            string   `json:"type"`
	Instruction     string   `json:"instruction"`
	DistanceMeters  float64  `json:"distance_meters"`
	DurationSeconds float64  `json:"duration_seconds"`
	TravelMode      string   `json:"travel_mode"`
	Streets         []string `json:"streets,omitempty"`
	ExitNumber      int      `json:"exit_number,omitempty"`
	Toll            bool     `json:"toll,omitempty"`
	Highway         bool     `json:"highway,omitempty"`
	Ferry           bool     `json:"ferry,omitempty"`
}

// trip is a route that was asked for, with what its answer needs.
type trip struct {
	mode   routing.Mode
	route  *routing.Route
	labels []string // of the stops, "" where a stop was given as coordinates

	heights  *elevation.Source // of the region; nil where none are loaded
	interval float64           // metres between the samples of the height profile, 0 for the usual
}

// of returns another route of the same trip.
func (t *trip) of(route *routing.Route) *trip {
	other := *t
	other.route = route
	return &other
}

// route asks the engine for a route through the located stops.
func (c *call) route(ctx context.Context, l *located, mode routing.Mode, options routing.Options) (*trip, error) {
	return c.routes(ctx, l, routing.RouteRequest{Mode: mode, Options: options})
}

// routes asks for a route through the located stops and what else the request says.
func (c *call) routes(ctx context.Context, l *located, req routing.RouteRequest) (*trip, error) {
	if !slices.Contains(l.region.Router.Modes(), req.Mode) {
		return nil, invalid("travel", fmt.Sprintf("is not routable in region %s", l.region.Name), req.Mode, joinModes(l.region.Router.Modes()))
	}
	req.Language, req.Miles = c.flags.Language, c.flags.Units == envelope.Miles
	req.Stops = make([]orb.Point, len(l.spots))
	t := &trip{mode: req.Mode, labels: make([]string, len(l.spots)), heights: l.region.Heights}
	for i, s := range l.spots {
		req.Stops[i] = s.point
		if s.place != nil {
			t.labels[i] = envelope.Clean(cmp.Or(s.place.Name, s.place.Label), envelope.MaxName)
		}
	}
	var err error
	if t.route, err = l.region.Router.Route(ctx, req); err != nil {
		return nil, err
	}
	for _, w := range t.route.Warnings {
		c.Warn(w)
	}
	c.warnLanguage(l.region)
	return t, nil
}

// warnLanguage says so when instructions cannot be had in the language asked for.
func (c *call) warnLanguage(r *Region) {
	tag, err := language.Parse(c.flags.Language)
	if c.flags.Language == "" || err != nil { // a bad tag was refused before
		return
	}
	if base, _ := tag.Base(); !slices.Contains(r.Languages, base.String()) {
		c.Warn(fmt.Sprintf("Instructions are in English: they cannot be had in %q (available: %s).", c.flags.Language, list(r.Languages)))
	}
}

// row turns the route into its row.
func (t *trip) row(c *call, narrative bool) *RouteRow {
	r := t.route
	row := &RouteRow{
		DistanceMeters: metres(r.Distance), DurationSeconds: seconds(r.Duration),
		HasToll: r.HasToll, HasHighway: r.HasHighway, HasFerry: r.HasFerry,
		Waypoints: make([]WaypointRow, len(r.Waypoints)), Legs: make([]LegRow, len(r.Legs)),
	}
	if narrative {
		row.Narrative, row.NarrativeUnits = t.narrative(c.flags.Units), c.flags.Units.Or()
	}
	row.Terrain = t.terrain(c)
	for i, w := range r.Waypoints {
		row.Waypoints[i] = WaypointRow{envelope.Spot(w.Point), w.Index, metres(w.Distance), t.labels[w.Index]}
	}
	for i := range r.Legs {
		leg := &r.Legs[i]
		row.Legs[i] = LegRow{
			DistanceMeters: metres(leg.Distance), DurationSeconds: seconds(leg.Duration),
			Shape: c.Polyline(leg.Shape), Steps: stepRows(leg.Steps),
		}
	}
	c.Cut("The answer would have been too large: the middle steps of long legs were left out. Ask for the legs one by one to get them all.",
		func() bool { return cutSteps(row.Legs) })
	return row
}

func stepRows(steps []routing.Step) []StepRow {
	rows := make([]StepRow, len(steps))
	for i, s := range steps {
		var streets []string
		for _, street := range s.Streets {
			streets = append(streets, envelope.Clean(street, envelope.MaxName))
		}
		rows[i] = StepRow{
			Type: string(s.Type), Instruction: envelope.Clean(s.Instruction, maxInstruction),
			DistanceMeters: metres(s.Distance), DurationSeconds: seconds(s.Duration),
			TravelMode: string(s.Travel), Streets: streets, ExitNumber: s.ExitNumber,
			Toll: s.Toll, Highway: s.Highway, Ferry: s.Ferry,
		}
	}
	return rows
}

// maxInstruction bounds an instruction in characters.
const maxInstruction = 600

// cutSteps halves the number of steps of the legs that have most of them; the first and the last
// steps of a leg stay. It returns false when no leg has more than four.
func cutSteps(legs []LegRow) bool {
	most := 0
	for i := range legs {
		most = max(most, len(legs[i].Steps))
	}
	if most <= 4 {
		return false
	}
	keep := max(4, most/2)
	for i := range legs {
		l := &legs[i]
		if cut := len(l.Steps) - keep; cut > 0 {
			head := (keep + 1) / 2
			l.Steps = slices.Concat(l.Steps[:head], l.Steps[head+cut:])
			l.StepsOmitted += cut
		}
	}
	return true
}

func metres(v float64) float64  { return envelope.Round(v, 1) }
func seconds(v float64) float64 { return envelope.Round(v, 1) }

// ends names the first and the last stop, by their places or by their coordinates.
func (t *trip) ends() (from, to string) {
	name := func(i int) string {
		if t.labels[i] != "" {
			return t.labels[i]
		}
		return coordinates(t.route.Waypoints[i].Point)
	}
	return name(0), name(len(t.labels) - 1)
}

// label is the legend of the route's layer.
func (t *trip) label() string {
	first, last := t.labels[0], t.labels[len(t.labels)-1]
	if first == "" || last == "" {
		return "Route"
	}
	return first + " → " + last
}

// headline says how far and how long.
func (t *trip) headline(units envelope.Units) string {
	from, to := t.ends()
	via := ""
	if n := len(t.labels) - 2; n == 1 {
		via = " over 1 stop"
	} else if n > 1 {
		via = fmt.Sprintf(" over %d stops", n)
	}
	return fmt.Sprintf("%s %s in %s from %s to %s%s.", verb(t.mode), units.Distance(t.route.Distance), envelope.Duration(t.route.Duration), from, to, via)
}

// narrative tells the route in up to three sentences, made of the route itself.
func (t *trip) narrative(units envelope.Units) string {
	from, to := t.ends()
	out := fmt.Sprintf("%s %s from %s to %s, about %s.", verb(t.mode), units.Distance(t.route.Distance), from, to, envelope.Duration(t.route.Duration))
	if streets := t.mainStreets(3); len(streets) > 0 {
		out += " Most of it is along " + list(streets) + "."
	}
	var has []string
	for _, f := range []struct {
		on   bool
		name string
	}{{t.route.HasHighway, "motorways"}, {t.route.HasToll, "a toll road"}, {t.route.HasFerry, "a ferry"}} {
		if f.on {
			has = append(has, f.name)
		}
	}
	if len(has) > 0 {
		out += " It uses " + list(has) + "."
	}
	return out
}

// mainStreets names the streets that take the greatest part of the route, at most n, in the order
// of travel. Streets of less than a tenth of it do not count.
func (t *trip) mainStreets(n int) []string {
	length := map[string]float64{}
	var order []string
	for i := range t.route.Legs {
		for _, s := range t.route.Legs[i].Steps {
			if len(s.Streets) == 0 {
				continue
			}
			name := envelope.Clean(s.Streets[0], 60)
			if _, known := length[name]; !known {
				order = append(order, name)
			}
			length[name] += s.Distance
		}
	}
	top := slices.Clone(order)
	slices.SortStableFunc(top, func(a, b string) int { return cmp.Compare(length[b], length[a]) })
	top = top[:min(n, len(top))]
	return slices.DeleteFunc(order, func(name string) bool {
		return !slices.Contains(top, name) || length[name] < t.route.Distance/10
	})
}

// list joins words: "a", "a and b", "a, b and c".
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// routeLines adds the stops and first steps to the text block.
func (c *call) routeLines(t *trip, row *RouteRow) {
	if row.Narrative != "" {
		c.Line("%s", row.Narrative)
	}
	if row.Terrain != nil {
		c.Line("%s", row.Terrain.sentence(c.flags.Units))
	}
	for i, w := range row.Waypoints {
		if i < 2 || i == len(row.Waypoints)-1 || c.Unabridged() {
			c.Line("Stop %d: %s at %s", i+1, cmp.Or(w.Name, "point"), spot(w.LatLng))
		}
	}
	n := 0
	for _, leg := range row.Legs {
		for _, s := range leg.Steps {
			n++
			c.Line("%d. %s (%s)", n, s.Instruction, c.flags.Units.Distance(s.DistanceMeters))
		}
	}
}

// routeColor is the colour recommended for a route that is drawn alone.
const routeColor = "#1a73e8"

// drawRoute adds the route's layer.
func (c *call) drawRoute(t *trip) {
	c.drawTrip(t.label(), t, &envelope.ColorHint{Color: routeColor})
}

// drawTrip adds the layer of one of the routes of an answer. In exports they lie in one folder and say how far
// and how long.
func (c *call) drawTrip(label string, t *trip, style *envelope.ColorHint) {
	r := t.route
	line, _ := t.joined()
	c.Draw(envelope.LineLayer(label, line, style).In("Routes").Noted(envelope.Note{
		Text: fmt.Sprintf("%s %s in %s", verb(t.mode), c.flags.Units.Distance(r.Distance), envelope.Duration(r.Duration)),
		Facts: struct {
			Travel          routing.Mode `json:"travel"`
			DistanceMeters  float64      `json:"distance_meters"`
			DurationSeconds float64      `json:"duration_seconds"`
		}{t.mode, metres(r.Distance), seconds(r.Duration)},
	}))
}
