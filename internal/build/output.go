package build

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/footstepd/footstepd/internal/region"
)

// maxLinks is how many symbolic links in a row are followed, as by Linux.
const maxLinks = 40

// Target returns where a region file named output will stand: behind symbolic links, which a rename
// would replace. What exists there and is no regular file is refused, above all devices and pipes:
// the rename that puts a region file in place would take theirs.
func Target(output string) (string, error) {
	if output == "" {
		return "", errors.New("build: no path given for the region file")
	}
	path := output
	for range maxLinks {
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return path, nil
		case err != nil:
			return "", fmt.Errorf("build: %w", err)
		case info.IsDir():
			return "", fmt.Errorf("build: %s is a folder; name a file in it, such as -o %s", path, filepath.Join(path, "x.region"))
		case info.Mode()&fs.ModeSymlink != 0:
			next, err := os.Readlink(path)
			if err != nil {
				return "", fmt.Errorf("build: %w", err)
			}
			if !filepath.IsAbs(next) {
				// Not by cleaning the text: the folder may itself be a link.
				folder, err := filepath.EvalSymlinks(filepath.Dir(path))
				if err != nil {
					return "", fmt.Errorf("build: %w", err)
				}
				next = filepath.Join(folder, next)
			}
			path = next
		case !info.Mode().IsRegular():
			return "", fmt.Errorf("build: %s is %s, no regular file; choose another path for the region file", path, kindOf(info.Mode()))
		default:
			return path, nil
		}
	}
	return "", fmt.Errorf("build: %s is a symbolic link that leads back to itself", output)
}

// kindOf names what is no regular file.
func kindOf(m fs.FileMode) string {
	switch {
	case m&fs.ModeDevice != 0:
		return "a device"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return "something special"
}

// checkOutput refuses to write over an input, and over what is not a region file, since both must be
// mistakes. path is a Target.
func checkOutput(path string, inputs []string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}
	for _, in := range inputs {
		if other, err := os.Stat(in); err == nil && os.SameFile(info, other) {
			return fmt.Errorf("build: %s is an input and the output", path)
		}
	}
	is, err := region.Is(path)
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}
	if !is && info.Size() > 0 {
		return fmt.Errorf("build: %s exists and is not a region file; remove it or choose another path", path)
	}
	return nil
}
