package predict

import (
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/places"
)

// drivers finds the reasons why a cell ranks high.
type drivers struct {
	s         *surface
	mean      float64 // density of the prior over the area
	meanClass float64 // mean factor of features, by mass
	meanReach float64 // mean factor of access, by mass
	meanDrawn float64 // mean factor of what draws people, by mass
	pool      []string
}

func (s *surface) newDrivers() *drivers {
	d := &drivers{s: s}
	var mass, area, weighted, reached, drawn float64
	for _, i := range s.order {
		m := s.parts[i].total()
		mass, area = mass+m, area+s.parts[i].area
		weighted += m * s.factors.of(&s.lands[i].mix)
		if s.reach != nil {
			reached += m * s.reach[i].access
		}
		if s.drawn != nil {
			drawn += m * s.drawn[i]
		}
	}
	d.mean, d.meanClass, d.meanReach, d.meanDrawn = mass/area, weighted/mass, reached/mass, drawn/mass
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
	var list [4 + classes]reason
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
	if s.reach != nil && s.model.has(Access) {
		add(math.Log(s.reach[i].access/d.meanReach), "easy to walk to")
	}
	if s.drawn != nil && s.drawnBy[i] < drawnMarks {
		add(math.Log(s.drawn[i]/d.meanDrawn), markReasons[s.drawnBy[i]])
	}
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
		return "near many possible starting places"
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
