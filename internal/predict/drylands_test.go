package predict

import (
	"testing"

	"github.com/paulmach/orb"
)

// TestDryness looks towns up whose climate everybody knows, and the way from one land to the other.
func TestDryness(t *testing.T) {
	f, err := loadFigures()
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		at  orb.Point
		dry bool
	}{
		"Phoenix": {orb.Point{-112.07, 33.45}, true}, "Denver": {orb.Point{-104.99, 39.74}, true}, "Flagstaff": {orb.Point{-111.65, 35.2}, true},
		"Chihuahua": {orb.Point{-106.07, 28.63}, true}, "Antofagasta": {orb.Point{-70.4, -23.65}, true}, "Mendoza": {orb.Point{-68.84, -32.89}, true},
		"Cairo": {orb.Point{31.24, 30.04}, true}, "Timbuktu": {orb.Point{-3.0, 16.77}, true}, "Windhoek": {orb.Point{17.08, -22.56}, true},
		"Riyadh": {orb.Point{46.72, 24.69}, true}, "Isfahan": {orb.Point{51.67, 32.65}, true}, "Jaisalmer": {orb.Point{70.91, 26.92}, true},
		"Almaty": {orb.Point{76.95, 43.25}, true}, "Kashgar": {orb.Point{75.99, 39.47}, true}, "Alice Springs": {orb.Point{133.88, -23.7}, true},
		"Dover, Delaware": {orb.Point{-75.52, 39.16}, false}, "Andorra la Vella": {orb.Point{1.52, 42.51}, false}, "London": {orb.Point{-0.13, 51.51}, false},
		"Seattle": {orb.Point{-122.33, 47.61}, false}, "Houston": {orb.Point{-95.37, 29.76}, false}, "Chicago": {orb.Point{-87.63, 41.88}, false},
		"São Paulo": {orb.Point{-46.63, -23.55}, false}, "Lagos": {orb.Point{3.38, 6.52}, false}, "Moscow": {orb.Point{37.62, 55.75}, false},
		"Sydney": {orb.Point{151.21, -33.87}, false}, "Tokyo": {orb.Point{139.69, 35.69}, false}, "Rome": {orb.Point{12.5, 41.9}, false},
		"Suva": {orb.Point{178.44, -18.12}, false}, "the far south": {orb.Point{0, -85}, false},
	} {
		d := f.dryness(tc.at)
		if d < 0 || d > 1 || (d > 0.5) != tc.dry || !tc.dry && d > 0 {
			t.Errorf("%s: dryness %.2f, dry %v", name, d, tc.dry)
		}
	}
	// From Phoenix to Houston it never jumps.
	last := 1.0
	for lon := -112.0; lon < -95; lon += 0.05 {
		d := f.dryness(orb.Point{lon, 31})
		if d > last+1e-9 && lon > -106 || last-d > 0.06 {
			t.Errorf("at %.2f°: from %.3f to %.3f", lon, last, d)
		}
		last = d
	}
	if last != 0 {
		t.Errorf("dryness %g at the end", last)
	}
}

// TestDryEnvironment checks that a place in dry land is given its figures, and the answer says so.
func TestDryEnvironment(t *testing.T) {
	m := fakeModel(t, &fakeSource{})
	for _, tc := range []struct {
		at   orb.Point
		want string
	}{{orb.Point{133.88, -23.7}, "dry flat"}, {rodney, "temperate flat"}} {
		req := circle("hiker", tc.at, 2000)
		task, err := m.check(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.environmentAt(task); got.String() != tc.want {
			t.Errorf("at %v the environment is %q, want %q", tc.at, got, tc.want)
		}
	}
}
