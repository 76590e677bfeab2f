package index

import (
	"testing"

	"github.com/footstepd/footstepd/internal/geocode/packed"
	"pgregory.net/rapid"
)

// TestIDRuns writes ids in runs with others between and reads them again.
func TestIDRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 1<<20).Draw(t, "n")
		id := rapid.IntRange(0, n-1)
		first := HouseID(id.Draw(t, "first"))
		list := rapid.SliceOf(rapid.Custom(func(t *rapid.T) HouseID { return HouseID(id.Draw(t, "id")) })).Draw(t, "ids")
		for i := 1; i < len(list); i++ {
			if step := rapid.SampledFrom([]int{0, 1, 1, 1, 2, -1}).Draw(t, "step"); step != 0 {
				list[i] = HouseID(min(n-1, max(0, int(list[max(0, i-rapid.IntRange(1, 3).Draw(t, "back"))])+step)))
			}
		}
		var w packed.Writer
		s := idRuns{first, first}
		for _, v := range list {
			s.write(&w, v, idWidth(n))
		}
		r := packed.NewReader(w.Bytes(), 0)
		s = idRuns{first, first}
		for i, want := range list {
			if s.read(&r, idWidth(n)); s.this != want {
				t.Fatalf("id %d is %d, want %d", i, s.this, want)
			}
		}
		if r.Bad() || r.Pos() != w.Len() {
			t.Fatalf("read %d of %d bits", r.Pos(), w.Len())
		}
	})
}

// A run takes two bits an id, also where single ids of others stand between.
func TestRunsAreShort(t *testing.T) {
	var w packed.Writer
	s := idRuns{100, 100}
	for i := range HouseID(50) {
		s.write(&w, 101+i, 20)
	}
	if w.Len() != 100 {
		t.Errorf("50 ids in a row take %d bits, want 100", w.Len())
	}
	before := w.Len()
	s.write(&w, 900_000, 20)
	s.write(&w, 151, 20)
	if got := w.Len() - before; got != 22+4 {
		t.Errorf("a single id between takes %d bits, want 26", got)
	}
}

// TestRow tells houses along a street from each other, whatever its direction.
func TestRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		step := rapid.Int64Range(-400_000_000, 400_000_000)
		if rapid.Bool().Draw(t, "near") {
			step = rapid.Int64Range(-300, 300)
		}
		steps := make([][2]int64, rapid.IntRange(0, blockSize).Draw(t, "n"))
		for i := range steps {
			steps[i] = [2]int64{step.Draw(t, "dx"), step.Draw(t, "dy")}
		}
		line := rowOf(steps)
		var w packed.Writer
		line.writeHead(&w)
		at := vertex{}
		for _, d := range steps {
			line.write(&w, d)
		}
		r := packed.NewReader(w.Bytes(), 0)
		got := readRow(&r)
		for i, d := range steps {
			if v := got.read(&r, at); v != at.plus(d[0], d[1]) {
				t.Fatalf("step %d leads to %v, want %v", i, v, d)
			}
		}
		if r.Bad() || r.Pos() != w.Len() {
			t.Fatalf("read %d of %d bits", r.Pos(), w.Len())
		}
	})
}

// Houses along a slanting street take fewer bits than their distances by themselves.
func TestRowShortens(t *testing.T) {
	var slanting, plain packed.Writer
	var steps [][2]int64
	for i := range int64(23) {
		steps = append(steps, [2]int64{180 + i%5*9, 90 + i%5*4 + i%3})
	}
	line := rowOf(steps)
	level := row{long: line.long, short: line.long}
	for _, d := range steps {
		line.write(&slanting, d)
		level.write(&plain, d)
	}
	if slanting.Len()*4 > plain.Len()*3 {
		t.Errorf("a slanting row takes %d bits, a level one %d", slanting.Len(), plain.Len())
	}
}

// TestSides finds the house before a number on its own side of the street.
func TestSides(t *testing.T) {
	p := func(x int32) vertex { return vertex{x, 0} }
	s := sidesAt(1, p(1))
	for _, tc := range []struct {
		value uint64
		want  int32
	}{{2, 1}, {3, 1}, {4, 2}, {4, 4}, {5, 3}, {9, 5}, {10, 4}} {
		if got := s.before(tc.value); got != p(tc.want) {
			t.Errorf("before %d stands %v, want %v", tc.value, got, p(tc.want))
		}
		s.add(tc.value, p(int32(tc.value)))
	}
}
