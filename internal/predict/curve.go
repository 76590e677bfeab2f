package predict

import "math"

// A curve is the distribution F of the distance r from the initial planning point to the find.
//
// Up to the origin's radius (50 m) the probability is spread evenly over the area, as many finds
// are at the point itself. Beyond it z = Φ⁻¹(F) is a monotone cubic in ln r through the origin's
// edge and the four published quantiles, and the last slope goes on. All published figures thus
// hold exactly, which no curve with two parameters can do, and the density has no steps at them,
// as it would have with straight lines in between.
type curve struct {
	origin  float64    // metres
	share   float64    // of the mass within the origin
	radii   [5]float64 // metres of the knots; the first is the edge of the origin
	inside  [5]float64 // F at the knots
	lnr, z  [5]float64
	tangent [5]float64 // dz/dlnr at the knots
}

// newCurve returns the curve through the given quantiles (25, 50, 75, 95 %, metres).
func newCurve(origin, share float64, metres [4]float64) *curve {
	c := &curve{origin: origin, share: share}
	c.radii[0], c.inside[0] = origin, share
	for i, m := range metres {
		c.radii[i+1], c.inside[i+1] = m, quantiles[i]
	}
	for i := range c.radii {
		c.lnr[i], c.z[i] = math.Log(c.radii[i]), normalQuantile(c.inside[i])
	}
	monotoneTangents(c.lnr[:], c.z[:], c.tangent[:])
	return c
}

// at returns z and dz/dlnr at r beyond the origin.
func (c *curve) at(r float64) (z, slope float64) {
	ln := math.Log(r)
	last := len(c.lnr) - 1
	if ln >= c.lnr[last] {
		return c.z[last] + c.tangent[last]*(ln-c.lnr[last]), c.tangent[last]
	}
	return monotoneAt(c.lnr[:], c.z[:], c.tangent[:], ln)
}

// mass returns F(r): the probability of a find within r metres.
func (c *curve) mass(r float64) float64 {
	if r <= c.origin {
		return c.share * r * r / (c.origin * c.origin)
	}
	z, _ := c.at(r)
	return 0.5 * math.Erfc(-z/math.Sqrt2)
}

// beyond returns 1 - F(r) without loss of precision.
func (c *curve) beyond(r float64) float64 {
	if r <= c.origin {
		return 1 - c.mass(r)
	}
	z, _ := c.at(r)
	return 0.5 * math.Erfc(z/math.Sqrt2)
}

// density returns the probability per square metre at distance r: F'(r)/(2πr).
func (c *curve) density(r float64) float64 {
	if r <= c.origin {
		return c.share / (math.Pi * c.origin * c.origin)
	}
	z, slope := c.at(r)
	return math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * slope / (2 * math.Pi * r * r)
}

// band returns the number of the knot interval that r lies in: 0 within the origin, 5 beyond the
// 95 % ring.
func (c *curve) band(r float64) int {
	k := 0
	for k < len(c.radii) && r > c.radii[k] {
		k++
	}
	return k
}

// bands is the number of intervals between knots.
const bands = 6

// normalQuantile returns Φ⁻¹(p).
func normalQuantile(p float64) float64 { return -math.Sqrt2 * math.Erfcinv(2*p) }
