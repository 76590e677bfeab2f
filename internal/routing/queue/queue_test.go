package queue_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/routing/queue"
	"pgregory.net/rapid"
)

// Entries come out in order, whatever goes in between.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q queue.Queue
		var want []queue.Entry
		for range rapid.IntRange(0, 200).Draw(t, "steps") {
			if len(want) > 0 && rapid.IntRange(0, 2).Draw(t, "pop") == 0 {
				if got := q.Pop(); got != want[0] {
					t.Fatalf("popped %v, want %v", got, want[0])
				}
				want = want[1:]
				continue
			}
			e := queue.Entry{Key: rapid.Uint64Range(0, 20).Draw(t, "key"), Label: rapid.Uint32Range(0, 5).Draw(t, "label")}
			q.Push(e)
			want = append(want, e)
			slices.SortFunc(want, func(a, b queue.Entry) int {
				return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Label, b.Label))
			})
		}
		for _, e := range want {
			if got := q.Pop(); got != e {
				t.Fatalf("popped %v, want %v", got, e)
			}
		}
		if len(q) != 0 {
			t.Fatalf("%d entries are left", len(q))
		}
	})
}
