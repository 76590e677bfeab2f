//go:build unix

package build

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
)

// What is no regular file stays what it is: a rename over a device or pipe would take its place.
func TestOutputIsNoFile(t *testing.T) {
	dir := t.TempDir()
	input := town().PBF(t)
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(dir, "s")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Skip(err) // the path is too long for a socket
	}
	defer l.Close()
	link(t, pipe, filepath.Join(dir, "to pipe"))
	link(t, "loop", filepath.Join(dir, "loop"))
	link(t, dir, filepath.Join(dir, "to folder"))
	for name, want := range map[string]string{
		"pipe":      "is a pipe",
		"to pipe":   "is a pipe",
		"s":         "is a socket",
		"loop":      "leads back to itself",
		"to folder": "is a folder",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(dir, name)
			before, _ := os.Lstat(path)
			_, err := Import(context.Background(), options(t, path, input))
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %q", err, want)
			}
			if after, err := os.Lstat(path); err != nil || after.Mode() != before.Mode() {
				t.Errorf("was %v, is %v, %v", before.Mode(), after, err)
			}
		})
	}
}

// A symbolic link stays one, and what it leads to is written.
func TestOutputBehindLink(t *testing.T) {
	dir := t.TempDir()
	input := town().PBF(t)
	if err := os.Mkdir(filepath.Join(dir, "data"), 0o755); err != nil {
		t.Fatal(err)
	}
	link(t, filepath.Join("data", "town.region"), filepath.Join(dir, "current"))
	link(t, "current", filepath.Join(dir, "latest"))
	for _, when := range []string{"new", "over an earlier one"} {
		if _, err := Import(context.Background(), options(t, filepath.Join(dir, "latest"), input)); err != nil {
			t.Fatalf("%s: %v", when, err)
		}
		for _, name := range []string{"latest", "current"} {
			if info, err := os.Lstat(filepath.Join(dir, name)); err != nil || info.Mode()&os.ModeSymlink == 0 {
				t.Errorf("%s: %s is no link any more: %v", when, name, err)
			}
		}
		if is, err := region.Is(filepath.Join(dir, "data", "town.region")); err != nil || !is {
			t.Errorf("%s: no region behind the link: %v", when, err)
		}
	}
}

func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

// A disk that fills up is told of once, not once a section.
func TestWriteFailureIsToldOnce(t *testing.T) {
	if input := os.Getenv("BUILD_TEST_LIMITED"); input != "" {
		_, err := Import(context.Background(), options(t, filepath.Join(t.TempDir(), "x.region"), input))
		fmt.Printf("got: %v\n", err)
		return
	}
	m := new(osmtest.Map).Grid(1, 200, 200, -75.6, 39.6, 0.002) // more than the writer's buffer takes
	for i := range int64(200) {
		var row, column []int64
		for j := range int64(200) {
			row, column = append(row, 1+200*i+j), append(column, 1+200*j+i)
		}
		m.Way(1+i, row, "highway=residential")
		m.Way(1001+i, column, "highway=residential")
	}
	// The size of files is bounded in a process of its own; 8 blocks hold the beginning of a region.
	cmd := exec.Command("sh", "-c", `ulimit -f 8 && exec "$0" -test.run '^TestWriteFailureIsToldOnce$'`, os.Args[0])
	cmd.Env = append(os.Environ(), "BUILD_TEST_LIMITED="+m.PBF(t))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if n := strings.Count(string(out), "file too large"); n != 1 {
		t.Errorf("told %d times:\n%s", n, out)
	}
}
