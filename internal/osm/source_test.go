package osm

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/google/go-cmp/cmp"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// collector is a consumer that writes down what it sees.
type collector struct{ lines []string }

func (c *collector) add(kind osm.Type, id int64, version int, tags osm.Tags) {
	c.lines = append(c.lines, fmt.Sprintf("%s %d v%d %s", kind, id, version, tags.Find("name")))
}

func (c *collector) Relation(r *osm.Relation) error {
	c.add(osm.TypeRelation, int64(r.ID), r.Version, r.Tags)
	return nil
}

func (c *collector) Way(w *osm.Way, need Need) error {
	c.add(osm.TypeWay, int64(w.ID), w.Version, w.Tags)
	need.Way(w)
	return nil
}

func (c *collector) Node(n *osm.Node) error {
	c.add(osm.TypeNode, int64(n.ID), n.Version, n.Tags)
	return nil
}

func read(paths ...string) (*Source, *collector, *Locations, error) {
	src, err := Open(paths...)
	if err != nil {
		return nil, nil, nil, err
	}
	c := &collector{}
	loc, err := Read(context.Background(), src, nil, c)
	return src, c, loc, err
}

func writeFile(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func gz(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

func smallMap() *osmtest.Map {
	return new(osmtest.Map).
		Node(1, -75.5, 39.5, "name=a").Node(2, -75.25, 39.25).Node(5, -75, 39).
		Way(1, []int64{1, 2, 3}, "name=w").Way(3, []int64{5, 1}).
		Relation(4, []osm.Member{osmtest.WayMember(1, "outer")}, "name=r")
}

// Every format gives the same objects, positions and digests.
func TestFormats(t *testing.T) {
	m := smallMap()
	text := osmtest.EncodeXML(m.Objects()...)
	for name, data := range map[string][]byte{
		"a.osm.pbf":       osmtest.PBF{}.Encode(m.Objects()...),
		"a.osm":           text,
		"bom.osm":         append([]byte("\ufeff"), text...),
		"a.osm.gz":        gz(text),
		"wrong-name.html": osmtest.PBF{}.Encode(m.Objects()...),
		"types-mixed.osm": osmtest.EncodeXML(m.Objects()[5], m.Objects()[0], m.Objects()[3], m.Objects()[1], m.Objects()[4], m.Objects()[2]),
	} {
		t.Run(name, func(t *testing.T) {
			src, got, loc, err := read(writeFile(t, name, data))
			if err != nil {
				t.Fatal(err)
			}
			want := []string{"relation 4 v1 r", "way 1 v1 w", "way 3 v1 ", "node 1 v1 a", "node 2 v1 ", "node 5 v1 "}
			if d := cmp.Diff(want, got.lines); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			if p, ok := loc.Get(2); !ok || p != (geo.Fixed{Lon: -752500000, Lat: 392500000}) {
				t.Errorf("node 2 at %v, %v", p, ok)
			}
			if _, ok := loc.Get(3); ok || loc.Slots() != 4 || loc.Found() != 3 {
				t.Errorf("missing node found: %v, slots %d, found %d", ok, loc.Slots(), loc.Found())
			}
			sum := sha256.Sum256(data)
			if e := src.Extracts()[0]; e.SHA256 != hex.EncodeToString(sum[:]) || e.Bytes != int64(len(data)) {
				t.Errorf("extract %+v", e)
			}
			if box, ok := src.Box(); !ok || box != [4]float64{-75.5, 39, -75, 39.5} {
				t.Errorf("box %v, %v", box, ok)
			}
			if s := src.Stats(); s != (Stats{Nodes: 3, Ways: 2, Relations: 1}) {
				t.Errorf("stats %+v", s)
			}
		})
	}
}

func TestAndorra(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 40 MB of XML")
	}
	src, got, loc, err := read(osmtest.Andorra(t))
	if err != nil {
		t.Fatal(err)
	}
	stats := src.Stats()
	if stats.Nodes+stats.Ways+stats.Relations != len(got.lines) || stats.Nodes < 100_000 || stats.Ways < 5_000 || stats.Relations < 100 {
		t.Errorf("stats %+v", stats)
	}
	if float64(loc.Found()) < 0.99*float64(loc.Slots()) {
		t.Errorf("found %d of %d nodes", loc.Found(), loc.Slots())
	}
	// The file's own box is [1.412368 42.4276 1.787481 42.65717]; its data reach beyond.
	box, ok := src.Box()
	for i, want := range [4]float64{1.31, 42.32, 1.82, 42.75} {
		if !ok || math.Abs(box[i]-want) > 0.02 {
			t.Errorf("box %v", box)
		}
	}
	if !geo.BoxContains(box, orb.Point{1.412368, 42.4276}) || !geo.BoxContains(box, orb.Point{1.787481, 42.65717}) {
		t.Errorf("box %v lacks what the file names", box)
	}
	if e := src.Extracts()[0]; !e.Timestamp.Equal(time.Date(2018, 3, 1, 21, 43, 2, 0, time.UTC)) {
		t.Errorf("timestamp %v", e.Timestamp)
	}
}

func TestSeveralFiles(t *testing.T) {
	versioned := func(m *osmtest.Map, version int) []osm.Object {
		objects := m.Objects()
		for _, o := range objects {
			switch o := o.(type) {
			case *osm.Node:
				o.Version = version
			case *osm.Way:
				o.Version = version
			}
		}
		return objects
	}
	a := new(osmtest.Map).Node(1, 1, 1, "name=a").Node(2, 2, 2).Node(7, 3, 3, "name=old").Way(5, []int64{1, 2}, "name=a")
	b := new(osmtest.Map).Node(2, 2, 2).Node(3, 3, 3, "name=b").Node(7, 4, 4, "name=new").Way(4, []int64{3}, "name=b")
	pa := writeFile(t, "a.osm.pbf", osmtest.PBF{BlockSize: 1}.Encode(versioned(a, 1)...))
	pb := writeFile(t, "b.osm", osmtest.EncodeXML(versioned(b, 2)...))
	want := []string{"way 4 v2 b", "way 5 v1 a", "node 1 v1 a", "node 2 v2 ", "node 3 v2 b", "node 7 v2 new"}
	for _, paths := range [][]string{{pa, pb}, {pb, pa}} {
		src, got, loc, err := read(paths...)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got.lines); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
		if loc.Found() != 3 {
			t.Errorf("found %d", loc.Found())
		}
		if s := src.Stats(); s != (Stats{Nodes: 4, Ways: 2, Duplicates: 2}) {
			t.Errorf("stats %+v", s)
		}
	}
	if _, err := Open(pa, pa); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("same file twice: %v", err)
	}
	if _, err := Open(); err == nil {
		t.Error("no file: no error")
	}
}

