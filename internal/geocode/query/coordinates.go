package query

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/paulmach/orb"
)

// decimalPair is "39.74, -75.55" with an optional "geo:" and altitude, as RFC 5870 writes it.
var decimalPair = regexp.MustCompile(`^(?:geo:)?\s*([+-]?\d{1,3}(?:\.\d+)?)°?\s*([NSns]?)\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)°?\s*([EWew]?)(?:,[+-]?\d+(?:\.\d+)?)?(?:[;?].*)?$`)

// ParseCoordinates reads a text that is a latitude and a longitude in degrees. Two whole numbers
// without a comma between them are no coordinates: they may be a house number and a postcode.
func ParseCoordinates(s string) (orb.Point, bool) {
	s = strings.TrimSpace(s)
	if len(s) > 80 {
		return orb.Point{}, false
	}
	m := decimalPair.FindStringSubmatch(s)
	if m == nil || !strings.ContainsAny(s, ".,;°") {
		return orb.Point{}, false
	}
	lat, err1 := strconv.ParseFloat(m[1], 64)
	lon, err2 := strconv.ParseFloat(m[3], 64)
	if err1 != nil || err2 != nil {
		return orb.Point{}, false
	}
	if strings.EqualFold(m[2], "S") {
		lat = -lat
	}
	if strings.EqualFold(m[4], "W") {
		lon = -lon
	}
	if lat < -90 || lat > 90 || lon < -180 || lon > 180 {
		return orb.Point{}, false
	}
	return orb.Point{lon, lat}, true
}
