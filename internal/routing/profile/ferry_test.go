package profile

import (
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
)

func TestFerry(t *testing.T) {
	for _, c := range []struct{ tags, car, bike, foot string }{
		{"route=ferry", "o o", "ob ob", "o o"},
		{"route=ferry, bicycle=yes", "o o", "ob ob", "o o"},
		{"route=ferry, motor_vehicle=no", "- -", "ob ob", "o o"},
		{"route=ferry, motorcar=no, bicycle=no, foot=yes", "- -", "- -", "o o"},
		{"route=ferry, access=no", "- -", "- -", "- -"},
		{"route=ferry, access=private", "r r", "- -", "- -"},
		{"route=ferry, oneway=yes", "o -", "ob -", "o o"},
		{"highway=residential, route=ferry", "o o", "ob ob", "o o"},
		{"highway=residential, route=hiking", "o o", "oc oc", "o o"},
		{"route=hiking", "- -", "- -", "- -"},
		{"route=ferry_man", "- -", "- -", "- -"},
		{"route=shuttle_train", "o o", "- -", "- -"},
		{"route=shuttle_train, bicycle=yes", "o o", "ob ob", "- -"},
	} {
		for i, want := range []string{c.car, c.bike, c.foot} {
			p := []Profile{car, bicycle{}, foot{}}[i]
			w := p.Way(tagsOf(c.tags), Context{})
			if got := use(p.Mode(), w); got != want {
				t.Errorf("%s on %s: got %q, want %q", p.Mode(), c.tags, got, want)
			}
		}
	}
	if got := car.Way(tagsOf("route=ferry"), Context{}).Forward.Travel; got != routing.TakeBoat {
		t.Errorf("a ferry is travelled by %s", got)
	}
}

func TestFerrySpeed(t *testing.T) {
	for _, c := range []struct {
		name, tags string
		metres     float64
		want       float64 // km/h
	}{
		{"tagged hours", "route=ferry, duration=02:15", 36000, 16},
		{"tagged minutes", "route=ferry, duration=20", 4000, 12},
		{"ISO 8601", "route=ferry, duration=PT2H", 40000, 20},
		{"slow and short", "route=ferry, duration=10", 50, 0.3},
		{"across a river", "route=ferry", 200, 5},
		{"across a lake", "route=ferry", 5000, 12},
		{"across a sea", "route=ferry", 50000, 27},
		{"impossibly fast", "route=ferry, duration=1", 50000, 200},
		{"impossibly slow", "route=ferry, duration=P5D", 100, 0.05},
		{"not a duration", "route=ferry, duration=soon", 5000, 12},
		{"car train", "route=shuttle_train", 5000, 10},
		{"car train with duration", "route=shuttle_train, duration=0:35", 50000, 85.714},
		{"road", "highway=primary", 5000, 65},
		{"road with a duration", "highway=primary, duration=1:00", 5000, 65},
		{"transporter bridge", "highway=primary, bridge=movable, duration=2", 200, 6},
		{"no length", "route=ferry, duration=10", 0, 12},
	} {
		w := car.Way(tagsOf(c.tags), Context{})
		if got := w.Speed(w.Forward, c.metres); got < c.want-0.001 || got > c.want+0.001 {
			t.Errorf("%s: %s over %v m: got %v km/h, want %v", c.name, c.tags, c.metres, got, c.want)
		}
	}
	// The tagged time holds for everybody alike.
	for _, mode := range []routing.Mode{auto, bike, walks} {
		w := of(mode).Way(tagsOf("route=ferry, duration=10"), Context{})
		if got := w.Speed(w.Backward, 50); !near(got, 0.3) {
			t.Errorf("%s: got %v km/h, want 0.3", mode, got)
		}
	}
}
