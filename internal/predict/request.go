package predict

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

const (
	defaultBuffer = 50 // metres around a path
	leastBuffer   = 1
	largestBuffer = 500
	maxPositions  = 10_000
	maxParts      = 100 // of a polygon
	// maxReach in metres is how far an area may stretch from its middle: as far as the plane is
	// true to 0.5 %.
	maxReach = 100_000
	// maxPath is the length of the longest path in kilometres. A line that needs more does not lead
	// anywhere, and what it covers would be counted over and over.
	maxPath = 1_000
	// maxLatitude in degrees keeps areas away from the poles, where the plane is not true.
	maxLatitude = 85
)

// A task is a request that has been found sound, on its plane.
type task struct {
	profile  *profile
	ruler    geo.Ruler
	shape    shape
	point    *vec // initial planning point, nil when unknown
	buffer   float64
	polygons [][][]vec     // of a polygon, rings oriented, none closed
	olderBy  bool          // the older people's scale applies
	elapsed  time.Duration // since the person was last seen, 0 when unknown
	searched []searched
}

// check looks the request through and puts it on a plane.
func (m *Model) check(req *Request) (*task, error) {
	t := &task{profile: m.figures.Profiles[req.Profile]}
	if t.profile == nil {
		return nil, &InputError{"profile", "is not known", req.Profile, m.Profiles()}
	}
	if req.Time.IsZero() {
		return nil, &InputError{"datetime", "is missing", nil, "a date and time, such as 2026-03-01T21:30:00-05:00"}
	}
	if err := t.checkAge(req); err != nil {
		return nil, err
	}
	if b := req.InitialBearing; b != nil && !(*b >= 0 && *b <= 360) {
		return nil, &InputError{"initial_bearing_deg", "is out of range", number(*b), "0 to 360"}
	}
	if r := req.Resolution; r != 0 && (r < coarsest || r > finest) {
		return nil, &InputError{"resolution", "is out of range", r, fmt.Sprintf("%d to %d", coarsest, finest)}
	}
	if err := checkWeather(req.Weather); err != nil {
		return nil, err
	}
	if n := req.Segments; n != 0 && (n < leastSegments || n > mostSegments) {
		return nil, &InputError{"segments", "is out of range", n, fmt.Sprintf("%d to %d", leastSegments, mostSegments)}
	}
	if req.LastKnownPoint != nil {
		if err := checkPoint("last_known_point", *req.LastKnownPoint); err != nil {
			return nil, err
		}
	}
	var err error
	switch req.AreaType {
	case Circle:
		err = t.circle(req)
	case Polygon:
		err = t.polygon(req)
	case Path:
		err = t.path(req)
	default:
		err = &InputError{"area_type", "is not known", string(req.AreaType), []string{string(Circle), string(Polygon), string(Path)}}
	}
	if err != nil {
		return nil, err
	}
	if p := req.LastKnownPoint; p != nil {
		if t.point != nil {
			return nil, &InputError{"last_known_point", "does not go with a circle, whose centre it is", nil, "a polygon or a path"}
		}
		x, y := t.ruler.XY(*p)
		t.point = &vec{x, y}
	}
	if req.InitialBearing != nil && t.point == nil {
		return nil, &UnsupportedError{[]string{"last_known_point"}, "an initial bearing needs the point that it was taken from"}
	}
	if err := t.checkLastSeen(req); err != nil {
		return nil, err
	}
	return t, t.searches(req)
}

func (t *task) checkAge(req *Request) error {
	if req.AgeYears == nil {
		return nil
	}
	age, limits := *req.AgeYears, t.profile.Ages
	if !(age >= 0 && age <= 120) {
		return &InputError{"age_years", "is out of range", number(age), "0 to 120"}
	}
	if age < limits.Min || limits.Max > 0 && age >= limits.Max {
		want := fmt.Sprintf("%g years or more", limits.Min)
		if limits.Max > 0 {
			want = fmt.Sprintf("%g to under %g years", limits.Min, limits.Max)
		}
		return &UnsupportedError{nil, fmt.Sprintf("the published figures for a %s are for ages of %s, not %g", t.profile.Title, want, age)}
	}
	t.olderBy = t.profile.Older.From > 0 && age >= t.profile.Older.From
	return nil
}

