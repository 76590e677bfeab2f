package profile

import "testing"

func TestBarriers(t *testing.T) {
	access := [...]string{No: "-", Restricted: "r", Open: "o"}
	for _, c := range []struct{ tags, car, bike, foot string }{
		{"", "o", "o", "o"},
		{"highway=traffic_signals", "o", "o", "o"},
		{"barrier=no", "o", "o", "o"},
		{"barrier=gate", "o", "o", "o"},
		{"barrier=gate, locked=yes", "-", "-", "-"},
		{"barrier=gate, locked=yes, foot=yes", "-", "-", "o"},
		{"barrier=lift_gate", "o", "o", "o"},
		{"barrier=swing_gate", "-", "o", "o"},
		{"barrier=swing_gate, motor_vehicle=yes", "o", "o", "o"},
		{"barrier=bollard", "-", "o", "o"},
		{"barrier=bollard, bollard=rising", "o", "o", "o"},
		{"barrier=bollard, access=no, foot=yes", "-", "-", "o"},
		{"barrier=block", "-", "o", "o"},
		{"barrier=cycle_barrier", "-", "o", "o"},
		{"barrier=stile", "-", "o", "o"},
		{"barrier=cattle_grid", "o", "o", "o"},
		{"barrier=toll_booth", "o", "o", "o"},
		{"barrier=border_control", "o", "o", "o"},
		{"barrier=sally_port", "o", "o", "o"},
		{"barrier=arch", "o", "o", "o"},
		{"barrier=coupure", "o", "o", "o"},
		{"barrier=wall", "-", "-", "-"},
		{"barrier=fence", "-", "-", "-"},
		{"barrier=fence, sensory=audible", "o", "o", "o"},
		{"barrier=hedge", "-", "-", "-"},
		{"barrier=yes", "-", "-", "-"},
		{"barrier=full-height_turnstile", "-", "-", "o"},
		// Kerbs.
		{"barrier=kerb", "-", "o", "o"},
		{"barrier=kerb, kerb=lowered", "o", "o", "o"},
		{"barrier=kerb, kerb=flush", "o", "o", "o"},
		{"barrier=kerb, kerb=raised", "-", "o", "o"},
		{"barrier=kerb, highway=crossing", "o", "o", "o"},
		// Each limit works alone, with and without a barrier.
		{"barrier=height_restrictor", "o", "o", "o"},
		{"barrier=height_restrictor, maxheight=1.85", "-", "o", "o"},
		{"barrier=height_restrictor, maxheight=2", "o", "o", "o"},
		{"maxheight=1.8", "-", "o", "o"},
		{"maxwidth:physical=1.5", "-", "o", "o"},
		{"maxheight=1.8, motorcar=yes", "-", "o", "o"},
		// Access tags outrank the barrier.
		{"barrier=wall, access=yes", "o", "o", "o"},
		{"barrier=gate, access=no", "-", "-", "-"},
		{"barrier=gate, access=private", "r", "r", "r"},
		{"barrier=bollard, access=private", "r", "-", "-"},
		{"access=private", "r", "-", "-"},
		{"entrance=yes, access=private", "r", "r", "r"},
		{"barrier=gate, access=delivery", "r", "-", "-"},
		{"barrier=gate, access=destination", "r", "r", "r"},
		{"barrier=gate, motor_vehicle=private;delivery", "r", "o", "o"},
		{"barrier=gate, vehicle=no", "-", "-", "o"},
		{"barrier=gate, bicycle=dismount", "o", "o", "o"},
		{"access=agricultural", "-", "-", "-"},
		{"access=unknown, barrier=bollard", "-", "o", "o"},
		// Crossings speak of those who cross.
		{"highway=crossing, bicycle=no", "o", "o", "o"},
		{"highway=crossing, foot=no, access=no", "o", "o", "o"},
	} {
		for i, want := range []string{c.car, c.bike, c.foot} {
			p := []Profile{car, bicycle{}, foot{}}[i]
			got := p.Node(tagsOf(c.tags))
			if !LimitsAt(tagsOf(c.tags)).Admits(VehicleOf(p.Mode())) {
				got.Access = No
			}
			if access[got.Access] != want {
				t.Errorf("%s at %q: got %q, want %q", p.Mode(), c.tags, access[got.Access], want)
			}
		}
	}
}

func TestBarrierDelays(t *testing.T) {
	for _, c := range []struct {
		tags            string
		car, bike, foot float64
	}{
		{"barrier=gate", 60, 10, 10},
		{"barrier=gate, access=yes", 0, 10, 10}, // stands open to cars
		{"barrier=gate, access=private", 60, 10, 10},
		{"barrier=toll_booth", 15, 0, 0},
		{"barrier=toll_booth, access=yes", 15, 0, 0},
		{"barrier=border_control", 60, 0, 0},
		{"barrier=stile", 0, 30, 10},
		{"barrier=cycle_barrier", 0, 10, 0},
		{"barrier=bollard", 0, 0, 0},
		{"barrier=cattle_grid", 0, 0, 0},
		{"highway=elevator", 0, 30, 30},
	} {
		for i, want := range []float64{c.car, c.bike, c.foot} {
			p := []Profile{car, bicycle{}, foot{}}[i]
			if got := p.Node(tagsOf(c.tags)).Seconds; got != want {
				t.Errorf("%s at %q: got %v s, want %v", p.Mode(), c.tags, got, want)
			}
		}
	}
}
