package osm

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/paulmach/orb"
	orbgeo "github.com/paulmach/orb/geo"
	"github.com/paulmach/orb/planar"
	"github.com/paulmach/osm"
	"pgregory.net/rapid"
)

// assembleMap runs the passes over a map and assembles its only relation.
func assembleMap(t testing.TB, m *osmtest.Map) (orb.MultiPolygon, AreaReport) {
	t.Helper()
	src, err := Open(m.PBF(t))
	if err != nil {
		t.Fatal(err)
	}
	a := NewAssembler(IsArea)
	loc, err := Read(context.Background(), src, nil, a)
	if err != nil {
		t.Fatal(err)
	}
	ids := a.Relations()
	if len(ids) != 1 {
		t.Fatalf("%d relations kept, want 1", len(ids))
	}
	return a.Rings(ids[0], loc)
}

// grid returns a map with nodes 0 to 99 at integer positions: node 10*lat+lon.
func grid() *osmtest.Map { return new(osmtest.Map).Grid(100, 10, 10, 0, 0, 1) }

func nodes(at ...int64) []int64 {
	for i := range at {
		at[i] += 100
	}
	return at
}

func members(ways ...int64) []osm.Member {
	var out []osm.Member
	for _, w := range ways {
		out = append(out, osmtest.WayMember(w, ""))
	}
	return out
}

func TestRings(t *testing.T) {
	square := func(m *osmtest.Map, id, at, size int64) {
		m.Way(id, nodes(at, at+size, at+11*size, at+10*size, at))
	}
	for _, tc := range []struct {
		name   string
		build  func(m *osmtest.Map)
		want   [][]int // vertices per ring of each polygon, in order
		area   float64
		report AreaReport
	}{
		{"one closed way", func(m *osmtest.Map) {
			square(m, 1, 0, 5)
			m.Relation(1, members(1), "type=multipolygon")
		}, [][]int{{5}}, 25, AreaReport{}},
		{"three ways in any order and direction", func(m *osmtest.Map) {
			m.Way(1, nodes(5, 55)).Way(2, nodes(50, 55)).Way(3, nodes(50, 0, 5))
			m.Relation(1, members(2, 3, 1), "type=boundary")
		}, [][]int{{5}}, 25, AreaReport{}},
		{"a way listed twice", func(m *osmtest.Map) {
			square(m, 1, 0, 5)
			m.Relation(1, members(1, 1), "type=multipolygon")
		}, [][]int{{5}}, 25, AreaReport{}},
		{"hole, and island in the hole", func(m *osmtest.Map) {
			square(m, 1, 0, 9)
			square(m, 2, 22, 5)
			square(m, 3, 44, 1)
			m.Relation(1, members(3, 2, 1), "type=multipolygon")
		}, [][]int{{5, 5}, {5}}, 81 - 25 + 1, AreaReport{}},
		{"two shells that share a whole side merge", func(m *osmtest.Map) {
			square(m, 1, 0, 2)
			square(m, 2, 2, 2)
			m.Relation(1, members(1, 2), "type=multipolygon")
		}, [][]int{{7}}, 8, AreaReport{}},
		{"two shells that touch in a corner stay two", func(m *osmtest.Map) {
			square(m, 1, 0, 2)
			square(m, 2, 22, 2)
			m.Relation(1, members(1, 2), "type=multipolygon")
		}, [][]int{{5}, {5}}, 8, AreaReport{}},
		{"one way drawn as a figure of eight", func(m *osmtest.Map) {
			m.Way(1, nodes(0, 2, 22, 24, 44, 42, 22, 20, 0))
			m.Relation(1, members(1), "type=multipolygon")
		}, [][]int{{5}, {5}}, 8, AreaReport{}},
		{"hole that touches its shell in a corner", func(m *osmtest.Map) {
			m.Way(1, nodes(0, 5, 55, 50, 0)).Way(2, nodes(0, 12, 22, 21, 0))
			m.Relation(1, members(1, 2), "type=multipolygon")
		}, [][]int{{5, 5}}, 25 - 2, AreaReport{}},
		{"ring of two shells that touch twice around a gap", func(m *osmtest.Map) {
			// Two brackets that meet in nodes 2 and 42 and leave the diamond between them out.
			m.Way(1, nodes(2, 0, 40, 42, 21, 2)).Way(2, nodes(2, 4, 44, 42, 23, 2))
			m.Relation(1, members(1, 2), "type=multipolygon")
		}, [][]int{{6}, {6}}, 16 - 4, AreaReport{}},
		{"missing way leaves the ring open, the other stays", func(m *osmtest.Map) {
			m.Way(1, nodes(5, 55)).Way(2, nodes(50, 55))
			square(m, 4, 77, 2)
			m.Relation(1, members(2, 3, 1, 4), "type=boundary")
		}, [][]int{{5}}, 4, AreaReport{MissingWays: 1, OpenSegments: 2}},
		{"missing node", func(m *osmtest.Map) {
			m.Way(1, nodes(0, 5, 999, 55, 50, 0))
			m.Relation(1, members(1), "type=multipolygon")
		}, nil, 0, AreaReport{MissingNodes: 1, OpenSegments: 3}},
		{"spur and chord are left out", func(m *osmtest.Map) {
			m.Way(1, nodes(0, 5, 55, 50, 0)).Way(2, nodes(55, 66, 77))
			m.Relation(1, members(1, 2), "type=multipolygon")
		}, [][]int{{5}}, 25, AreaReport{OpenSegments: 2}},
		{"empty", func(m *osmtest.Map) {
			m.Relation(1, nil, "type=multipolygon")
		}, nil, 0, AreaReport{}},
		{"label and subareas do not count", func(m *osmtest.Map) {
			square(m, 1, 0, 5)
			m.Relation(1, append(members(1), osmtest.WayMember(7, "label"), osmtest.NodeMember(100, "admin_centre")), "type=boundary")
		}, [][]int{{5}}, 25, AreaReport{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := grid()
			tc.build(m)
			got, report := assembleMap(t, m)
			var shape [][]int
			for _, p := range got {
				var rings []int
				for _, r := range p {
					rings = append(rings, len(r))
				}
				shape = append(shape, rings)
			}
			if len(shape) != len(tc.want) || !slices.EqualFunc(shape, tc.want, slices.Equal[[]int]) {
				t.Errorf("got shape %v, want %v: %v", shape, tc.want, got)
			}
			if area := planar.Area(got); area != tc.area {
				t.Errorf("got area %v, want %v", area, tc.area)
			}
			if report != tc.report {
				t.Errorf("got report %+v, want %+v", report, tc.report)
			}
			checkArea(t, got)
		})
	}
}

