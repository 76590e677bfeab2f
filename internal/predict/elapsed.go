package predict

import (
	"fmt"
	"math"
	"time"
)

const (
	// longestMissing is how long ago a person may have been seen; the statistics are of searches,
	// which few are after so long.
	longestMissing = 30 * 24 * time.Hour
	// leastElapsed keeps those seen just now from being nowhere at all.
	leastElapsed = time.Minute
)

// checkLastSeen checks when the person was last seen.
func (t *task) checkLastSeen(req *Request) error {
	if req.LastSeen == nil {
		return nil
	}
	elapsed := req.Time.Sub(*req.LastSeen)
	switch {
	case elapsed < 0:
		return &InputError{"last_seen_at", "lies after datetime", req.LastSeen.Format(time.RFC3339), "a moment at or before " + req.Time.Format(time.RFC3339)}
	case elapsed > longestMissing:
		return &UnsupportedError{nil, fmt.Sprintf("the published figures do not reach to %.0f days after a person was last seen, only to 30", elapsed.Hours()/24)}
	case t.point == nil:
		return &UnsupportedError{[]string{"last_known_point"}, "how far a person can have got by now needs the point where they were last seen"}
	}
	t.elapsed = max(leastElapsed, elapsed)
	return nil
}

// A pace is how fast a person of unknown vigour walks: lognormal about a median.
type pace struct{ median, sigma float64 }

// pace returns the pace of a person.
func (m *Model) pace(t *task, age *float64) pace {
	s := &m.figures.Speed
	p := pace{t.profile.Speed, s.Sigma}
	if age != nil && *age >= s.Adult {
		p.median = s.Ages[0].Speed
		for _, a := range s.Ages {
			if *age >= a.From {
				p.median = a.Speed
			}
		}
		if f := t.profile.SpeedFactor; f > 0 {
			p.median *= f
		}
	}
	return p
}

// covers returns the probability that a person walks at least some metres in some seconds.
func (p pace) covers(metres, seconds float64) float64 {
	if metres <= 0 {
		return 1
	}
	z := (math.Log(metres/seconds) - math.Log(p.median)) / p.sigma
	return 0.5 * math.Erfc(z/math.Sqrt2)
}

// elapse takes away what cannot have been walked to since the person was last seen. It is the one
// step that moves mass from ring to ring.
//
// A small share of persons ride; for them the published distances stay as they are. For the others
// each place counts by the probability that they can be there by now, inside of the area and
// outside. Both shares are kept by themselves, so that with more time the mass beyond any walking
// distance never gets less: the probability of having got to a place grows with time the faster, the
// farther the place.
func (s *surface) elapse() {
	f := &s.model.figures.Speed
	seconds := s.task.elapsed.Seconds()
	pace := s.model.pace(s.task, s.req.AgeYears)
	walked := make([]float64, len(s.mass))
	var inside, ratio, weight float64
	for _, i := range s.order {
		for _, metres := range s.reach[i].metres {
			covered := pace.covers(metres, seconds)
			walked[i] += s.mass[i] * covered / samples
			if !math.IsInf(metres, 1) { // where nobody gets to, time changes nothing
				s.late += s.mass[i] * (1 - covered) / samples
			}
		}
		inside += walked[i]
		if straight := s.hexes[i].centre.distance(*s.task.point); straight > s.model.figures.Access.Near {
			if metres := s.reach[i].metres[samples/2]; !math.IsInf(metres, 1) {
				ratio, weight = ratio+s.mass[i]*metres/straight, weight+s.mass[i]
			}
		}
	}
	detour := f.Detour
	if weight > 0 {
		detour = ratio / weight
	}
	outside := s.walkedOutside(func(r float64) float64 { return pace.covers(r*detour, seconds) })
	s.late += max(0, 1-s.inside-outside)
	all := inside + outside
	if !(all > 0) {
		return
	}
	s.inside = 0
	for _, i := range s.order {
		s.mass[i] = f.Riders*s.mass[i] + (1-f.Riders)*walked[i]/all
		s.inside += s.mass[i]
	}
}

// walkedOutside sums a probability of the straight distance over the mass outside of the area.
func (s *surface) walkedOutside(covers func(r float64) float64) float64 {
	// Mass that a band has outside lies anywhere in it, except for a circle's, which is beyond it.
	from := 0.0
	if d, ok := s.task.shape.(disc); ok {
		from = d.radius
	}
	var placed [bands]float64
	for _, i := range s.order {
		total := s.parts[i].total()
		if total == 0 {
			continue
		}
		var fitted float64
		for k, m := range s.parts[i].mass {
			fitted += s.factors.band[k] * m
		}
		for k, m := range s.parts[i].mass {
			placed[k] += s.mass[i] * s.factors.band[k] * m / max(fitted, 1e-300)
		}
	}
	var sum float64
	low := 0.0
	for k := range placed {
		high := s.curve.radii[len(s.curve.radii)-1] * 20 // beyond lies next to nothing
		if k < len(s.curve.radii) {
			high = s.curve.radii[k]
		}
		lo := max(low, min(from, high))
		missing := s.curve.mass(high) - s.curve.mass(low) - placed[k]
		if k == bands-1 {
			missing = s.curve.beyond(low) - placed[k]
		}
		if missing > 0 && high > lo {
			const steps = 64
			var mean, mass float64
			for i := range steps {
				// Even steps of the logarithm, where the curve is smooth.
				a := max(1, lo) * math.Pow(high/max(1, lo), float64(i)/steps)
				b := max(1, lo) * math.Pow(high/max(1, lo), float64(i+1)/steps)
				m := s.curve.mass(b) - s.curve.mass(a)
				mean, mass = mean+m*covers(math.Sqrt(a*b)), mass+m
			}
			if mass > 0 {
				sum += missing * mean / mass
			}
		}
		low = high
	}
	return sum
}

// finds returns the published shares of find locations, mixed with those of the dead by the share of
// persons who are dead after the time that has passed.
func (s *surface) finds() *classTable {
	f := s.task.profile.Finds
	alive := 1.0
	for _, x := range f.Survival {
		if s.task.elapsed.Hours() > x.Hours {
			alive = x.Alive
		}
	}
	s.alive = alive
	if alive == 1 {
		return &f.Shares
	}
	out := f.Shares
	for c := range out {
		out[c] = alive*out[c] + (1-alive)*f.Dead[c]
	}
	return &out
}
