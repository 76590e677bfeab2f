package osmtest

import (
	"bytes"
	"context"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/paulmach/osm"
	"github.com/paulmach/osm/osmpbf"
	"github.com/paulmach/osm/osmxml"
)

func sample() *Map {
	return new(Map).
		Node(3, -75.5, 39.5).Node(1, -75.25, 39.125, "name=Ü <&\"'>", "place=town").Node(2, 179.9999999, -89.9999999).
		Way(7, []int64{1, 2, 3, 1}, "highway=residential", "note=a=b").Way(5, nil).
		Relation(9, []osm.Member{WayMember(7, "outer"), NodeMember(1, ""), RelationMember(10, "sub")}, "type=multipolygon").
		Relation(10, nil)
}

func scan(t *testing.T, sc osm.Scanner) []osm.Object {
	t.Helper()
	defer sc.Close()
	var got []osm.Object
	for sc.Scan() {
		got = append(got, sc.Object())
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return got
}

// The third-party readers are the oracle of the writers.
func TestWritersRoundTrip(t *testing.T) {
	want := sample().Objects()
	opts := cmp.Options{cmpopts.EquateEmpty(), cmpopts.EquateApprox(0, 1e-12)}
	noInfo := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Version" }, cmp.Ignore())
	for _, tc := range []struct {
		name string
		scan osm.Scanner
		opts cmp.Options
	}{
		{"pbf", osmpbf.New(context.Background(), open(t, sample().PBF(t)), 1), opts},
		{"pbf raw, small blocks, no info", osmpbf.New(context.Background(), bytes.NewReader(PBF{BlockSize: 1, Compress: Raw, NoInfo: true}.Encode(want...)), 1), append(opts, noInfo)},
		{"xml", osmxml.New(context.Background(), open(t, sample().XML(t))), opts},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if d := cmp.Diff(want, scan(t, tc.scan), tc.opts); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func open(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestRealExtracts(t *testing.T) {
	for _, path := range []string{Delaware(t), Andorra(t)} {
		if info, err := os.Stat(path); err != nil || info.Size() < 1e6 {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
}
