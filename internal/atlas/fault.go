package atlas

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/footstepd/footstepd/internal/region"
)

// A Fault is a region file that cannot be opened: what is wrong with it, and what to do.
type Fault struct {
	Path    string
	Problem string // the end of a sentence that begins with the file, without anything internal
	Advice  string
	detail  string
	err     error
}

// Error names the file, for whoever runs the program.
func (f *Fault) Error() string {
	detail := ""
	if f.detail != "" {
		detail = " (" + f.detail + ")"
	}
	return fmt.Sprintf("region file %s %s%s; %s", f.Path, f.Problem, detail, f.Advice)
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.err }

// extracts are the endings of files that import reads.
var extracts = []string{".pbf", ".osm", ".osm.gz", ".osm.bz2"}

// Explain says why a region file cannot be opened, from the error of opening it.
func Explain(path string, err error) *Fault {
	f := &Fault{Path: path, err: err, Advice: "import the extract again with this version of footstepd"}
	name := strings.ToLower(filepath.Base(path))
	for _, ending := range extracts {
		if stem, ok := strings.CutSuffix(name, ending); ok && errors.Is(err, region.ErrNotRegion) {
			stem = strings.TrimSuffix(stem, ".osm")
			f.Problem, f.Advice = "is an extract, and no region file yet", fmt.Sprintf("import it first: footstepd import %s -o %s.region", path, stem)
			return f
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.Problem, f.Advice = "does not exist", fmt.Sprintf("make it of an extract: footstepd import EXTRACT.osm.pbf -o %s", path)
	case errors.Is(err, fs.ErrPermission):
		f.Problem, f.Advice = "may not be read by this user", "change its permissions, or run as another user"
	case errors.Is(err, syscall.EISDIR):
		f.Problem, f.Advice = "is a folder", "give the file that footstepd import has made"
	case errors.Is(err, region.ErrNotRegion):
		f.Problem, f.Advice = "is no region file", "give a file that footstepd import has made"
	case errors.Is(err, region.ErrVersion), errors.Is(err, region.ErrNoSection):
		f.Problem = "was made by another version of footstepd"
	case errors.Is(err, region.ErrDamaged):
		f.Problem, f.Advice = "is damaged", "import the extract again, or copy the file again"
	default:
		f.Problem, f.detail = "cannot be opened", err.Error()
		return f
	}
	f.detail = detailOf(err)
	return f
}

// detailOf returns what an error says beyond the kind of damage and the path, which is told anyway.
func detailOf(err error) string {
	for _, kind := range []error{region.ErrVersion, region.ErrNoSection, region.ErrDamaged} {
		if _, detail, ok := strings.Cut(err.Error(), kind.Error()+": "); ok && errors.Is(err, kind) {
			return detail
		}
	}
	return ""
}
