package hierarchy_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/routing"
	"golang.org/x/sys/unix"
)

// clock returns the processor time that the process (CLOCK_PROCESS_CPUTIME_ID) or this thread has used so far.
// It does not grow while others have the processor.
func clock(tb testing.TB, id int32) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(id, &t); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(t.Nano())
}

// BenchmarkCustomize customises by one worker and by two, in turn, and compares the quickest of each: by the
// clock on the wall, which tells something only where two processors are idle, and by those of the processors. For
// the latter, what the caller's thread does counts in full, since nothing else is done meanwhile, and half
// of what all other threads do, collection of garbage included.
func BenchmarkCustomize(b *testing.B) {
	for _, mode := range modes {
		b.Run(string(mode), func(b *testing.B) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			h := delaware(b, mode)
			m := metricOf(b, h.Network(), routing.Options{})
			wall := [2]time.Duration{time.Hour, time.Hour}
			busy := wall
			var alone time.Duration // the caller's, of the quickest run by two
			b.ReportAllocs()
			for b.Loop() {
				for i := range wall {
					start, thread, process := time.Now(), clock(b, unix.CLOCK_THREAD_CPUTIME_ID), clock(b, unix.CLOCK_PROCESS_CPUTIME_ID)
					if _, err := h.Customize(context.Background(), m, i+1); err != nil {
						b.Fatal(err)
					}
					process = clock(b, unix.CLOCK_PROCESS_CPUTIME_ID) - process
					thread = clock(b, unix.CLOCK_THREAD_CPUTIME_ID) - thread
					wall[i] = min(wall[i], time.Since(start))
					if i == 0 {
						busy[i] = min(busy[i], process)
					} else if took := thread + (process-thread)/2; took < busy[i] {
						busy[i], alone = took, thread
					}
				}
			}
			b.ReportMetric(wall[0].Seconds()*1e3, "one-ms")
			b.ReportMetric(wall[1].Seconds()*1e3, "two-ms")
			b.ReportMetric(busy[0].Seconds()*1e3, "one-cpu-ms")
			b.ReportMetric(busy[1].Seconds()*1e3, "two-cpu-ms")
			b.ReportMetric(alone.Seconds()*1e3, "alone-cpu-ms")
			b.ReportMetric(float64(busy[0])/float64(busy[1]), "times-faster")
		})
	}
}
