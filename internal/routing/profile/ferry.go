package profile

import "github.com/footstepd/footstepd/internal/routing"

// carry sets the travel of directions in which the traveller is carried.
func (w *Way) carry(f *facts, class RoadClass) {
	w.DurationSeconds = seconds(f.duration)
	w.byLength = class == Ferry && w.DurationSeconds == 0
	for _, d := range [...]*Direction{&w.Forward, &w.Backward} {
		if d.Access == No {
			*d = Direction{}
			continue
		}
		d.Travel, d.Penalty, d.SpeedKPH = routing.TakeBoat, 1, ferryKPH
		if class == ShuttleTrain {
			d.SpeedKPH = shuttleTrainKPH
		}
	}
}

// Speeds of ferries without a tagged duration, most of them, by the length of the line: a cable
// ferry spends its time at the piers, a sea ferry under way. Round figures in the range that route
// planners use.
const (
	shortFerryMetres, shortFerryKPH = 300, 5
	longFerryMetres, longFerryKPH   = 10_000, 27
	ferryKPH                        = 12 // in between

	// Bounds of what a tagged duration can mean: the slowest lift barge and the fastest train.
	minCarriedKPH, maxCarriedKPH = 0.05, 200
)

// Speed returns the speed in km/h in a direction of the way when the whole way is wayMetres long.
// It is SpeedKPH but for ferries and the like: a tagged duration is spread over the way by length,
// and without one a ferry's speed depends on how far it goes. It lies in 0.05 to 200.
func (w Way) Speed(d Direction, wayMetres float64) float64 {
	switch {
	case d.Access == No || wayMetres <= 0:
		return d.SpeedKPH
	case w.DurationSeconds > 0:
		return min(max(wayMetres/w.DurationSeconds*3.6, minCarriedKPH), maxCarriedKPH)
	case w.byLength && wayMetres < shortFerryMetres:
		return shortFerryKPH
	case w.byLength && wayMetres > longFerryMetres:
		return longFerryKPH
	}
	return d.SpeedKPH
}
