package export

import "fmt"

// displayHues are the colours that Garmin units draw tracks in, by the hue up to which they are taken.
var displayHues = [...]struct {
	degrees      int
	bright, dark string
}{
	{15, "Red", "DarkRed"},
	{45, "DarkYellow", "DarkYellow"}, // the nearest to orange and brown
	{70, "Yellow", "DarkYellow"},
	{165, "Green", "DarkGreen"},
	{200, "Cyan", "DarkCyan"},
	{265, "Blue", "DarkBlue"},
	{345, "Magenta", "DarkMagenta"},
	{360, "Red", "DarkRed"},
}

// displayColor returns which of Garmin's colours of tracks stands for a colour #rrggbb.
func displayColor(color string) string {
	var r, g, b int
	if _, err := fmt.Sscanf(color, "#%02x%02x%02x", &r, &g, &b); err != nil {
		return "Black"
	}
	most := max(r, g, b)
	chroma := most - min(r, g, b)
	if chroma < 32 { // a shade of grey
		switch {
		case most < 70:
			return "Black"
		case most < 130:
			return "DarkGray"
		}
		return "LightGray"
	}
	hue := 0
	switch most {
	case r:
		hue = (360 + 60*(g-b)/chroma) % 360
	case g:
		hue = 120 + 60*(b-r)/chroma
	default:
		hue = 240 + 60*(r-g)/chroma
	}
	for _, c := range displayHues {
		if hue <= c.degrees {
			if most > 170 {
				return c.bright
			}
			return c.dark
		}
	}
	return "Red"
}
