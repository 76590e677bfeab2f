package elevation

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// A candidate is a height file of which no more is known than where it lies.
type candidate struct {
	path string
	box  [4]float64 // west, south, east, north in degrees
	open func() (*tile, error)
}

// forms are the endings of tiles, packed and not.
var forms = []string{"", ".gz", ".zip"}

// scan finds the height files in a folder and those below it, in alphabetical order. The folder may be a symbolic
// link; those below it are not followed, lest they lead round in circles.
func scan(folder string) ([]candidate, error) {
	root, err := filepath.EvalSymlinks(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("elevation: there is no folder %s", folder)
	case err != nil:
		return nil, fmt.Errorf("elevation: %w", err)
	}
	var found []candidate
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return nil
		}
		c, err := examine(path)
		if c != nil {
			found = append(found, *c)
		}
		return err
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("elevation: %w", err)
	case len(found) == 0:
		return nil, fmt.Errorf("elevation: %s holds no height files; put SRTM tiles there, named like N42E001.hgt, N42E001.hgt.gz or N42E001.hgt.zip, or GeoTIFF files (.tif)", folder)
	}
	return found, nil
}

// examine tells whether a file holds heights; nil when it is something else.
func examine(path string) (*candidate, error) {
	name := strings.ToLower(path)
	for _, form := range forms {
		if !strings.HasSuffix(name, ".hgt"+form) {
			continue
		}
		west, south, err := hgtCorner(path)
		if err != nil {
			return nil, err
		}
		return &candidate{
			path: path, box: [4]float64{float64(west), float64(south), float64(west + 1), float64(south + 1)},
			open: func() (*tile, error) {
				o, err := open(path, form)
				if err != nil {
					return nil, err
				}
				return openHGT(path, o)
			},
		}, nil
	}
	if ext := filepath.Ext(name); ext == ".tif" || ext == ".tiff" {
		t, err := openGeoTIFF(path)
		if err != nil {
			return nil, err
		}
		return &candidate{path: path, box: t.box(), open: func() (*tile, error) { return t, nil }}, nil
	}
	return nil, nil
}
