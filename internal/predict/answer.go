package predict

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/places"
	"github.com/paulmach/orb"
)

// answer writes the surface down.
func (s *surface) answer() (*Surface, error) {
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
	return out, nil
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

// notes says what a planner must know of the data behind the surface.
func (s *surface) notes() []string {
	p := s.task.profile
	var n []string
	add := func(format string, args ...any) { n = append(n, fmt.Sprintf(format, args...)) }
	add("Distances are those of %s in a setting taken as %s, from about %.0f cases; 1 in 20 is found beyond %s.",
		plural(p.Title), s.env, s.cases, metres(s.curve.radii[4]))
	for _, name := range s.standIns {
		add("There are no usable figures for %s land for this profile; those of the nearest setting stand in.", name)
	}
	add("Heights and climate are not in the region's data: the land is taken as flat and temperate.")
	if s.task.olderBy {
		add("From %.0f years on the distances are shortened to %.0f %%; that factor is assumed.", p.Older.From, p.Older.Scale*100)
	} else if s.req.AgeYears != nil {
		add("The age given does not change this surface.")
	}
	add("Date, hour and weather do not enter this version of the model.")
	if s.req.ZoneAssumed {
		add("The time came without a zone; since time does not enter, that changes nothing.")
	}
	if s.task.point == nil {
		add("Without a last known point the person may have set out from anywhere along the line or in the area; the distances count from there.")
	}
	switch {
	case p.Finds == nil && p.Terrain == nil:
		add("No find locations are published for this profile: only distance%s ranks the cells.", map[bool]string{true: " and bearing"}[s.heading != nil])
	case p.Terrain != nil:
		add("Roads, paths and waters raise a cell by published multipliers of one study, taken to the power %g (assumed).", s.model.figures.Shrinkage.Power)
	}
	if s.data < 0.995 {
		add("In %.0f %% of the cells nothing is mapped that the model knows; there it goes by distance only.", math.Max(1, 100*(1-s.data)))
	}
	if s.beyond > 0 {
		add("%.0f %% of the cells lie outside the loaded map data.", math.Max(1, 100*s.beyond))
	}
	if s.drowned > 0 {
		add("%d cells of open water far from any shore are left out.", s.drowned)
	}
	for k, t := range s.target {
		if t > 0.001 && s.factors.band[k] == 0 {
			add("A distance band that holds %.1f %% of the finds has no land in the area; that share counts as outside.", t*100)
		}
	}
	if missed := s.missedShares(); missed != "" {
		add("Published shares of finds could not be met for: %s.", missed)
	}
	if outside := 1 - s.inside; outside >= 0.005 {
		add("%.0f %% of comparable cases are found outside the area.", 100*outside)
	}
	return n
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

// metres writes a distance in words.
func metres(m float64) string {
	if m < 1000 {
		return fmt.Sprintf("%.0f m", math.Round(m/10)*10)
	}
	return fmt.Sprintf("%.1f km", m/1000)
}

// outline draws the area: circles with 72 corners, polygons as they came.
func (t *task) outline() orb.MultiPolygon {
	ring := func(points []vec) orb.Ring {
		out := make(orb.Ring, 0, len(points)+1)
		for _, p := range points {
			out = append(out, t.ruler.Point(p.x, p.y))
		}
		return append(out, out[0])
	}
	switch s := t.shape.(type) {
	case disc:
		points := make([]vec, 72)
		for i := range points {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(points)))
			points[i] = vec{cos * s.radius, sin * s.radius}
		}
		return orb.MultiPolygon{{ring(points)}}
	case *rings:
		var out orb.MultiPolygon
		for _, polygon := range t.polygons {
			var p orb.Polygon
			for _, r := range polygon {
				p = append(p, ring(r))
			}
			out = append(out, p)
		}
		return out
	}
	return nil
}

// drivers finds the reasons why a cell ranks high.
type drivers struct {
	s         *surface
	mean      float64 // density of the prior over the area
	meanClass float64 // mean factor of features, by mass
	pool      []string
}

func (s *surface) newDrivers() *drivers {
	d := &drivers{s: s}
	var mass, area, weighted float64
	for _, i := range s.order {
		m := s.parts[i].total()
		mass, area = mass+m, area+s.parts[i].area
		weighted += m * s.factors.of(&s.lands[i].mix)
	}
	d.mean, d.meanClass = mass/area, weighted/mass
	return d
}

// maxDrivers is the number of reasons given for a cell.
const maxDrivers = 3

// worth is the least logarithm of a factor that counts as a reason.
const worth = 0.05

// of returns the reasons, those of the greatest factor first.
func (d *drivers) of(i int32) []string {
	s := d.s
	type reason struct {
		log  float64
		text string
	}
	var list [2 + classes]reason
	n := 0
	add := func(log float64, text string) {
		if log >= worth && text != "" {
			list[n] = reason{log, text}
			n++
		}
	}
	h, p, l := &s.hexes[i], &s.parts[i], &s.lands[i]
	prior := p.total() / p.area
	if s.heading != nil {
		at := h.centre.minus(*s.task.point)
		w := s.heading.weight(at.x, at.y)
		add(math.Log(w), "in the direction of travel")
		prior /= w
	}
	add(math.Log(prior/d.mean), s.distanceReason(p))
	for c, share := range l.mix {
		// How much higher the cell stands than if its ground of this class were average.
		if more := share * (s.factors.class[c] - d.meanClass) / d.meanClass; more > 0 && classReasons[c] != "" {
			add(math.Log1p(more), classReasons[c])
		}
	}
	slices.SortStableFunc(list[:n], func(a, b reason) int {
		switch {
		case a.log > b.log:
			return -1
		case a.log < b.log:
			return 1
		}
		return 0
	})
	if n == 0 {
		return nil
	}
	if cap(d.pool)-len(d.pool) < maxDrivers {
		d.pool = make([]string, 0, 4096)
	}
	from := len(d.pool)
	for _, r := range list[:min(n, maxDrivers)] {
		d.pool = append(d.pool, r.text)
	}
	return d.pool[from:len(d.pool):len(d.pool)]
}

// distanceReason says in words how near a cell is.
func (s *surface) distanceReason(p *part) string {
	if s.task.point == nil {
		return "amid the places where the person may have set out"
	}
	best := 0
	for k, m := range p.mass {
		if m > p.mass[best] {
			best = k
		}
	}
	if p.mass[0] > 0 {
		best = 0
	}
	return distanceReasons[best]
}

var distanceReasons = [bands]string{
	"at the last known point",
	"within the 25 % ring",
	"within the 50 % ring",
	"within the 75 % ring",
	"within the 95 % ring",
	"", // beyond the last ring nothing is near
}

// classReasons are what the classes are called.
var classReasons = [classes]string{
	places.Structure:  "buildings",
	places.Road:       "roads",
	places.Linear:     "paths or other lines to follow",
	places.Woods:      "woods",
	places.OpenGround: "open ground",
	places.Water:      "water or its edge",
	places.Drainage:   "stream or ditch",
	places.Scrub:      "scrub or wetland",
}
