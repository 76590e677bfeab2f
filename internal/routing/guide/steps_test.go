package guide

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// allTypes are the step types of the contract.
var allTypes = map[routing.StepType]bool{
	routing.Start: true, routing.StartLeft: true, routing.StartRight: true,
	routing.Destination: true, routing.DestinationLeft: true, routing.DestinationRight: true,
	routing.Becomes: true, routing.Continue: true, routing.SlightLeft: true, routing.Left: true, routing.SharpLeft: true,
	routing.UturnLeft: true, routing.UturnRight: true, routing.SharpRight: true, routing.Right: true, routing.SlightRight: true,
	routing.RampStraight: true, routing.RampLeft: true, routing.RampRight: true, routing.ExitLeft: true, routing.ExitRight: true,
	routing.StayStraight: true, routing.StayLeft: true, routing.StayRight: true,
	routing.Merge: true, routing.MergeLeft: true, routing.MergeRight: true,
	routing.RoundaboutEnter: true, routing.RoundaboutExit: true, routing.FerryEnter: true, routing.FerryExit: true,
	routing.StepsEnter: true, routing.ElevatorEnter: true, routing.EscalatorEnter: true,
	routing.BuildingEnter: true, routing.BuildingExit: true,
}

// checkSteps holds the steps of a path against what callers may rely on.
func checkSteps(t interface {
	Fatalf(string, ...any)
	Errorf(string, ...any)
}, p Path, steps []routing.Step,
) {
	if len(steps) < 2 {
		t.Fatalf("%d steps, want a start and a destination at least", len(steps))
	}
	if first := steps[0].Type; !strings.HasPrefix(string(first), "start") {
		t.Errorf("the first step is a %s", first)
	}
	if last := steps[len(steps)-1]; !strings.HasPrefix(string(last.Type), "destination") || last.Distance != 0 || last.Duration != 0 {
		t.Errorf("the last step is a %s of %v m and %v s", last.Type, last.Distance, last.Duration)
	}
	var distance, duration, wantDistance, wantDuration float64
	for _, r := range p.Roads {
		wantDistance += r.Length
		wantDuration += r.Duration
	}
	at := p.Roads[0].From
	for i, s := range steps {
		distance += s.Distance
		duration += s.Duration
		if !allTypes[s.Type] {
			t.Errorf("step %d has the type %q", i, s.Type)
		}
		if i > 0 && i < len(steps)-1 && (strings.HasPrefix(string(s.Type), "start") || strings.HasPrefix(string(s.Type), "destination")) {
			t.Errorf("step %d of %d is a %s", i, len(steps), s.Type)
		}
		if s.From != at || s.To < s.From {
			t.Errorf("step %d runs from point %d to %d, want from %d", i, s.From, s.To, at)
		}
		at = s.To
		if (s.ExitNumber != 0) != (s.Type == routing.RoundaboutEnter) && s.ExitNumber != 0 {
			t.Errorf("step %d, a %s, has the exit number %d", i, s.Type, s.ExitNumber)
		}
		if s.Travel == "" {
			t.Errorf("step %d has no way of travelling", i)
		}
		text := s.Instruction
		switch {
		case text == "" || !strings.HasSuffix(text, "."):
			t.Errorf("step %d is no sentence: %q", i, text)
		case strings.ContainsFunc(text, unicode.IsControl):
			t.Errorf("step %d has control characters: %q", i, text)
		case strings.Contains(text, "  "):
			t.Errorf("step %d has a gap: %q", i, text)
		case len(text) > 4*8*mostNameRunes:
			t.Errorf("step %d is %d bytes long", i, len(text))
		}
		for _, name := range s.Streets {
			if name == "" {
				t.Errorf("step %d has an empty street", i)
			}
		}
	}
	if at != p.Roads[len(p.Roads)-1].To {
		t.Errorf("the steps end at point %d, want %d", at, p.Roads[len(p.Roads)-1].To)
	}
	if math.Abs(distance-wantDistance) > 1e-6*(1+wantDistance) || math.Abs(duration-wantDuration) > 1e-6*(1+wantDuration) {
		t.Errorf("the steps sum to %v m and %v s, want %v m and %v s", distance, duration, wantDistance, wantDuration)
	}
}

var (
	someNames   = []string{"", "", "Oak", "Elm", "North Oak", "Pine Street", "King\nStreet", "{street}", "I 95"}
	someRefs    = []string{"", "", "US 13", "I 95;US 202", ";", "DE 1"}
	someClasses = []string{
		"residential", "primary", "motorway", "motorway_link", "trunk", "trunk_link", "primary_link",
		"service", "footway", "cycleway", "steps", "ferry", "track", "unclassified", "", "tertiary",
	}
	someModes  = []routing.Mode{routing.Auto, routing.Bicycle, routing.Pedestrian}
	someTravel = []routing.TravelMode{routing.Drive, routing.Cycle, routing.Walk, routing.TakeBoat}
	someKinds  = []string{"", "", "", "steps", "elevator", "escalator", "corridor", "odd"}
)

