package geotiff

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Keys of GeoTIFF that are read.
const (
	keyModel         = 1024
	keyRaster        = 1025
	keyGeographic    = 2048
	keyAngularUnits  = 2054
	keyVerticalUnits = 4099
)

// geographic are the coordinate systems whose longitudes and latitudes are those of WGS 84 to a few
// metres, by their EPSG codes: WGS 84, ETRS89, NAD83 and the national ones that are tied to ITRS.
var geographic = []uint64{4326, 4979, 4258, 4937, 4269, 6318, 4283, 7844, 4167, 4612, 6668, 4674, 4490, 4617, 4737}

const (
	reproject = "convert it first: gdalwarp -t_srs EPSG:4326 IN.tif OUT.tif"
	georefer  = "say where it lies: gdal_translate -a_srs EPSG:4326 -a_ullr WEST NORTH EAST SOUTH IN.tif OUT.tif"
)

// georeference finds out where the samples stand.
func (m *Image) georeference(f *file, d directory) error {
	keys, err := f.whole(d, tagGeoKeys)
	if err != nil {
		return err
	}
	point, err := checkKeys(keys)
	if err != nil {
		return err
	}
	scale, tie, err := f.transform(d)
	if err != nil {
		return err
	}
	// Where samples are areas, positions are of their corners.
	half := 0.5
	if point {
		half = 0
	}
	m.PerLon, m.PerLat = perDegree(scale[0]), perDegree(scale[1])
	m.West = tie[2] + (half-tie[0])/m.PerLon
	m.North = tie[3] - (half-tie[1])/m.PerLat
	if !(m.West >= -361 && m.West <= 361 && m.North >= -91 && m.North <= 91) || math.IsInf(m.PerLon, 0) || math.IsInf(m.PerLat, 0) {
		return errors.New("it does not lie on the earth; " + georefer)
	}
	return nil
}

// checkKeys refuses other coordinates than longitudes and latitudes, and tells whether samples are points.
func checkKeys(keys []uint64) (point bool, err error) {
	if len(keys) < 4 {
		return false, errors.New("it does not say in which coordinates it is; " + georefer)
	}
	values := map[uint64]uint64{}
	for k := keys[4:]; len(k) >= 4; k = k[4:] {
		if k[1] == 0 { // the value itself
			values[k[0]] = k[3]
		}
	}
	switch model := values[keyModel]; model {
	case 2:
	case 0:
		return false, errors.New("it does not say in which coordinates it is; " + georefer)
	default:
		return false, errors.New("it is in projected coordinates; " + reproject)
	}
	if code, ok := values[keyGeographic]; !ok || !slices.Contains(geographic, code) {
		return false, fmt.Errorf("its coordinates (EPSG:%d) are not those of WGS 84; %s", code, reproject)
	}
	if unit, ok := values[keyAngularUnits]; ok && unit != 9102 {
		return false, errors.New("its coordinates are not in degrees; " + reproject)
	}
	if unit, ok := values[keyVerticalUnits]; ok && unit != 9001 {
		return false, errors.New(`its heights are not in metres; convert them first, those in feet by gdal_calc.py --calc "A*0.3048" -A IN.tif --outfile OUT.tif`)
	}
	return values[keyRaster] == 2, nil
}

// transform returns the degrees between samples to the east and south, and a tie point: column, row,
// longitude, latitude.
func (f *file) transform(d directory) (scale [2]float64, tie [4]float64, err error) {
	matrix, err := f.floats(d, tagTransform)
	if err != nil {
		return scale, tie, err
	}
	s, err := f.floats(d, tagPixelScale)
	if err != nil {
		return scale, tie, err
	}
	t, err := f.floats(d, tagTiePoints)
	switch {
	case err != nil:
		return scale, tie, err
	case len(s) >= 2 && len(t) >= 6:
		scale, tie = [2]float64{s[0], s[1]}, [4]float64{t[0], t[1], t[3], t[4]}
	case len(matrix) == 16 && matrix[1] == 0 && matrix[4] == 0:
		scale, tie = [2]float64{matrix[0], -matrix[5]}, [4]float64{0, 0, matrix[3], matrix[7]}
	default:
		return scale, tie, errors.New("it does not say where it lies, or its rows do not run from west to east; " + reproject)
	}
	if !(scale[0] > 0 && scale[1] > 0) {
		return scale, tie, errors.New("its rows do not run from west to east and from north to south; " + reproject)
	}
	return scale, tie, nil
}

// perDegree returns how many samples there are in a degree; mostly whole ones, which headers write with
// too few digits.
func perDegree(step float64) float64 {
	n := 1 / step
	if whole := math.Round(n); math.Abs(n-whole) < 1e-6*n {
		return whole
	}
	return n
}

// scaled tells whether GDAL's metadata say that heights are to be multiplied or moved.
func scaled(metadata string) bool {
	return strings.Contains(metadata, `role="scale"`) || strings.Contains(metadata, `role="offset"`)
}
