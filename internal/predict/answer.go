package predict

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/footstepd/footstepd/internal/places"
)

// answer writes the surface down.
func (s *surface) answer() *Surface {
	out := &Surface{
		ModelVersion: Version,
		Profile:      s.req.Profile,
		Environment:  s.env.String(),
		Resolution:   s.resolution,
		Cells:        make([]Cell, len(s.order)),
		MassInside:   min(1, s.inside),
		Area:         s.task.outline(),
		Confidence:   s.confidence(),
		Notes:        s.notes(),
	}
	for i, q := range quantiles {
		out.Rings = append(out.Rings, Ring{Percent: q * 100, Radius: s.curve.radii[i+1]})
	}
	if p := s.task.point; p != nil {
		at := s.task.ruler.Point(p.x, p.y)
		out.Anchor = &at
	}
	d := s.newDrivers()
	for k, i := range s.order {
		h := &s.hexes[i]
		out.Cells[k] = Cell{
			Hex:         name(h.cell),
			Center:      h.position(),
			Score:       s.score[k],
			Probability: s.mass[i],
			Drivers:     d.of(i),
		}
	}
	return out
}

// confidence grades the data behind the surface: high, medium or low.
func (s *surface) confidence() string {
	_, circle := s.task.shape.(disc)
	_, polygon := s.task.shape.(*rings)
	switch {
	case polygon && s.task.point == nil, s.data < 0.3, s.cases < 20:
		return "low"
	case circle && s.data >= 0.8 && s.cases >= 90 && s.inside >= 0.5 && s.factors.target != [classes]float64{}:
		return "high"
	}
	return "medium"
}

// notes says what a planner must know of the data behind the surface: first what is so in this case and may
// mislead, then what is so in all.
func (s *surface) notes() []string {
	p := s.task.profile
	var n []string
	add := func(format string, args ...any) { n = append(n, fmt.Sprintf(format, args...)) }
	if s.beyond > 0 {
		add("%.0f %% of the cells lie outside the loaded map data.", math.Max(1, 100*s.beyond))
	}
	if n := len(s.task.searched); n > 0 {
		add("By the searches given, %.1f %% of all cases would have been found; that share has moved to the rest, in and outside of the area.", 100*s.detected)
	}
	if t := s.task; t.elapsed > 0 {
		so := "cannot be everywhere yet, so rings hold other shares than in the statistics"
		if s.late < 0.01 {
			so = "can have got nearly everywhere by now, so rings hold next to the shares of the statistics"
		}
		add("Last seen %s before: who walks at about %.1f m/s %s; %.0f %% are taken to ride. Speeds and shares are assumed.",
			duration(t.elapsed), s.model.pace(t, s.req.AgeYears).median, so, 100*s.model.figures.Speed.Riders)
	}
	if s.alive < 1 && p.Finds != nil {
		add("After so long %.0f %% are taken to be alive, and find locations of the dead are mixed in.", 100*s.alive)
	}
	if s.task.point == nil {
		add("Without a last known point the person may have set out from anywhere along the line or in the area; the distances count from there.")
	}
	for k, t := range s.target {
		if t > 0.001 && s.factors.band[k] == 0 {
			add("A distance band that holds %.1f %% of the finds has no land in the area; that share counts as outside.", t*100)
		}
	}
	for _, name := range s.standIns {
		add("There are no usable figures for %s land for this profile; those of the nearest setting stand in.", name)
	}
	if p.Finds == nil && p.Terrain == nil {
		add("No find locations are published for this profile: only %s the cells.", s.bareTerms())
	}
	n = append(n, s.heightsNotes()...)
	n = append(n, s.contextNote())
	add("Distances are those of %s in a setting taken as %s, from about %.0f cases; 1 in 20 is found beyond %s.",
		plural(p.Title), s.env, s.cases, s.distance(s.curve.radii[4]))
	if s.task.olderBy {
		add("From %.0f years on the distances are shortened to %.0f %%; that factor is assumed.", p.Older.From, p.Older.Scale*100)
	} else if s.req.AgeYears != nil && s.task.elapsed == 0 {
		add("The age given does not change this surface.")
	}
	if p.Terrain != nil {
		add("Roads, paths and waters raise a cell by published multipliers of one study, taken to the power %g (assumed).", s.model.figures.Shrinkage.Power)
	}
	switch {
	case s.reach == nil:
		add("How far cells are on foot does not enter, since there is no point to walk from.")
	case s.cutOff > 0:
		add("No way on foot leads to %d of the cells, by the map; they keep a small share.", s.cutOff)
	}
	if s.req.ZoneAssumed && s.task.elapsed == 0 && (s.req.Weather == nil || !s.req.Weather.OfHour) {
		add("The time came without a zone; since time of day does not enter, that changes nothing.")
	}
	switch unmapped := 1 - s.data; {
	case s.data == 0:
		add("Nothing that the model knows is mapped in the area: what ranks the cells is %s only.", s.groundless())
	case unmapped > 0.25:
		add("In %.0f %% of the cells nothing is mapped that the model knows; what is on the ground does not enter there. Where such cells lie side by side, the map data may end.", 100*unmapped)
	case unmapped > 0.005:
		add("In %.0f %% of the cells nothing is mapped that the model knows; what is on the ground does not enter there.", math.Max(1, 100*unmapped))
	}
	if s.drowned > 0 {
		add("%d cells of open water far from any shore are left out.", s.drowned)
	}
	if missed := s.missedShares(); missed != "" {
		add("Published shares of finds could not be met for: %s.", missed)
	}
	switch outside := 1 - s.inside; {
	case outside < 0.005:
	case s.task.elapsed > 0 || len(s.task.searched) > 0:
		add("%.0f %% of the probability lies outside the area.", 100*outside)
	default:
		add("%.0f %% of comparable cases are found outside the area.", 100*outside)
	}
	return n
}

