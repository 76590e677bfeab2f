package envelope

import (
	"fmt"
	"math"
	"strconv"
)

// Units says how prose gives distances. Numbers in fields are SI whatever it says.
type Units string

// The units of prose.
const (
	Kilometers Units = "kilometers" // also the meaning of ""
	Miles      Units = "miles"
)

// Or returns u, or kilometers when it is empty.
func (u Units) Or() Units {
	if u == "" {
		return Kilometers
	}
	return u
}

const (
	metresPerMile = 1609.344
	metresPerFoot = 0.3048
)

// Distance writes a length in metres for a reader: "85 m", "1.2 km", "134 km", "280 ft", "0.7 mi".
func (u Units) Distance(metres float64) string {
	if u == Miles {
		if miles := metres / metresPerMile; miles >= 0.1 {
			return short(miles) + " mi"
		}
		return rounded(metres/metresPerFoot) + " ft"
	}
	if metres >= 999.5 {
		return short(metres/1000) + " km"
	}
	return rounded(metres) + " m"
}

// Height writes a height in metres for a reader: "85 m", "1240 m", "280 ft". It may be negative.
func (u Units) Height(metres float64) string {
	if u == Miles {
		return strconv.FormatFloat(math.Round(metres/metresPerFoot)+0, 'f', 0, 64) + " ft"
	}
	return strconv.FormatFloat(math.Round(metres)+0, 'f', 0, 64) + " m"
}

// Area writes a size in square metres for a reader: "850 m²", "1.2 km²", "0.4 mi²", "900 ft²".
func (u Units) Area(squareMetres float64) string {
	switch {
	case u == Miles && squareMetres < 1e5:
		return rounded(squareMetres/(metresPerFoot*metresPerFoot)) + " ft²"
	case u == Miles:
		return short(squareMetres/(metresPerMile*metresPerMile)) + " mi²"
	case squareMetres < 1e5:
		return rounded(squareMetres) + " m²"
	}
	return short(squareMetres/1e6) + " km²"
}

// Square returns the square metres of the unit that large areas are given in, and what it is called.
func (u Units) Square() (metres float64, name string) {
	if u == Miles {
		return metresPerMile * metresPerMile, "mi²"
	}
	return 1e6, "km²"
}

// short gives one decimal below ten, none from a hundred on.
func short(v float64) string {
	if v < 99.95 {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}

// rounded gives whole numbers, in tens from a hundred on.
func rounded(v float64) string {
	if v >= 100 {
		v = math.Round(v/10) * 10
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}

// Duration writes seconds for a reader: "40 s", "12 min", "1 h 5 min".
func Duration(seconds float64) string {
	if seconds < 59.5 {
		return strconv.FormatFloat(seconds, 'f', 0, 64) + " s"
	}
	minutes := int(math.Round(seconds / 60))
	switch h, m := minutes/60, minutes%60; {
	case h == 0:
		return fmt.Sprintf("%d min", m)
	case m == 0:
		return fmt.Sprintf("%d h", h)
	default:
		return fmt.Sprintf("%d h %d min", h, m)
	}
}
