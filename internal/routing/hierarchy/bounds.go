package hierarchy

import (
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// bounds tells whether a metric of the prices q nowhere costs less than one of the prices p, so that
// distances by p are lower bounds for it.
func (p prices) bounds(q prices) bool {
	turns := len(q) - 1
	if len(p) != len(q) || q[turns] < p[turns] {
		return false
	}
	for class, price := range q[:turns] {
		if least := p[class]; price != 0 && (least == 0 || price < least) {
			return false
		}
	}
	return true
}

// Bound tells whether a metric nowhere costs less than the one that the weights are of, so that they can
// guide searches by it.
func (w *Weights) Bound(m *graph.Metric) bool {
	return !m.Restricts() && !w.clipped && w.key.bounds(pricesOf(m))
}

// smallest returns the prices for a vehicle that no limit of size or load stops: lower bounds for a vehicle
// of any size, which opens roads that are closed to the usual one. They are those of the default options
// for modes without limits.
func smallest(n *graph.Network) prices {
	none, axles := 0.0, 2
	var o routing.Options
	switch n.Mode {
	case routing.Truck, routing.Bus:
		o.AxleLoad, o.AxleCount = &none, &axles
		fallthrough
	case routing.Auto:
		o.Height, o.Width, o.Length, o.Weight = &none, &none, &none, &none
	}
	m, err := graph.NewMetric(n, o)
	if err != nil {
		return nil // bounds nothing
	}
	return pricesOf(m)
}