// drawPath makes a path of anything that can meet.
func drawPath(t *rapid.T) Path {
	mode := rapid.SampledFrom(someModes).Draw(t, "mode")
	angle := rapid.OneOf(rapid.Float64Range(-180, 180), rapid.Float64Range(-30, 30), rapid.SampledFrom([]float64{0, 90, -90, 180}))
	var roads []road
	for range rapid.IntRange(1, 12).Draw(t, "roads") {
		class := rapid.SampledFrom(someClasses).Draw(t, "class")
		r := road{Road: Road{
			Street: NewStreet(rapid.SampledFrom(someNames).Draw(t, "name"), rapid.SampledFrom(someRefs).Draw(t, "ref")),
			Class:  class, Link: isLink(class), OneWay: rapid.Bool().Draw(t, "one-way"),
			Roundabout:  rapid.IntRange(0, 5).Draw(t, "roundabout") == 0,
			Destination: rapid.SampledFrom(someNames).Draw(t, "destination"), Exit: rapid.SampledFrom(someRefs).Draw(t, "exit"),
			Features: routing.Feature(rapid.IntRange(0, 63).Draw(t, "features")),
			Travel:   rapid.SampledFrom(someTravel).Draw(t, "travel"), Kind: rapid.SampledFrom(someKinds).Draw(t, "kind"),
			Length: rapid.SampledFrom([]float64{0.5, 3, 12, 25, 60, 250, 5000}).Draw(t, "length"),
		}, angle: angle.Draw(t, "angle"), mini: rapid.IntRange(0, 9).Draw(t, "mini") == 0}
		for range rapid.IntRange(0, 4).Draw(t, "branches") {
			class := rapid.SampledFrom(someClasses).Draw(t, "class of branch")
			r.branches = append(r.branches, branch{Branch{
				Street: NewStreet(rapid.SampledFrom(someNames).Draw(t, "name of branch"), rapid.SampledFrom(someRefs).Draw(t, "ref of branch")),
				Class:  class, Link: isLink(class), Roundabout: rapid.IntRange(0, 5).Draw(t, "branch on roundabout") == 0,
				Enterable: rapid.Bool().Draw(t, "enterable"), Public: rapid.Bool().Draw(t, "public"), Oneway: rapid.Bool().Draw(t, "branch one-way"),
				Travel: rapid.SampledFrom(append(someTravel, "")).Draw(t, "travel of branch"),
			}, angle.Draw(t, "angle of branch")})
		}
		roads = append(roads, r)
	}
	p := build(mode, roads...)
	p.LeftHand = rapid.Bool().Draw(t, "left-hand")
	return p
}

func TestStepsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPath(t)
		language := rapid.SampledFrom(append(Languages(), "", "xx")).Draw(t, "language")
		miles := rapid.Bool().Draw(t, "miles")
		steps := Steps(p, language, miles)
		checkSteps(t, p, steps)
		if again := Steps(p, language, miles); !reflect.DeepEqual(steps, again) {
			t.Fatalf("the same path is told in two ways")
		}
	})
}

// Each change of the way of travelling begins a step, so that the sequence of the steps' ways is the path's.
func TestTravelChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPath(t)
		for i := range p.Roads {
			if p.Roads[i].Class == "ferry" { // travelled by nothing else
				p.Roads[i].Travel = routing.TakeBoat
			}
		}
		var got, want []routing.TravelMode
		for _, s := range Steps(p, "en", false) {
			if len(got) == 0 || got[len(got)-1] != s.Travel {
				got = append(got, s.Travel)
			}
		}
		for _, r := range p.Roads {
			if len(want) == 0 || want[len(want)-1] != r.Travel {
				want = append(want, r.Travel)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("travelled by %v, want %v", got, want)
		}
	})
}

// Mirrored, a path is told with left and right exchanged.
func TestMirror(t *testing.T) {
	mirror := strings.NewReplacer("left", "right", "right", "left")
	rapid.Check(t, func(t *rapid.T) {
		p := drawPath(t)
		m := p
		m.LeftHand = !p.LeftHand
		flip := func(q orb.Point) orb.Point { return orb.Point{2*testOrigin[0] - q[0], q[1]} }
		m.Shape = nil
		for _, q := range p.Shape {
			m.Shape = append(m.Shape, flip(q))
		}
		m.Origin, m.Destination = flip(p.Origin), flip(p.Destination)
		m.Junctions = nil
		for _, j := range p.Junctions {
			if math.Abs(turn(j.In, j.Out)) == 180 || math.Abs(turn(j.In, j.Out)) < 1e-9 {
				t.Skip("on the axis of the mirror")
			}
			branches := append([]Branch(nil), j.Branches...)
			for i := range branches {
				if a := turn(j.In, branches[i].Bearing); math.Abs(a) == 180 || math.Abs(a) < 1e-9 || math.Abs(a-turn(j.In, j.Out)) < 1e-6 {
					t.Skip("on the axis of the mirror, or two roads in one")
				}
				branches[i].Bearing = norm(-branches[i].Bearing)
			}
			j.In, j.Out, j.Branches = norm(-j.In), norm(-j.Out), branches
			m.Junctions = append(m.Junctions, j)
		}
		a, b := Steps(p, "en", false), Steps(m, "en", false)
		if len(a) != len(b) {
			t.Fatalf("%d steps, %d in the mirror", len(a), len(b))
		}
		for i := range a {
			if want := routing.StepType(mirror.Replace(string(a[i].Type))); b[i].Type != want || a[i].ExitNumber != b[i].ExitNumber {
				t.Fatalf("step %d is a %s with exit %d, in the mirror a %s with exit %d", i, a[i].Type, a[i].ExitNumber, b[i].Type, b[i].ExitNumber)
			}
		}
	})
}

