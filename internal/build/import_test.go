package build

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/elevation"
	"github.com/footstepd/footstepd/internal/elevation/elevationtest"
	"github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/google/go-cmp/cmp"
	posm "github.com/paulmach/osm"
)

// town is a small map with something for every room.
func town() *osmtest.Map {
	m := new(osmtest.Map).Grid(1, 20, 20, -75.6, 39.6, 0.002)
	for i := range int64(20) {
		var row, column []int64
		for j := range int64(20) {
			row, column = append(row, 1+20*i+j), append(column, 1+20*j+i)
		}
		m.Way(1+i, row, "highway=residential", "name=Row "+string(rune('A'+i)))
		m.Way(101+i, column, "highway=tertiary", "name=Column "+string(rune('A'+i)))
	}
	return m.
		Node(1001, -75.59, 39.61, "place=town", "name=Gridville").
		Node(1002, -75.5905, 39.6105, "amenity=cafe", "name=Corner", "addr:housenumber=12", "addr:street=Row A").
		Way(201, []int64{1, 20, 400, 381, 1}, "natural=wood", "name=Wood").
		Way(202, []int64{1, 20, 400, 381, 1}, "boundary=administrative", "admin_level=8").
		Relation(1, []posm.Member{osmtest.WayMember(202, "outer")}, "type=boundary", "boundary=administrative", "admin_level=8", "name=Gridville").
		Relation(2, []posm.Member{osmtest.WayMember(1, "from"), osmtest.NodeMember(1, "via"), osmtest.WayMember(101, "to")}, "type=restriction", "restriction=no_left_turn")
}

// hills adds the heights of the town's surroundings to what is imported.
func hills(t testing.TB, o *Options) {
	t.Helper()
	dir := t.TempDir()
	elevationtest.HGT(t, dir, "N39W076.hgt", 1201, 1201, func(col, row int) int {
		if col%97 == 0 && row%89 < 40 {
			return elevationtest.Void
		}
		return 200 + (col*col+3*row*row)/701%400
	})
	heights, err := elevation.NewBuilder(dir)
	if err != nil {
		t.Fatal(err)
	}
	o.Parts = WithHeights(o.Parts, heights)
}

func options(t testing.TB, output string, inputs ...string) Options {
	t.Helper()
	parts, err := Rooms(Profiles...)
	if err != nil {
		t.Fatal(err)
	}
	return Options{Inputs: inputs, Output: output, Generator: "test", Profiles: []string{"auto"}, Parts: parts}
}

