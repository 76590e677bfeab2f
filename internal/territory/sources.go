package territory

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
)

// FromSources makes the map of the world of the files it comes from: borders.json of country-coder,
// tz.js of tz-lookup and zone.tab of the time zone database.
func FromSources(borders, tzLookup, zoneTab []byte) (*Map, error) {
	m := &Map{}
	if err := m.readZones(string(tzLookup)); err != nil {
		return nil, err
	}
	zonesOf := map[string][]string{}
	for line := range strings.Lines(string(zoneTab)) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); !strings.HasPrefix(line, "#") && len(f) >= 3 {
			zonesOf[f[0]] = append(zonesOf[f[0]], f[2])
			if !slices.Contains(m.names, f[2]) {
				m.names = append(m.names, f[2])
			}
		}
	}
	if err := m.readBorders(borders, zonesOf); err != nil {
		return nil, err
	}
	return m, nil
}

// Pack returns the map as data/world.bin has it.
func (m *Map) Pack() ([]byte, error) {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(m.append(nil, geo.Scale/100_000)); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// borderProperties are what country-coder tells of an area.
type borderProperties struct {
	Code      string   `json:"iso1A2"`
	Status    string   `json:"isoStatus"` // "" for codes that are officially assigned
	Country   string   `json:"country"`
	Name      string   `json:"nameEn"`
	Groups    []string `json:"groups"`
	DriveSide string   `json:"driveSide"`
	SpeedUnit string   `json:"roadSpeedUnit"`
}

// readBorders takes the areas of country-coder over. Parts of a country that have no code of their own
// get that of the smallest territory that has one.
func (m *Map) readBorders(text []byte, zonesOf map[string][]string) error {
	var file struct {
		Features []struct {
			Properties borderProperties  `json:"properties"`
			Geometry   *geojson.Geometry `json:"geometry"`
		} `json:"features"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return fmt.Errorf("territory: borders: %w", err)
	}
	official := map[string]bool{}
	for _, f := range file.Features {
		if p := f.Properties; p.Code != "" && (p.Status == "" || p.Code == "XK") {
			official[p.Code] = true
		}
	}
	number := map[string]int{}
	for _, f := range file.Features {
		p := f.Properties
		if f.Geometry == nil {
			continue
		}
		shape, ok := f.Geometry.Geometry().(orb.MultiPolygon)
		if !ok {
			return fmt.Errorf("territory: borders: %s is a %s", p.Name, f.Geometry.Type)
		}
		code := p.Code
		if !official[code] {
			code = p.Country
			if i := slices.IndexFunc(p.Groups, func(g string) bool { return official[g] }); i >= 0 {
				code = p.Groups[i]
			}
		}
		l := Land{Code: code, Left: p.DriveSide == "left", Miles: p.SpeedUnit == "mph", Zones: zonesOf[code]}
		key := fmt.Sprint(l.Code, l.Left, l.Miles)
		if _, ok := number[key]; !ok {
			number[key] = len(m.lands)
			m.lands, m.settled = append(m.lands, l), append(m.settled, false)
		}
		for _, polygon := range shape {
			m.areas = append(m.areas, newArea(uint32(number[key]), false, false, fixedRings(polygon)))
		}
	}
	sortAreas(m.areas)
	return nil
}

// fixedRings converts a polygon to rings without closing points.
func fixedRings(polygon orb.Polygon) [][]geo.Fixed {
	var out [][]geo.Fixed
	for _, r := range polygon {
		var ring []geo.Fixed
		for _, p := range r {
			if q := geo.ToFixed(p); len(ring) == 0 || q != ring[len(ring)-1] {
				ring = append(ring, q)
			}
		}
		if len(ring) > 1 && ring[0] == ring[len(ring)-1] {
			ring = ring[:len(ring)-1]
		}
		if len(ring) > 2 {
			out = append(out, ring)
		}
	}
	return out
}

// tzLookup's tree is one text of numbers of two digits to the base 56, from '#' on: those of 48 × 24
// squares, then groups of four for the quarters of a square. A number is a zone, counted from the end,
// or a step forward to the group of the square.
const (
	tzDigits = 56
	tzBase   = tzDigits * tzDigits
	tzZero   = '#'
	tzRoots  = gridRoots * gridRoots / 2
)

// readZones takes the time zones of tz-lookup over.
func (m *Map) readZones(script string) error {
	_, tree, found := strings.Cut(script, `X="`)
	_, list, listed := strings.Cut(script, "T=[")
	if !found || !listed {
		return fmt.Errorf("territory: time zones: there is no tree or no list of names")
	}
	tree, _, _ = strings.Cut(tree, `"`)
	list, _, _ = strings.Cut(list, "]")
	for name := range strings.SplitSeq(list, ",") {
		m.names = append(m.names, strings.Trim(name, `"`))
	}
	t := &tzReader{text: tree, names: len(m.names)}
	for row := range gridRoots / 2 {
		for column := range gridRoots {
			t.read(row*gridRoots+column, -1, uint32(column), uint32(row), 0)
		}
	}
	if t.err != nil {
		return t.err
	}
	slices.SortFunc(t.runs, func(a, b zoneRun) int { return cmp.Compare(a.from, b.from) })
	for _, r := range t.runs {
		if n := len(m.zones); n == 0 || m.zones[n-1].zone != r.zone {
			m.zones = append(m.zones, r)
		}
	}
	return nil
}

type tzReader struct {
	text  string
	names int
	runs  zoneRuns
	err   error
}

// read takes the number at an index over, of the square in a column and row at a depth, in a group.
func (t *tzReader) read(index, group int, column, row uint32, depth int) {
	switch {
	case t.err != nil:
		return
	case 2*index+1 >= len(t.text) || depth > gridDepth:
		t.err = fmt.Errorf("territory: time zones: the tree ends at number %s of depth %d", strconv.Itoa(index), depth)
		return
	}
	v := (int(t.text[2*index])-tzZero)*tzDigits + int(t.text[2*index+1]) - tzZero
	if zone := v + t.names - tzBase; zone >= 0 {
		shift := gridDepth - depth
		t.runs = append(t.runs, zoneRun{morton(column<<shift, row<<shift), uint32(zone)})
		return
	}
	group += v + 1
	for q := range 4 {
		t.read(tzRoots+4*group+q, group, 2*column+uint32(q%2), 2*row+uint32(q/2), depth+1)
	}
}
