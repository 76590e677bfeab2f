package profile

import (
	"math"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"pgregory.net/rapid"
)

func TestTurn(t *testing.T) {
	for _, c := range []struct {
		name            string
		turn            Turn
		car, bike, foot float64 // seconds, ±0.05
	}{
		{"straight over a junction", Turn{Junction: true}, 0, 0, 0},
		{"bend", Turn{Angle: 90}, 0, 0, 0},
		{"right", Turn{Angle: 90, Junction: true}, 2.1, 4.3, 0},
		{"left", Turn{Angle: -90, Junction: true}, 5.4, 8.4, 0},
		{"sharp right", Turn{Angle: 150, Junction: true}, 7.2, 11.9, 0},
		{"left in left-hand traffic", Turn{Angle: -90, Junction: true, LeftHand: true}, 2.1, 4.3, 0},
		{"right in left-hand traffic", Turn{Angle: 90, Junction: true, LeftHand: true}, 5.4, 8.4, 0},
		{"signals", Turn{Junction: true, Control: Signals}, 2, 2, 2},
		{"stop sign on a road", Turn{Control: Stop}, 2, 1, 0},
		{"give way", Turn{Control: GiveWay}, 1, 0, 0},
		{"unknown device", Turn{Control: 200}, 0, 0, 0},
		{"U-turn", Turn{Angle: 180, UTurn: true}, 27.5, 37.1, 0},
	} {
		for i, want := range []float64{c.car, c.bike, c.foot} {
			p := []Profile{car, bicycle{}, foot{}}[i]
			if got := p.Turn(c.turn); math.Abs(got-want) > 0.05 {
				t.Errorf("%s, %s: got %.2f s, want %.1f", p.Mode(), c.name, got, want)
			}
		}
	}
}

// Turns cost something finite, sharper ones not less, and left and right mirror each other with
// the side of the traffic.
func TestTurnProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := []Profile{car, bicycle{}, foot{}}[rapid.IntRange(0, 2).Draw(t, "profile")]
		a := Turn{
			Angle:    rapid.Float64Range(-180, 180).Draw(t, "angle"),
			UTurn:    rapid.Bool().Draw(t, "uturn"),
			Junction: rapid.Bool().Draw(t, "junction"),
			LeftHand: rapid.Bool().Draw(t, "left hand"),
			Control:  Control(rapid.Uint8().Draw(t, "control")),
		}
		cost := p.Turn(a)
		if !(cost >= 0 && cost < 120) {
			t.Fatalf("%s: %+v costs %v s", p.Mode(), a, cost)
		}
		mirrored := a
		mirrored.Angle, mirrored.LeftHand = -a.Angle, !a.LeftHand
		if got := p.Turn(mirrored); math.Abs(got-cost) > 1e-9 {
			t.Fatalf("%s: %+v costs %v s, its mirror image %v s", p.Mode(), a, cost, got)
		}
		blunter := a
		blunter.Angle *= rapid.Float64Range(0, 1).Draw(t, "share")
		if got := p.Turn(blunter); got > cost+1e-9 {
			t.Fatalf("%s: %+v costs %v s, at %v° %v s", p.Mode(), a, cost, blunter.Angle, got)
		}
	})
}

func TestModeChange(t *testing.T) {
	for _, c := range []struct {
		mode     routing.Mode
		from, to routing.TravelMode
		want     float64
	}{
		{auto, routing.Drive, routing.TakeBoat, boardingSeconds},
		{auto, routing.TakeBoat, routing.Drive, 0},
		{auto, routing.TakeBoat, routing.TakeBoat, 0},
		{auto, routing.Drive, routing.Drive, 0},
		{bike, routing.Cycle, routing.Walk, dismountSecs},
		{bike, routing.Walk, routing.Cycle, 0},
		{bike, routing.Walk, routing.TakeBoat, boardingSeconds},
		{walks, routing.Walk, routing.TakeBoat, boardingSeconds},
		{walks, routing.Walk, routing.Walk, 0},
	} {
		if got := of(c.mode).ModeChange(c.from, c.to); got != c.want {
			t.Errorf("%s from %s to %s: got %v s, want %v", c.mode, c.from, c.to, got, c.want)
		}
	}
}
