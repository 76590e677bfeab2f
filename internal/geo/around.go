package geo

import "math"

// Around returns a box that holds every position within the given metres of p. It ends at the
// poles and at the antimeridian.
func Around(p Fixed, metres float64) Box {
	const perDegree = math.Pi / 180 * EarthRadius * 0.993 // a little less than any degree on the ellipsoid
	dLat := math.Min(metres/perDegree, 180) * Scale
	edge := math.Min(89.9999, math.Abs(float64(p.Lat)/Scale)+dLat/Scale) // where a degree of longitude is shortest
	dLon := math.Min(metres/(perDegree*math.Cos(edge*math.Pi/180)), 360) * Scale
	clamp := func(v, limit float64) int32 { return int32(math.Max(-limit*Scale, math.Min(limit*Scale, v))) }
	return Box{
		MinLon: clamp(math.Floor(float64(p.Lon)-dLon), 180), MinLat: clamp(math.Floor(float64(p.Lat)-dLat), 90),
		MaxLon: clamp(math.Ceil(float64(p.Lon)+dLon), 180), MaxLat: clamp(math.Ceil(float64(p.Lat)+dLat), 90),
	}
}
