package export

import (
	"math"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/paulmach/orb/geojson"
)

// defaultColor is that of layers without a recommended one.
const defaultColor = "#1a73e8"

// class is how features of about one value are drawn.
type class struct {
	color  string
	fill   float64 // opacity of areas
	symbol string  // of the waypoint that stands for it, as Garmin names its symbols
}

// heat goes from the least value to the greatest. The map under the least is wanted the most, since there are
// many of them; the greatest must be seen on any map.
var heat = [...]class{
	{"#ffffb2", 0.2, "Navaid, White"},
	{"#fed976", 0.26, "Navaid, White"},
	{"#feb24c", 0.32, "Navaid, Amber"},
	{"#fd8d3c", 0.38, "Navaid, Orange"},
	{"#f03b20", 0.44, "Navaid, Red"},
	{"#bd0026", 0.5, "Navaid, Red"},
}

// marker is how points are drawn.
type marker struct {
	color   string
	caltopo string // symbol by CalTopo's name
	garmin  string // symbol by Garmin's name
}

var markers = map[envelope.Mark]marker{
	envelope.PlaceMark:  {defaultColor, "point", "Flag, Blue"},
	envelope.StartMark:  {"#d50000", "c:target1", "Flag, Red"},
	envelope.AccessMark: {"#1b7837", "point", "Parking Area"},
}

// look is how a layer is drawn.
type look struct {
	id       string // of its styles in KML, before the colour
	width    int    // of lines, in pixels
	marker   marker
	single   class // for all, or
	lo, hi   float64
	byValues bool // by each feature's value between lo and hi
}

// lookOf says how a layer is drawn. Areas and cells let the map be seen through them; cells, of which
// there are many side by side, have the thinnest of borders.
func lookOf(l envelope.Layer) look {
	k := look{id: "c", width: 3, marker: markers[l.Mark()], single: class{color: defaultColor, fill: 0.15}}
	switch l.Backing() {
	case envelope.Tinted:
	case envelope.Faint:
		k.id, k.single.fill = "f", 0.05
	case envelope.Hollow:
		k.id, k.single.fill = "o", 0
	}
	if l.Kind == envelope.KindCells {
		k.id, k.width = "h", 1
	}
	if l.Kind == envelope.KindPoint {
		k.id, k.single.color = "p", k.marker.color
	}
	switch style := l.Style.(type) {
	case *envelope.ColorHint:
		if style.Color != "" {
			k.single.color = style.Color
		}
	case *envelope.RangeHint:
		k.byValues, k.lo, k.hi = true, style.Range[0], style.Range[1]
	}
	return k
}

// class returns how a feature is drawn.
func (k look) class(f *geojson.Feature) class {
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
