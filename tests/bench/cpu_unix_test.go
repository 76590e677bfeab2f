//go:build unix

package bench_test

import (
	"runtime"
	"syscall"
	"time"
)

// cpuTime returns the processor time that this process has used so far.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// peakMemory returns the most memory that this process has had in use at once, in bytes.
func peakMemory() int64 {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return r.Maxrss // bytes there, kibibytes elsewhere
	}
	return r.Maxrss * 1024
}
