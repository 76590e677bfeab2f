package territory

import (
	"bytes"
	"errors"
	"reflect"
	"testing"
)

func TestCodec(t *testing.T) {
	m := World().cutOut([4]float64{5.9, 45.8, 10.5, 47.8})
	b := m.append(nil, storedUnit)
	got, err := decode(b)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.append(nil, storedUnit), b) {
		t.Error("a map that was read is written otherwise")
	}
	if !reflect.DeepEqual(got.lands, m.lands) || !reflect.DeepEqual(got.names, m.names) || len(got.areas) != len(m.areas) || !reflect.DeepEqual(got.zones, m.zones) {
		t.Error("a map that was read is another")
	}
	for n := range b {
		if _, err := decode(b[:n]); !errors.Is(err, ErrDamaged) {
			t.Fatalf("cut to %d bytes: %v", n, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(World().cutOut([4]float64{9.4, 47, 9.7, 47.3}).append(nil, storedUnit))
	f.Add(World().cutOut([4]float64{178, -19, -179, -16}).append(nil, storedUnit))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := decode(b)
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Fatalf("%v does not wrap ErrDamaged", err)
			}
			return
		}
		for _, p := range [][2]float64{{9.52, 47.14}, {178.4, -18.1}, {0, 0}, {-180, -90}, {180, 90}} {
			m.At(at(p[0], p[1]))
			m.Location(at(p[0], p[1]))
		}
	})
}

func TestFromSources(t *testing.T) {
	borders := `{"features": [
		{"properties": {"iso1A2": "GB", "nameEn": "United Kingdom"}, "geometry": null},
		{"properties": {"iso1A2": "GG", "nameEn": "Guernsey"}, "geometry": null},
		{"properties": {"nameEn": "Isle", "country": "GB", "groups": ["830", "GG"], "driveSide": "left", "roadSpeedUnit": "mph"},
		 "geometry": {"type": "MultiPolygon", "coordinates": [[[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]]}}]}`
	// A tree of one depth: all squares of the first zone.
	tree := bytes.Repeat([]byte{'#' + 55, '#' + 54}, tzRoots)
	script := `function tzlookup(){var X="` + string(tree) + `";T=["Europe/Guernsey","Etc/GMT"];}`
	m, err := FromSources([]byte(borders), []byte(script), []byte("# comment\nGG\t+0\tEurope/Guernsey\n"))
	if err != nil {
		t.Fatal(err)
	}
	l := m.At(at(0.5, 0.5))
	if l == nil || l.Code != "GG" || !l.Left || !l.Miles || m.Zone(at(0.5, 0.5)) != "Europe/Guernsey" || m.Zone(at(100, 50)) != "Europe/Guernsey" {
		t.Errorf("got %+v in %q", l, m.Zone(at(0.5, 0.5)))
	}
	for _, bad := range [][3]string{{"x", script, ""}, {borders, "x", ""}, {borders, `X="##";T=["A/B"]`, ""}} {
		if _, err := FromSources([]byte(bad[0]), []byte(bad[1]), []byte(bad[2])); err == nil {
			t.Errorf("%.20q was taken for a source", bad)
		}
	}
}
