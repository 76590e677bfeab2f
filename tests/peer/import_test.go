//go:build unix

package peer_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestImport builds the region and the tiles, starts both sides in processes of their own, and prints what it took and
// what they hold once one route is answered. Ours holds hierarchies, the geocoder and land cover besides the roads.
func TestImport(t *testing.T) {
	needPackage(t)
	dir := t.TempDir()
	program, region := filepath.Join(dir, "footstepd"), filepath.Join(dir, "peer.region")
	run(t, filepath.Join("..", ".."), "go", "build", "-o", program, "./cmd/footstepd")
	_, mine := run(t, dir, program, "import", extract(t), "--name", "peer", "-o", region)
	info, err := os.Stat(region)
	if err != nil {
		t.Fatal(err)
	}
	mine.size = info.Size()
	config, its := buildTiles(t)

	from, to := object{"lat": 39.7447, "lon": -75.5484}, object{"lat": 39.1582, "lon": -75.5244}
	first, rest := firstOfOurs(t, program, region, from, to)
	start := time.Now()
	v := startValhalla(t, config)
	if _, _, err := v.ask("route", object{"locations": []object{from, to}, "costing": "auto"}); err != nil {
		t.Fatal(err)
	}
	firstOfTheirs := time.Since(start)
	theirRest := resident(t, v.cmd.Process.Pid)

	fmt.Println("| | ours | Valhalla |")
	fmt.Println("|---|---|---|")
	fmt.Printf("| build, by the clock | %.1f s | %.1f s |\n", mine.wall.Seconds(), its.wall.Seconds())
	fmt.Printf("| build, processor time | %.1f s | %.1f s |\n", mine.cpu.Seconds(), its.cpu.Seconds())
	fmt.Printf("| build, peak memory | %d MiB | %d MiB |\n", mine.peak>>20, its.peak>>20)
	fmt.Printf("| files | %.1f MB | %.1f MB |\n", float64(mine.size)/1e6, float64(its.size)/1e6)
	fmt.Printf("| from the start of the program to the first route | %d ms | %d ms |\n", first.Milliseconds(), firstOfTheirs.Milliseconds())
	fmt.Printf("| memory then | %.0f MiB | %.0f MiB |\n", rest, theirRest)
}

// firstOfOurs starts the program over standard streams with a call already waiting, and tells the time up to its answer and
// the memory that the program then has.
func firstOfOurs(t *testing.T, program, region string, from, to object) (time.Duration, float64) {
	t.Helper()
	call := object{
		"jsonrpc": "2.0", "id": 2, "method": "tools/call",
		"params": object{"name": "get_directions", "arguments": object{"locations": []object{from, to}}},
	}
	hello := object{
		"jsonrpc": "2.0", "id": 1, "method": "initialize",
		"params": object{"protocolVersion": "2025-06-18", "capabilities": object{}, "clientInfo": object{"name": "peer", "version": "1"}},
	}
	var in strings.Builder
	for _, message := range []object{hello, {"jsonrpc": "2.0", "method": "notifications/initialized"}, call} {
		line, err := json.Marshal(message)
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	cmd := exec.Command(program, "stdio", "--region", region)
	cmd.Env = append(os.Environ(), "FOOTSTEPD_LOG_LEVEL=error")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(stdin, in.String()); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stdout)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		if strings.Contains(lines.Text(), `"distance_meters"`) {
			took, memory := time.Since(start), resident(t, cmd.Process.Pid)
			stdin.Close()
			if err := cmd.Wait(); err != nil {
				t.Fatal(err)
			}
			return took, memory
		}
	}
	t.Fatalf("the program gave no route: %v", lines.Err())
	return 0, 0
}

// resident returns the memory that a process has in use, in MiB, with the pages of files that it has touched.
func resident(t *testing.T, pid int) float64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skipf("this system tells no memory: %v", err)
	}
	m := regexp.MustCompile(`(?m)^VmRSS:\s+(\d+) kB`).FindSubmatch(status)
	if m == nil {
		t.Fatalf("no VmRSS in %q", status)
	}
	kib, err := strconv.ParseFloat(string(m[1]), 64)
	if err != nil {
		t.Fatal(err)
	}
	return kib / 1024
}
