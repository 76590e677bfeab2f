package profile

// motorSurfaceKPH caps the speed of motor vehicles by surface, after OSRM's car profile; 0 sets no cap.
func motorSurfaceKPH(surface string) float64 {
	switch surface {
	case "cement", "compacted", "fine_gravel":
		return 80
	case "paving_stones", "paving_stones:lanes", "metal", "metal_grid", "bricks", "brick":
		return 60
	case "grass", "wood", "sett", "grass_paver", "gravel", "unpaved", "ground", "dirt", "pebblestone", "tartan",
		"unhewn_cobblestone", "shells", "woodchips", "grit":
		return 40
	case "cobblestone", "clay", "snow", "salt":
		return 30
	case "earth", "stone", "rocky", "rock", "sand", "ice":
		return 20
	case "mud":
		return 10
	}
	return 0
}

func motorTracktypeKPH(tracktype string) float64 {
	switch tracktype {
	case "grade1":
		return 60
	case "grade2":
		return 40
	case "grade3":
		return 30
	case "grade4":
		return 25
	case "grade5":
		return 20
	}
	return 0
}

func motorSmoothnessKPH(smoothness string) float64 {
	switch smoothness {
	case "intermediate":
		return 80
	case "bad":
		return 40
	case "very_bad":
		return 20
	case "horrible":
		return 10
	case "very_horrible":
		return 5
	}
	return 0
}

// bicycleSurfaceKPH caps the speed of bicycles by surface, after OSRM's bicycle profile.
func bicycleSurfaceKPH(surface string) float64 {
	switch surface {
	case "wood", "metal", "cobblestone:flattened", "paving_stones", "compacted", "fine_gravel", "ground", "bricks", "brick":
		return 10
	case "sett":
		return 9
	case "dirt":
		return 8
	case "cobblestone", "unhewn_cobblestone":
		return 7
	case "unpaved", "gravel", "pebblestone", "grass_paver", "earth", "grass", "clay", "shells":
		return 6
	case "laterite", "rock", "stone", "snow":
		return 5
	case "mud", "sand", "woodchips", "ice", "salt":
		return 3
	}
	return 0
}

// bicycleSmoothnessKPH caps the speed of bicycles by smoothness.
func bicycleSmoothnessKPH(smoothness string) float64 {
	switch smoothness {
	case "bad":
		return 10
	case "very_bad":
		return 7
	case "horrible":
		return 5
	case "very_horrible":
		return 4
	}
	return 0
}

// footSurfaceKPH caps the speed of walkers by surface, after OSRM's foot profile.
func footSurfaceKPH(surface string) float64 {
	switch surface {
	case "fine_gravel", "gravel", "pebblestone":
		return 0.75 * WalkingKPH
	case "mud", "sand":
		return 0.5 * WalkingKPH
	}
	return 0
}

// capped returns the speed under caps; a cap of 0 is none.
func capped(kph float64, caps ...float64) float64 {
	for _, c := range caps {
		if c > 0 && c < kph {
			kph = c
		}
	}
	return kph
}

// unpaved tells whether the way has no hard surface. Without tags tracks, paths and bridleways
// count as unpaved.
func (f *facts) unpaved(c RoadClass) bool {
	switch f.surface {
	case "unpaved", "compacted", "fine_gravel", "gravel", "pebblestone", "ground", "dirt", "earth", "grass", "mud", "sand",
		"woodchips", "clay", "laterite", "rock", "rocky", "stone", "shells", "snow", "ice", "salt", "dirt/sand", "soil", "grit", "bushes":
		return true
	case "":
		switch f.tracktype {
		case "grade1":
			return false
		case "grade2", "grade3", "grade4", "grade5":
			return true
		}
		return c == Track || c == Path || c == Bridleway
	}
	return false
}
