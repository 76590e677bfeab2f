package geo

import (
	"math"

	"github.com/paulmach/orb"
)

// PolylinePrecision is the number of decimals in encoded polylines.
const PolylinePrecision = 5

// EncodePolyline writes a line in the encoded polyline format: per point the differences of
// latitude and longitude in units of 1e-5 degree, zigzagged, in groups of five bits from the lowest
// on, each plus 63 and with 32 added when more follow.
func EncodePolyline(line orb.LineString) string {
	out := make([]byte, 0, 8*len(line))
	var lat, lon int64
	for _, p := range line {
		y, x := toE5(p[1]), toE5(p[0])
		out = appendVarint(out, y-lat)
		out = appendVarint(out, x-lon)
		lat, lon = y, x
	}
	return string(out)
}

func toE5(degrees float64) int64 { return int64(math.Round(degrees * 1e5)) }

func appendVarint(out []byte, v int64) []byte {
	u := uint64(v) << 1
	if v < 0 {
		u = ^u
	}
	for ; u >= 0x20; u >>= 5 {
		out = append(out, byte(0x20|u&0x1f)+63)
	}
	return append(out, byte(u)+63)
}