func TestSkipped(t *testing.T) {
	m := smallMap().Node(8, 200, 0).Node(9, 0, -91)
	objects := m.Objects()
	objects[0].(*osm.Node).Visible = false
	for _, path := range []string{
		writeFile(t, "a.osm.pbf", osmtest.PBF{}.Encode(objects...)),
		writeFile(t, "a.osm", osmtest.EncodeXML(objects...)),
		writeFile(t, "b.osm", []byte(`<osm><node id="1" visible="false"/><node id="2" action="delete" lat="1" lon="1"/><node id="3" lat="NaN" lon="1"/>
			<node id="4" lat="1e999" lon="1"/><node id="5" lat="1" lon="1"/><node id="6" lat="2" lon="2"/><way id="1"/><way id="2"/><relation id="1"/></osm>`)),
	} {
		src, _, _, err := read(path)
		if err != nil {
			t.Fatal(err)
		}
		s := src.Stats()
		if s.Nodes != 2 || s.OffEarth != 2 || s.Deleted < 1 || s.Ways != 2 || s.Relations != 1 {
			t.Errorf("%s: stats %+v", path, s)
		}
	}
}

// Extracts that leave out nodes without tags carry positions on their ways.
func TestLocatedWays(t *testing.T) {
	w := &osm.Way{ID: 1, Visible: true, Nodes: osm.WayNodes{{ID: 1, Lon: -75.5, Lat: 39.25}, {ID: 2, Lon: -75.25, Lat: 39.5}}}
	n := &osm.Node{ID: 2, Visible: true, Lon: -75, Lat: 39, Tags: osm.Tags{{Key: "highway", Value: "stop"}}}
	for _, path := range []string{
		writeFile(t, "a.osm.pbf", osmtest.PBF{Located: true, Required: []string{"LocationsOnWays"}}.Encode(n, w)),
		writeFile(t, "a.osm", []byte(`<osm><node id="2" lon="-75" lat="39"/><way id="1"><nd ref="1" lat="39.25" lon="-75.5"/><nd ref="2" lat="39.5" lon="-75.25"/></way></osm>`)),
	} {
		src, _, loc, err := read(path)
		if err != nil {
			t.Fatal(err)
		}
		p1, _ := loc.Get(1)
		p2, _ := loc.Get(2)
		if p1 != (geo.Fixed{Lon: -755000000, Lat: 392500000}) || p2 != (geo.Fixed{Lon: -750000000, Lat: 390000000}) {
			t.Errorf("positions %v %v", p1, p2)
		}
		if box, _ := src.Box(); box != [4]float64{-75.5, 39, -75, 39.25} || src.Stats().Ways != 1 {
			t.Errorf("box %v, stats %+v", box, src.Stats())
		}
	}
}

