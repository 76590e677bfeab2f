package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
)

// command runs a command line and returns its status and what it printed.
func command(t testing.TB, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	status = run(context.Background(), args, strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}

// crossing is a small map with a road.
func crossing() *osmtest.Map {
	return new(osmtest.Map).
		Node(1, -75.5, 39.5).Node(2, -75.49, 39.5).Node(3, -75.48, 39.5, "place=village", "name=Crossing").
		Way(1, []int64{1, 2, 3}, "highway=residential", "name=Main Street")
}

func TestImport(t *testing.T) {
	input, output := crossing().XML(t), filepath.Join(t.TempDir(), "x.region")
	status, out, errs := command(t, "import", input, "-o", output, "--name", "crossing", "--profiles", "pedestrian,auto")
	if status != exitOK {
		t.Fatalf("status %d: %s", status, errs)
	}
	for _, want := range []string{"region    crossing, " + output, "source    map.osm", "profiles  auto, pedestrian\n", "3 nodes"} {
		if !strings.Contains(out, want) {
			t.Errorf("report lacks %q:\n%s", want, out)
		}
	}
	// Not a terminal: plain lines, one per phase.
	if strings.Contains(errs, "\r") || !strings.Contains(errs, "reading relations: done") || !strings.Contains(errs, "road graph: done") {
		t.Errorf("progress:\n%s", errs)
	}

	status, out, errs = command(t, "region", "info", output)
	if status != exitOK || !strings.Contains(out, "region    crossing") || !strings.Contains(out, "sha256") || strings.Contains(out, "roads.nodes") {
		t.Errorf("info: status %d\n%s%s", status, out, errs)
	}
	if _, out, _ = command(t, "region", "info", "--sections", output); !strings.Contains(out, "roads.nodes") {
		t.Errorf("info --sections:\n%s", out)
	}
	status, out, errs = command(t, "region", "info", "--json", output)
	var info struct {
		Name          string
		BBox          []float64
		FormatVersion int `json:"format_version"`
		Sources       []struct{ SHA256 string }
		Profiles      []string
		Counts        map[string]int
		Sections      []struct{ Name string }
	}
	if err := json.Unmarshal([]byte(out), &info); status != exitOK || err != nil {
		t.Fatalf("info --json: status %d, %v, %s", status, err, errs)
	}
	if info.Name != "crossing" || len(info.BBox) != 4 || info.FormatVersion != region.Version || len(info.Sources[0].SHA256) != 64 ||
		len(info.Profiles) != 2 || info.Counts["ways"] != 1 || len(info.Sections) < 10 {
		t.Errorf("info --json: %+v", info)
	}
	if status, out, errs = command(t, "region", "verify", output); status != exitOK || !strings.Contains(out, "is sound") {
		t.Errorf("verify: status %d\n%s%s", status, out, errs)
	}

	data, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	data[bytes.Index(data, []byte("Main Street"))]++
	if err := os.WriteFile(output, data, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"verify", "info"} {
		if status, _, errs = command(t, "region", what, output); status != exitFailure || !strings.Contains(errs, "damaged") || !strings.Contains(errs, "section") {
			t.Errorf("%s of a damaged file: status %d, %s", what, status, errs)
		}
	}
}

func TestImportRefuses(t *testing.T) {
	input, output := crossing().PBF(t), filepath.Join(t.TempDir(), "x.region")
	bad := filepath.Join(t.TempDir(), "bad.osm.pbf")
	if err := os.WriteFile(bad, []byte("<html>"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name   string
		args   []string
		status int
		want   string
	}{
		{"no input", []string{"import", "-o", output}, exitUsage, "input"},
		{"no output", []string{"import", input}, exitUsage, "output"},
		{"unknown profile", []string{"import", input, "-o", output, "--profiles", "car"}, exitUsage, `"car" is none of auto, truck, bus, bicycle, pedestrian`},
		{"not an extract", []string{"import", bad, "-o", output}, exitFailure, "HTML page"},
		{"no such file", []string{"import", bad + "x", "-o", output}, exitFailure, "no such file"},
		{"output is the input", []string{"import", input, "-o", input}, exitFailure, "is an input and the output"},
		{"not a region", []string{"region", "info", input}, exitFailure, "import it first"},
		{"nothing to verify", []string{"region", "verify"}, exitUsage, "region"},
		{"download name", []string{"region", "download", "../x"}, exitUsage, "europe/andorra"},
		{"download profile", []string{"region", "download", "x", "--profiles", "car"}, exitUsage, "car"},
		{"download flags", []string{"region", "download", "x", "--no-import", "--name", "y"}, exitUsage, "--no-import"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			status, out, errs := command(t, tc.args...)
			if status != tc.status || !strings.Contains(errs, tc.want) {
				t.Errorf("status %d, want %d with %q: %s%s", status, tc.status, tc.want, out, errs)
			}
			if _, err := os.Stat(output); err == nil {
				t.Error("wrote a region")
			}
		})
	}
}

// The program as it is built ends on Ctrl-C in the middle of an import: with a message, without a
// temporary file, and with the earlier region as it was.
func TestInterrupt(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	dir := t.TempDir()
	binary := filepath.Join(dir, "footstepd")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	output := filepath.Join(dir, "x.region")
	if status, _, errs := command(t, "import", crossing().PBF(t), "-o", output); status != exitOK {
		t.Fatal(errs)
	}
	before, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	// Unpacking bzip2 takes a second or two, so the signal comes in the middle.
	cmd := exec.Command(binary, "import", osmtest.Andorra(t), "-o", output)
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if temp, _ := filepath.Glob(filepath.Join(dir, ".x.region.tmp-*")); len(temp) > 0 || time.Now().After(deadline) {
			break
		}
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitFailure || !strings.Contains(errs.String(), "is as it was") {
		t.Errorf("%v: %s", err, errs.String())
	}
	after, err := os.ReadFile(output)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the earlier region has changed, %v", err)
	}
	if temp, _ := filepath.Glob(filepath.Join(dir, ".x*")); len(temp) > 0 {
		t.Errorf("left behind: %v", temp)
	}
}
