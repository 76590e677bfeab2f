package predict

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/paulmach/orb"
	"pgregory.net/rapid"
)

// newCanvas returns a canvas around rodney, 200 m to a side, in steps of 2 m.
func newCanvas() *canvas {
	c := &canvas{}
	c.reset(geo.NewRuler(rodney), vec{-100, -100}, 2, 100, 100)
	return c
}

func (c *canvas) at(i int) vec {
	return vec{c.corner.x + (float64(i%c.width)+0.5)*c.step, c.rowY(i / c.width)}
}

// TestCanvasProperties paints capsules, squares and polygons and checks each point by geometry.
func TestCanvasProperties(t *testing.T) {
	spot := rapid.Custom(func(t *rapid.T) vec {
		return vec{rapid.Float64Range(-140, 140).Draw(t, "x"), rapid.Float64Range(-140, 140).Draw(t, "y")}
	})
	rapid.Check(t, func(t *rapid.T) {
		c := newCanvas()
		a, b := spot.Draw(t, "a"), spot.Draw(t, "b")
		half := rapid.Float64Range(0.5, 40).Draw(t, "half")
		c.capsule(a, b, half, road)
		for i, g := range c.points {
			d := math.Sqrt(segmentDistance2(c.at(i), a, b))
			if math.Abs(d-half) > 1e-6 && (g == road) != (d < half) {
				t.Fatalf("capsule %v %v %g: point %v at %g is %d", a, b, half, c.at(i), d, g)
			}
		}
		c = newCanvas()
		ring := rapid.SliceOfN(spot, 3, 12).Draw(t, "ring")
		c.fill([][]vec{ring}, woods)
		for i, g := range c.points {
			p := c.at(i)
			odd, near := false, false
			for j, a := range ring {
				b := ring[(j+1)%len(ring)]
				near = near || segmentDistance2(p, a, b) < 1e-9
				if (a.y > p.y) != (b.y > p.y) && p.x < a.x+(p.y-a.y)/(b.y-a.y)*(b.x-a.x) {
					odd = !odd
				}
			}
			if !near && (g == woods) != odd {
				t.Fatalf("ring %v: point %v is %d", ring, p, g)
			}
		}
	})
}

func TestCanvasPrecedence(t *testing.T) {
	c := newCanvas()
	whole := square(rodney, 500)
	line := func(dy float64) orb.LineString {
		r := geo.NewRuler(rodney)
		return orb.LineString{r.Point(-300, dy), r.Point(300, dy)}
	}
	m := fakeModel(t, &fakeSource{features: []places.Feature{
		{Class: places.Structure, Kind: "building=yes", Point: &rodney, Area: 100},
		{Class: places.Road, Kind: "highway=primary", Line: line(0)},
		{Class: places.Linear, Kind: "power=line", Line: line(40)},
		{Class: places.Linear, Kind: "highway=path", Line: line(-40)},
		{Class: places.Water, Kind: "natural=water", Polygon: whole},
		{Class: places.Urban, Kind: "landuse=residential", Polygon: whole},
	}})
	c.draw(m.features, m.groundOf)
	for at, want := range map[vec]ground{{0, 0}: structure, {30, 0}: road, {30, 40}: openWater, {30, -40}: linear, {30, 70}: openWater} {
		i := c.row(at.y-1)*c.width + c.column(at.x-1)
		if got := c.points[i]; got != want {
			t.Errorf("at %v: ground %d, want %d", at, got, want)
		}
	}
}

// TestSea checks the sides of a coastline: land to its left.
func TestSea(t *testing.T) {
	r := geo.NewRuler(rodney)
	for name, test := range map[string]struct {
		coast []vec
		land  func(p vec) bool
	}{
		"to the north": {[]vec{{0, -300}, {0, 300}}, func(p vec) bool { return p.x < 0 }},
		"to the south": {[]vec{{0, 300}, {0, -300}}, func(p vec) bool { return p.x > 0 }},
		"to the east":  {[]vec{{-300, 0}, {300, 0}}, func(p vec) bool { return p.y > 0 }},
		"to the west":  {[]vec{{300, 0}, {-300, 0}}, func(p vec) bool { return p.y < 0 }},
		"spit":         {[]vec{{-300, -20}, {50, -20}, {50, 20}, {-300, 20}}, func(p vec) bool { return math.Abs(p.y) < 20 && p.x < 50 }},
		"island":       {[]vec{{-50, -50}, {50, -50}, {50, 50}, {-50, 50}, {-50, -50}}, func(p vec) bool { return math.Abs(p.x) < 50 && math.Abs(p.y) < 50 }},
		"lagoon":       {[]vec{{-50, -50}, {-50, 50}, {50, 50}, {50, -50}, {-50, -50}}, func(p vec) bool { return math.Abs(p.x) > 50 || math.Abs(p.y) > 50 }},
	} {
		var line orb.LineString
		for _, v := range test.coast {
			line = append(line, r.Point(v.x, v.y))
		}
		s := &fakeSource{
			features: []places.Feature{{Class: places.Water, Kind: coastline, Line: line}},
			sea: func(p orb.Point) bool {
				x, y := r.XY(p)
				return !test.land(vec{x, y})
			},
		}
		c := newCanvas()
		c.draw(s, fakeModel(t, s).groundOf)
		for i, g := range c.points {
			if (g == openWater) == test.land(c.at(i)) {
				t.Errorf("%s: point %v is ground %d", name, c.at(i), g)
				break
			}
		}
	}
}

