package indextest

import (
	"path/filepath"
	"testing"

	"github.com/footstepd/footstepd/internal/region"
)

// Section is one section of a region file.
type Section struct {
	Name string
	Data []byte
}

// Sections returns copies of the sections of a file, without its description.
func Sections(tb testing.TB, f *region.File) []Section {
	tb.Helper()
	var out []Section
	for _, s := range f.Sections() {
		b, err := f.Section(s.Name)
		if err != nil {
			tb.Fatal(err)
		}
		if s.Name != "meta" {
			out = append(out, Section{s.Name, append([]byte(nil), b...)})
		}
	}
	return out
}

// Write makes a region file of sections, with right checksums, and opens it.
func Write(tb testing.TB, sections []Section) *region.File {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "written.region")
	w, err := region.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer w.Abort()
	for _, s := range sections {
		if err := w.Add(s.Name, s.Data); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Commit(region.Meta{}); err != nil {
		tb.Fatal(err)
	}
	f, err := region.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(f.Close)
	return f
}
