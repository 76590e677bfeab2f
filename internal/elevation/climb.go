package elevation

import "github.com/paulmach/orb"

// effort says by how much dearer a metre of a grade in percent is to who avoids hills altogether; between the
// grades it grows evenly. The figures are those of Valhalla's bicycle costing: steep descents count, too.
var effort = [...]struct{ grade, effort float64 }{{-10, 2}, {-1.5, 0}, {0, 0}, {5, 0.8}, {10, 4.5}, {15, 12}}

// effortOf returns the effort of a grade.
func effortOf(grade float64) float64 {
	if grade <= effort[0].grade {
		return effort[0].effort
	}
	for i := 1; i < len(effort); i++ {
		if a, b := effort[i-1], effort[i]; grade < b.grade {
			return a.effort + (b.effort-a.effort)*(grade-a.grade)/(b.grade-a.grade)
		}
	}
	return effort[len(effort)-1].effort
}

// Climb returns how hilly a road is, along its line and against it: by how much dearer it is, on the mean of
// its length, to who avoids hills altogether; 0 where it is level or no heights are known. Heights are smoothed
// as those of a profile. A road that does not follow the ground rises or falls evenly between its ends.
func (s *Source) Climb(line orb.LineString, aloft bool) (along, against float64) {
	if aloft && len(line) > 1 {
		line = orb.LineString{line[0], line[len(line)-1]}
	}
	p := s.Along(line, nil)
	if p == nil || p.length == 0 {
		return 0, 0
	}
	if aloft {
		p.even(0, len(p.heights)-1, p.heights[0], p.heights[len(p.heights)-1])
	}
	for i := 1; i < len(p.heights); i++ {
		grade := 100 * (p.heights[i] - p.heights[i-1]) / p.step
		along, against = along+effortOf(grade), against+effortOf(-grade)
	}
	pieces := float64(len(p.heights) - 1)
	return along / pieces, against / pieces
}
