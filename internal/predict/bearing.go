package predict

import "math"

// A heading weights directions by how far they turn from the initial bearing. The weight is the
// density of the published dispersion angles over that of an even spread, so that its mean over
// all directions is exactly 1; it is never zero.
//
// The distribution function of the angle goes through the pooled knots as a monotone cubic, so
// that the weight has no steps.
type heading struct {
	towards   float64    // radians, counter-clockwise from east
	near, far float64    // metres between which the weight fades in
	angle     [6]float64 // knots in degrees, from 0 to 180
	share     [6]float64 // distribution function at the knots
	tangent   [6]float64 // its derivative there
}

// newHeading returns the weight for a bearing in degrees clockwise from north. The profile's own
// rows, if any, are read at the pooled knots and mixed in with weight n/(n+shrink): alone such rows
// are far too small. dry is the weight of the row for dry lands.
func newHeading(f *figures, p *profile, dry, bearing float64) *heading {
	h := &heading{
		towards: (90 - bearing) * math.Pi / 180,
		near:    f.Dispersion.Fade.Metres[0],
		far:     f.Dispersion.Fade.Metres[1],
	}
	copy(h.angle[1:5], f.Dispersion.Degrees[:])
	copy(h.share[1:5], quantiles[:])
	h.angle[5], h.share[5] = 180, 1
	own, ownDry := p.Dispersion, p.Dispersion
	if p.DryDispersion != nil {
		ownDry = p.DryDispersion
	}
	for i := 1; i < 5; i++ {
		pooled := h.share[i]
		h.share[i] = (1-dry)*own.mixed(h.angle[i], pooled, f.Dispersion.Shrink.N) + dry*ownDry.mixed(h.angle[i], pooled, f.Dispersion.Shrink.N)
	}
	monotoneTangents(h.angle[:], h.share[:], h.tangent[:])
	return h
}

// mixed returns the distribution function of a row at an angle, drawn towards the pooled one as if by so many
// cases; the pooled one for no row.
func (d *dispersion) mixed(angle, pooled, shrink float64) float64 {
	if d == nil {
		return pooled
	}
	w := float64(d.N) / (float64(d.N) + shrink)
	return (1-w)*pooled + w*d.share(angle)
}

// share reads the distribution function of a row at an angle, linear between its knots.
func (d *dispersion) share(angle float64) float64 {
	lowA, lowS := 0.0, 0.0
	for i := range 5 {
		a, s := 180.0, 1.0
		if i < 4 {
			a, s = d.Degrees[i], quantiles[i]
		}
		if angle < a {
			return lowS + (s-lowS)*(angle-lowA)/(a-lowA)
		}
		lowA, lowS = a, s
	}
	return 1
}

// weight returns the factor at x, y metres east and north of the initial planning point.
func (h *heading) weight(x, y float64) float64 {
	r := math.Hypot(x, y)
	if r <= h.near {
		return 1
	}
	fade := math.Min(1, (r-h.near)/(h.far-h.near))
	return 1 + fade*(h.turn(math.Atan2(y, x)-h.towards)-1)
}

// turn returns the full factor at an angle in radians from the bearing.
func (h *heading) turn(radians float64) float64 {
	a := math.Abs(math.Remainder(radians, 2*math.Pi)) * 180 / math.Pi
	_, density := monotoneAt(h.angle[:], h.share[:], h.tangent[:], min(a, 180))
	return density * 180
}
