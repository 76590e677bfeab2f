package tools

import (
	"fmt"
	"math"

	"github.com/footstepd/footstepd/internal/elevation"
	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/paulmach/orb"
)

// TerrainRow tells how a route rises and falls.
type TerrainRow struct {
	TotalAscentMeters  float64              `json:"total_ascent_meters"`
	TotalDescentMeters float64              `json:"total_descent_meters"`
	MinElevationMeters float64              `json:"min_elevation_meters"`
	MaxElevationMeters float64              `json:"max_elevation_meters"`
	AvgGradePercent    float64              `json:"avg_grade_percent"`
	MaxGradePercent    float64              `json:"max_grade_percent"`
	Difficulty         elevation.Difficulty `json:"difficulty"`
	ElevationProfile   []HeightRow          `json:"elevation_profile,omitempty"`
}

// HeightRow is a sample of a height profile.
type HeightRow struct {
	DistanceMeters  float64 `json:"distance_meters"`
	ElevationMeters float64 `json:"elevation_meters"`
}

const (
	// usualSamples is how many samples a profile has at most when no interval is asked for, and maxSamples
	// when one is.
	usualSamples = 500
	maxSamples   = 1000
	// leastInterval is the shortest distance between samples that is chosen unasked, in metres: that of the
	// heights themselves.
	leastInterval = 30
	// The distances between samples that can be asked for, in metres.
	minInterval, maxInterval = 1, 10_000
)

// noHeights is the warning of routing tools for a region without heights.
const noHeights = "No heights are loaded for this region, so terrain is left out."

// checkInterval checks the distance between samples that is asked for; nil is none.
func (c *call) checkInterval(interval *float64) (float64, error) {
	switch {
	case interval == nil:
		return 0, nil
	case !(*interval >= minInterval && *interval <= maxInterval):
		return 0, invalid("elevation_interval", "is out of range", number(*interval), fmt.Sprintf("%d to %d metres", minInterval, maxInterval))
	case !c.flags.ElevationSamples():
		c.Warn("elevation_interval has no effect without the height profile; set include_elevation_samples to true, and compact to false.")
	}
	return *interval, nil
}

// terrain tells how the route rises and falls, nil where no heights are known.
func (t *trip) terrain(c *call) *TerrainRow {
	if t.heights == nil {
		c.Warn(noHeights)
		return nil
	}
	line, aloft := t.joined()
	profile := t.heights.Along(line, aloft)
	if profile == nil {
		c.Warn("No heights are known along the route, so terrain is left out.")
		return nil
	}
	if share := math.Floor(100 * profile.Known()); share < 99 {
		c.Warn(fmt.Sprintf("Heights are known for %.0f %% of the route; terrain takes the rest to lie on even slopes between.", share))
	}
	sum := profile.Terrain()
	row := &TerrainRow{
		TotalAscentMeters: metres(sum.Ascent), TotalDescentMeters: metres(sum.Descent),
		MinElevationMeters: metres(sum.Lowest), MaxElevationMeters: metres(sum.Highest),
		AvgGradePercent: envelope.Round(sum.MeanGrade, 1), MaxGradePercent: envelope.Round(sum.SteepestGrade, 1),
		Difficulty: sum.Difficulty,
	}
	if c.flags.ElevationSamples() {
		for _, s := range profile.Samples(t.spacing(c)) {
			row.ElevationProfile = append(row.ElevationProfile, HeightRow{metres(s.Distance), metres(s.Height)})
		}
		c.Cut("The answer would have been too large: height profiles have fewer samples. Ask for a greater elevation_interval, or for the legs one by one.",
			func() bool { return thin(row) })
	}
	return row
}

// spacing returns the distance between the samples of the height profile.
func (t *trip) spacing(c *call) float64 {
	length := t.route.Distance
	if t.interval == 0 {
		return max(leastInterval, math.Ceil(length/(usualSamples-1)))
	}
	if least := math.Ceil(length / (maxSamples - 1)); t.interval < least {
		c.Warn(fmt.Sprintf("The height profile has a sample every %.0f m, since it holds at most %d.", least, maxSamples))
		return least
	}
	return t.interval
}

// thin drops every other sample but the last. It returns false when few are left.
func thin(row *TerrainRow) bool {
	p := row.ElevationProfile
	if len(p) < 20 {
		return false
	}
	kept := p[:0]
	for i, s := range p {
		if i%2 == 0 || i == len(p)-1 {
			kept = append(kept, s)
		}
	}
	row.ElevationProfile = kept
	return true
}

// joined joins the legs into one line, with the stretches that do not follow the ground.
func (t *trip) joined() (line orb.LineString, aloft [][2]int) {
	if len(t.route.Legs) == 1 {
		return t.route.Legs[0].Shape, t.route.Legs[0].Aloft
	}
	for i := range t.route.Legs {
		leg := &t.route.Legs[i]
		shape, first := leg.Shape, len(line)
		if len(line) > 0 && len(shape) > 0 && line[len(line)-1] == shape[0] {
			shape, first = shape[1:], first-1
		}
		line = append(line, shape...)
		for _, span := range leg.Aloft {
			aloft = append(aloft, [2]int{first + span[0], first + span[1]})
		}
	}
	return line, aloft
}

// sentence tells the terrain to a reader.
func (r *TerrainRow) sentence(units envelope.Units) string {
	return fmt.Sprintf("Terrain: %s, %s up and %s down, between %s and %s above the sea, at the steepest %.0f %%.",
		r.Difficulty, units.Height(r.TotalAscentMeters), units.Height(r.TotalDescentMeters),
		units.Height(r.MinElevationMeters), units.Height(r.MaxElevationMeters), r.MaxGradePercent)
}
