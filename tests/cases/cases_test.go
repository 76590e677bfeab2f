// Package cases runs the public case files, where they lie beside the repository, against the
// program and holds the counts: they may only rise.
package cases

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// root is the repository, seen from this package.
const root = "../.."

// The last line of a runner tells how many hard rows passed.
var verdict = regexp.MustCompile(`(?m)^(\d+) passed, (\d+) failed$`)

func TestCases(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	shared, err := filepath.Abs(filepath.Join(root, "..", "shared"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(shared, "cases")); err != nil {
		t.Skip("no case files beside the repository (../shared/cases)")
	}
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("the case runners need python3")
	}
	bin := filepath.Join(t.TempDir(), "footstepd")
	if out, err := exec.Command("go", "build", "-o", bin, root+"/cmd/footstepd").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for _, c := range []struct {
		name string
		args []string
		want int // rows that passed at the last count
	}{
		{"routing", []string{"osrm/run.py", "--bin", bin, filepath.Join(shared, "cases", "osrm", "public.json")}, 2686},
		{"geocoding", []string{"geocode/run.py", "--bin", bin, "--data", filepath.Join(shared, "data", "osm")}, 15050},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{filepath.Join(shared, "cases", c.args[0])}, c.args[1:]...)
			out, _ := exec.Command("python3", args...).CombinedOutput() // its status tells whether any row failed
			m := verdict.FindSubmatch(out)
			if m == nil {
				t.Fatalf("the runner came to no verdict:\n%s", out)
			}
			got, err := strconv.Atoi(string(m[1]))
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s", m[0])
			if got < c.want {
				t.Errorf("%d rows passed, %d did before:\n%s", got, c.want, out)
			}
		})
	}
}
