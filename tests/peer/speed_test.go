//go:build unix

package peer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/atlas"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/paulmach/orb"
)

// question is one call as both sides want it.
type question struct {
	tool string // of ours; "" is a table that is larger than get_matrix takes, of the engine itself
	ours object
	call string // of theirs
	his  object
}

// TestSpeed asks both sides the same questions in turn, each on one thread in its own process, and prints what they took.
// Counted is all from the text of the question to the text of the answer, JSON read and written, on both sides.
func TestSpeed(t *testing.T) {
	s := both(t)
	runtime.GOMAXPROCS(1)
	ours := s.caller(t)
	fmt.Println("| call | ours, p50 / p99 | processor | answer | Valhalla, p50 / p99 | processor | answer | p50, times | processor, times |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|")
	compare := func(name string, count int, ask func(i int) question) {
		var mine, its measured
		for i := range count + 1 { // the first pair of each is no part of it: both warm up
			q := ask(i)
			m, ok := ours(q)
			answer, cost, err := s.theirs.ask(q.call, q.his)
			if err != nil && !errors.Is(err, errRefused) {
				t.Fatal(err)
			}
			if i == 0 || err != nil || !ok {
				continue
			}
			mine.add(m.took, m.size)
			its.add(cost, len(answer))
		}
		fmt.Println(row(name, &mine, &its))
	}
	for _, mode := range modes {
		points := s.places(t, mode, *seedFlag, 2**pairsFlag+2)
		route := func(directions string) func(i int) question {
			return func(i int) question {
				from, to := where(points[2*i]), where(points[2*i+1])
				return question{
					"get_directions",
					object{"locations": []object{from, to}, "travel": mode},
					"route",
					object{"locations": []object{from, to}, "costing": mode, "directions_type": directions},
				}
			}
		}
		compare(fmt.Sprintf("route, %s, with steps", mode), *pairsFlag, route("instructions"))
		if mode == routing.Auto {
			compare("route, auto, Valhalla without steps", *pairsFlag, route("none"))
		}
	}
	for _, mode := range []routing.Mode{routing.Auto, routing.Pedestrian} {
		points := s.places(t, mode, *seedFlag+2, 21)
		for _, minutes := range []int{15, 30, 60} {
			compare(fmt.Sprintf("isochrone %d min, %s", minutes, mode), 20, func(i int) question {
				return question{
					"get_isochrone",
					object{"location": where(points[i]), "travel": mode, "contours": []object{{"time": minutes}}},
					"isochrone",
					object{"locations": []object{where(points[i])}, "costing": mode, "contours": []object{{"time": minutes}}, "polygons": true, "denoise": 0.5},
				}
			})
		}
	}
	for _, size := range []int{50, 100} {
		points := s.places(t, routing.Auto, *seedFlag+1, 2*size)
		sources, targets := wheres(points[:size]), wheres(points[size:])
		compare(fmt.Sprintf("table %d x %d, auto", size, size), 3, func(int) question {
			tool := "get_matrix"
			if size > 50 {
				tool = ""
			}
			return question{
				tool,
				object{"sources": sources, "targets": targets, "travel": routing.Auto},
				"matrix",
				object{"sources": sources, "targets": targets, "costing": routing.Auto},
			}
		})
	}
}

// called is what a call of ours came to.
type called struct {
	took
	size int
}

// caller returns what makes calls of ours as a server does, from arguments as JSON to the answer as JSON.
func (s *sides) caller(tb testing.TB) func(question) (called, bool) {
	tb.Helper()
	a := atlas.New()
	if err := a.Load(context.Background(), []string{s.path}); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(a.Close)
	byName := map[string]tools.Tool{}
	for _, t := range tools.Registry(tools.Deps{Regions: a}) {
		byName[t.Name] = t
	}
	return func(q question) (c called, ok bool) {
		args, err := json.Marshal(q.ours)
		if err != nil {
			tb.Fatal(err)
		}
		cpu, start := cpuTime(), time.Now()
		if q.tool == "" {
			c.size = s.table(tb, args)
			ok = true
		} else {
			answer := byName[q.tool].Run(context.Background(), args)
			c.size, ok = len(answer.Structured), !answer.IsError()
		}
		c.took = took{time.Since(start), cpuTime() - cpu}
		return c, ok
	}
}

// table is get_matrix without its limit: the engine, and its answer as JSON.
func (s *sides) table(tb testing.TB, args []byte) int {
	var a struct {
		Sources, Targets []struct{ Lat, Lon float64 }
		Travel           routing.Mode
	}
	if err := json.Unmarshal(args, &a); err != nil {
		tb.Fatal(err)
	}
	req := routing.MatrixRequest{Mode: a.Travel}
	for i := range a.Sources {
		req.Sources = append(req.Sources, orb.Point{a.Sources[i].Lon, a.Sources[i].Lat})
	}
	for i := range a.Targets {
		req.Targets = append(req.Targets, orb.Point{a.Targets[i].Lon, a.Targets[i].Lat})
	}
	m, err := s.engine.Matrix(context.Background(), req)
	if err != nil {
		tb.Fatal(err)
	}
	var out bytes.Buffer
	if err := json.NewEncoder(&out).Encode(m); err != nil {
		tb.Fatal(err)
	}
	return out.Len()
}

func wheres(points []orb.Point) (list []object) {
	for _, p := range points {
		list = append(list, where(p))
	}
	return list
}

// cpuTime is the processor time that this process has used so far; its children's is not in it.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// measured are the calls of one kind.
type measured struct {
	wall  []time.Duration
	cpu   time.Duration
	bytes int
}

func (m *measured) add(t took, size int) {
	m.wall = append(m.wall, t.wall)
	m.cpu += t.cpu
	m.bytes += size
}

func (m *measured) at(share float64) float64 {
	return float64(m.wall[int(share*float64(len(m.wall)-1))]) / 1e6
}

func row(name string, mine, its *measured) string {
	if len(mine.wall) == 0 {
		return "| " + name + " | no answers |"
	}
	n := float64(len(mine.wall))
	side := func(m *measured) string {
		slices.Sort(m.wall)
		return fmt.Sprintf("%.2f / %.2f ms | %.2f ms | %.1f kB", m.at(0.5), m.at(0.99), float64(m.cpu)/1e6/n, float64(m.bytes)/1e3/n)
	}
	return fmt.Sprintf("| %s | %s | %s | %.0f | %.0f |", name, side(mine), side(its), its.at(0.5)/mine.at(0.5), float64(its.cpu)/float64(mine.cpu))
}
