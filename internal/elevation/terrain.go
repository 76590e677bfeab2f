package elevation

import "math"

// Terrain sums a profile up. Lengths are metres, grades percent.
type Terrain struct {
	Ascent, Descent float64
	Lowest, Highest float64
	MeanGrade       float64 // of the amounts, up and down, by distance
	SteepestGrade   float64 // the greatest amount over gradeReach metres
	Difficulty      Difficulty
}

// Difficulty is how hard a line is to travel by muscle.
type Difficulty string

// The difficulties.
const (
	Flat        Difficulty = "flat"
	Rolling     Difficulty = "rolling"
	Hilly       Difficulty = "hilly"
	Mountainous Difficulty = "mountainous"
)

// How profiles are summed up. All are assumed.
const (
	// minSwing is how far the ground must rise or fall between two turns to count, in metres: less is noise
	// of the heights, whose sum would double the ascent of a long way.
	minSwing = 5
	// gradeReach is over how many metres grades are measured.
	gradeReach = 100
)

// limits divide the difficulties: the greater of ascent and descent in metres per kilometre, and the steepest
// grade in percent; a way is as hard as the harder of the two says. Steepness alone makes none mountainous.
var limits = [...]struct {
	difficulty      Difficulty
	climb, steepest float64
}{
	{Flat, 5, 5},
	{Rolling, 15, 10},
	{Hilly, 30, math.Inf(1)},
	{Mountainous, math.Inf(1), math.Inf(1)},
}

// Terrain sums the profile up.
func (p *Profile) Terrain() Terrain {
	var t Terrain
	t.Ascent, t.Descent = swings(p.heights, minSwing)
	t.Lowest, t.Highest = p.heights[0], p.heights[0]
	sum := 0.0
	for i, h := range p.heights {
		t.Lowest, t.Highest = min(t.Lowest, h), max(t.Highest, h)
		if i > 0 {
			sum += math.Abs(h - p.heights[i-1])
		}
	}
	perKilometre := 0.0
	if p.length > 0 {
		t.MeanGrade = 100 * sum / p.length
		perKilometre = 1000 * max(t.Ascent, t.Descent) / p.length
	}
	t.SteepestGrade = p.steepest()
	for _, l := range limits {
		if perKilometre < l.climb && t.SteepestGrade < l.steepest {
			t.Difficulty = l.difficulty
			break
		}
	}
	return t
}

// steepest returns the greatest grade over gradeReach metres, or over the whole line where it is shorter.
func (p *Profile) steepest() float64 {
	if p.length == 0 {
		return 0
	}
	last := len(p.heights) - 1
	n := min(last, max(1, int(math.Ceil(gradeReach/p.step))))
	most := 0.0
	for i := n; i <= last; i++ {
		most = max(most, math.Abs(p.heights[i]-p.heights[i-n]))
	}
	return 100 * most / (float64(n) * p.step)
}

// swings returns the sums of rises and falls between the turning points of a line of heights, leaving out
// swings of less than a limit: a dip on a climb that is less deep is no dip.
func swings(heights []float64, limit float64) (up, down float64) {
	low, high, rising, falling := heights[0], heights[0], false, false
	for _, h := range heights {
		switch {
		case rising && high-h >= limit:
			up += high - low
			low, rising, falling = h, false, true
		case falling && h-low >= limit:
			down += high - low
			high, rising, falling = h, true, false
		case rising:
			high = max(high, h)
		case falling:
			low = min(low, h)
		default:
			low, high = min(low, h), max(high, h)
			rising, falling = h-low >= limit, high-h >= limit
		}
	}
	switch {
	case rising:
		up += high - low
	case falling:
		down += high - low
	}
	return up, down
}
