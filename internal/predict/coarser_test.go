package predict_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/predict"
	"github.com/uber/h3-go/v4"
)

// However cells are shared out among lists, each coarser cell that they fill is in one list, and a list
// of whole coarser cells comes back as those.
func TestCoarser(t *testing.T) {
	parents := h3.LatLngToCell(h3.LatLng{Lat: 39.68, Lng: -75.75}, 8).GridDisk(4)
	random := rand.New(rand.NewPCG(1, 2))
	whole := make(map[string]bool)
	var all []string
	for _, p := range parents {
		whole[p.String()] = true
		for _, c := range p.Children(10) {
			all = append(all, c.String())
		}
	}
	if got := predict.Coarser(all, 8); len(got) != len(parents) || slices.ContainsFunc(got, func(hex string) bool { return !whole[hex] }) {
		t.Errorf("%d coarser cells of %d", len(got), len(parents))
	}
	seen := map[string]bool{}
	for _, list := range shared(all, 5, random) {
		for _, hex := range predict.Coarser(list, 9) {
			if seen[hex] {
				t.Errorf("%s is in two lists", hex)
			}
			seen[hex] = true
		}
	}
	if len(seen) != 7*len(parents) {
		t.Errorf("%d cells of resolution 9, want %d", len(seen), 7*len(parents))
	}
	for _, resolution := range []int{-1, 10, 11} {
		if got := predict.Coarser(all[:10], resolution); got != nil {
			t.Errorf("resolution %d: %v", resolution, got)
		}
	}
	if got := predict.Coarser([]string{"", "zz", "8a283082a677ff"}, 5); got != nil {
		t.Errorf("no cells: %v", got)
	}
}

// shared deals out cells at random.
func shared(all []string, n int, random *rand.Rand) [][]string {
	out := make([][]string, n)
	for _, hex := range all {
		k := random.IntN(n)
		out[k] = append(out[k], hex)
	}
	return out
}
