package export

import (
	"math"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/paulmach/orb/geojson"
)

// defaultColor is that of layers without a recommended one.
const defaultColor = "#1a73e8"

// heat goes from the least value to the greatest.
var heat = [...]string{"#ffffb2", "#fed976", "#feb24c", "#fd8d3c", "#f03b20", "#bd0026"}

// look is how a layer is drawn.
type look struct {
	single   string // one colour for all, or
	lo, hi   float64
	byValues bool // by each feature's value between lo and hi
}

func lookOf(l envelope.Layer) look {
	switch style := l.Style.(type) {
	case *envelope.ColorHint:
		if style.Color != "" {
			return look{single: style.Color}
		}
	case *envelope.RangeHint:
		return look{byValues: true, lo: style.Range[0], hi: style.Range[1]}
	}
	return look{single: defaultColor}
}

// color returns a feature's colour as #rrggbb.
func (k look) color(f *geojson.Feature) string {
	if !k.byValues {
		return k.single
	}
	value, ok := f.Properties["value"].(float64)
	if !ok || k.hi <= k.lo {
		return heat[len(heat)-1]
	}
	share := math.Max(0, math.Min(1, (value-k.lo)/(k.hi-k.lo)))
	return heat[int(math.Round(share*float64(len(heat)-1)))]
}