// heightsNotes say what the setting is blended from, and what else heights do.
func (s *surface) heightsNotes() []string {
	const rest = "the setting is blended from how built-up it is and from a coarse map of dry lands."
	r, f := s.env.relief, s.model.figures
	within := s.distance(f.Relief.Metres)
	switch {
	case s.model.heights == nil:
		return []string{"Heights are not in the region's data: the land is taken as flat, in mountains too; " + rest}
	case !s.model.has(Relief):
		return []string{"Heights do not enter the setting: the land is taken as flat, in mountains too; " + rest}
	case r.known == 0:
		return []string{fmt.Sprintf("No heights are known within %s: the land is taken as flat, in mountains too; %s", within, rest)}
	}
	n := []string{fmt.Sprintf("Heights within %s differ by %s: the land counts as mountain to %.0f %%, by assumed limits; otherwise %s", within, s.distance(r.metres), 100*s.env.mountain, rest)}
	if r.known < 0.5 {
		n = append(n, fmt.Sprintf("Heights are known for only %.0f %% of the land within %s.", 100*r.known, within))
	}
	if s.drawn != nil && s.model.has(Ridges|HighPoints) {
		n = append(n, fmt.Sprintf("Ridges and high points weigh up to %.1f times as much as other ground near them; that is assumed.", math.Pow(f.Affinities.Common[ridgeMark], f.Shrinkage.Power)))
	}
	return n
}

// contextNote says what weather, date and hour do.
func (s *surface) contextNote() string {
	weather := s.req.Weather != nil
	var by []string // what date and hour enter by
	if weather && s.req.Weather.OfHour {
		by = append(by, "the weather")
	}
	if s.task.elapsed > 0 {
		by = append(by, "the time that has passed")
	}
	var note string
	hour := s.model.has(Darkness | Hours)
	switch {
	case s.conditions != "":
		note = fmt.Sprintf("As it is %s, the shares of sheltered, lit and open ground are shifted by assumed factors of 0.8 to 1.25", s.conditions)
	case weather:
		note = "In the weather given nothing moves"
	case !hour && len(by) == 0:
		return "Date, hour and weather do not enter this surface."
	default:
		note = "Weather does not enter this surface"
	}
	switch {
	case hour:
		return note + "."
	case len(by) == 0:
		return note + "; date and hour do not enter."
	}
	return note + "; date and hour enter by " + strings.Join(by, " and ") + " alone."
}

// bareTerms says what ranks the cells beside their ground.
func (s *surface) bareTerms() string {
	switch {
	case s.heading != nil && s.reach != nil:
		return "distance, bearing and how far it is on foot rank"
	case s.heading != nil:
		return "distance and bearing rank"
	case s.reach != nil:
		return "distance and how far it is on foot rank"
	}
	return "distance ranks"
}

// groundless names what ranks the cells where nothing is mapped.
func (s *surface) groundless() string {
	by := "distance"
	ridges := s.drawn != nil && s.model.has(Ridges|HighPoints)
	switch {
	case s.heading != nil && ridges:
		by += ", bearing and ridges"
	case s.heading != nil:
		by += " and bearing"
	case ridges:
		by += " and ridges"
	}
	return by
}

// missedShares names the classes whose share of the mass is off by half a point or more.
func (s *surface) missedShares() string {
	var list []string
	if s.factors.target == ([classes]float64{}) {
		return ""
	}
	for c, want := range s.factors.target {
		if c < int(places.NumClasses) && math.Abs(s.factors.share[c]-want) > 0.005 {
			list = append(list, places.Class(c).String())
		}
	}
	return strings.Join(list, ", ")
}

func plural(title string) string {
	first, rest, _ := strings.Cut(title, " ")
	switch {
	case first == "child":
		first = "children"
	case first == "person":
		first = "persons"
	case rest == "":
		first += "s"
	default:
		rest += "s"
	}
	return strings.TrimSpace(first + " " + rest)
}

// duration writes a time in words.
func duration(d time.Duration) string {
	switch m := int(d.Minutes() + 0.5); {
	case m < 60:
		return fmt.Sprintf("%d min", m)
	case m < 48*60:
		return fmt.Sprintf("%d h %02d min", m/60, m%60)
	default:
		return fmt.Sprintf("%.1f days", d.Hours()/24)
	}
}

// distance writes a distance in the units asked for.
func (s *surface) distance(m float64) string {
	if write := s.req.Distance; write != nil {
		return write(m)
	}
	return metres(m)
}

// metres writes a distance in words.
func metres(m float64) string {
	if m < 1000 {
		return fmt.Sprintf("%.0f m", math.Round(m/10)*10)
	}
	return fmt.Sprintf("%.1f km", m/1000)
}