func (t *task) circle(req *Request) error {
	if err := missing(map[string]bool{"center": req.Center == nil, "radius_m": req.RadiusMetres == 0}, "a circle"); err != nil {
		return err
	}
	if err := checkPoint("center", *req.Center); err != nil {
		return err
	}
	largest := math.Floor(math.Sqrt(largestArea*1e6/math.Pi)/100) * 100
	if r := req.RadiusMetres; !(r > 0 && r <= largest) {
		return &InputError{"radius_m", "is out of range", number(r), fmt.Sprintf("more than 0, at most %.0f", largest)}
	}
	if err := checkLatitude("center", *req.Center); err != nil {
		return err
	}
	t.ruler = geo.NewRuler(*req.Center)
	t.shape = disc{req.RadiusMetres}
	t.point = &vec{}
	return nil
}

func (t *task) path(req *Request) error {
	if err := missing(map[string]bool{"path": len(req.Path) == 0}, "a path"); err != nil {
		return err
	}
	buffer := req.BufferMetres
	if buffer == 0 {
		buffer = defaultBuffer
	}
	if !(buffer >= leastBuffer && buffer <= largestBuffer) {
		return &InputError{"buffer_m", "is out of range", number(buffer), fmt.Sprintf("%d to %d", leastBuffer, largestBuffer)}
	}
	line, err := t.place("path", [][]orb.Point{req.Path})
	if err != nil {
		return err
	}
	if len(line[0]) < 2 {
		return &InputError{"path", "has no length", len(req.Path), "two different positions or more"}
	}
	t.buffer = buffer
	if km := (&strip{line: line[0]}).length() / 1000; km > maxPath {
		return &InputError{"path", "is too long", fmt.Sprintf("%.0f km", km), fmt.Sprintf("at most %d km along the line", maxPath)}
	}
	t.shape = newStrip(line[0], buffer)
	return t.checkSize("path")
}

func (t *task) polygon(req *Request) error {
	if err := missing(map[string]bool{"polygon": len(req.Polygon) == 0}, "a polygon"); err != nil {
		return err
	}
	polygons, lines, err := gather("polygon", req.Polygon)
	if err != nil {
		return err
	}
	placed, err := t.place("polygon", lines)
	if err != nil {
		return err
	}
	var area float64
	if t.polygons, area, err = orient("polygon", polygons, placed); err != nil {
		return err
	}
	t.shape = newRings(placed, area)
	return t.checkSize("polygon")
}

// gather lists the rings of an area, and where the rings of each of its polygons begin.
func gather(field string, area orb.MultiPolygon) (begin []int, lines [][]orb.Point, err error) {
	if n := len(area); n == 0 || n > maxParts {
		return nil, nil, &InputError{field, "has no or too many parts", n, fmt.Sprintf("1 to %d", maxParts)}
	}
	for _, p := range area {
		begin = append(begin, len(lines))
		for _, ring := range p {
			lines = append(lines, ring)
		}
	}
	return begin, lines, nil
}

// orient makes polygons of rings on the plane: shells counter-clockwise, holes clockwise, none
// closed. Either winding is accepted. The rings in placed are replaced by theirs.
func orient(field string, begin []int, placed [][]vec) (polygons [][][]vec, area float64, err error) {
	for i := range begin {
		to := len(placed)
		if i+1 < len(begin) {
			to = begin[i+1]
		}
		polygon := placed[begin[i]:to]
		if len(polygon) == 0 {
			return nil, 0, &InputError{field, "has an empty part", i, "rings of four positions or more"}
		}
		for j, ring := range polygon {
			if len(ring) > 1 && ring[0] == ring[len(ring)-1] {
				ring = ring[:len(ring)-1]
			}
			a := 0.0
			if len(ring) >= 3 {
				a = ringArea(ring)
			}
			if a == 0 && crossesItself(ring) { // in two halves of the same size
				return nil, 0, &InputError{field, "crosses itself", nil, "rings that cross neither themselves nor one another"}
			}
			if a == 0 {
				return nil, 0, &InputError{field, "has a ring without area", j, "rings of four positions or more, the last equal to the first"}
			}
			if (a > 0) != (j == 0) {
				ring = slices.Clone(ring)
				slices.Reverse(ring)
			}
			area += ringArea(ring)
			polygon[j] = ring
		}
		polygons = append(polygons, polygon)
	}
	if err := checkRings(field, polygons); err != nil {
		return nil, 0, err
	}
	if area < 1 {
		return nil, 0, &InputError{field, "has no area", fmt.Sprintf("%.3g m²", area), "an area"}
	}
	return polygons, area, nil
}

