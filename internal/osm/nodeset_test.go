package osm

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestNodeSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Runs of ids make some pages thick, single ones leave others thin.
		set, want := newNodeSet(), map[int64]bool{}
		for range rapid.IntRange(0, 20).Draw(t, "runs") {
			from := rapid.SampledFrom([]int64{0, 1, 65_000, 1 << 33, -70_000}).Draw(t, "from") + rapid.Int64Range(0, 70_000).Draw(t, "offset")
			step := rapid.Int64Range(1, 40).Draw(t, "step")
			for i := range rapid.SampledFrom([]int64{1, 10, 3000}).Draw(t, "length") {
				set.add(from + i*step)
				want[from+i*step] = true
			}
		}
		if n := set.index(); n != len(want) {
			t.Fatalf("%d members, want %d", n, len(want))
		}
		for i, id := range sortedKeys(want) {
			if slot, ok := set.slot(id); !ok || slot != i {
				t.Fatalf("slot of %d is %d, %v; want %d", id, slot, ok, i)
			}
			for _, other := range []int64{id - 1, id + 1, id + 1<<16} {
				if _, ok := set.slot(other); ok != want[other] {
					t.Fatalf("%d: member %v, want %v", other, ok, want[other])
				}
			}
		}
	})
}

// Every id of a page as a member must not overflow its ranks.
func TestFullPage(t *testing.T) {
	set := newNodeSet()
	for id := range int64(3 << 16) {
		set.add(id)
	}
	if n := set.index(); n != 3<<16 {
		t.Fatalf("%d members", n)
	}
	var got []int
	for _, id := range []int64{0, 65_535, 65_536, 3<<16 - 1} {
		slot, _ := set.slot(id)
		got = append(got, slot)
	}
	if want := []int{0, 65_535, 65_536, 3<<16 - 1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
