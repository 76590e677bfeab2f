package predict

import (
	"fmt"
	"math"
	"strings"
)

// Weather is the weather at the time of the scenario, as far as it is known.
type Weather struct {
	Temperature   *float64 // °C
	Precipitation *float64 // millimetres an hour
	Wind          *float64 // metres a second
	OfHour        bool     // it was looked up for the time of the scenario, not given
}

// checkWeather checks that the weather is of this world.
func checkWeather(w *Weather) error {
	if w == nil {
		return nil
	}
	for _, x := range []struct {
		field     string
		value     *float64
		low, high float64
	}{{"weather.temperature", w.Temperature, -70, 60}, {"weather.precipitation", w.Precipitation, 0, 300}, {"weather.wind", w.Wind, 0, 100}} {
		if x.value != nil && !(*x.value >= x.low && *x.value <= x.high) {
			return &InputError{x.field, "is out of range", number(*x.value), fmt.Sprintf("%g to %g", x.low, x.high)}
		}
	}
	return nil
}

// A condition is weather that drives people from one kind of ground to another.
type condition struct {
	Name    string
	Above   *float64 // the measure lies at or above, or
	Below   *float64 // below
	Factors classTable
}

// leaning returns what weather and darkness make of each class's share, within the limits, and the
// conditions that move any in words. In fair weather by day all factors are 1.
//
// No published source says by how much weather or the hour moves the place of a find. The factors are
// assumed and kept small; those of weather enter only when the caller tells it.
func (s *surface) leaning() (factors [classes]float64, words string) {
	factors = *level()
	var names []string
	lean := func(by *classTable, power float64) {
		for k, v := range by {
			if v > 0 {
				factors[k] *= math.Pow(v, power)
			}
		}
	}
	f := &s.model.figures.Weather
	if w := s.req.Weather; w != nil && s.model.has(GivenWeather) {
		for _, x := range []struct {
			value *float64
			list  []condition
		}{{w.Temperature, f.Temperature}, {w.Precipitation, f.Precipitation}, {w.Wind, f.Wind}} {
			for _, c := range x.list {
				if x.value == nil || c.Above != nil && *x.value < *c.Above || c.Below != nil && *x.value >= *c.Below {
					continue
				}
				names = append(names, c.Name)
				lean(&c.Factors, 1)
			}
		}
	}
	if s.model.has(Darkness) {
		if dark := s.model.figures.darkness(s.task.ruler.Point(0, 0), s.req.Time); dark > 0 {
			names = append(names, "dark")
			lean(&s.model.figures.Darkness.Factors, dark)
			if d := s.task.profile.Dark; d != nil {
				lean(&d.Factors, dark)
			}
		}
	}
	for c := range factors {
		factors[c] = math.Max(f.Least, math.Min(f.Most, factors[c]))
	}
	return factors, strings.Join(names, ", ")
}