// TestSound compares the depths with the true distances: never less, at most 8 % more.
func TestSound(t *testing.T) {
	c := newCanvas()
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range c.points {
		c.points[i] = openWater
		if rng.IntN(300) == 0 {
			c.points[i] = road
		}
	}
	if !c.sound() {
		t.Fatal("no water")
	}
	for i := range c.points {
		best := math.Inf(1)
		for j, g := range c.points {
			if g != openWater {
				best = min(best, c.at(i).distance(c.at(j))/c.step)
			}
		}
		got := float64(c.depth[(i/c.width+1)*c.stride+i%c.width+1])
		if got < best-1e-5 || got > best*1.083+1e-5 {
			t.Fatalf("depth of point %d is %g steps, want %g", i, got, best)
		}
	}
}

// TestSurvey compares the shares in cells with random points looked up in the same cells.
func TestSurvey(t *testing.T) {
	m := delaware(t)
	req := circle("despondent", sites["Newark"], 1500)
	_, s := prepare(t, m, &req)
	// The same ground on a canvas of its own, five times as fine, and another that shows the cells.
	var c, mask canvas
	c.reset(s.task.ruler, vec{-1800, -1800}, 2, 1800, 1800)
	mask.reset(s.task.ruler, vec{-1800, -1800}, 2, 1800, 1800)
	c.draw(m.features, m.groundOf)
	var whole, fine mix
	for i := range s.lands {
		var sum float64
		for c, v := range s.lands[i].mix {
			sum += v
			whole[c] += v / float64(len(s.lands))
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("shares of cell %d add up to %g", i, sum)
		}
		mask.fill([][]vec{s.hexes[i].corners}, structure)
	}
	n := 0.0
	for i, g := range c.points {
		if mask.points[i] == structure {
			fine[classOf[g]]++
			n++
		}
	}
	for k := range fine {
		if got, want := whole[k], fine[k]/n; math.Abs(got-want) > 0.01 {
			t.Errorf("share of class %d is %.4f, want %.4f", k, got, want)
		}
	}
}

// TestTiles checks that a survey does not depend on how the plane is divided: a far cell makes the
// grid larger and cuts it elsewhere.
func TestTiles(t *testing.T) {
	m := delaware(t)
	req := circle("despondent", sites["Rehoboth Beach"], 6000)
	_, s := prepare(t, m, &req)
	var near []hex
	for _, h := range s.hexes {
		if math.Hypot(h.centre.x, h.centre.y) < 2000 {
			near = append(near, h)
		}
	}
	alone, err := m.survey(context.Background(), s.task.ruler, near)
	if err != nil {
		t.Fatal(err)
	}
	k := 0
	var off float64
	for i, h := range s.hexes {
		if k < len(near) && near[k].cell == h.cell {
			for c := range alone[k].mix {
				off += math.Abs(alone[k].mix[c]*alone[k].share - s.lands[i].mix[c]*s.lands[i].share)
			}
			k++
		}
	}
	if off /= float64(k); k != len(near) || off > 0.06 {
		t.Errorf("over %d of %d cells the shares differ by %.3f a cell", k, len(near), off)
	}
}

func TestUrbanShare(t *testing.T) {
	m := delaware(t)
	last := -1.0
	for built, want := range []float64{0: 0, 10: 1} {
		if got := m.urbanShare(float64(built) / 10); got < last || want == 1 && got != 1 || built == 0 && got != 0 {
			t.Errorf("built-up by %d %%: urban share %g", 10*built, got)
		} else {
			last = got
		}
	}
	for name, want := range map[string][2]float64{
		"Wilmington, Rodney Square": {0.95, 1},
		"Dover":                     {0.9, 1},
		"Newark":                    {0.5, 0.95},
		"farms west of Dover":       {0, 0.05},
		"Bombay Hook marsh":         {0, 0.05},
		"Cape Henlopen":             {0, 0.1},
	} {
		req := circle("despondent", sites[name], 2000)
		task, err := m.check(&req)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.environmentAt(task).urban; got < want[0] || got > want[1] {
			t.Errorf("%s: urban share %.2f, want %v", name, got, want)
		}
	}
}

func TestLengthWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		task := &task{ruler: geo.NewRuler(rodney)}
		point := func(name string) vec {
			return vec{rapid.Float64Range(-300, 300).Draw(t, name+"x"), rapid.Float64Range(-300, 300).Draw(t, name+"y")}
		}
		p, a, b := point("p"), point("a"), point("b")
		radius := rapid.Float64Range(10, 300).Draw(t, "radius")
		got := lengthWithin(task, p, radius, task.ruler.Point(a.x, a.y), task.ruler.Point(b.x, b.y))
		const n = 4000
		var want float64
		for i := range n {
			if a.along(b, (float64(i)+0.5)/n).distance(p) <= radius {
				want += a.distance(b) / n
			}
		}
		if math.Abs(got-want) > 2*a.distance(b)/n+1e-6 {
			t.Fatalf("got %g, want %g", got, want)
		}
	})
}
