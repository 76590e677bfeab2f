package predict

import (
	"math"
	"time"

	"github.com/paulmach/orb"
)

// sunAltitude returns how high the middle of the sun stands over the horizon at a place and time, in
// degrees, without refraction. The formulae are the low-precision ones of the Astronomical Almanac,
// right to about 0.01° from 1950 to 2050 and to a tenth for centuries around.
func sunAltitude(at orb.Point, t time.Time) float64 {
	ascension, declination, days := sunPosition(t)
	const degree = math.Pi / 180
	sidereal := math.Mod(280.46062+360.98564737*days, 360) // Greenwich, degrees
	angle := (sidereal+at[0])*degree - ascension
	latitude := at[1] * degree
	return math.Asin(math.Sin(latitude)*math.Sin(declination)+math.Cos(latitude)*math.Cos(declination)*math.Cos(angle)) / degree
}

// sunPosition returns the right ascension and declination of the sun in radians, and the days since
// noon of 1 January 2000.
func sunPosition(t time.Time) (ascension, declination, days float64) {
	const degree = math.Pi / 180
	days = float64(t.Unix())/86400 - 10957.5
	anomaly := math.Mod(357.528+0.9856003*days, 360) * degree
	mean := math.Mod(280.460+0.9856474*days, 360)
	longitude := (mean + 1.915*math.Sin(anomaly) + 0.020*math.Sin(2*anomaly)) * degree
	tilt := (23.439 - 0.0000004*days) * degree
	ascension = math.Atan2(math.Cos(tilt)*math.Sin(longitude), math.Cos(longitude))
	return ascension, math.Asin(math.Sin(tilt) * math.Sin(longitude)), days
}

// darkness returns how dark it is at a place and time: 0 while the sun is up, 1 from the end of civil
// twilight on.
func (f *figures) darkness(at orb.Point, t time.Time) float64 {
	d := &f.Darkness
	return max(0, min(1, (d.Begins-sunAltitude(at, t))/(d.Begins-d.Full)))
}
