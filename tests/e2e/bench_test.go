package e2e_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkFirstAnswer starts the program as a host does, with a call already waiting, and takes the time up
// to its answer.
func BenchmarkFirstAnswer(b *testing.B) {
	path, bin := region(b), program(b)
	in := hello + "\n" + callLine(1, "geocode", object{"text": "Rodney Square, Wilmington"}) + "\n"
	for b.Loop() {
		cmd := exec.Command(bin, "stdio", "--region", path)
		cmd.Env = environment("FOOTSTEPD_LOG_LEVEL=error")
		stdin, err := cmd.StdinPipe()
		if err != nil {
			b.Fatal(err)
		}
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			b.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		fmt.Fprint(stdin, in)
		lines, answered := bufio.NewScanner(stdout), false
		lines.Buffer(nil, 1<<20)
		for !answered && lines.Scan() {
			answered = strings.Contains(lines.Text(), `"headline"`)
		}
		b.StopTimer()
		stdin.Close()
		if err := cmd.Wait(); err != nil || !answered {
			b.Fatalf("answered %v, ended with %v", answered, err)
		}
		b.StartTimer()
	}
}

// BenchmarkMemory reports the memory of a server at rest: what it holds for itself, which does not grow with
// the region, and with the pages of the region that it has touched.
func BenchmarkMemory(b *testing.B) {
	for b.Loop() {
		s := serve(b, nil, "--region", region(b))
		time.Sleep(time.Second)
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
		if err != nil {
			b.Skipf("this system tells no memory: %v", err)
		}
		for unit, field := range map[string]string{"own-MiB": "RssAnon", "resident-MiB": "VmRSS"} {
			m := regexp.MustCompile(`(?m)^` + field + `:\s+(\d+) kB`).FindSubmatch(status)
			if m == nil {
				b.Skipf("this system does not tell %s", field)
			}
			kib, err := strconv.ParseFloat(string(m[1]), 64)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(kib/1024, unit)
		}
		s.stop(b)
	}
}

// BenchmarkDirections calls the server over one connection that is kept open.
func BenchmarkDirections(b *testing.B) {
	s := serve(b, []string{"FOOTSTEPD_RATE_LIMIT=none"}, "--region", region(b))
	line := callLine(1, "get_directions", object{"locations": []any{"39.7459,-75.5466", "39.6837,-75.7497"}})
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		if status, body := s.post(b, line); status != 200 || !strings.Contains(body, `"headline"`) {
			b.Fatalf("got %d %s", status, body)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2])/1e6, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100])/1e6, "p99-ms")
}
