package elevation

import (
	"math"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

// How profiles are taken. All are assumed.
const (
	// sampleStep is the distance between samples in metres: the finest heights in use lie so far apart.
	sampleStep = 30
	// maxSamples bounds a profile; on longer lines the step is longer.
	maxSamples = 20_000
	// smoothReach is how far to both sides the heights along a line are averaged, in metres. Heights of a
	// grid wobble along a valley road, since its cells hold a part of the slope beside it.
	smoothReach = 90
	// metresPerDegree of latitude, on the mean.
	metresPerDegree = 111_195
)

// A Profile is how the ground rises and falls along a line.
type Profile struct {
	step    float64   // metres between samples
	length  float64   // of the line; the last sample stands at its end
	heights []float64 // metres, smoothed
	known   float64
}

// Along takes the profile of a line of at least two points. Stretches that do not follow the ground
// (bridges, tunnels, ferries) are given by the indexes of their first and last points, in order; between
// their ends the way rises or falls evenly. It returns nil where no height along the line is known.
func (s *Source) Along(line orb.LineString, aloft [][2]int) *Profile {
	if s == nil || len(line) < 2 {
		return nil
	}
	at := distances(line)
	p := &Profile{length: at[len(at)-1]}
	n := 1 + int(min(maxSamples-1, math.Ceil(p.length/sampleStep)))
	if n == 1 {
		n = 2 // a line without length
	}
	p.step = p.length / float64(n-1)
	p.heights = make([]float64, n)
	s.sample(p, line, at)
	p.bridge(at, aloft, metresPerDegree/s.grids[0].PerLat)
	if !p.complete() {
		return nil
	}
	p.smooth()
	return p
}

// distances returns how far along a line its points lie.
func distances(line orb.LineString) []float64 {
	at := make([]float64, len(line))
	for i := 1; i < len(line); i++ {
		at[i] = at[i-1] + geo.Distance(line[i-1], line[i])
	}
	return at
}

// sample reads the heights along the line; NaN where they are unknown.
func (s *Source) sample(p *Profile, line orb.LineString, at []float64) {
	w := walk{line: line, at: at}
	for i := range p.heights {
		h, ok := s.At(w.point(float64(i) * p.step))
		if !ok {
			h = math.NaN()
		}
		p.heights[i] = h
	}
}

// A walk finds points along a line, each farther on than the one before.
type walk struct {
	line    orb.LineString
	at      []float64 // how far along the line its points lie
	segment int
}

// point returns the point at a distance; beyond the end it is the last one.
func (w *walk) point(d float64) orb.Point {
	for w.segment < len(w.line)-2 && w.at[w.segment+1] < d {
		w.segment++
	}
	a, b, share := w.line[w.segment], w.line[w.segment+1], 0.0
	if l := w.at[w.segment+1] - w.at[w.segment]; l > 0 {
		share = min(1, (d-w.at[w.segment])/l)
	}
	dx := b[0] - a[0]
	if dx > 180 {
		dx -= 360
	} else if dx < -180 {
		dx += 360
	}
	return orb.Point{geo.NormalizeLon(a[0] + share*dx), a[1] + share*(b[1]-a[1])}
}

// bridge puts even slopes in place of the ground under bridges and over tunnels. They begin and end a margin
// outside, in metres, since the cell of a portal holds a part of the ridge or the gorge. A stretch with ground
// at one side only is level; one without any rises or falls from end to end.
func (p *Profile) bridge(at []float64, aloft [][2]int, margin float64) {
	last := len(p.heights) - 1
	for _, span := range aloft {
		if span[0] < 0 || span[1] >= len(at) || span[0] >= span[1] || p.step == 0 {
			continue
		}
		begins, ends := at[span[0]] < p.step, at[span[1]] > p.length-p.step // with the line
		from := max(0, int(math.Floor((at[span[0]]-margin)/p.step)))
		to := min(last, int(math.Ceil((at[span[1]]+margin)/p.step)))
		first, final := p.heights[from], p.heights[to]
		switch {
		case begins && !ends:
			first = final
		case ends && !begins:
			final = first
		}
		p.even(from, to, first, final)
	}
}

// even makes the heights from one sample to another rise or fall evenly.
func (p *Profile) even(from, to int, first, last float64) {
	for i := from; i <= to; i++ {
		p.heights[i] = first + (last-first)*float64(i-from)/float64(max(1, to-from))
	}
}

// complete puts even slopes in place of unknown heights and notes how many are known. It is false where
// none is.
func (p *Profile) complete() bool {
	last, count := -1, 0
	for i, h := range p.heights {
		if h != h {
			continue
		}
		count++
		if last < 0 {
			p.even(0, i, h, h)
		} else if last < i-1 {
			p.even(last, i, p.heights[last], h)
		}
		last = i
	}
	if last < 0 {
		return false
	}
	p.even(last, len(p.heights)-1, p.heights[last], p.heights[last])
	p.known = float64(count) / float64(len(p.heights))
	return true
}

// smooth averages the heights. Towards the ends fewer are averaged, as many on either side, so that the ends
// keep their heights and a slope stays one.
func (p *Profile) smooth() {
	if p.step == 0 {
		return
	}
	reach := int(smoothReach / p.step)
	sums := make([]float64, len(p.heights)+1)
	for i, h := range p.heights {
		sums[i+1] = sums[i] + h
	}
	for i := range p.heights {
		r := min(reach, i, len(p.heights)-1-i)
		p.heights[i] = (sums[i+r+1] - sums[i-r]) / float64(2*r+1)
	}
}

// Known returns the share of the line whose heights are known, above 0 and up to 1; the others are taken
// to lie on even slopes between those.
func (p *Profile) Known() float64 { return p.known }

// A Sample is a height at a distance from the beginning of a line, both in metres.
type Sample struct{ Distance, Height float64 }

// Samples returns the heights every so many metres, which must be above 0, and at the end.
func (p *Profile) Samples(interval float64) []Sample {
	var out []Sample
	for i := 0; float64(i)*interval < p.length; i++ {
		d := float64(i) * interval
		out = append(out, Sample{d, p.at(d)})
	}
	return append(out, Sample{p.length, p.heights[len(p.heights)-1]})
}

// at returns the height at a distance.
func (p *Profile) at(d float64) float64 {
	if p.step == 0 {
		return p.heights[0]
	}
	i := min(int(d/p.step), len(p.heights)-2)
	share := min(1, d/p.step-float64(i))
	return p.heights[i] + share*(p.heights[i+1]-p.heights[i])
}
