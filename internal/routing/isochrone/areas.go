package isochrone

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/paulmach/orb"
)

// Options tell what Areas needs to know beside the reached roads.
type Options struct {
	// Origin is the place on the network where the search began. It lies inside every area.
	Origin orb.Point
	// OffRoad is the cost of one metre beside the roads, in the unit of the limits: seconds on
	// foot for times (about 0.8), 1 for distances. It must be positive. Around a spot on a road the
	// area is as wide as what is left of the limit allows, at most 150 m and 15 % of the area's
	// radius, at least two cells of the raster (1/320 of the extent of the largest area).
	OffRoad float64
	// Denoise is 0 to 1: islands smaller than this share of the largest are dropped, and holes
	// smaller than a hundredth of that are filled. Islands that hold the origin or an island of a
	// smaller limit always stay. 0 keeps everything.
	Denoise float64
	// MaxPoints caps the points of each outline, closing points included; 0 asks for no outlines. No ring
	// is thinned to fewer than four corners or dropped for it, so an area of many rings can have more.
	MaxPoints int
}

// What cannot be drawn on a plane.
var (
	ErrPole     = errors.New("isochrone: the origin lies too near a pole to draw an area around it")
	ErrTooLarge = errors.New("isochrone: the area is too large to draw; ask for a smaller limit")
)

// toleranceCells is how far in cells a ring may leave the traced border when it is thinned.
const toleranceCells = 0.4

// Areas draws, for each limit, the area around the parts of the roads that cost at most the limit.
// The answer has the order of limits. All costs share one unit, so a question with times and
// distances takes two calls.
//
// Every area is valid: rings are closed, simple and apart from each other, shells run
// counter-clockwise and holes clockwise (RFC 7946), coordinates are multiples of 1e-5 degree, and
// no point is repeated. An area lies within those of larger limits. At the antimeridian areas are
// cut; longitudes lie in [-180, 180]. The origin lies inside, as does every reached spot on a road, unless
// its island is dropped as noise.
// Roads that cannot be drawn (fewer than two points, costs or coordinates out of range) are left out.
//
// It fails for limits that are not positive and finite and options out of range, with ErrTooLarge for areas more
// than half way around the earth, and with ErrPole within two degrees of the poles.
func Areas(ctx context.Context, reached []Reached, limits []float64, o Options) ([]orb.MultiPolygon, error) {
	areas, outlines, err := Draw(ctx, reached, limits, o)
	if o.MaxPoints > 0 {
		return outlines, err
	}
	return areas, err
}

// Draw is Areas without its cap, and gives outlines of at most MaxPoints points beside the areas, none when
// that is 0. Outlines are valid and lie within each other as the areas do, and the origin lies inside of them;
// spots on roads may not.
func Draw(ctx context.Context, reached []Reached, limits []float64, o Options) (areas, outlines []orb.MultiPolygon, err error) {
	if err := o.check(limits); err != nil {
		return nil, nil, err
	}
	levels := slices.Clone(limits)
	slices.Sort(levels)
	levels = slices.Compact(levels)

	room := scratches.Get().(*scratch)
	defer scratches.Put(room)
	all, err := newRoads(ctx, newFrame(o.Origin), reached, room)
	if err != nil {
		return nil, nil, err
	}
	boxes := make([]box, len(levels))
	for i, limit := range levels {
		if boxes[i], err = all.extent(ctx, limit); err != nil {
			return nil, nil, err
		}
	}
	extent := boxes[len(boxes)-1]
	g, err := newGrid(all.frame, extent, mostWalkOff(extent), unitsPerCell(len(levels)))
	if err != nil {
		return nil, nil, err
	}
	rings, err := trace(ctx, all, newField(g, room), levels, boxes, o)
	if err != nil {
		return nil, nil, err
	}
	if err := thin(ctx, rings, g, o.MaxPoints, room); err != nil {
		return nil, nil, err
	}
	outlines = drawn(rings, levels, limits, func(r *ring) []spot { return r.outline })
	return drawn(rings, levels, limits, func(r *ring) []spot { return r.spots }), outlines, nil
}

// drawn returns the areas of the limits with the corners that a function takes of each ring, nil when it
// takes none.
func drawn(rings [][]ring, levels, limits []float64, corners func(*ring) []spot) []orb.MultiPolygon {
	areas := make([]orb.MultiPolygon, len(limits))
	for i, limit := range limits {
		level, _ := slices.BinarySearch(levels, limit)
		if len(rings[level]) > 0 && corners(&rings[level][0]) == nil {
			return nil
		}
		areas[i] = assemble(rings[level], corners)
	}
	return areas
}

