package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/footstepd/footstepd/internal/region"
)

// checkAnswerFile refuses to write an answer over a region file or the file of the arguments, since both must be
// mistakes.
func checkAnswerFile(path, arguments string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a folder; name a file in it", path)
	case !info.Mode().IsRegular():
		return nil
	}
	if from, isFile := strings.CutPrefix(arguments, "@"); isFile {
		if other, err := os.Stat(from); err == nil && os.SameFile(info, other) {
			return fmt.Errorf("%s holds the arguments; choose another file for the answer", path)
		}
	}
	is, err := region.Is(path)
	if is {
		return fmt.Errorf("%s is a region file; choose another file for the answer", path)
	}
	return err
}

// writeAnswerFile writes a file beside its place and moves it there, so that a full disk leaves an earlier one as it
// was. Symbolic links stay, and so do permissions. What is no regular file, such as a pipe, is written to.
func writeAnswerFile(path string, content []byte) error {
	const usual = 0o644 // less what the umask takes
	info, err := os.Stat(path)
	exists := err == nil
	switch {
	case exists && info.Mode().IsRegular():
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	case exists:
		return os.WriteFile(path, content, usual)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	default:
		if _, err := os.Lstat(path); err == nil { // a link to where no file is
			return os.WriteFile(path, content, usual)
		}
	}
	beside := filepath.Join(filepath.Dir(path), fmt.Sprintf(".footstepd-%08x", rand.Uint32()))
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, usual)
	if err != nil { // tell of the place that was asked for
		var failed *fs.PathError
		if errors.As(err, &failed) {
			failed.Path = path
		}
		return err
	}
	_, err = f.Write(content)
	if err == nil && exists {
		err = f.Chmod(info.Mode().Perm())
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(beside, path)
	}
	if err != nil {
		_ = os.Remove(beside)
	}
	return err
}
