package predict

import "math"

// factors scale the cells so that both published margins hold: the mass of each distance band and
// the share of each find-location class.
type factors struct {
	band    [bands]float64
	class   [classes]float64
	target  [classes]float64 // shares aimed at; 0 for classes that are absent
	share   [classes]float64 // shares reached
	clamped [classes]bool    // factor at its limit
}

// A table holds the mass of each class in each band.
type table [bands][classes]float64

// rake fits the factors by iterative proportional fitting (Deming and Stephan, 1940) and ends on
// the bands, so that their masses are exact. A cell's probability is a sum of products of its own
// shares with the factors, so fitting the table of totals fits the cells.
//
// Of the published shares (nil for none) only the fraction lambda of the difference to the area's
// own, in the logarithm, is aimed at; classes that the area lacks drop out, and ground that no
// published share speaks of keeps its own. lean shifts what is aimed at, by class.
func rake(x *table, target [bands]float64, published *classTable, lean *[classes]float64, lambda, clamp float64) *factors {
	f := &factors{}
	for c := range f.class {
		f.class[c] = 1
	}
	f.fitBands(x, target)
	own := f.shares(x)
	f.share = own
	if published == nil {
		return f
	}
	f.target = own
	var from, to float64
	for c, tau := range published {
		if tau > 0 && own[c] > 0 {
			f.target[c] = math.Pow(own[c], 1-lambda) * math.Pow(tau, lambda) * lean[c]
			from, to = from+own[c], to+f.target[c]
		}
	}
	for c, tau := range published {
		if tau > 0 && own[c] > 0 {
			f.target[c] *= from / to
		}
	}
	for range maxRounds {
		var off float64
		for c := range f.class {
			if f.share[c] == 0 {
				continue
			}
			m := f.class[c] * f.target[c] / f.share[c]
			f.class[c] = max(1/clamp, min(clamp, m))
			f.clamped[c] = f.class[c] != m
			off = max(off, math.Abs(f.share[c]-f.target[c]))
		}
		f.fitBands(x, target)
		f.share = f.shares(x)
		if off < converged {
			break
		}
	}
	return f
}

const (
	maxRounds = 50
	converged = 1e-6
)

// weigh sets fixed factors for classes, 1 where the table has none, and fits the bands.
func weigh(x *table, target [bands]float64, multipliers *classTable, lean *[classes]float64, power float64) *factors {
	f := &factors{}
	for c := range f.class {
		f.class[c] = 1
		if c < len(multipliers) && multipliers[c] > 0 {
			f.class[c] = math.Pow(multipliers[c], power)
		}
		f.class[c] *= lean[c]
	}
	f.fitBands(x, target)
	f.share = f.shares(x)
	return f
}

// fitBands scales each band to its mass. A band without any ground keeps factor 0: its mass cannot
// be placed and counts as outside.
func (f *factors) fitBands(x *table, target [bands]float64) {
	for k := range f.band {
		var sum float64
		for c, m := range f.class {
			sum += m * x[k][c]
		}
		f.band[k] = 0
		if sum > 0 {
			f.band[k] = target[k] / sum
		}
	}
}

// level returns factors of 1.
func level() *[classes]float64 {
	var f [classes]float64
	for c := range f {
		f[c] = 1
	}
	return &f
}

// shares returns the share of each class in the mass.
func (f *factors) shares(x *table) [classes]float64 {
	var s [classes]float64
	var sum float64
	for k, r := range f.band {
		for c, m := range f.class {
			s[c] += r * m * x[k][c]
		}
	}
	for _, v := range s {
		sum += v
	}
	if sum > 0 {
		for c := range s {
			s[c] /= sum
		}
	}
	return s
}

// of returns the factor of a cell: the mean of its classes'.
func (f *factors) of(m *mix) float64 {
	var sum float64
	for c, share := range m {
		sum += share * f.class[c]
	}
	return sum
}
