package eval

import "math"

// published is the distance curve through four published quantiles: Φ⁻¹ of the share straight in
// the logarithm of the distance between them, and a tenth of all finds spread over the first 50 m.
type published struct{ ln, z [5]float64 }

// shares are those of the knots.
var shares = [5]float64{0.10, 0.25, 0.50, 0.75, 0.95}

const originMetres = 50

func newPublished(metres [4]float64) *published {
	c := &published{}
	for i, s := range shares {
		m := float64(originMetres)
		if i > 0 {
			m = metres[i-1]
		}
		c.ln[i], c.z[i] = math.Log(m), -math.Sqrt2*math.Erfcinv(2*s)
	}
	return c
}

// at returns Φ⁻¹ of the share within a distance, and its slope.
func (c *published) at(r float64) (z, slope float64) {
	k := 1
	for k < len(c.ln)-1 && math.Log(r) > c.ln[k] {
		k++
	}
	slope = (c.z[k] - c.z[k-1]) / (c.ln[k] - c.ln[k-1])
	return c.z[k-1] + slope*(math.Log(r)-c.ln[k-1]), slope
}

// share returns the share of finds within a distance.
func (c *published) share(r float64) float64 {
	if r <= originMetres {
		return shares[0] * r * r / (originMetres * originMetres)
	}
	z, _ := c.at(r)
	return 0.5 * math.Erfc(-z/math.Sqrt2)
}

// density returns the share per square metre at a distance.
func (c *published) density(r float64) float64 {
	if r <= originMetres {
		return shares[0] / (math.Pi * originMetres * originMetres)
	}
	z, slope := c.at(r)
	return math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * slope / (2 * math.Pi * r * r)
}

// radius returns the distance that holds a share of all finds.
func (c *published) radius(share float64) float64 {
	lo, hi := 0.0, 1e6
	for range 60 {
		if m := (lo + hi) / 2; c.share(m) < share {
			lo = m
		} else {
			hi = m
		}
	}
	return hi
}

// lognormal is the distribution with two parameters nearest to four quantiles, by least squares in
// the logarithm.
type lognormal struct{ mu, sigma float64 }

func fitLognormal(metres [4]float64) lognormal {
	var sx, sy, sxx, sxy float64
	for i, m := range metres {
		x, y := -math.Sqrt2*math.Erfcinv(2*shares[i+1]), math.Log(m)
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	sigma := (4*sxy - sx*sy) / (4*sxx - sx*sx)
	return lognormal{(sy - sigma*sx) / 4, sigma}
}

func (l lognormal) density(r float64) float64 {
	r = math.Max(r, 10) // it has none at the point itself, which no map can afford
	z := (math.Log(r) - l.mu) / l.sigma
	return math.Exp(-z*z/2) / (l.sigma * math.Sqrt(2*math.Pi)) / (2 * math.Pi * r * r)
}
