package hierarchy

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
)

// However many calls are given up while something is made for them, no more is made at a time than there are turns,
// and what nobody waits for any more is not begun.
func TestCallsGivenUpMakeNothing(t *testing.T) {
	path, _ := graphtest.Import(t, t.TempDir(), graphtest.RandomTown(1).Map().PBF(t))
	file := graphtest.Open(t, path)
	synctest.Test(t, func(t *testing.T) {
		r := &Router{file: file, cache: newCache(1000), turns: make(chan struct{}, 2)}
		var begun atomic.Int32
		finish := make(chan struct{})
		slow := func() (sized, error) {
			begun.Add(1)
			<-finish
			return thing(1), nil
		}
		ctx, giveUp := context.WithCancel(t.Context())
		var calls sync.WaitGroup
		for i := range 50 {
			calls.Go(func() {
				if _, err := r.wait(ctx, fmt.Sprint(i%25), 1, slow); !errors.Is(err, context.Canceled) {
					t.Errorf("call %d: got %v", i, err)
				}
			})
		}
		synctest.Wait()
		giveUp()
		calls.Wait()
		if n := begun.Load(); n != 2 {
			t.Errorf("%d things were begun, want 2", n)
		}
		close(finish)
		synctest.Wait()
		if len(r.turns) != 0 {
			t.Errorf("%d turns were not given back", len(r.turns))
		}
		if v, err := r.wait(t.Context(), "new", 1, slow); v != thing(1) || err != nil {
			t.Errorf("after them: got %v, %v", v, err)
		}
		if v, err := r.wait(t.Context(), "large", 1001, slow); v != nil || !errors.Is(err, ErrUndecided) {
			t.Errorf("too large: got %v, %v", v, err)
		}
	})
}