func TestTown(t *testing.T) {
	dir := t.TempDir()
	input := town().PBF(t)
	var phases []string
	var bytesOf [2][]byte
	for i := range bytesOf {
		o := options(t, filepath.Join(dir, "town.region"), input)
		hills(t, &o)
		phases = nil
		last := 0.0
		o.Progress = func(phase string, done float64) {
			if len(phases) == 0 || phases[len(phases)-1] != phase {
				phases, last = append(phases, phase), 0
			}
			if done < last || done > 1 {
				t.Errorf("%s: %v after %v", phase, done, last)
			}
			last = done
		}
		s, err := Import(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if s.Meta.Name != "map" || s.Meta.Counts["nodes"] != 402 || s.Source.Ways != 42 || s.Bytes == 0 {
			t.Errorf("summary %+v", s)
		}
		if bytesOf[i], err = os.ReadFile(o.Output); err != nil || int64(len(bytesOf[i])) != s.Bytes {
			t.Errorf("%d bytes, %d told; %v", len(bytesOf[i]), s.Bytes, err)
		}
	}
	if !bytes.Equal(bytesOf[0], bytesOf[1]) {
		t.Error("two imports of one input differ")
	}
	want := []string{"reading relations", "reading ways", "reading nodes", "heights", "countries", "road graph", "road hierarchies", "geocoder index", "places by category", "land cover"}
	if d := cmp.Diff(want, phases); d != "" {
		t.Errorf("phases (-want +got):\n%s", d)
	}
	f, err := region.Open(filepath.Join(dir, "town.region"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := Verify(context.Background(), f, Checks()...); err != nil {
		t.Error(err)
	}
	if m := f.Meta(); m.BBox != [4]float64{-75.6, 39.6, -75.562, 39.638} || len(m.Sources) != 1 || len(m.Sources[0].SHA256) != 64 {
		t.Errorf("meta %+v", m)
	}
}

// The formats of an extract make no difference to the region, apart from its sources.
func TestFormatsAgree(t *testing.T) {
	dir := t.TempDir()
	var got [2]map[string]uint32
	for i, input := range []string{town().PBF(t), town().XML(t)} {
		o := options(t, filepath.Join(dir, "x.region"), input)
		if _, err := Import(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		got[i] = checksums(t, o.Output)
	}
	if d := cmp.Diff(got[0], got[1]); d != "" {
		t.Errorf("checksums (-PBF +XML):\n%s", d)
	}
}

// checksums returns those of a region file's sections, but for the description.
func checksums(t testing.TB, path string) map[string]uint32 {
	t.Helper()
	f, err := region.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	crc := map[string]uint32{}
	for _, s := range f.Sections() {
		if s.Name != "meta" {
			crc[s.Name] = s.CRC
		}
	}
	return crc
}

func TestDelaware(t *testing.T) {
	o := options(t, filepath.Join(t.TempDir(), "delaware.region"), osmtest.Delaware(t))
	s, err := Import(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	want := region.Source{
		Name: "delaware-latest.osm.pbf", Bytes: 7812234,
		SHA256:    "71ce7bd152d68cb9bdb11d9de4548db86d103f664bb8620a210ddee433534647",
		Timestamp: time.Date(2016, 8, 10, 19, 28, 3, 0, time.UTC),
	}
	if d := cmp.Diff([]region.Source{want}, s.Meta.Sources); d != "" {
		t.Errorf("sources (-want +got):\n%s", d)
	}
	if s.Meta.Name != "delaware" || s.Meta.BBox != [4]float64{-75.8905096, 38.349931, -74.8618429, 40.03221} {
		t.Errorf("meta %+v", s.Meta)
	}
	if s.Source != (osm.Stats{Nodes: 723870, Ways: 73144, Relations: 1644}) {
		t.Errorf("source %+v", s.Source)
	}
	f, err := region.Open(o.Output)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := Verify(context.Background(), f, Checks()...); err != nil {
		t.Error(err)
	}
	if testing.Short() {
		return
	}
	first, err := os.ReadFile(o.Output)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Import(context.Background(), options(t, o.Output, o.Inputs...)); err != nil {
		t.Fatal(err)
	}
	if second, err := os.ReadFile(o.Output); err != nil || !bytes.Equal(first, second) {
		t.Errorf("two imports of one input differ, %v", err)
	}
}

func TestOddExtracts(t *testing.T) {
	for _, tc := range []struct {
		name string
		m    *osmtest.Map
		want error
	}{
		{"without roads", new(osmtest.Map).Node(1, 1, 1, "place=hamlet", "name=A").Node(2, 2, 2), nil},
		{"one node without tags", new(osmtest.Map).Node(1, 1, 1), nil},
		{"road without nodes", new(osmtest.Map).Node(1, 1, 1).Way(1, []int64{7, 8}, "highway=residential"), nil},
		{"road without length", new(osmtest.Map).Node(1, 1, 1).Way(1, []int64{1, 1}, "highway=residential").Way(2, []int64{1}, "highway=residential"), nil},
		{"area whose ways are missing", new(osmtest.Map).Node(1, 1, 1).Relation(1, []posm.Member{osmtest.WayMember(5, "outer")}, "type=multipolygon", "natural=wood", "name=Gone"), nil},
		{"across the antimeridian", new(osmtest.Map).Node(1, 179.99, 1).Node(2, -179.99, 1).Way(1, []int64{1, 2}, "highway=residential"), nil},
		{"at the pole", new(osmtest.Map).Node(1, 0, 90).Node(2, 90, 90).Node(3, 180, -90).Way(1, []int64{1, 2}, "highway=path"), nil},
		{"empty", new(osmtest.Map), ErrEmpty},
		{"ways only", new(osmtest.Map).Way(1, []int64{1, 2}, "highway=residential"), ErrEmpty},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			o := options(t, filepath.Join(dir, "x.region"), tc.m.PBF(t))
			s, err := Import(context.Background(), o)
			if !errors.Is(err, tc.want) {
				t.Fatalf("got %v, want %v", err, tc.want)
			}
			if err != nil {
				if names := list(t, dir); len(names) > 0 {
					t.Errorf("left behind: %v", names)
				}
				return
			}
			f, err := region.Open(o.Output)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if err := Verify(context.Background(), f, Checks()...); err != nil {
				t.Error(err)
			}
			if tc.name == "across the antimeridian" && s.Meta.BBox != [4]float64{179.99, 1, -179.99, 1} {
				t.Errorf("box %v", s.Meta.BBox)
			}
		})
	}
}

// trouble is a builder that does something at a chosen moment.
type trouble struct {
	when string
	do   func() error
}

func (b trouble) at(moment string) error {
	if b.when == moment {
		return b.do()
	}
	return nil
}

func (b trouble) Relation(*posm.Relation) error { return b.at("relation") }
func (b trouble) Way(*posm.Way, osm.Need) error { return b.at("way") }
func (b trouble) Node(*posm.Node) error         { return b.at("node") }
func (b trouble) Finish(_ context.Context, _ *osm.Locations, w *region.Writer, _ *region.Report, _ func(float64)) error {
	if err := w.Add("trouble", make([]byte, 3<<20)); err != nil {
		return err
	}
	return b.at("finish")
}

// Whenever an import fails or is cancelled, an earlier region is as it was and nothing lies beside it.
func TestFailureLeavesEarlierRegion(t *testing.T) {
	dir := t.TempDir()
	output := filepath.Join(dir, "x.region")
	input := town().PBF(t)
	if _, err := Import(context.Background(), options(t, output, input)); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	errTrouble := errors.New("trouble")
	for _, when := range []string{"relation", "way", "node", "finish"} {
		for _, cancelled := range []bool{false, true} {
			ctx, cancel := context.WithCancel(context.Background())
			want, do := errTrouble, func() error { return errTrouble }
			if cancelled {
				want, do = context.Canceled, func() error { cancel(); return nil }
			}
			o := options(t, output, input)
			o.Parts = append(o.Parts, Part{"trouble", trouble{when, do}})
			if _, err := Import(ctx, o); !errors.Is(err, want) {
				t.Errorf("%s: got %v, want %v", when, err, want)
			}
			cancel()
			if after, err := os.ReadFile(output); err != nil || !bytes.Equal(before, after) {
				t.Errorf("%s: the earlier region has changed, %v", when, err)
			}
			if names := list(t, dir); len(names) != 1 {
				t.Errorf("%s: left behind: %v", when, names)
			}
		}
	}
}

func TestOutput(t *testing.T) {
	dir := t.TempDir()
	input := town().PBF(t)
	text := filepath.Join(dir, "letter.txt")
	if err := os.WriteFile(text, []byte("dear reader"), 0o644); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ name, output, want string }{
		{"none", "", "no path given"},
		{"the input", input, "is an input and the output"},
		{"a folder", dir, "is a folder"},
		{"a folder that is not there", filepath.Join(dir, "none", "x.region"), "no such file"},
		{"something else", text, "not a region file"},
		{"an empty file", empty, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Import(context.Background(), options(t, tc.output, input))
			switch {
			case tc.want == "" && err != nil:
				t.Errorf("got %v", err)
			case tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)):
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
	if got, _ := os.ReadFile(text); string(got) != "dear reader" {
		t.Error("something else was overwritten")
	}
}

func TestNameOf(t *testing.T) {
	for path, want := range map[string]string{
		"in/delaware-latest.osm.pbf": "delaware",
		"andorra-latest.osm.bz2":     "andorra",
		"x.osm.gz":                   "x",
		"x.osm":                      "x",
		"noext":                      "noext",
	} {
		if got := NameOf(path); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

func list(t testing.TB, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func BenchmarkImport(b *testing.B) {
	input := osmtest.Delaware(b)
	b.ReportAllocs()
	for range b.N {
		s, err := Import(context.Background(), options(b, filepath.Join(b.TempDir(), "x.region"), input))
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(s.Bytes), "region-bytes")
	}
}

// An extract that was cut into pieces which overlap gives the same region as the whole.
func TestPieces(t *testing.T) {
	dir := t.TempDir()
	var pieces [2][]posm.Object
	for i, o := range town().Objects() {
		if i%3 != 0 {
			pieces[0] = append(pieces[0], o)
		}
		if i%3 != 1 {
			pieces[1] = append(pieces[1], o)
		}
	}
	paths := make([]string, 2)
	for i, objects := range pieces {
		paths[i] = filepath.Join(dir, []string{"a.osm.pbf", "b.osm.pbf"}[i])
		osmtest.WritePBF(t, paths[i], objects...)
	}
	whole, joined := options(t, filepath.Join(dir, "whole.region"), town().PBF(t)), options(t, filepath.Join(dir, "joined.region"), paths...)
	for _, o := range []Options{whole, joined} {
		if _, err := Import(context.Background(), o); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(checksums(t, whole.Output), checksums(t, joined.Output)); d != "" {
		t.Errorf("checksums (-whole +joined):\n%s", d)
	}
}

// Every phase of an import ends soon after it was cancelled.
func TestCancelIsPrompt(t *testing.T) {
	if testing.Short() {
		t.Skip("imports a real extract several times")
	}
	for _, phase := range []string{"reading nodes", "countries", "road graph", "road hierarchies", "geocoder index", "places by category", "land cover"} {
		ctx, cancel := context.WithCancel(context.Background())
		var at time.Time
		o := options(t, filepath.Join(t.TempDir(), "x.region"), osmtest.Delaware(t))
		o.Progress = func(p string, done float64) {
			if p == phase && done > 0 && at.IsZero() {
				at = time.Now()
				cancel()
			}
		}
		_, err := Import(ctx, o)
		cancel()
		if took := time.Since(at); !errors.Is(err, context.Canceled) || at.IsZero() || took > 3*time.Second {
			t.Errorf("%s: %v after %v", phase, err, took)
		} else {
			t.Logf("%s: ended after %v", phase, took)
		}
	}
}
