package tools

import "testing"

func TestShare(t *testing.T) {
	for p, want := range map[float64]string{0.3456: "35 %", 0.0123: "1.2 %", 0.0001: "0.01 %", 0.00009: "under 0.01 %", 0: "under 0.01 %"} {
		if got := share(p); got != want {
			t.Errorf("share(%g) is %q, want %q", p, got, want)
		}
	}
}
