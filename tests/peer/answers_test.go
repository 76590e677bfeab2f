//go:build unix

package peer_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// answer is a route as either side tells it.
type answer struct {
	Found    bool    `json:"found"`
	Why      string  `json:"why,omitempty"` // there is none
	Metres   float64 `json:"metres"`
	Seconds  float64 `json:"seconds"`
	Steps    []step  `json:"steps,omitempty"`
	Polyline string  `json:"polyline,omitempty"` // of ours five digits, of theirs six
}

// step is a manoeuvre, its type by the names of our steps.
type step struct {
	Type    string   `json:"type"`
	Text    string   `json:"text"`
	Streets []string `json:"streets,omitempty"`
	Metres  float64  `json:"metres"`
	Exit    int      `json:"exit,omitempty"`
}

// pair is a question and both answers.
type pair struct {
	Mode   routing.Mode `json:"mode"`
	From   orb.Point    `json:"from"`
	To     orb.Point    `json:"to"`
	Ours   answer       `json:"ours"`
	Theirs answer       `json:"theirs"`
}

func (s *sides) ourRoute(mode routing.Mode, from, to orb.Point) (answer, error) {
	r, err := s.engine.Route(context.Background(), routing.RouteRequest{Mode: mode, Stops: []orb.Point{from, to}})
	var none *routing.NoRouteError
	switch {
	case errors.As(err, &none):
		return answer{Why: err.Error()}, nil
	case err != nil:
		return answer{}, err
	}
	a := answer{Found: true, Metres: r.Distance, Seconds: r.Duration, Polyline: string(geo.AppendPolyline(nil, r.Legs[0].Shape))}
	for _, w := range r.Legs[0].Steps {
		a.Steps = append(a.Steps, step{string(w.Type), w.Instruction, w.Streets, w.Distance, w.ExitNumber})
	}
	return a, nil
}

// stepTypes are Valhalla's numbers of manoeuvre types by the names of our steps.
var stepTypes = []string{
	"none", "start", "start_right", "start_left", "destination", "destination_right", "destination_left", "becomes", "continue",
	"slight_right", "right", "sharp_right", "uturn_right", "uturn_left", "sharp_left", "left", "slight_left",
	"ramp_straight", "ramp_right", "ramp_left", "exit_right", "exit_left", "stay_straight", "stay_right", "stay_left", "merge",
	"roundabout_enter", "roundabout_exit", "ferry_enter", "ferry_exit", "transit", "transit_transfer", "transit_remain", "transit_start",
	"transit_change", "transit_change", "transit_destination", "merge_right", "merge_left", "elevator_enter", "steps_enter",
	"escalator_enter", "building_enter", "building_exit",
}

func (s *sides) theirRoute(mode routing.Mode, from, to orb.Point) (answer, error) {
	text, _, err := s.theirs.ask("route", object{"locations": []object{where(from), where(to)}, "costing": mode})
	switch {
	case errors.Is(err, errRefused):
		return answer{Why: err.Error()}, nil
	case err != nil:
		return answer{}, err
	}
	var r struct {
		Trip struct {
			Summary struct{ Length, Time float64 }
			Legs    []struct {
				Shape     string
				Maneuvers []struct {
					Type        int
					Instruction string
					StreetNames []string `json:"street_names"`
					Length      float64
					Exit        int `json:"roundabout_exit_count"`
				}
			}
		}
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return answer{}, err
	}
	a := answer{Found: true, Metres: 1000 * r.Trip.Summary.Length, Seconds: r.Trip.Summary.Time, Polyline: r.Trip.Legs[0].Shape}
	for _, m := range r.Trip.Legs[0].Maneuvers {
		a.Steps = append(a.Steps, step{stepTypes[m.Type], m.Instruction, m.StreetNames, 1000 * m.Length, m.Exit})
	}
	return a, nil
}

// TestRoutes compares the routes of both sides between random places: what is found, how long it is, how long it
// takes, and how it is told. It fails where either side fails to answer, not where they differ: neither is the truth.
func TestRoutes(t *testing.T) {
	s := both(t)
	var out *json.Encoder
	if *outFlag != "" {
		f, err := os.Create(*outFlag)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		out = json.NewEncoder(f)
	}
	fmt.Println("| mode | pairs | found by ours alone | by theirs alone | distance, middle | within 2 % | within 5 % | time, middle | steps, ours | theirs |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	for _, mode := range modes {
		points := s.places(t, mode, *seedFlag, 2**pairsFlag)
		var list []pair
		for i := range *pairsFlag {
			p := pair{Mode: mode, From: points[2*i], To: points[2*i+1]}
			var err error
			if p.Ours, err = s.ourRoute(mode, p.From, p.To); err != nil {
				t.Fatalf("%s from %v to %v: %v", mode, p.From, p.To, err)
			}
			if p.Theirs, err = s.theirRoute(mode, p.From, p.To); err != nil {
				t.Fatalf("%s from %v to %v: %v", mode, p.From, p.To, err)
			}
			if out != nil {
				if err := out.Encode(p); err != nil {
					t.Fatal(err)
				}
			}
			list = append(list, p)
		}
		fmt.Println(summary(mode, list))
	}
}

// summary is the row of a mode.
func summary(mode routing.Mode, list []pair) string {
	var ours, theirs, steps, theirSteps int
	var distance, time []float64
	for _, p := range list {
		switch {
		case p.Ours.Found && p.Theirs.Found:
			distance = append(distance, p.Ours.Metres/p.Theirs.Metres)
			time = append(time, p.Ours.Seconds/p.Theirs.Seconds)
			steps += len(p.Ours.Steps)
			theirSteps += len(p.Theirs.Steps)
		case p.Ours.Found:
			ours++
		case p.Theirs.Found:
			theirs++
		}
	}
	n := float64(len(distance))
	within := func(share float64) float64 {
		count := 0
		for _, d := range distance {
			if math.Abs(d-1) <= share {
				count++
			}
		}
		return 100 * float64(count) / n
	}
	return fmt.Sprintf("| %s | %d | %d | %d | %.3f | %.0f %% | %.0f %% | %.2f | %.1f | %.1f |", mode, len(list), ours, theirs,
		middle(distance), within(0.02), within(0.05), middle(time), float64(steps)/n, float64(theirSteps)/n)
}

func middle(list []float64) float64 {
	if len(list) == 0 {
		return math.NaN()
	}
	list = slices.Sorted(slices.Values(list))
	return list[len(list)/2]
}
