package region

import (
	"os"
	"path/filepath"
)

// createTemp makes the temporary file for a region file at path. It is locked as long as it is
// open, which tells it apart from what a killed writer has left behind; that is removed.
func createTemp(path string) (*os.File, error) {
	dir, base := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	pattern := "." + base + ".tmp-"
	// A pattern of glob would take special characters of the name for its own.
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if len(e.Name()) > len(pattern) && e.Name()[:len(pattern)] == pattern && e.Type().IsRegular() {
			removeAbandoned(filepath.Join(dir, e.Name()))
		}
	}
	for {
		f, err := os.CreateTemp(dir, pattern+"*")
		if err != nil {
			return nil, err
		}
		lock(f)
		// Another writer may have taken it for abandoned before it was locked.
		if _, err := os.Stat(f.Name()); err == nil {
			return f, nil
		}
		f.Close()
	}
}

// removeAbandoned removes a temporary file unless its writer is alive. Failure does no harm.
func removeAbandoned(path string) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	if lock(f) {
		_ = os.Remove(path)
	}
}
