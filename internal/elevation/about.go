package elevation

import (
	"encoding/json"
)

// About tells where the heights of a region come from and how far they reach.
type About struct {
	Files []File `json:"files"`
	// Covered is the share of the mapped positions of the extract whose height is known, in percent.
	Covered float64 `json:"covered_percent"`
	// The lowest and the highest ground within the box of the extract, in metres; 0 where none is known.
	Lowest  float64 `json:"lowest_metres"`
	Highest float64 `json:"highest_metres"`
	Heights int     `json:"heights"` // that are known
	Filled  int     `json:"filled"`  // among them those made of neighbours
	Unknown int     `json:"unknown"` // within the files but without a height
}

// File describes one height file.
type File struct {
	Name string `json:"name"` // without folder
	// Distances between heights, in arc seconds.
	LonSeconds float64 `json:"lon_arc_seconds"`
	LatSeconds float64 `json:"lat_arc_seconds"`
	Bytes      int64   `json:"bytes"`
	SHA256     string  `json:"sha256"`
}

func decodeAbout(text []byte) (About, error) {
	var a About
	if err := json.Unmarshal(text, &a); err != nil {
		return About{}, damaged("description: %v", err)
	}
	return a, nil
}
