//go:build !race

package hierarchy_test

import (
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
)

// The race detector makes a sync.Pool forget at random, so that allocations are counted without it.

// Distances alone are found without any memory of their own.
func TestCostAllocatesNothing(t *testing.T) {
	router := delawareRouter(t)
	for _, mode := range modes {
		h := router.Hierarchy(mode)
		m := metricOf(t, h.Network(), routing.Options{})
		w := weightsOf(t, h, m)
		list := trips(m, 50)
		i := 0
		if got := testing.AllocsPerRun(200, func() {
			_, _ = h.Cost(w, m, list[i%50][0], list[i%50][1])
			i++
		}); got > 0.5 { // the garbage collector may empty the pool
			t.Errorf("%s: a query allocates %v times", mode, got)
		}
	}
}
