package geocode

import (
	"math"
	"strings"

	"github.com/paulmach/orb"
)

// Plus codes (Open Location Code) name cells of the globe in base 20. The first ten digits stand in
// pairs, for latitude and longitude, each pair dividing the cell before into 20 by 20; what follows
// divides it into 5 rows of 4 columns. A "+" stands behind the eighth digit.
const (
	plusDigits = "23456789CFGHJMPQRVWX"
	plusAt     = 8 // digits before the "+"
	plusPairs  = 10
	plusMost   = 15
)

// ParsePlusCode returns the centre of the cell of a full plus code, such as "87F4PFW3+9Q".
func ParsePlusCode(s string) (orb.Point, bool) {
	head, tail, ok := strings.Cut(strings.ToUpper(s), "+")
	if !ok || len(head) != plusAt || len(tail) == 1 || len(head)+len(tail) > plusMost {
		return orb.Point{}, false
	}
	code := strings.TrimRight(head, "0")
	if len(code) < len(head) && (tail != "" || len(code) < 2 || len(code)%2 != 0) {
		return orb.Point{}, false
	}
	code += tail
	lat, lon, height, width := -90.0, -180.0, 400.0, 400.0
	for i := range code {
		v := strings.IndexByte(plusDigits, code[i])
		switch {
		case v < 0 || i == 0 && v > 8 || i == 1 && v > 17:
			return orb.Point{}, false // 9 bands of 20° reach from pole to pole, 18 around the globe
		case i >= plusPairs:
			height /= 5
			width /= 4
			lat += float64(v/4) * height
			lon += float64(v%4) * width
		case i%2 == 0:
			height /= 20
			lat += float64(v) * height
		default:
			width /= 20
			lon += float64(v) * width
		}
	}
	return orb.Point{lon + width/2, lat + height/2}, true
}

// SplitPlusCode parts a text that begins with a short plus code, such as "PFW3+9Q Wilmington", into
// the code and what says where it is.
func SplitPlusCode(s string) (code, rest string, ok bool) {
	code, rest, _ = strings.Cut(strings.TrimSpace(s), " ")
	code = strings.ToUpper(strings.TrimRight(code, ","))
	head, tail, found := strings.Cut(code, "+")
	if !found || len(head) < 2 || len(head) > plusAt-2 || len(head)%2 != 0 || len(tail) < 2 || len(tail) > plusMost-plusAt {
		return "", "", false
	}
	if strings.Trim(head+tail, plusDigits) != "" {
		return "", "", false
	}
	return code, strings.TrimLeft(rest, ", "), true
}

// CompletePlusCode returns the centre of the cell of a short plus code that is nearest to a point.
func CompletePlusCode(code string, near orb.Point) (orb.Point, bool) {
	head, _, _ := strings.Cut(code, "+")
	missing := plusAt - len(head)
	prefix := plusPrefix(near, missing)
	p, ok := ParsePlusCode(prefix + code)
	if !ok {
		return orb.Point{}, false
	}
	// The cell that the missing digits name spans this many degrees; the code may mean a neighbour.
	span := math.Pow(20, float64(2-missing/2))
	for axis, limit := range [2]float64{180, 90} {
		if p[axis]-near[axis] > span/2 && p[axis]-span >= -limit {
			p[axis] -= span
		} else if near[axis]-p[axis] > span/2 && p[axis]+span <= limit {
			p[axis] += span
		}
	}
	return p, true
}

// plusPrefix returns the first n digits of the code of a point.
func plusPrefix(p orb.Point, n int) string {
	lat, lon := min(max(p[1]+90, 0), 180-1e-9), min(max(p[0]+180, 0), 360-1e-9)
	var b strings.Builder
	for size := 20.0; b.Len() < n; size /= 20 {
		b.WriteByte(plusDigits[min(19, int(lat/size))])
		b.WriteByte(plusDigits[min(19, int(lon/size))])
		lat, lon = math.Mod(lat, size), math.Mod(lon, size)
	}
	return b.String()
}
