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
	id       string  // of its styles in KML, before the colour
	width    int     // of lines, in pixels
	fill     float64 // opacity of areas
	single   string  // one colour for all, or
	lo, hi   float64
	byValues bool // by each feature's value between lo and hi
}

// lookOf says how a layer is drawn. Areas and cells let the map be seen through them; cells, of which
// there are many side by side, have the thinnest of borders.
func lookOf(l envelope.Layer) look {
	k := look{id: "c", width: 3, fill: 0.15, single: defaultColor}
	if l.Kind == envelope.KindCells {
		k.id, k.width, k.fill = "h", 1, 0.4
	}
	if l.IsHollow() {
		k.id, k.fill = "o", 0
	}
	switch style := l.Style.(type) {
	case *envelope.ColorHint:
		if style.Color != "" {
			k.single = style.Color
		}
	case *envelope.RangeHint:
		k.byValues, k.lo, k.hi = true, style.Range[0], style.Range[1]
	}
	return k
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