// checkArea fails when a ring is not closed, turns the wrong way or visits a position twice.
func checkArea(t rapidT, mp orb.MultiPolygon) {
	t.Helper()
	for _, p := range mp {
		for i, r := range p {
			want := orb.CCW
			if i > 0 {
				want = orb.CW
			}
			if !r.Closed() || len(r) < 4 || r.Orientation() != want {
				t.Errorf("ring %d: closed %v, %d points, orientation %d", i, r.Closed(), len(r), r.Orientation())
			}
			seen := map[orb.Point]bool{}
			for _, q := range r[1:] {
				if seen[q] {
					t.Errorf("ring %d visits %v twice", i, q)
				}
				seen[q] = true
			}
		}
	}
}

type rapidT interface {
	Helper()
	Errorf(string, ...any)
	Fatalf(string, ...any)
}

// Any set of cells of a grid, bounded by the sides of its cells, is assembled to an area that
// holds just these cells, whatever ways the sides are cut into. That covers rings that touch one
// another and themselves in every way.
func TestRingsOfCells(t *testing.T) {
	const size = 8
	rapid.Check(t, func(t *rapid.T) {
		cells := rapid.SliceOfN(rapid.Bool(), size*size, size*size).Draw(t, "cells")
		seed := rapid.Uint64().Draw(t, "seed")
		set := newNodeSet()
		for id := range int64(100 * 100) {
			set.add(id)
		}
		loc := newLocations(set)
		for id := range int64(100 * 100) {
			loc.put(osm.NodeID(id), orb.Point{float64(id % 100), float64(id / 100 % 90)})
		}
		inside := func(x, y int) bool { return x >= 0 && y >= 0 && x < size && y < size && cells[y*size+x] }
		rng := rand.New(rand.NewPCG(seed, 1))
		// Every cell's outline: shared sides cancel out.
		var ways []osm.WayNodes
		for y := range size {
			for x := range size {
				if inside(x, y) {
					id := osm.NodeID(y*100 + x)
					ways = append(ways,
						osm.WayNodes{{ID: id}, {ID: id + 1}, {ID: id + 101}},
						osm.WayNodes{{ID: id}, {ID: id + 100}, {ID: id + 101}})
				}
			}
		}
		rng.Shuffle(len(ways), func(i, j int) { ways[i], ways[j] = ways[j], ways[i] })
		var report AreaReport
		var segments []segment
		for _, w := range ways {
			segments = appendSegments(segments, len(w), func(i int) osm.NodeID { return w[i].ID }, loc, &report)
		}
		got := assemble(segments, &report)
		if !report.Complete() {
			t.Fatalf("report %+v", report)
		}
		checkArea(t, got)
		for y := range size {
			for x := range size {
				p := orb.Point{float64(x) + 0.5, float64(y) + 0.5}
				n := 0
				for _, poly := range got {
					if planar.PolygonContains(poly, p) {
						n++
					}
				}
				if want := 0; inside(x, y) {
					want = 1
					if n != want {
						t.Fatalf("cell %d,%d lies in %d polygons, want %d", x, y, n, want)
					}
				} else if n != want {
					t.Fatalf("cell %d,%d lies in %d polygons, want %d", x, y, n, want)
				}
			}
		}
		// Holes must not fall apart from or cut through their shell: every polygon is connected.
		if areas := components(cells, size); len(got) != areas {
			t.Fatalf("%d polygons, want %d", len(got), areas)
		}
	})
}

