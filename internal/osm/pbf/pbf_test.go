package pbf

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/paulmach/osm"
	"github.com/paulmach/osm/osmpbf"
)

// scanAll returns the objects of the wanted kinds in file order.
func scanAll(ctx context.Context, f *File, want Kinds) ([]osm.Object, error) {
	s, err := f.Scan(ctx, want, 2)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var all []osm.Object
	for {
		b, err := s.Next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		for _, n := range b.Nodes {
			all = append(all, n)
		}
		for _, w := range b.Ways {
			all = append(all, w)
		}
		for _, r := range b.Relations {
			all = append(all, r)
		}
	}
}

func mustOpen(t testing.TB, path string) *File {
	t.Helper()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The third-party reader is the oracle on a real extract, in the first scan and in later ones.
func TestDelaware(t *testing.T) {
	path := osmtest.Delaware(t)
	f := mustOpen(t, path)
	kinds := []Kinds{Relations, Ways, Nodes, Ways | Relations}
	if testing.Short() {
		kinds = []Kinds{Relations, Ways}
	}
	for _, want := range kinds {
		got, err := scanAll(context.Background(), f, want)
		if err != nil {
			t.Fatal(err)
		}
		r, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		sc := osmpbf.New(context.Background(), r, 1)
		sc.SkipNodes, sc.SkipWays, sc.SkipRelations = want&Nodes == 0, want&Ways == 0, want&Relations == 0
		i := 0
		for ; sc.Scan(); i++ {
			if i >= len(got) {
				t.Fatalf("only %d objects", len(got))
			}
			if !sameObject(got[i], sc.Object()) {
				t.Fatalf("object %d: got %+v, want %+v", i, got[i], sc.Object())
			}
		}
		if err := sc.Err(); err != nil || i != len(got) {
			t.Fatalf("kinds %b: %d objects, want %d, %v", want, len(got), i, err)
		}
		sc.Close()
		r.Close()
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if sum, ok := f.Digest(); !ok || sum != sha256.Sum256(data) {
		t.Errorf("digest %x, %v", sum, ok)
	}
}

// sameObject compares what this package keeps of objects, without reflection since there are many.
func sameObject(a, b osm.Object) bool {
	near := func(a, b float64) bool { return a-b < 1e-12 && b-a < 1e-12 }
	switch a := a.(type) {
	case *osm.Node:
		b, ok := b.(*osm.Node)
		return ok && a.ID == b.ID && near(a.Lon, b.Lon) && near(a.Lat, b.Lat) && a.Version == b.Version && a.Timestamp.Equal(b.Timestamp) &&
			a.Visible == b.Visible && slices.Equal(a.Tags, b.Tags)
	case *osm.Way:
		b, ok := b.(*osm.Way)
		return ok && a.ID == b.ID && a.Version == b.Version && a.Timestamp.Equal(b.Timestamp) && a.Visible == b.Visible && slices.Equal(a.Tags, b.Tags) &&
			slices.EqualFunc(a.Nodes, b.Nodes, func(a, b osm.WayNode) bool { return a.ID == b.ID && near(a.Lon, b.Lon) && near(a.Lat, b.Lat) })
	case *osm.Relation:
		b, ok := b.(*osm.Relation)
		return ok && a.ID == b.ID && a.Version == b.Version && a.Timestamp.Equal(b.Timestamp) && a.Visible == b.Visible && slices.Equal(a.Tags, b.Tags) &&
			slices.EqualFunc(a.Members, b.Members, func(a, b osm.Member) bool { return a.Type == b.Type && a.Ref == b.Ref && a.Role == b.Role })
	}
	return false
}

func write(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.osm.pbf")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestScanCancelled(t *testing.T) {
	f := mustOpen(t, osmtest.Delaware(t))
	ctx, cancel := context.WithCancel(context.Background())
	s, err := f.Scan(ctx, Nodes, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Next(); err != nil {
		t.Fatal(err)
	}
	cancel()
	for range 1000 {
		if _, err = s.Next(); err != nil {
			break
		}
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if _, ok := f.Digest(); ok {
		t.Error("an unfinished scan gave a digest")
	}
}

func BenchmarkScan(b *testing.B) {
	path := osmtest.Delaware(b)
	for _, tc := range []struct {
		name string
		want Kinds
	}{{"relations", Relations}, {"ways", Ways}, {"nodes", Nodes}} {
		for _, first := range []bool{true, false} {
			name := tc.name + "/later"
			if first {
				name = tc.name + "/first"
			}
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				f := mustOpen(b, path)
				b.SetBytes(f.Size())
				for range b.N {
					if first {
						f = mustOpen(b, path)
					}
					if _, err := scanAll(context.Background(), f, tc.want); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
