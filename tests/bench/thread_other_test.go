//go:build !linux

package bench_test

import "time"

var begin = time.Now()

// threadTime returns the time since the program began: this system does not tell that of a thread.
func threadTime() time.Duration { return time.Since(begin) }
