package territory

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	source "github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/osm"
)

// build makes a region file of a map and opens it.
func build(t *testing.T, m *osmtest.Map) (*Map, *region.Report) {
	t.Helper()
	src, err := source.Open(m.PBF(t))
	if err != nil {
		t.Fatal(err)
	}
	b := NewBuilder()
	loc, err := source.Read(context.Background(), src, nil, b, everyWay{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.region")
	w, err := region.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	report := &region.Report{}
	if err := b.Finish(context.Background(), loc, w, report, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(region.Meta{}); err != nil {
		t.Fatal(err)
	}
	f, err := region.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	if err := Check(context.Background(), f); err != nil {
		t.Fatal(err)
	}
	out, err := Open(f)
	if err != nil {
		t.Fatal(err)
	}
	return out, report
}

// everyWay asks for the positions of all ways, as the other parts of an import do.
type everyWay struct{}

func (everyWay) Relation(*osm.Relation) error { return nil }
func (everyWay) Node(*osm.Node) error         { return nil }

func (everyWay) Way(w *osm.Way, need source.Need) error {
	need.Way(w)
	return nil
}

// rhine is a map around the Rhine at Vaduz, of 0.01 degrees a step from 9.45 E, 47.10 N, with a border
// of Liechtenstein that is drawn along meridians and parallels.
func rhine() *osmtest.Map {
	m := new(osmtest.Map).Grid(100, 16, 16, 9.45, 47.10, 0.01)
	at := func(c, r int64) int64 { return 100 + r*16 + c }
	m.Way(1, []int64{at(5, 1), at(14, 1), at(14, 14)}).Way(2, []int64{at(14, 14), at(5, 14), at(5, 1)})
	for r := range int64(16) {
		road := []int64{}
		for c := range int64(16) {
			road = append(road, at(c, r))
		}
		m.Way(10+r, road, "highway=residential")
	}
	return m
}

func TestMappedBorder(t *testing.T) {
	m := rhine()
	m.Relation(1, []osm.Member{osmtest.WayMember(1, "outer"), osmtest.WayMember(2, "outer")},
		"type=boundary", "boundary=administrative", "admin_level=2", "ISO3166-1=LI", "driving_side=left", "timezone=Europe/Zurich")
	lands, report := build(t, m)
	for _, tc := range []struct {
		name     string
		lon, lat float64
		code     string
		left     bool
		zone     string
	}{
		{"within", 9.52, 47.14, "LI", true, "Europe/Zurich"},
		{"within, where the coarse border says Austria", 9.58, 47.23, "LI", true, "Europe/Zurich"},
		{"without, where the coarse border says Liechtenstein", 9.49, 47.19, "CH", false, "Europe/Zurich"},
		{"without, in Switzerland", 9.46, 47.17, "CH", false, "Europe/Zurich"},
	} {
		l := lands.At(at(tc.lon, tc.lat))
		if l == nil || l.Code != tc.code || l.Left != tc.left || lands.Zone(at(tc.lon, tc.lat)) != tc.zone {
			t.Errorf("%s: got %+v, %q", tc.name, l, lands.Zone(at(tc.lon, tc.lat)))
		}
	}
	if World().At(at(9.49, 47.19)).Code != "LI" || World().At(at(9.58, 47.23)).Code != "AT" {
		t.Error("the coarse borders are not where this test takes them to be")
	}
	if !slices.ContainsFunc(report.Countries, func(c region.Country) bool { return c.Code == "LIE" && c.DrivingSide == "left" }) {
		t.Errorf("got countries %+v", report.Countries)
	}
}

func TestCutBorder(t *testing.T) {
	m := rhine()
	m.Relation(1, []osm.Member{osmtest.WayMember(1, "outer"), osmtest.WayMember(99, "outer")},
		"type=boundary", "boundary=administrative", "admin_level=2", "ISO3166-1=AT")
	lands, report := build(t, m)
	if l := lands.At(at(9.52, 47.14)); l.Code != "LI" {
		t.Errorf("got %q, want what the coarse map says", l.Code)
	}
	if n := report.Skipped["borders of countries and time zones that the extract cuts"]; n != 1 {
		t.Errorf("%d cut borders are told, want 1", n)
	}
	want := []region.Country{
		{Code: "LIE", DrivingSide: "right", SpeedUnit: "km/h", TimeZones: []string{"Europe/Vaduz"}},
		{Code: "CHE", DrivingSide: "right", SpeedUnit: "km/h", TimeZones: []string{"Europe/Zurich"}},
		{Code: "AUT", DrivingSide: "right", SpeedUnit: "km/h", TimeZones: []string{"Europe/Vienna"}},
	}
	if got := report.Countries; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestFinishCancelled(t *testing.T) {
	src, err := source.Open(rhine().PBF(t))
	if err != nil {
		t.Fatal(err)
	}
	b := NewBuilder()
	loc, err := source.Read(context.Background(), src, nil, b, everyWay{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := region.Create(filepath.Join(t.TempDir(), "x.region"))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := b.Finish(ctx, loc, w, &region.Report{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
