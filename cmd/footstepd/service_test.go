package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/rs/zerolog"
)

// A region file that changes while it is served, and a reload that fails, show in the state that
// supervisors ask for, without a path.
func TestHealth(t *testing.T) {
	input, path := crossing().PBF(t), filepath.Join(t.TempDir(), "secret.region")
	if status, _, errs := command(t, "import", input, "-o", path, "--profiles", "pedestrian"); status != exitOK {
		t.Fatal(errs)
	}
	c := config.Default()
	c.Regions = []string{path}
	s, err := newService(c, zerolog.Nop(), false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if err := s.load(context.Background()); err != nil {
		t.Fatal(err)
	}
	expect := func(when, wantUnsound string, wantNotes ...string) {
		t.Helper()
		unsound, notes := s.health()
		if (wantUnsound == "") != (unsound == "") || !strings.Contains(unsound, wantUnsound) {
			t.Errorf("%s: unsound %q, want %q", when, unsound, wantUnsound)
		}
		if len(notes) != len(wantNotes) {
			t.Fatalf("%s: notes %q, want %q", when, notes, wantNotes)
		}
		for i, want := range wantNotes {
			if !strings.Contains(notes[i], want) || strings.Contains(notes[i], "secret") {
				t.Errorf("%s: note %q, want %q", when, notes[i], want)
			}
		}
	}
	expect("at first", "")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	replace := func(data []byte) {
		t.Helper()
		if err := os.WriteFile(path+".new", data, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+".new", path); err != nil {
			t.Fatal(err)
		}
	}
	replace(good[:5000])
	expect("replaced by a broken one", "", "was replaced on disk")
	if s.reload(context.Background()) == nil {
		t.Fatal("a broken file was loaded")
	}
	expect("after a reload that failed", "", "was replaced on disk", "the last reload failed, so that the regions of before are in use: a region file is damaged")
	replace(good)
	if err := s.reload(context.Background()); err != nil {
		t.Fatal(err)
	}
	expect("after one that did not", "")
	if err := os.Truncate(path, 5000); err != nil { // nothing reads the pages that are gone
		t.Fatal(err)
	}
	expect("cut", "was changed in place")
}
