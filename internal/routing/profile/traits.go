package profile

// Traits are what a way is like, beside what may be done on it: requests can ask for more or less of it.
type Traits struct {
	Lit    Light
	Rough  uint8 // of the surface, 0 smooth to MaxRough barely passable
	Hiking uint8 // difficulty of a mountain path, 0 none, 1 hiking to 6 difficult alpine hiking: sac_scale
}

// Light tells whether a way is lit at night.
type Light uint8

// What is known of lamps.
const (
	LightUnknown Light = iota
	Lit
	Unlit
)

// MaxRough is the worst surface.
const MaxRough = 4

// MaxHiking is the hardest mountain path.
const MaxHiking = 6

// traits reads what a way is like.
func (f *facts) traits(class RoadClass) Traits {
	return Traits{Lit: lit(f.lit), Rough: f.rough(class), Hiking: hikingGrade(f.sacScale)}
}

func lit(value string) Light {
	switch value {
	case "":
		return LightUnknown
	case "no", "disused":
		return Unlit
	}
	return Lit
}

// rough grades the surface by what is known of it best: smoothness before surface before the grade of
// a track.
func (f *facts) rough(class RoadClass) uint8 {
	switch f.smoothness {
	case "excellent", "good":
		return 0
	case "intermediate":
		return 1
	case "bad":
		return 2
	case "very_bad":
		return 3
	case "horrible", "very_horrible", "impassable":
		return 4
	}
	switch f.surface {
	case "asphalt", "concrete", "concrete:plates", "concrete:lanes", "paved", "chipseal", "tartan", "cement":
		return 0
	case "paving_stones", "compacted", "fine_gravel", "wood", "metal", "bricks", "brick", "cobblestone:flattened", "acrylic", "rubber":
		return 1
	case "sett", "gravel", "unpaved", "ground", "dirt", "grass_paver", "metal_grid", "shells", "paving_stones:lanes":
		return 2
	case "cobblestone", "unhewn_cobblestone", "pebblestone", "grass", "earth", "clay", "laterite", "woodchips", "grit":
		return 3
	case "mud", "sand", "rock", "rocky", "stone", "snow", "ice", "salt":
		return 4
	}
	switch f.tracktype {
	case "grade1":
		return 1
	case "grade2", "grade3":
		return 2
	case "grade4":
		return 3
	case "grade5":
		return 4
	}
	if f.unpaved(class) {
		return 2
	}
	return 0
}

func hikingGrade(scale string) uint8 {
	switch scale {
	case "hiking":
		return 1
	case "mountain_hiking":
		return 2
	case "demanding_mountain_hiking":
		return 3
	case "alpine_hiking":
		return 4
	case "demanding_alpine_hiking":
		return 5
	case "difficult_alpine_hiking":
		return 6
	}
	return 0
}
