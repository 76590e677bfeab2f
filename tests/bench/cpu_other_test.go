//go:build !unix

package bench_test

import "time"

// cpuTime returns 0: this system does not tell.
func cpuTime() time.Duration { return 0 }

// peakMemory returns 0: this system does not tell.
func peakMemory() int64 { return 0 }
