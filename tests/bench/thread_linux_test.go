package bench_test

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime returns the processor time that this thread has used so far, which does not grow while others
// have the processor.
func threadTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}
