package embedded

import "testing"

func TestFar(t *testing.T) {
	for _, test := range []struct {
		metres float64
		miles  bool
		want   string
	}{
		{85, false, "85 m"}, {1500, false, "1.5 km"}, {30.48, true, "100 ft"}, {1609.344, true, "1.0 mi"},
	} {
		if got := far(test.metres, test.miles); got != test.want {
			t.Errorf("%g m, miles %v: got %s, want %s", test.metres, test.miles, got, test.want)
		}
	}
}
