package build

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/region/regiontest"
)

// townRegion imports the small map and returns the file's bytes.
func townRegion(t testing.TB) []byte {
	t.Helper()
	o := options(t, filepath.Join(t.TempDir(), "x.region"), town().PBF(t))
	hills(t, &o)
	if _, err := Import(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(o.Output)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// sectionsOf returns the directory of a region file.
func sectionsOf(t testing.TB, data []byte) []region.Section {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.region")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := region.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return f.Sections()
}

// verify opens a file and checks everything.
func verify(path string) error {
	f, err := region.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return Verify(context.Background(), f, Checks()...)
}

// Of 10,000 flipped bytes and cuts, each is refused or lies between the sections.
func TestDamage(t *testing.T) {
	good := townRegion(t)
	sections := sectionsOf(t, good)
	path := filepath.Join(t.TempDir(), "bad.region")
	if err := os.WriteFile(path, good, 0o644); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	write := func(b []byte, at int) {
		if _, err := file.WriteAt(b, int64(at)); err != nil {
			t.Fatal(err)
		}
	}
	rng := rand.New(rand.NewPCG(3, 4))
	rounds := 10_000
	if testing.Short() {
		rounds = 1000
	}
	harmless := 0
	for i := range rounds {
		at := rng.IntN(len(good))
		// Most of so small a file is padding, where a flip proves little.
		if s := sections[rng.IntN(len(sections))]; i%8 > 1 && s.Length > 0 {
			at = int(s.Offset + rng.Uint64N(s.Length))
		}
		cut := i%2 == 0
		if cut {
			if err := file.Truncate(int64(at)); err != nil {
				t.Fatal(err)
			}
		} else {
			write([]byte{good[at] ^ byte(1+rng.IntN(255))}, at)
		}
		err := verify(path)
		switch {
		case err == nil && cut:
			t.Fatalf("cut at %d of %d went unnoticed", at, len(good))
		case err == nil:
			for _, s := range sections {
				if uint64(at) >= s.Offset && uint64(at) < s.Offset+s.Length {
					t.Fatalf("flip at %d in section %q went unnoticed", at, s.Name)
				}
			}
			harmless++
		case !errors.Is(err, region.ErrDamaged) && !errors.Is(err, region.ErrNotRegion):
			t.Fatalf("damage at %d: %v", at, err)
		}
		if cut {
			write(good[at:], at)
		} else {
			write(good[at:at+1], at)
		}
	}
	if err := verify(path); err != nil {
		t.Fatalf("the file was not restored: %v", err)
	}
	t.Logf("%d of %d flips lay between sections", harmless, rounds/2)
}

// Damage behind right checksums, as a large file has that is not checked when opened, or a hostile
// one: rooms may refuse it or not, but must neither panic nor hang.
func TestDamageBehindChecksums(t *testing.T) {
	good := townRegion(t)
	path := filepath.Join(t.TempDir(), "bad.region")
	sections := sectionsOf(t, good)
	rng := rand.New(rand.NewPCG(5, 6))
	refused, rounds := 0, 1500
	if testing.Short() {
		rounds = 300
	}
	for range rounds {
		bad := bytes.Clone(good)
		s := sections[rng.IntN(len(sections))]
		if s.Length == 0 {
			continue
		}
		for range 1 + rng.IntN(4) {
			bad[s.Offset+rng.Uint64N(s.Length)] ^= byte(1 << rng.IntN(8))
		}
		regiontest.Reseal(bad)
		// A file that is mapped must not be written to; each round's is closed by now.
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := verify(path); err != nil {
			refused++
		}
	}
	if refused == 0 {
		t.Error("nothing was refused: the damage does not reach the rooms")
	}
	t.Logf("%d of %d refused", refused, rounds)
}