func TestBox(t *testing.T) {
	node := &osm.Node{ID: 1, Visible: true, Lon: 5, Lat: 5}
	bounds := func(w, s, e, n float64) osmtest.PBF {
		return osmtest.PBF{Bounds: &osm.Bounds{MinLon: w, MinLat: s, MaxLon: e, MaxLat: n}}
	}
	for _, tc := range []struct {
		name  string
		files []osmtest.PBF
		want  [4]float64
	}{
		{"said", []osmtest.PBF{bounds(4.95, 4.95, 5.05, 5.02)}, [4]float64{4.95, 4.95, 5.05, 5.02}},
		{"half the world said", []osmtest.PBF{bounds(0, 0, 180, 90)}, [4]float64{4.9, 4.9, 5.1, 5.1}},
		{"not said", []osmtest.PBF{{}}, [4]float64{5, 5, 5, 5}},
		{"said of another place", []osmtest.PBF{bounds(50, 0, 60, 10)}, [4]float64{5, 5, 5, 5}},
		{"two", []osmtest.PBF{bounds(4.95, 4.95, 5, 5), bounds(5, 5, 5.05, 5.02)}, [4]float64{4.95, 4.95, 5.05, 5.02}},
		{"one of two", []osmtest.PBF{bounds(0, 0, 10, 10), {}}, [4]float64{5, 5, 5, 5}},
		{"reaching beyond what is said", []osmtest.PBF{bounds(4.92, 4.95, 4.95, 5.05)}, [4]float64{4.92, 4.95, 5.001, 5.05}},
		{"far beyond what is said", []osmtest.PBF{bounds(0, 0, 4.5, 10)}, [4]float64{5, 5, 5, 5}},
		{"nonsense", []osmtest.PBF{bounds(0, 10, 10, 0)}, [4]float64{5, 5, 5, 5}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var paths []string
			for _, w := range tc.files {
				paths = append(paths, writeFile(t, "a.osm.pbf", w.Encode(node)))
			}
			src, _, _, err := read(paths...)
			if err != nil {
				t.Fatal(err)
			}
			if box, ok := src.Box(); !ok || box != tc.want {
				t.Errorf("got %v, %v; want %v", box, ok, tc.want)
			}
		})
	}
	src, _, _, err := read(writeFile(t, "a.osm", []byte("<osm/>")))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := src.Box(); ok {
		t.Error("no nodes, but a box")
	}
}

