package dijkstra_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
)

// Roads that a request restricts, for its goods or its hour, are as if they had been restricted from the
// start, and so is what lies behind them.
func TestWhatARequestRestricts(t *testing.T) {
	eleven := routing.Options{DepartAt: time.Date(2026, 11, 30, 11, 0, 0, 0, time.UTC)}
	for _, tc := range []struct {
		name, tag, model string
		mode             routing.Mode
		o                routing.Options
	}{
		{"dangerous goods", "hazmat=destination", "hgv=destination", routing.Truck, routing.Options{Hazmat: true}},
		{"by car", "access:conditional=destination @ (10:00-12:00)", "access=destination", routing.Auto, eleven},
		{"on foot", "access:conditional=destination @ (10:00-12:00)", "access=destination", routing.Pedestrian, eleven},
	} {
		t.Run(tc.name, func(t *testing.T) {
			changed, behind := false, 0
			for seed := range uint64(3 * towns) {
				bare := graphtest.RandomTown(seed)
				for i := range bare.Nodes { // at gates one may turn round, depending on what lies behind
					bare.Nodes[i].Tags = slices.DeleteFunc(bare.Nodes[i].Tags, func(tag string) bool { return tag == "barrier=gate" || strings.HasPrefix(tag, "access") })
				}
				asked, model := bare.Shifted(0), bare.Shifted(0)
				for i := range bare.Ways {
					bare.Ways[i].Tags = slices.DeleteFunc(bare.Ways[i].Tags, func(tag string) bool { return tag == "access=private" })
				}
				for i := range asked.Ways {
					if i%2 == 0 && !slices.Contains(asked.Ways[i].Tags, "access=private") {
						asked.Ways[i].Tags = append(asked.Ways[i].Tags, tc.tag)
						model.Ways[i].Tags = append(model.Ways[i].Tags, tc.model)
					}
				}
				m := newMetric(t, graphtest.Graph(t, asked.Map(), tc.mode).Network(tc.mode), tc.o)
				got := costs(t, asked, m)
				want, _ := matrix(t, model, tc.mode, routing.Options{})
				compareAll(t, got, want, tc.name)
				usual, _ := matrix(t, asked, tc.mode, routing.Options{})
				changed = changed || !slices.EqualFunc(want, usual, slices.Equal[[]uint64])
				for arc := range m.Network.Arcs {
					if m.OfArc(uint32(arc)).Access != m.Classes[m.Network.Arcs[arc]].Access {
						behind++
					}
				}
			}
			if !changed || behind == 0 {
				t.Errorf("changed %v, %d arcs behind: the test shows nothing", changed, behind)
			}
		})
	}
}