// place puts lines of positions on a plane around their middle, without repeated positions.
func (t *task) place(field string, lines [][]orb.Point) ([][]vec, error) {
	first, err := firstOf(field, lines)
	if err != nil {
		return nil, err
	}
	// The middle of the box, in the plane of any position of it; that takes care of the
	// antimeridian.
	if err := checkLatitude(field, first); err != nil {
		return nil, err
	}
	ruler := geo.NewRuler(first)
	lo, hi := vec{math.Inf(1), math.Inf(1)}, vec{math.Inf(-1), math.Inf(-1)}
	for _, l := range lines {
		for _, p := range l {
			x, y := ruler.XY(p)
			lo, hi = vec{min(lo.x, x), min(lo.y, y)}, vec{max(hi.x, x), max(hi.y, y)}
		}
	}
	centre := middle(lo, hi)
	t.ruler = geo.NewRuler(ruler.Point(centre.x, centre.y))
	placed, reach, err := onRuler(field, t.ruler, lines)
	if err != nil {
		return nil, err
	}
	if !(reach <= maxReach) {
		return nil, &InputError{field, "is too long", fmt.Sprintf("%.0f km from its middle", reach/1000), fmt.Sprintf("at most %d km from its middle", maxReach/1000)}
	}
	return placed, nil
}

// firstOf returns the first position of lines that are sound.
func firstOf(field string, lines [][]orb.Point) (first orb.Point, err error) {
	n := 0
	for _, l := range lines {
		if n == 0 && len(l) > 0 {
			first = l[0]
		}
		n += len(l)
		for _, p := range l {
			if err := checkPoint(field, p); err != nil {
				return first, err
			}
		}
	}
	if n == 0 || n > maxPositions {
		return first, &InputError{field, "has too few or too many positions", n, fmt.Sprintf("at most %d positions", maxPositions)}
	}
	return first, nil
}

// onRuler puts lines of positions on a plane, without repeated positions, and returns how far they
// reach from its origin.
func onRuler(field string, ruler geo.Ruler, lines [][]orb.Point) (out [][]vec, reach float64, err error) {
	if _, err := firstOf(field, lines); err != nil {
		return nil, 0, err
	}
	out = make([][]vec, len(lines))
	for i, l := range lines {
		for _, p := range l {
			x, y := ruler.XY(p)
			v := vec{x, y}
			reach = max(reach, math.Hypot(x, y))
			if k := len(out[i]); k == 0 || out[i][k-1] != v {
				out[i] = append(out[i], v)
			}
		}
	}
	return out, reach, nil
}

func (t *task) checkSize(field string) error {
	if km2 := t.shape.size() / 1e6; km2 > largestArea {
		return &InputError{field, "is too large", fmt.Sprintf("%.0f km²", km2), fmt.Sprintf("at most %d km²", largestArea)}
	}
	return nil
}

