package main

import (
	"math"
	"runtime/debug"
	"testing"
)

// A limit of the memory is not spent on ballast.
func TestBallastHeedsLimit(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(64 << 20))
	if got := len(ballast()); got != 0 {
		t.Errorf("%d bytes of ballast within a limit of 64 MiB", got)
	}
	debug.SetMemoryLimit(math.MaxInt64)
	if got := len(ballast()); got != heapBallast {
		t.Errorf("%d bytes of ballast without a limit, want %d", got, heapBallast)
	}
}
