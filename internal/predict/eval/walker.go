package eval

import (
	"math"
	"math/rand/v2"
)

// The six ways in which a lost person chooses the next step.
const (
	randomly = iota
	alongRoutes
	straightOn
	staying
	viewing // towards the highest ground around or, where no heights are at hand, open ground
	backtracking
	behaviours // their number
)

// BehaviourNames name the ways of behaving, in the order of a Find's Mixture.
var BehaviourNames = [behaviours]string{"random", "route", "direction", "stay", "view", "backtrack"}

const (
	// stepsPerHour of one cell each are those of the published agents.
	stepsPerHour = 850
	// smoothing is the share of the last step's direction in the next one's.
	smoothing = 0.55
	// longestWalk in hours bounds the time that an agent moves.
	longestWalk = 24.0
	// leaving in metres is how far from the start the direction of leaving is taken.
	leaving = 100
)

// A Find is where an agent ended.
type Find struct {
	X, Y   float64 // metres east and north of the start
	Weight float64 // set so that distances agree with the published curve; they add up to 1
	// TurnWeight is the same with directions also agreeing with the published angles from the heading.
	TurnWeight float64
	// Heading is the bearing that is told of the agent: degrees clockwise from north in which the start
	// was left, to headingStep; any for agents that never got far enough.
	Heading float64
	band    int // of distance
	Mixture [behaviours]float64
}

// Mobility is the Weibull distribution of the hours that a person moves.
type Mobility struct{ Scale, Shape float64 }

// mobilities are the published fits to hours mobile, by profile.
var mobilities = map[string]Mobility{
	"dementia_alzheimers": {1.973, 0.4039},
	"despondent":          {3.519, 0.5464},
	"hiker":               {4.159, 0.7183},
}

// hours draws a time, at most so long.
func (m Mobility) hours(longest float64, rng *rand.Rand) float64 {
	return math.Min(longest, m.Scale*math.Pow(rng.ExpFloat64(), 1/m.Shape))
}

// walk sends an agent on its way, for at most so many hours. It returns false when the agent leaves the raster.
func (r *raster) walk(m Mobility, longest float64, rng *rand.Rand) (Find, bool) {
	var f Find
	var sum float64
	for i := range f.Mixture { // even over the simplex
		f.Mixture[i] = rng.ExpFloat64()
		sum += f.Mixture[i]
	}
	for i := range f.Mixture {
		f.Mixture[i] /= sum
	}
	goal := rng.Float64() * 2 * math.Pi
	vx, vy := math.Cos(goal), math.Sin(goal)
	// The exact spot is known to some ten metres at best.
	f.X, f.Y = rng.NormFloat64()*10, rng.NormFloat64()*10
	var trail [][2]float64
	left := false
	for range int(m.hours(longest, rng) * stepsPerHour) {
		way := pick(&f.Mixture, rng)
		if way == staying {
			continue
		}
		var dx, dy float64
		switch way {
		case straightOn:
			dx, dy = math.Cos(goal), math.Sin(goal)
		case backtracking:
			if len(trail) == 0 {
				continue
			}
			back := trail[len(trail)-1]
			trail = trail[:len(trail)-1]
			f.X, f.Y = back[0], back[1]
			continue
		default:
			dx, dy = r.choose(way, f.X, f.Y, vx, vy, rng)
		}
		nx, ny := smoothing*vx+(1-smoothing)*dx, smoothing*vy+(1-smoothing)*dy
		if l := math.Hypot(nx, ny); l > 1e-9 {
			nx, ny = nx/l, ny/l
		} else {
			nx, ny = dx, dy
		}
		x, y := f.X+nx*cellMetres, f.Y+ny*cellMetres
		i, ok := r.index(x, y)
		if !ok {
			return f, false
		}
		here, _ := r.index(f.X, f.Y)
		if blocked(r.cells[i]) && !blocked(r.cells[here]) {
			// Turn off and look for another way.
			goal = rng.Float64() * 2 * math.Pi
			vx, vy = math.Cos(goal), math.Sin(goal)
			continue
		}
		if r.heights != nil && rng.Float64() > r.progress(here, i) {
			continue // still on the way, and free to think again
		}
		trail = append(trail, [2]float64{f.X, f.Y})
		f.X, f.Y, vx, vy = x, y, nx, ny
		if !left && math.Hypot(x, y) > leaving {
			left, f.Heading = true, 450-math.Atan2(y, x)*180/math.Pi
		}
	}
	if !left {
		f.Heading = rng.Float64() * 360
	}
	f.Heading = math.Mod(math.Round(f.Heading/headingStep)*headingStep, 360)
	return f, true
}

// pick draws a way of behaving.
func pick(mixture *[behaviours]float64, rng *rand.Rand) int {
	u := rng.Float64()
	for i, share := range mixture {
		if u -= share; u < 0 {
			return i
		}
	}
	return staying
}

// choose returns the direction of one of the eight cells around: any, the route cell that lies most
// straight ahead, or an open one. Where there is none of the kind looked for, any does.
func (r *raster) choose(way int, x, y, vx, vy float64, rng *rand.Rand) (dx, dy float64) {
	best := math.Inf(-1)
	here, _ := r.index(x, y)
	for k := range 8 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 4)
		i, ok := r.index(x+cos*cellMetres*1.2, y+sin*cellMetres*1.2)
		if !ok || blocked(r.cells[i]) {
			continue
		}
		worth := rng.Float64()
		switch c := r.cells[i]; {
		case way == alongRoutes && c&(isRoad|isPath) != 0:
			worth += 2 + cos*vx + sin*vy
		case way == viewing && r.heights != nil:
			worth = r.rise(here, i) + worth*1e-3
		case way == viewing && c&isCovered == 0:
			worth++
		}
		if worth > best {
			best, dx, dy = worth, cos, sin
		}
	}
	return dx, dy
}