// missing returns an error that names the fields that are missing, sorted.
func missing(fields map[string]bool, what string) error {
	var list []string
	for name, lacks := range fields {
		if lacks {
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return nil
	}
	slices.Sort(list)
	return &UnsupportedError{list, what + " needs " + strings.Join(list, " and ")}
}

func checkPoint(field string, p orb.Point) error {
	if !(p[1] >= -90 && p[1] <= 90) || !(p[0] >= -180 && p[0] <= 180) {
		return &InputError{field, "is no position", []any{number(p[0]), number(p[1])}, "longitude within ±180, latitude within ±90"}
	}
	return nil
}

func checkLatitude(field string, p orb.Point) error {
	if math.Abs(p[1]) > maxLatitude {
		return &InputError{field, "lies too near a pole", []any{p[0], p[1]}, fmt.Sprintf("latitude within ±%d", maxLatitude)}
	}
	return nil
}

// number makes a value fit for an answer, which cannot hold infinities.
func number(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Sprint(v)
	}
	return v
}

// checkRings finds outlines that cross themselves or one another, holes outside their shells and
// parts that lie in one another.
func checkRings(field string, polygons [][][]vec) error {
	if edgesCross(slices.Concat(polygons...)) {
		return &InputError{field, "crosses itself", nil, "rings that cross neither themselves nor one another"}
	}
	for i, polygon := range polygons {
		shell := newRings(polygon[:1], 0)
		for _, hole := range polygon[1:] {
			if in, out := parted(shell, hole); out || !in {
				return &InputError{field, "has a hole that is not inside its shell", i, "holes inside the shell, smaller than it"}
			}
		}
		whole := newRings(polygon, 0)
		for j, other := range polygons {
			if i == j {
				continue
			}
			if in, _ := parted(whole, other[0]); in {
				return &InputError{field, "has parts that overlap", j, "parts that do not overlap"}
			}
		}
	}
	return nil
}

// crossesItself tells whether edges of a ring cross.
func crossesItself(ring []vec) bool { return len(ring) > 3 && edgesCross([][]vec{ring}) }

// edgesCross tells whether edges of rings cross.
func edgesCross(list [][]vec) bool {
	var e edgeIndex
	for _, ring := range list {
		for i, p := range ring {
			e.add(p, ring[(i+1)%len(ring)])
		}
	}
	e.build()
	for i := range e.from {
		crossed := false
		e.tree.Search(planeBox(e.from[i], e.to[i], 0), func(j uint32) bool {
			crossed = int(j) > i && properlyCross(e.from[i], e.to[i], e.from[j], e.to[j])
			return !crossed
		})
		if crossed {
			return true
		}
	}
	return false
}

// parted tells whether some of a ring that does not cross an area's outline lies within the area and some
// outside of it, by points along its edges and one of its inside that do not touch the outline.
func parted(area *rings, ring []vec) (in, out bool) {
	see := func(p vec) {
		if area.edges.distance(p, touch, touch) <= touch {
			return
		}
		if area.edges.odd(p) {
			in = true
		} else {
			out = true
		}
	}
	for i := 0; i < len(ring); i += 1 + len(ring)/maxSeen {
		for _, share := range [...]float64{0.5, 0.21, 0.83} {
			see(ring[i].along(ring[(i+1)%len(ring)], share))
		}
	}
	if !in && !out { // it runs along the outline all the way
		if p, ok := insideOf(ring); ok {
			see(p)
		}
	}
	return in, out
}

// maxSeen bounds the edges of a ring that are looked at: nearly always one would do.
const maxSeen = 16

// insideOf returns a position within a ring: in the middle of what a level line through it passes first.
func insideOf(ring []vec) (vec, bool) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range ring {
		low, high = min(low, p.y), max(high, p.y)
	}
	y := low + 0.4142*(high-low)
	var at []float64
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		if (a.y > y) != (b.y > y) {
			at = append(at, a.x+(y-a.y)/(b.y-a.y)*(b.x-a.x))
		}
	}
	if len(at) < 2 {
		return vec{}, false
	}
	slices.Sort(at)
	return vec{(at[0] + at[1]) / 2, y}, true
}

// touch in metres is how near lines count as touching.
const touch = 0.01

// properlyCross tells whether two segments cross in the inside of both.
func properlyCross(a, b, c, d vec) bool {
	side := func(p, q, r vec) float64 {
		v := cross(q.minus(p), r.minus(p))
		if math.Abs(v) <= touch*p.distance(q) { // r touches the line pq
			return 0
		}
		return v
	}
	return side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0
}
