package region

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/region/regiontest"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

type pair struct {
	A int32
	B uint16
	C [2]uint8
}

var testMeta = Meta{
	Name:     "test",
	BBox:     [4]float64{170, -20, -170, -10},
	Sources:  []Source{{Name: "a.osm.pbf", Bytes: 7, SHA256: "00", Timestamp: time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)}},
	Profiles: []string{"auto"},
	Counts:   map[string]int{"b": 2, "a": 1},
}

// testFile writes a region file with a few sections and returns its path.
func testFile(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.region")
	w, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	pairs := make([]pair, 1000)
	for i := range pairs {
		pairs[i] = pair{int32(i), uint16(i), [2]uint8{1, 2}}
	}
	if err := errors.Join(
		AddSlice(w, "pairs", pairs),
		AddSlice(w, "floats", []float64{1, math.Inf(1), -0.5}),
		w.Add("empty", nil),
		w.Add("text", []byte("hello")),
		w.Commit(testMeta),
	); err != nil {
		t.Fatal(err)
	}
	return path
}

func mustOpen(t testing.TB, path string) *File {
	t.Helper()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

func TestRoundTrip(t *testing.T) {
	f := mustOpen(t, testFile(t))
	if d := cmp.Diff(testMeta, f.Meta()); d != "" {
		t.Errorf("meta (-want +got):\n%s", d)
	}
	pairs, err := Slice[pair](f, "pairs")
	if err != nil || len(pairs) != 1000 || pairs[999] != (pair{999, 999, [2]uint8{1, 2}}) {
		t.Errorf("pairs: %d, %v", len(pairs), err)
	}
	floats, err := Slice[float64](f, "floats")
	if err != nil || len(floats) != 3 || floats[1] != math.Inf(1) {
		t.Errorf("floats: %v, %v", floats, err)
	}
	if b, err := f.Section("empty"); err != nil || len(b) != 0 {
		t.Errorf("empty: %v, %v", b, err)
	}
	if _, err := Slice[pair](f, "text"); !errors.Is(err, ErrDamaged) {
		t.Errorf("text as pairs: %v", err)
	}
	if _, err := f.Section("none"); !errors.Is(err, ErrNoSection) || !strings.Contains(err.Error(), "none") {
		t.Errorf("missing section: %v", err)
	}
	if err := f.Verify(context.Background()); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := f.Verify(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Whatever is written is read back, in any number of pieces.
func TestSectionsRoundTrip(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		sections := rapid.MapOf(rapid.StringMatching(`[a-z./]{1,32}`), rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 0, 5000), 0, 3)).Draw(t, "sections")
		delete(sections, metaSection)
		path := filepath.Join(dir, "x.region")
		w, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Abort()
		for name, pieces := range sections {
			s, err := w.Section(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range pieces {
				if _, err := s.Write(p); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := w.Commit(Meta{}); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if f.Size() != w.Size() || len(f.Sections()) != len(sections)+1 {
			t.Fatalf("size %d, written %d; %d sections", f.Size(), w.Size(), len(f.Sections()))
		}
		for name, pieces := range sections {
			if got, err := f.Section(name); err != nil || !bytes.Equal(got, bytes.Join(pieces, nil)) {
				t.Fatalf("section %q: %v", name, err)
			}
		}
	})
}

func TestDeterministic(t *testing.T) {
	a, _ := os.ReadFile(testFile(t))
	b, _ := os.ReadFile(testFile(t))
	if len(a) == 0 || !bytes.Equal(a, b) {
		t.Error("two equal imports give different files")
	}
}

// open is Open over bytes in memory.
func open(data []byte) (*File, error) {
	f := &File{path: "memory", data: data}
	f.refs.Store(1)
	return f, f.load()
}

// A flipped bit or a cut is refused, or it lies between sections and changes nothing.
func TestDamage(t *testing.T) {
	good, err := os.ReadFile(testFile(t))
	if err != nil {
		t.Fatal(err)
	}
	want, err := open(good)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for range 10_000 {
		bad := bytes.Clone(good)
		at := rng.IntN(len(bad))
		bad[at] ^= byte(1 + rng.IntN(255))
		if rng.IntN(2) == 0 {
			bad = good[:at]
		}
		f, err := open(bad)
		if err != nil {
			if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNotRegion) {
				t.Fatalf("damage at %d: %v", at, err)
			}
			refused++
			continue
		}
		for _, s := range want.Sections() {
			a, _ := want.Section(s.Name)
			b, err := f.Section(s.Name)
			if err != nil || !bytes.Equal(a, b) {
				t.Fatalf("damage at %d changed section %q unnoticed", at, s.Name)
			}
		}
	}
	if refused < 5000 {
		t.Errorf("only %d of 10,000 refused", refused)
	}
}

func TestRefused(t *testing.T) {
	good, err := os.ReadFile(testFile(t))
	if err != nil {
		t.Fatal(err)
	}
	le := binary.LittleEndian
	directory := func(b []byte) []byte { return b[le.Uint64(b[16:]):] }
	for _, tc := range []struct {
		name   string
		change func(b []byte) []byte
		want   error
		text   string
	}{
		{"empty", func(b []byte) []byte { return nil }, ErrNotRegion, ""},
		{"something else", func(b []byte) []byte { return bytes.Repeat([]byte("x"), 5000) }, ErrNotRegion, ""},
		{"another version", func(b []byte) []byte { le.PutUint32(b[8:], Version+1); return b }, ErrVersion, "this program reads"},
		{"cut", func(b []byte) []byte { return b[:len(b)-1] }, ErrDamaged, "cut short"},
		{"added to", func(b []byte) []byte { return append(b, 0) }, ErrDamaged, "added to"},
		{"section beyond the end", func(b []byte) []byte { le.PutUint64(directory(b)[40:], 1<<40); return b }, ErrDamaged, `"pairs"`},
		{"section before the start", func(b []byte) []byte { le.PutUint64(directory(b)[32:], 1<<63); return b }, ErrDamaged, `"pairs"`},
		{"section off its page", func(b []byte) []byte { le.PutUint64(directory(b)[32:], 4097); return b }, ErrDamaged, `"pairs"`},
		{"section twice", func(b []byte) []byte { copy(directory(b)[64:128], directory(b)[:64]); return b }, ErrDamaged, "taken"},
		{"section without a name", func(b []byte) []byte { clear(directory(b)[:32]); return b }, ErrDamaged, "empty"},
		{"many sections", func(b []byte) []byte { le.PutUint32(b[12:], 1<<31); return b }, ErrDamaged, "directory"},
		{"no description", func(b []byte) []byte { d := directory(b); copy(d[len(d)-64:], "other"); return b }, ErrNoSection, "meta"},
		{"description is not JSON", func(b []byte) []byte { return bytes.Replace(b, []byte(`{"name"`), []byte(`["name"`), 1) }, ErrDamaged, "description"},
		{"box off the earth", func(b []byte) []byte { return bytes.Replace(b, []byte("170,-20"), []byte("970,-20"), 1) }, ErrDamaged, "bounding box"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			bad := tc.change(bytes.Clone(good))
			// With right checksums, so that the checks behind them are reached.
			if len(bad) == len(good) && string(bad[:8]) == magic {
				if d := le.Uint64(bad[16:]); d < uint64(len(bad)) && strings.HasPrefix(tc.name, "description") || strings.HasPrefix(tc.name, "box") {
					regiontest.Reseal(bad)
				} else {
					le.PutUint32(bad[32:], crc32.Checksum(directory(bad), castagnoli))
					le.PutUint32(bad[60:], crc32.Checksum(bad[:60], castagnoli))
				}
			}
			path := filepath.Join(t.TempDir(), "bad.region")
			if err := os.WriteFile(path, bad, 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := Open(path)
			if !errors.Is(err, tc.want) || !strings.Contains(err.Error(), tc.text) || !strings.Contains(err.Error(), path) {
				t.Errorf("got %v, want %v with %q", err, tc.want, tc.text)
			}
		})
	}
	if _, err := Open(t.TempDir()); !errors.Is(err, ErrNotRegion) {
		t.Errorf("folder: %v", err)
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestIs(t *testing.T) {
	dir := t.TempDir()
	for content, want := range map[string]bool{"": false, "FSTEP": false, "FSTEPRGN": true, "something longer": false} {
		path := filepath.Join(dir, "f")
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := Is(path); got != want || err != nil {
			t.Errorf("%q: got %v, %v", content, got, err)
		}
	}
}

// A file can be replaced and closed while readers hold it; memory stays mapped until the last one
// has released it.
func TestReadersOutliveClose(t *testing.T) {
	path := testFile(t)
	for range 50 {
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		var readers sync.WaitGroup
		for range 8 {
			readers.Go(func() {
				for f.Acquire() {
					pairs, err := Slice[pair](f, "pairs")
					if err != nil || pairs[len(pairs)-1].A != 999 {
						t.Errorf("%v", err)
					}
					f.Release()
				}
			})
		}
		readers.Go(f.Close)
		readers.Wait()
		f.Close() // twice does nothing
		if _, err := f.Section("pairs"); !errors.Is(err, ErrClosed) {
			t.Errorf("after close: %v", err)
		}
		if f.Acquire() {
			t.Error("acquired after close")
		}
	}
}

func TestHolderAfterClose(t *testing.T) {
	f, err := Open(testFile(t))
	if err != nil {
		t.Fatal(err)
	}
	f.Acquire()
	f.Close()
	if b, err := f.Section("text"); err != nil || string(b) != "hello" {
		t.Errorf("held: %q, %v", b, err)
	}
	f.Release()
	if _, err := f.Section("text"); !errors.Is(err, ErrClosed) {
		t.Errorf("released: %v", err)
	}
}

// files lists a folder.
func files(t *testing.T, dir string) (names []string) {
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

// Until Commit has succeeded an earlier file is as it was, and nothing is left behind.
func TestAtomic(t *testing.T) {
	path := testFile(t)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, fail := range map[string]func(w *Writer) error{
		"abort": func(w *Writer) error { w.Abort(); return errors.New("aborted") },
		"disk fails in a section": func(w *Writer) error {
			w.file.Close()
			return w.Add("big", make([]byte, 3<<20))
		},
		"disk fails in commit":       func(w *Writer) error { w.file.Close(); return w.Commit(Meta{}) },
		"section twice":              func(w *Writer) error { return errors.Join(w.Add("a", nil), w.Add("a", nil)) },
		"section without a name":     func(w *Writer) error { return w.Add("", nil) },
		"name too long":              func(w *Writer) error { return w.Add(strings.Repeat("x", 33), nil) },
		"box off the earth":          func(w *Writer) error { return w.Commit(Meta{BBox: [4]float64{0, 0, 181, 0}}) },
		"description twice":          func(w *Writer) error { return errors.Join(w.Add(metaSection, nil), w.Commit(Meta{})) },
		"too many sections":          manySections,
		"box that cannot be written": func(w *Writer) error { return w.Commit(Meta{BBox: [4]float64{0, math.NaN(), 0, 0}}) },
	} {
		t.Run(name, func(t *testing.T) {
			w, err := Create(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := fail(w); err == nil {
				t.Error("no error")
			}
			w.Abort()
			after, err := os.ReadFile(path)
			if err != nil || !bytes.Equal(before, after) {
				t.Errorf("the earlier file has changed: %v", err)
			}
			if names := files(t, filepath.Dir(path)); len(names) != 1 {
				t.Errorf("left behind: %v", names)
			}
		})
	}
}

func manySections(w *Writer) error {
	for i := range maxSections + 1 {
		if err := w.Add(fmt.Sprint(i), nil); err != nil {
			return err
		}
	}
	return nil
}

func TestFinishedWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.region")
	w, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := w.Section("a")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Add("b", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Write([]byte("late")); err == nil {
		t.Error("wrote to a finished section")
	}
	if err := w.Commit(Meta{}); err != nil {
		t.Fatal(err)
	}
	w.Abort()
	if err := w.Add("c", nil); err == nil {
		t.Error("wrote after commit")
	}
	if err := w.Commit(Meta{}); err == nil {
		t.Error("committed twice")
	}
	mustOpen(t, path)
}

// What a killed writer leaves is removed by the next one, what a living one works on is not.
func TestAbandonedFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x[1].region")
	abandoned := filepath.Join(dir, ".x[1].region.tmp-123")
	other := filepath.Join(dir, ".y.region.tmp-123")
	for _, p := range []string{abandoned, other} {
		if err := os.WriteFile(p, []byte("FSTEPRGN"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	first, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	second, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if names := files(t, dir); len(names) != 3 {
		t.Errorf("files %v", names)
	}
	if _, err := os.Stat(abandoned); err == nil {
		t.Error("an abandoned file stayed")
	}
	for _, w := range []*Writer{first, second} {
		if err := w.Commit(Meta{Name: "x"}); err != nil {
			t.Error(err)
		}
		mustOpen(t, path)
	}
}

func TestCreateWhereItCannot(t *testing.T) {
	if _, err := Create(filepath.Join(t.TempDir(), "none", "x.region")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func FuzzOpen(f *testing.F) {
	good, err := os.ReadFile(testFile(f))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good, false)
	f.Add(good[:100], false)
	f.Fuzz(func(t *testing.T, data []byte, reseal bool) {
		if len(data) < headerSize {
			return
		}
		le := binary.LittleEndian
		if reseal { // let the checks behind the checksums have their turn
			if d := le.Uint64(data[16:]); d < uint64(len(data)) {
				data = bytes.Clone(data)
				le.PutUint32(data[32:], crc32.Checksum(data[d:], castagnoli))
				le.PutUint32(data[60:], crc32.Checksum(data[:60], castagnoli))
			}
		}
		r, err := open(data)
		if err != nil {
			return
		}
		for _, s := range r.Sections() {
			if b, err := r.Section(s.Name); err != nil || uint64(len(b)) != s.Length {
				t.Errorf("section %q: %d bytes, %v", s.Name, len(b), err)
			}
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	path := testFile(b)
	b.ReportAllocs()
	for range b.N {
		f, err := Open(path)
		if err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
}

func Example() {
	dir, _ := os.MkdirTemp("", "region")
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "tiny.region")

	w, err := Create(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer w.Abort()
	_ = AddSlice(w, "squares", []uint32{0, 1, 4, 9})
	if err := w.Commit(Meta{Name: "tiny"}); err != nil {
		fmt.Println(err)
		return
	}

	f, err := Open(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	squares, _ := Slice[uint32](f, "squares")
	fmt.Println(f.Meta().Name, squares)
	// Output: tiny [0 1 4 9]
}