func TestStepsWithoutJunctions(t *testing.T) {
	p := build(routing.Auto, named("Oak", 0), named("Elm", 90), named("Pine", 90))
	p.Junctions = nil
	checkSteps(t, p, Steps(p, "en", false))
}

func TestFeatures(t *testing.T) {
	a, b, c := named("Oak", 0), named("Oak", 0), named("Elm", 90, way("Oak", 0))
	b.Features, c.Features = routing.Toll|routing.Highway, routing.Ferry
	steps := Steps(build(routing.Auto, a, b, c), "en", false)
	if s := steps[0]; !s.Toll || !s.Highway || s.Ferry {
		t.Errorf("the first step has toll %v, highway %v, ferry %v", s.Toll, s.Highway, s.Ferry)
	}
	if s := steps[1]; s.Toll || s.Highway || !s.Ferry {
		t.Errorf("the second step has toll %v, highway %v, ferry %v", s.Toll, s.Highway, s.Ferry)
	}
}

// FuzzSteps tells paths made of any bytes, with bearings and indexes that make no sense.
func FuzzSteps(f *testing.F) {
	f.Add([]byte("a path of a few roads with junctions of all kinds and names"), "en", true)
	f.Add([]byte{0, 255, 127, 128, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, "de", false)
	f.Add([]byte{}, "", false)
	f.Fuzz(func(t *testing.T, data []byte, language string, miles bool) {
		next := func() int {
			if len(data) == 0 {
				return 0
			}
			b := int(data[0])
			data = data[1:]
			return b
		}
		pick := func(list []string) string { return list[next()%len(list)] }
		var p Path
		p.Mode, p.LeftHand = someModes[next()%len(someModes)], next()%2 == 0
		p.Shape = orb.LineString{testOrigin}
		for n := next()%40 + 1; n > 0; n-- {
			p.Roads = append(p.Roads, Road{
				Street: NewStreet(pick(someNames)+string(rune(next())), pick(someRefs)), Class: pick(someClasses), Link: next()%3 == 0,
				Roundabout: next()%4 == 0, OneWay: next()%2 == 0, Destination: pick(someNames), Exit: pick(someRefs),
				Travel: someTravel[next()%len(someTravel)], Length: float64(next()), Duration: float64(next()),
				From: len(p.Shape) - 1, To: len(p.Shape), Kind: pick(someKinds),
			})
			last := p.Shape[len(p.Shape)-1]
			p.Shape = append(p.Shape, orb.Point{last[0] + float64(next()-128)*1e-5, last[1] + float64(next()-128)*1e-5})
			if n > 1 {
				j := Junction{In: float64(next()*7 - 900), Out: float64(next()*7 - 900), Mini: next()%9 == 0}
				for m := next() % 6; m > 0; m-- {
					j.Branches = append(j.Branches, Branch{
						Street: NewStreet(pick(someNames), pick(someRefs)), Class: pick(someClasses),
						Bearing: float64(next()*7 - 900), Enterable: next()%2 == 0, Public: next()%2 == 0, Oneway: next()%2 == 0, Roundabout: next()%4 == 0,
					})
				}
				p.Junctions = append(p.Junctions, j)
			}
		}
		if next()%50 == 49 {
			p.Junctions = nil
		}
		checkSteps(t, p, Steps(p, language, miles))
	})
}

func BenchmarkSteps(b *testing.B) {
	var roads []road
	for range 100 {
		roads = append(roads,
			named("Oak Street", -90, way("Elm", 0)), named("Oak Street", 0, way("A", 90), way("B", -90)),
			named("Elm Street", 90, way("Oak", 0), way("Elm", -90)), named("Elm Street", 5, wayOf("service", "", 90)),
			classed("primary", "King Street", "US 13", 0, way("A", 90)))
	}
	p := build(routing.Auto, roads...)
	b.ReportAllocs()
	for b.Loop() {
		if len(Steps(p, "en", true)) < 100 {
			b.Fatal("too few steps")
		}
	}
}
