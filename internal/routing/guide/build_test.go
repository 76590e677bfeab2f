package guide

import (
	"math"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// A builder makes paths for tests: roads one after the other, each turned against the one before, with branches at
// the junctions between them.
type builder struct {
	Path
	heading float64
	ruler   geo.Ruler
}

// road is a stretch of a made-up path.
type road struct {
	Road
	angle    float64  // turned at its beginning, positive to the right
	branches []branch // at its beginning
	mini     bool
}

// branch is another road at a junction; its angle is that against the road arrived by.
type branch struct {
	Branch
	angle float64
}

var testOrigin = orb.Point{-75.55, 39.74}

// build makes a path that sets out northwards.
func build(mode routing.Mode, roads ...road) Path {
	b := builder{ruler: geo.NewRuler(testOrigin)}
	b.Mode = mode
	b.Shape = orb.LineString{testOrigin}
	for i, r := range roads {
		if i > 0 {
			j := Junction{Point: b.Shape[len(b.Shape)-1], In: b.heading, Out: norm(b.heading + r.angle), Mini: r.mini}
			for _, br := range r.branches {
				br.Bearing = norm(b.heading + br.angle)
				j.Branches = append(j.Branches, br.Branch)
			}
			b.Junctions = append(b.Junctions, j)
			b.heading = j.Out
		}
		if r.Length == 0 {
			r.Length = 100
		}
		if r.Travel == "" {
			r.Travel = map[routing.Mode]routing.TravelMode{routing.Pedestrian: routing.Walk, routing.Bicycle: routing.Cycle}[mode]
			if r.Travel == "" {
				r.Travel = routing.Drive
			}
		}
		if r.Class == "" {
			r.Class = "residential"
		}
		r.Duration = r.Length / 10
		r.From = len(b.Shape) - 1
		x, y := b.ruler.XY(b.Shape[r.From])
		sin, cos := math.Sincos(b.heading * math.Pi / 180)
		b.Shape = append(b.Shape, b.ruler.Point(x+r.Length*sin, y+r.Length*cos))
		r.To = r.From + 1
		b.Roads = append(b.Roads, r.Road)
	}
	b.Origin, b.Destination = b.Shape[0], b.Shape[len(b.Shape)-1]
	return b.Path
}

func norm(bearing float64) float64 { return math.Mod(bearing+720, 360) }

// named is a road of a street.
func named(name string, angle float64, branches ...branch) road {
	return road{Road: Road{Street: NewStreet(name, "")}, angle: angle, branches: branches}
}

// classed is a road of a class.
func classed(class, name, ref string, angle float64, branches ...branch) road {
	return road{Road: Road{Class: class, Street: NewStreet(name, ref), Link: isLink(class), OneWay: class == "motorway" || isLink(class)}, angle: angle, branches: branches}
}

func isLink(class string) bool { return len(class) > 5 && class[len(class)-5:] == "_link" }

// way is a branch that can be entered.
func way(name string, angle float64) branch {
	return branch{Branch{Street: NewStreet(name, ""), Class: "residential", Enterable: true, Public: true}, angle}
}

// wayOf is a branch of a class that can be entered.
func wayOf(class, name string, angle float64) branch {
	return branch{Branch{Street: NewStreet(name, ""), Class: class, Link: isLink(class), Enterable: true, Public: true, Oneway: class == "motorway" || isLink(class)}, angle}
}

// inbound is a branch that only leads to the junction.
func inbound(class, name string, angle float64) branch {
	return branch{Branch{Street: NewStreet(name, ""), Class: class, Link: isLink(class), Public: true, Oneway: true}, angle}
}

func (r road) long(metres float64) road { r.Length = metres; return r }

func (r road) oneway() road { r.OneWay = true; return r }

func (r road) ring() road { r.Roundabout, r.OneWay = true, true; return r }

func (r road) to(destination string) road { r.Destination = destination; return r }

func (r road) numbered(exit string) road { r.Exit = exit; return r }

func (r road) kind(kind string) road { r.Kind = kind; return r }

func (r road) by(travel routing.TravelMode) road { r.Travel = travel; return r }

// kinds lists the types of steps between the start and the destination.
func kinds(steps []routing.Step) []routing.StepType {
	var out []routing.StepType
	for _, s := range steps[1 : len(steps)-1] {
		out = append(out, s.Type)
	}
	return out
}