// components counts the sets of cells that hang together by their sides.
func components(cells []bool, size int) int {
	seen := make([]bool, len(cells))
	count := 0
	var visit func(x, y int)
	visit = func(x, y int) {
		if x < 0 || y < 0 || x >= size || y >= size || seen[y*size+x] || !cells[y*size+x] {
			return
		}
		seen[y*size+x] = true
		visit(x+1, y)
		visit(x-1, y)
		visit(x, y+1)
		visit(x, y-1)
	}
	for i := range cells {
		if cells[i] && !seen[i] {
			count++
			visit(i%size, i/size)
		}
	}
	return count
}

func TestWayArea(t *testing.T) {
	set := newNodeSet()
	for id := range int64(100) {
		set.add(id)
	}
	loc := newLocations(set)
	for id := range int64(99) {
		loc.put(osm.NodeID(id), orb.Point{float64(id % 10), float64(id / 10)})
	}
	way := func(ids ...osm.NodeID) (w osm.WayNodes) {
		for _, id := range ids {
			w = append(w, osm.WayNode{ID: id})
		}
		return w
	}
	for _, tc := range []struct {
		name  string
		nodes osm.WayNodes
		area  float64
		open  int
	}{
		{"square", way(0, 1, 11, 10, 0), 1, 0},
		{"clockwise", way(0, 10, 11, 1, 0), 1, 0},
		{"open", way(0, 1, 11, 10), 0, 3},
		{"too short", way(0, 1, 0), 0, 2},
		{"flat", way(0, 1, 2, 1, 0), 0, 0},
		{"node missing", way(0, 9, 99, 90, 0), 0, 2},
		{"none", nil, 0, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, report := WayArea(tc.nodes, loc)
			if planar.Area(got) != tc.area || report.OpenSegments != tc.open {
				t.Errorf("got area %v, report %+v; want %v, %d open", planar.Area(got), report, tc.area, tc.open)
			}
			checkArea(t, got)
		})
	}
}

// The sizes of Delaware's counties are known, and whatever else the extract holds is assembled to
// sound areas too.
func TestRingsOfDelaware(t *testing.T) {
	src, err := Open(osmtest.Delaware(t))
	if err != nil {
		t.Fatal(err)
	}
	names := map[osm.RelationID]string{}
	a := NewAssembler(func(r *osm.Relation) bool {
		names[r.ID] = r.Tags.Find("name")
		return IsArea(r)
	})
	loc, err := Read(context.Background(), src, nil, a)
	if err != nil {
		t.Fatal(err)
	}
	// Square kilometres with water, from the US Census Bureau's gazetteer; the mapped boundary
	// in the bay differs a little.
	want := map[string]float64{"New Castle County": 1279, "Kent County": 2067, "Sussex County": 3097}
	for _, id := range a.Relations() {
		mp, report := a.Rings(id, loc)
		checkArea(t, mp)
		if km2, ok := want[names[id]]; ok && report.Complete() {
			if got := orbgeo.Area(mp) / 1e6; math.Abs(got-km2) > 0.02*km2 {
				t.Errorf("%s: got %.0f km², want %.0f", names[id], got, km2)
			}
			delete(want, names[id])
		}
	}
	if len(want) > 0 {
		t.Errorf("not assembled: %v", want)
	}
}

// A ring with a chord is not an area; it must come to an end all the same.
func TestRingsWithChords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 60).Draw(t, "n")
		var segments []segment
		for range n {
			p := geo.Fixed{Lon: rapid.Int32Range(0, 4).Draw(t, "x"), Lat: rapid.Int32Range(0, 4).Draw(t, "y")}
			q := geo.Fixed{Lon: rapid.Int32Range(0, 4).Draw(t, "x"), Lat: rapid.Int32Range(0, 4).Draw(t, "y")}
			if p != q {
				segments = append(segments, newSegment(p, q))
			}
		}
		kept := len(cancelPairs(slices.Clone(segments)))
		var report AreaReport
		mp := assemble(segments, &report)
		checkArea(t, mp)
		for _, p := range mp {
			for _, r := range p {
				kept -= len(r) - 1
			}
		}
		if kept < report.OpenSegments {
			t.Fatalf("%d segments neither in a ring nor reported", kept)
		}
	})
}

// A chequerboard has the most rings and touching corners that an area of its size can have.
func BenchmarkAssemble(b *testing.B) {
	const size = 150
	var segments []segment
	for y := range int32(size) {
		for x := y % 2; x < size; x += 2 {
			corner := func(dx, dy int32) geo.Fixed { return geo.Fixed{Lon: (x + dx) * 1000, Lat: (y + dy) * 1000} }
			segments = append(segments,
				newSegment(corner(0, 0), corner(1, 0)), newSegment(corner(1, 0), corner(1, 1)),
				newSegment(corner(1, 1), corner(0, 1)), newSegment(corner(0, 1), corner(0, 0)))
		}
	}
	b.ReportAllocs()
	for range b.N {
		var report AreaReport
		if mp := assemble(slices.Clone(segments), &report); len(mp) != size*size/2 {
			b.Fatalf("%d polygons", len(mp))
		}
	}
}