func TestBadInput(t *testing.T) {
	m := smallMap()
	good := osmtest.PBF{}.Encode(m.Objects()...)
	text := osmtest.EncodeXML(m.Objects()...)
	reversed := osmtest.PBF{BlockSize: 1}.Encode(m.Objects()[1], m.Objects()[0])
	for _, tc := range []struct {
		name, file string
		data       []byte
		want       string
	}{
		{"empty", "a.osm.pbf", nil, "is empty"},
		{"HTML", "a.osm.pbf", []byte("<!DOCTYPE html><html><body>404</body></html>"), "HTML page"},
		{"packed HTML", "a.osm.gz", gz([]byte("<html>")), "holds gzip data that is an HTML page"},
		{"JSON", "a.osm", []byte(`{"elements":[]}`), "is JSON"},
		{"zip", "a.zip", []byte("PK\x03\x04xxxxxxxxxxx"), "zip archive"},
		{"xz", "a.osm.xz", []byte("\xfd7zXZ\x00xxxxxxxx"), "xz"},
		{"region file", "a.region", []byte("FSTEPRGN\x01\x00\x00\x00"), "region file already"},
		{"o5m", "a.o5m", []byte("\xff\xe0\x04o5m2"), "o5m"},
		{"text", "a.osm", []byte("hello"), "neither PBF nor XML"},
		{"noise", "a.osm.pbf", bytes.Repeat([]byte{7, 200, 13}, 100), "neither PBF nor XML"},
		{"other XML", "a.osm", []byte("<?xml version='1.0'?><svg/>"), "not <osm>"},
		{"other XML behind a long comment", "a.osm", []byte("<!--" + strings.Repeat("x", 9000) + "--><svg/>"), "not <osm>"},
		{"change file", "a.osc", []byte("<osmChange version='0.6'></osmChange>"), "osmium apply-changes"},
		{"packed change file", "a.osc.gz", gz([]byte("<osmChange version='0.6'></osmChange>")), "osmium apply-changes"},
		{"packed twice", "a.osm.gz", gz(gz(text)), "once more"},
		{"packed PBF", "a.osm.pbf.gz", gz(good), "once more"},
		{"gzip cut in its head", "a.osm.gz", gz(text)[:8], "not valid gzip"},
		{"gzip cut", "a.osm.gz", gz(append(bytes.Repeat([]byte("<!-- long enough -->"), 5000), text...))[:300], "is cut short: it ends at byte 300"},
		{"gzip damaged", "a.osm.gz", func() []byte { d := gz(text); d[len(d)-6] ^= 1; return d }(), "checksum"},
		{"bzip2 damaged", "a.osm.bz2", []byte("BZh91AY&SYxxxxxxxxxxxxxxxxx"), "not valid bzip2"},
		{"XML cut", "a.osm", text[:len(text)-20], "is cut short: the document ends at byte"},
		{"XML cut in a tag", "a.osm", text[:150], "is cut short"},
		{"XML malformed", "a.osm", []byte("<osm>\n<node id='1' lat='1' lon='1'></way></osm>"), "line 2"},
		{"XML behind the end", "a.osm", append(bytes.Clone(text), "<osm"...), "cut short"},
		{"node without position", "a.osm", []byte("<osm><node id='17' lat='1'/></osm>"), "node 17 has no position"},
		{"node without id", "a.osm", []byte("<osm><node lat='1' lon='1'/></osm>"), "has no id"},
		{"bad latitude", "a.osm", []byte("<osm><node id='3' lat='north' lon='1'/></osm>"), `node 3: lat="north"`},
		{"bad ref", "a.osm", []byte("<osm><way id='3'><nd ref='x'/></way></osm>"), "way 3: nd ref"},
		{"bad member", "a.osm", []byte("<osm><relation id='3'><member ref='1' type='area'/></relation></osm>"), "relation 3: member type"},
		{"remark", "a.osm", []byte("<osm><remark>runtime error: Query timed out</remark></osm>"), "incomplete"},
		{"deep", "a.osm", []byte("<osm>" + strings.Repeat("<a>", 100)), "nest more"},
		{"long text", "a.osm", []byte("<osm><tag k='" + strings.Repeat("x", 2<<20)), "without a tag"},
		{"PBF cut", "a.osm.pbf", good[:len(good)-5], fmt.Sprintf("ends at byte %d", len(good)-5)},
		{"PBF history", "a.osh.pbf", osmtest.PBF{Required: []string{"HistoricalInformation"}}.Encode(), "osmium time-filter"},
		{"unsorted", "a.osm.pbf", reversed, "node 1 comes after node 2, so the file is not sorted; sort it with `osmium sort`"},
		{"unsorted XML", "a.osm", osmtest.EncodeXML(m.Objects()[4], m.Objects()[3]), "way 1 comes after way 3"},
		{"twice", "a.osm.pbf", osmtest.PBF{}.Encode(m.Objects()[0], m.Objects()[0]), "node 1 occurs twice"},
		{"not uploaded", "a.osm", []byte("<osm><node id='-1' lat='1' lon='1'/></osm>"), "osmium renumber"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := writeFile(t, tc.file, tc.data)
			_, _, _, err := read(path)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("got error %v, want one with %q", err, tc.want)
			}
			if !strings.HasPrefix(err.Error(), "osm: "+path+": ") {
				t.Errorf("error does not name the file: %v", err)
			}
		})
	}
	if _, err := Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "folder") {
		t.Errorf("folder: %v", err)
	}
	if _, err := Open("/dev/null"); err == nil || !strings.Contains(err.Error(), "regular") {
		t.Errorf("device: %v", err)
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestBzip2(t *testing.T) {
	// <osm version="0.6"><node id="1" lat="1" lon="2"/></osm>
	packed := []byte("\x42\x5a\x68\x39\x31\x41\x59\x26\x53\x59\xa2\xa1\xc3\x4e\x00\x00\x0b\x19\x80\x50\x01\xf1\x07\x26\x27\x9d\x00\x20\x00\x54\x50\x01\x88\xd3\x4d\x1a\x09\x54\xf4\x86\xca\x79\x4d\x34\x64\x7a\x96\xa1\xda\x8d\x00\xef\x58\x40\x7e\x74\xf2\xff\x52\xf5\xb6\x31\x96\x9c\xca\x08\x6c\x75\x0a\xda\xc7\xb2\xa3\x07\xc5\xdc\x91\x4e\x14\x24\x28\xa8\x70\xd3\x80")
	src, _, _, err := read(writeFile(t, "a.osm.bz2", packed))
	if err != nil {
		t.Fatal(err)
	}
	if box, ok := src.Box(); !ok || box != [4]float64{2, 1, 2, 1} {
		t.Errorf("box %v, %v", box, ok)
	}
	for n := 1; n < len(packed); n++ {
		if _, _, _, err := read(writeFile(t, "a.osm.bz2", packed[:n])); err == nil {
			t.Errorf("cut at %d: no error", n)
		}
	}
	if _, _, _, err := read(writeFile(t, "a.osm.bz2", append(packed, "behind"...))); err == nil {
		t.Error("garbage behind: no error")
	}
}

func TestProgressAndCancel(t *testing.T) {
	paths := []string{osmtest.Delaware(t), osmtest.Andorra(t)}
	if testing.Short() {
		paths = paths[:1]
	}
	for _, path := range paths {
		src, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		before := runtime.NumGoroutine()
		calls, last := 0, int64(-1)
		_, err = Read(ctx, src, func(pass string, done, total int64) {
			if pass != "relations" || done < last || done > total {
				t.Errorf("%s: %d of %d after %d", pass, done, total, last)
			}
			last = done
			if calls++; calls == 5 {
				cancel()
			}
		}, &collector{})
		if !errors.Is(err, context.Canceled) || calls < 5 {
			t.Errorf("got %v after %d calls", err, calls)
		}
		if n := runtime.NumGoroutine(); n > before {
			t.Errorf("%d goroutines, %d before", n, before)
		}
		cancel()
	}
}

// failing is a consumer that fails in a pass.
type failing struct{ collector }

var errFull = errors.New("full")

func (f *failing) Way(*osm.Way, Need) error { return errFull }

func TestConsumerError(t *testing.T) {
	src, err := Open(smallMap().PBF(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Read(context.Background(), src, nil, &failing{}); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

func TestFullProgress(t *testing.T) {
	if testing.Short() {
		t.Skip("reads two real extracts")
	}
	src, err := Open(osmtest.Delaware(t), osmtest.Andorra(t))
	if err != nil {
		t.Fatal(err)
	}
	final := map[string][2]int64{}
	loc, err := Read(context.Background(), src, func(pass string, done, total int64) { final[pass] = [2]int64{done, total} }, &collector{})
	if err != nil {
		t.Fatal(err)
	}
	for pass, f := range final {
		if f[0] != f[1] {
			t.Errorf("%s ended at %d of %d", pass, f[0], f[1])
		}
	}
	if len(final) != 3 || loc.Found() < 800_000 {
		t.Errorf("passes %v, %d positions", final, loc.Found())
	}
}

func FuzzXML(f *testing.F) {
	f.Add(osmtest.EncodeXML(smallMap().Objects()...))
	f.Add([]byte(`<osm timestamp="2020-01-01T00:00:00Z"><bounds minlat="1" minlon="1" maxlat="2" maxlon="2"/><node id="1" lat="1" lon="1" action="delete"><tag k="a" v="b"/></node></osm>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		_ = checkXML(data)
		c, err := parseXML(&boundedReader{r: bytes.NewReader(data)})
		if err == nil && c == nil {
			t.Error("neither content nor error")
		}
	})
}

func BenchmarkRead(b *testing.B) {
	for name, path := range map[string]string{"delaware": osmtest.Delaware(b), "andorra": osmtest.Andorra(b)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				src, err := Open(path)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := Read(context.Background(), src, nil, &needAll{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

type needAll struct{}

func (needAll) Relation(*osm.Relation) error { return nil }
func (needAll) Way(w *osm.Way, need Need) error {
	need.Way(w)
	return nil
}
func (needAll) Node(*osm.Node) error { return nil }