func (o *Options) check(limits []float64) error {
	const mostLimits = 64
	if len(limits) == 0 || len(limits) > mostLimits {
		return fmt.Errorf("isochrone: got %d limits, want 1 to %d", len(limits), mostLimits)
	}
	for _, limit := range limits {
		if !(limit > 0) || math.IsInf(limit, 1) {
			return fmt.Errorf("isochrone: limit %v is not positive and finite", limit)
		}
	}
	switch {
	case !(o.OffRoad > 0) || math.IsInf(o.OffRoad, 1):
		return fmt.Errorf("isochrone: cost off the road %v is not positive and finite", o.OffRoad)
	case !(o.Denoise >= 0 && o.Denoise <= 1):
		return fmt.Errorf("isochrone: denoise %v is not within 0 and 1", o.Denoise)
	case o.MaxPoints < 0:
		return fmt.Errorf("isochrone: cap of %d points is negative", o.MaxPoints)
	case !(math.Abs(o.Origin[0]) <= 360 && math.Abs(o.Origin[1]) <= 90):
		return errors.New("isochrone: the origin is no position on earth")
	}
	return nil
}

// mostWalkOff returns the farthest from a road in metres that counts as reached in an area of the given extent.
func mostWalkOff(b box) float64 { return math.Min(maxWalkOff, walkOffShare*b.size()/2) }

// trace returns the rings of each limit, ascending, without noise.
func trace(ctx context.Context, all *roads, f *field, levels []float64, boxes []box, o Options) ([][]ring, error) {
	column, row := int(-f.x0/f.dx), int(-f.y0/f.dy) // corner beside the origin
	rings := make([][]ring, len(levels))
	var smaller []ring
	before, most := -1.0, 0.0
	for i, limit := range levels {
		least := leastCells * f.cell()
		w := walkOff{limit, o.OffRoad, least, math.Max(least, mostWalkOff(boxes[i]))}
		if w.most != most {
			before, most = -1, w.most
		}
		if err := w.surroundings(ctx, &f.room.region, all, f.cell()/8, before); err != nil {
			return nil, err
		}
		before = w.wideUpTo()
		if err := f.paint(ctx, &f.room.region); err != nil {
			return nil, err
		}
		if f.values[row*f.columns+column] >= 0 {
			return nil, ErrPole
		}
		t := tracer{field: f, level: i, levels: len(levels)}
		found, islands := t.rings()
		smaller = denoise(found, o.Denoise, islands, column, row, smaller)
		rings[i] = smaller
	}
	return rings, nil
}

// thin takes corners out of the rings of all limits.
func thin(ctx context.Context, rings [][]ring, g *grid, most int, room *scratch) error {
	var pool []ring
	for _, level := range rings {
		pool = append(pool, level...)
	}
	t := &room.thinner
	t.reset(pool, g)
	if err := t.within(ctx, toleranceCells*math.Min(g.dx, g.dy)); err != nil {
		return err
	}
	at := 0
	for _, level := range rings {
		for i := range level {
			level[i].spots = t.rest(at)
			at++
		}
	}
	if most == 0 {
		return nil
	}
	at = 0
	for _, level := range rings {
		if err := t.down(ctx, at, at+len(level), most); err != nil {
			return err
		}
		at += len(level)
	}
	at = 0
	for _, level := range rings {
		for i := range level {
			level[i].outline = t.rest(at)
			at++
		}
	}
	return nil
}

// assemble puts the holes of one limit into their shells, the largest shell first.
func assemble(rings []ring, corners func(*ring) []spot) orb.MultiPolygon {
	var shells []ring
	for _, r := range rings {
		if r.twice > 0 {
			shells = append(shells, r)
		}
	}
	slices.SortStableFunc(shells, func(a, b ring) int { return cmp.Compare(b.twice, a.twice) })
	area := make(orb.MultiPolygon, len(shells))
	place := make(map[int32]int, len(shells))
	for i, r := range shells {
		area[i] = orb.Polygon{closed(corners(&r))}
		place[r.part] = i
	}
	for _, r := range rings {
		if i, ok := place[r.part]; ok && r.twice < 0 {
			area[i] = append(area[i], closed(corners(&r)))
		}
	}
	return area
}

// closed returns a ring in degrees, its first point repeated at the end.
func closed(spots []spot) orb.Ring {
	// A side of the antimeridian lies on it with its edge at most.
	shift := int32(0)
	for _, s := range spots {
		if s.u > halfTurn {
			shift = -2 * halfTurn
		} else if s.u < -halfTurn {
			shift = 2 * halfTurn
		}
	}
	out := make(orb.Ring, len(spots)+1)
	for i, s := range spots {
		out[i] = orb.Point{float64(s.u+shift) / unitsPerDegree, float64(s.v) / unitsPerDegree}
	}
	out[len(spots)] = out[0]
	return out
}
