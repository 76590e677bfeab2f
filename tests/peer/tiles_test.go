//go:build unix

package peer_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// cost is what a child process took.
type cost struct {
	wall, cpu time.Duration
	peak      int64 // bytes of memory at most
	size      int64 // bytes of what it made
}

// run runs a command in a folder to its end.
func run(tb testing.TB, dir, name string, args ...string) (out []byte, c cost) {
	tb.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	start := time.Now()
	out, err := cmd.Output()
	if err != nil {
		tb.Fatalf("%s: %v", filepath.Base(name), err)
	}
	c.wall = time.Since(start)
	c.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.peak = usage.Maxrss * 1024
		if runtime.GOOS == "darwin" {
			c.peak = usage.Maxrss // bytes there, kibibytes elsewhere
		}
	}
	return out, c
}

// buildTiles builds Valhalla's tiles by one worker, and returns their configuration. Borders are built first, since they
// tell on which side one drives; the time is that of both, the memory that of the tiles alone.
func buildTiles(tb testing.TB) (config string, c cost) {
	tb.Helper()
	dir := tb.TempDir()
	tiles := filepath.Join(dir, "tiles")
	text, _ := run(tb, dir, "python3", filepath.Join(*packageFlag, "valhalla_build_config"),
		"--mjolnir-tile-dir", tiles, "--mjolnir-admin", filepath.Join(dir, "admins.sqlite"),
		"--mjolnir-tile-extract", "", "--mjolnir-timezone", "", "--mjolnir-traffic-extract", "", "--mjolnir-concurrency", "1")
	var settings map[string]object
	if err := json.Unmarshal(text, &settings); err != nil {
		tb.Fatal(err)
	}
	for _, part := range []string{"mjolnir", "loki", "thor", "odin", "meili"} {
		settings[part]["logging"] = object{"type": ""}
	}
	for _, limits := range settings["service_limits"] { // 100 x 100 cells, and as far as the extract goes
		if l, ok := limits.(object); ok && l["max_matrix_location_pairs"] != nil {
			l["max_matrix_location_pairs"], l["max_matrix_distance"], l["max_distance"] = 10000, 5e6, 5e6
		}
	}
	text, err := json.Marshal(settings)
	if err != nil {
		tb.Fatal(err)
	}
	config = filepath.Join(dir, "valhalla.json")
	if err := os.WriteFile(config, text, 0o600); err != nil {
		tb.Fatal(err)
	}
	bin := filepath.Join(*packageFlag, "bin", "valhalla-cli.js")
	_, borders := run(tb, dir, "node", bin, "build_admins", "-c", config, extract(tb))
	_, c = run(tb, dir, "node", bin, "build_tiles", "-c", config, extract(tb))
	c.wall += borders.wall
	c.cpu += borders.cpu
	err = filepath.Walk(tiles, func(_ string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			c.size += info.Size()
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return config, c
}
