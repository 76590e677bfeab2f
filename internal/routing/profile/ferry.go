package profile

import "github.com/footstepd/footstepd/internal/routing"

// carry sets the travel of directions on which the traveller is carried.
func (w *Way) carry(f *facts, class RoadClass) {
	w.DurationSeconds = seconds(f.duration)
	for _, d := range []*Direction{&w.Forward, &w.Backward} {
		if d.Access == No {
			continue
		}
		d.Travel, d.Penalty, d.SpeedKPH = routing.TakeBoat, 1, ferryKPH
		if class != Ferry {
			d.SpeedKPH = shuttleTrainKPH
		}
	}
}

// Seconds returns the time of travel over a stretch of a way in the given direction of it. A
// tagged duration is spread over the way by length; other stretches take the direction's speed.
func (w *Way) Seconds(d *Direction, stretchMetres, wayMetres float64) float64 {
	if w.DurationSeconds > 0 && wayMetres > 0 {
		return w.DurationSeconds * stretchMetres / wayMetres
	}
	return stretchMetres / d.SpeedKPH * 3.6
}

// ferryKPH is the speed of a ferry without a tagged duration.
const ferryKPH = 5
