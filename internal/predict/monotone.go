package predict

// monotoneTangents fills in the slopes at the knots of a monotone cubic through rising values. At
// inner knots it is the harmonic mean of the neighbours' secants (Fritsch and Butland, 1984): less
// than twice either, so that the slope in between stays above a quarter of the smaller secant and
// is never zero. At the ends it is the secant.
func monotoneTangents(x, y, tangent []float64) {
	last := len(x) - 1
	secant := func(i int) float64 { return (y[i+1] - y[i]) / (x[i+1] - x[i]) }
	tangent[0], tangent[last] = secant(0), secant(last-1)
	for i := 1; i < last; i++ {
		a, b := secant(i-1), secant(i)
		tangent[i] = 2 * a * b / (a + b)
	}
}

// monotoneAt returns the value and slope of the cubic at a place within the knots.
func monotoneAt(x, y, tangent []float64, at float64) (value, slope float64) {
	i := 0
	for i < len(x)-2 && at > x[i+1] {
		i++
	}
	h := x[i+1] - x[i]
	t := (at - x[i]) / h
	u := 1 - t
	value = u*u*(1+2*t)*y[i] + t*t*(3-2*t)*y[i+1] + h*t*u*(u*tangent[i]-t*tangent[i+1])
	slope = 6*t*u*(y[i+1]-y[i])/h + u*(1-3*t)*tangent[i] + t*(3*t-2)*tangent[i+1]
	return value, slope
}
