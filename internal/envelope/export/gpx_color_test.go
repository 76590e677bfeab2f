package export

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func TestDisplayColor(t *testing.T) {
	for color, want := range map[string]string{
		"#e41a1c": "Red", "#bd0026": "Red", "#8b0000": "DarkRed", "#ff7f00": "DarkYellow", "#a65628": "DarkYellow", "#ffff00": "Yellow",
		"#4daf4a": "Green", "#006400": "DarkGreen", "#00ffff": "Cyan", "#1a73e8": "Blue", "#08519c": "DarkBlue", "#984ea3": "DarkMagenta",
		"#f781bf": "Magenta", "#ff0010": "Red", "#000000": "Black", "#252525": "Black", "#525252": "DarkGray", "#999999": "LightGray", "": "Black", "red": "Black",
	} {
		if got := displayColor(color); got != want {
			t.Errorf("displayColor(%q) is %s, want %s", color, got, want)
		}
	}
}

// Every colour has a name that Garmin's schema lists.
func TestDisplayColorIsGarmins(t *testing.T) {
	names := map[string]bool{}
	for _, n := range []string{
		"Black", "DarkRed", "DarkGreen", "DarkYellow", "DarkBlue", "DarkMagenta", "DarkCyan", "LightGray", "DarkGray",
		"Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White", "Transparent",
	} {
		names[n] = true
	}
	rapid.Check(t, func(t *rapid.T) {
		color := fmt.Sprintf("#%06x", rapid.IntRange(0, 0xffffff).Draw(t, "color"))
		if got := displayColor(color); !names[got] {
			t.Fatalf("%s is %q", color, got)
		}
	})
}
