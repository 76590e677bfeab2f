//go:build unix

package peer_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
)

// TestAreas compares what can be reached within 10, 20 and 30 minutes of twenty places: how much of both areas is common to
// them, and which is larger. Speeds differ, and so do the areas.
func TestAreas(t *testing.T) {
	s := both(t)
	fmt.Println("| mode | minutes | common to both, middle | least | ours to theirs, middle |")
	fmt.Println("|---|---|---|---|---|")
	for _, mode := range modes {
		origins := s.places(t, mode, *seedFlag, 20)
		for _, minutes := range []float64{10, 20, 30} {
			var common, size []float64
			for _, origin := range origins {
				mine, err := s.ourArea(mode, origin, minutes)
				if err != nil {
					t.Fatal(err)
				}
				its, err := s.theirArea(mode, origin, minutes)
				if errors.Is(err, errRefused) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				c, r := overlap(mine, its)
				common, size = append(common, c), append(size, r)
			}
			least := 1.0
			for _, c := range common {
				least = min(least, c)
			}
			fmt.Printf("| %s | %.0f | %.0f %% | %.0f %% | %.2f |\n", mode, minutes, 100*middle(common), 100*least, middle(size))
		}
	}
}

func (s *sides) ourArea(mode routing.Mode, origin orb.Point, minutes float64) (orb.MultiPolygon, error) {
	i, err := s.engine.Isochrone(context.Background(), routing.IsochroneRequest{
		Mode: mode, Origin: origin, Denoise: 0.5, Contours: []routing.Contour{{Metric: routing.ByTime, Value: 60 * minutes}},
	})
	if err != nil {
		return nil, err
	}
	return i.Areas[0].Geometry, nil
}

func (s *sides) theirArea(mode routing.Mode, origin orb.Point, minutes float64) (area orb.MultiPolygon, err error) {
	text, _, err := s.theirs.ask("isochrone", object{
		"locations": []object{where(origin)}, "costing": mode, "contours": []object{{"time": minutes}}, "polygons": true, "denoise": 0.5,
	})
	if err != nil {
		return nil, err
	}
	var c geojson.FeatureCollection
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, err
	}
	for _, f := range c.Features {
		switch g := f.Geometry.(type) {
		case orb.Polygon:
			area = append(area, g)
		case orb.MultiPolygon:
			area = append(area, g...)
		}
	}
	return area, nil
}

// overlap returns which share of two areas is common to them, and the size of the first to that of the second, by
// the points of a grid of 200 by 200 over both.
func overlap(a, b orb.MultiPolygon) (common, ratio float64) {
	box := a.Bound().Union(b.Bound())
	const n = 200
	var both, inA, inB float64
	for i := range n {
		y := box.Min[1] + (box.Max[1]-box.Min[1])*(float64(i)+0.5)/n
		crossA, crossB := crossings(a, y), crossings(b, y)
		for j := range n {
			x := box.Min[0] + (box.Max[0]-box.Min[0])*(float64(j)+0.5)/n
			isA, isB := inside(crossA, x), inside(crossB, x)
			if isA {
				inA++
			}
			if isB {
				inB++
			}
			if isA && isB {
				both++
			}
		}
	}
	return both / (inA + inB - both), inA / inB
}

// crossings returns where outlines cross a parallel, from west to east.
func crossings(m orb.MultiPolygon, y float64) (list []float64) {
	for _, polygon := range m {
		for _, ring := range polygon {
			for i := range len(ring) - 1 {
				if p, q := ring[i], ring[i+1]; p[1] <= y != (q[1] <= y) {
					list = append(list, p[0]+(q[0]-p[0])*(y-p[1])/(q[1]-p[1]))
				}
			}
		}
	}
	slices.Sort(list)
	return list
}

// inside tells whether an odd number of outlines has been crossed up to x.
func inside(crossings []float64, x float64) bool {
	before, _ := slices.BinarySearch(crossings, x)
	return before%2 == 1
}

// TestTables compares the cells of a table of 30 by 30 places by mode.
func TestTables(t *testing.T) {
	s := both(t)
	const n = 30
	fmt.Println("| mode | cells | by ours alone | by theirs alone | distance, middle | time, middle |")
	fmt.Println("|---|---|---|---|---|---|")
	for _, mode := range modes {
		points := s.places(t, mode, *seedFlag, 2*n)
		sources, targets := points[:n], points[n:]
		mine, err := s.engine.Matrix(context.Background(), routing.MatrixRequest{Mode: mode, Sources: sources, Targets: targets})
		if err != nil {
			t.Fatal(err)
		}
		text, _, err := s.theirs.ask("matrix", object{"sources": wheres(sources), "targets": wheres(targets), "costing": mode})
		if err != nil {
			t.Fatal(err)
		}
		var its struct {
			Cells [][]struct{ Distance, Time *float64 } `json:"sources_to_targets"`
		}
		if err := json.Unmarshal(text, &its); err != nil {
			t.Fatal(err)
		}
		ours, theirs := 0, 0
		var distance, time []float64
		for i := range n {
			for j := range n {
				m, c := mine.Cells[i][j], its.Cells[i][j]
				switch {
				case m.Unreachable && c.Time != nil:
					theirs++
				case !m.Unreachable && c.Time == nil:
					ours++
				case c.Time != nil:
					distance = append(distance, m.Distance/(1000**c.Distance))
					time = append(time, m.Duration / *c.Time)
				}
			}
		}
		fmt.Printf("| %s | %d | %d | %d | %.3f | %.2f |\n", mode, n*n, ours, theirs, middle(distance), middle(time))
	}
}

// TestOverlap holds the comparison of areas to squares whose overlap is known.
func TestOverlap(t *testing.T) {
	square := func(west, east float64, holes ...orb.Ring) orb.MultiPolygon {
		return orb.MultiPolygon{append(orb.Polygon{{{west, 0}, {east, 0}, {east, 2}, {west, 2}, {west, 0}}}, holes...)}
	}
	hole := orb.Ring{{0.5, 0.5}, {0.5, 1.5}, {1.5, 1.5}, {1.5, 0.5}, {0.5, 0.5}}
	for _, test := range []struct {
		name          string
		a, b          orb.MultiPolygon
		common, ratio float64
	}{
		{"the same", square(0, 2), square(0, 2), 1, 1},
		{"apart", square(0, 1), square(2, 3), 0, 1},
		{"by half", square(0, 2), square(1, 3), 1.0 / 3, 1},
		{"within", square(0, 1), square(0, 2), 0.5, 0.5},
		{"a hole", square(0, 2, hole), square(0, 2), 0.75, 0.75},
	} {
		common, ratio := overlap(test.a, test.b)
		if math.Abs(common-test.common) > 0.02 || math.Abs(ratio-test.ratio) > 0.02 {
			t.Errorf("%s: common %.3f, ratio %.3f; want %.3f, %.3f", test.name, common, ratio, test.common, test.ratio)
		}
	}
}
