package e2e_test

import (
	"bufio"
	"fmt"
	"os/exec"
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
		b.ReportMetric(s.memory(b, "RssAnon"), "own-MiB")
		b.ReportMetric(s.memory(b, "VmRSS"), "resident-MiB")
		s.stop(b)
	}
}

// BenchmarkLoad calls a server over connections that are kept open, from one client and from several at a
// time, and reports the time of a call as a client sees it, calls a second, and the processor time that
// each call took of the server and of its client. All of them share the processors of this machine.
func BenchmarkLoad(b *testing.B) {
	s := serve(b, []string{"FOOTSTEPD_RATE_LIMIT=none", "FOOTSTEPD_QUEUE_WAIT=30s"}, "--region", region(b))
	const different = 1000
	ends := s.spots(b, 2*different)
	var texts []string
	for _, test := range []struct {
		name, tool, era string
		args            func(i int) object
	}{
		{"get_directions", "get_directions", "legacy", func(i int) object {
			return object{"locations": []any{ends[2*i].argument(), ends[2*i+1].argument()}}
		}},
		{"get_directions, modern", "get_directions", "modern", func(i int) object {
			return object{"locations": []any{ends[2*i].argument(), ends[2*i+1].argument()}}
		}},
		{"geocode", "geocode", "legacy", func(i int) object { return object{"text": texts[i%len(texts)]} }},
		{"geocode, modern", "geocode", "modern", func(i int) object { return object{"text": texts[i%len(texts)]} }},
		{"reverse_geocode", "reverse_geocode", "legacy", func(i int) object { return object{"location": ends[i].argument()} }},
		{"get_isochrone", "get_isochrone", "legacy", func(i int) object {
			return object{"location": ends[i%50].argument(), "contours": []any{object{"time": 15}}, "travel": "pedestrian"}
		}},
		{"get_prediction", "get_prediction", "legacy", func(i int) object {
			return object{
				"profile": "despondent", "area_type": "circle", "center": ends[i%20].argument(), "radius_m": 2000, "datetime": "2026-11-30T14:00:00-05:00",
			}
		}},
	} {
		for _, clients := range []int{1, 4} {
			b.Run(fmt.Sprintf("%s, %d clients", test.name, clients), func(b *testing.B) {
				if texts == nil {
					texts = s.texts(b, different)
				}
				list := s.each(b, test.tool, test.era, min(different, b.N), test.args)
				b.ResetTimer()
				t := s.run(b, list, clients, b.N)
				b.StopTimer()
				n := float64(len(t.took))
				b.ReportMetric(float64(t.at(0.5))/1e6, "p50-ms")
				b.ReportMetric(float64(t.at(0.99))/1e6, "p99-ms")
				b.ReportMetric(n/t.whole.Seconds(), "calls/s")
				b.ReportMetric(float64(t.server)/1e6/n, "server-cpu-ms")
				b.ReportMetric(float64(t.own)/1e6/n, "client-cpu-ms")
				b.ReportMetric(float64(t.bytes)/1e3/n, "kB")
			})
		}
	}
}
