package isochrone

import (
	"context"
	"math"
)

// roads are the reached roads on the plane.
type roads struct {
	frame
	reached  []Reached
	vertices []vertex
	starts   []int32 // of each road in vertices, and the end of the last
}

func newRoads(ctx context.Context, f frame, reached []Reached, room *scratch) (*roads, error) {
	points := 0
	for i := range reached {
		points += len(reached[i].Shape)
	}
	room.vertices, room.starts = grown(room.vertices, points), grown(room.starts, len(reached)+1)
	r := &roads{frame: f, reached: reached, vertices: room.vertices[:0], starts: room.starts[:0]}
	for i := range reached {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		r.starts = append(r.starts, int32(len(r.vertices)))
		if reached[i].valid() {
			r.vertices = f.line(r.vertices, reached[i].Shape)
		}
	}
	r.starts = append(r.starts, int32(len(r.vertices)))
	return r, nil
}

// line returns the points of road i, none when it cannot be drawn.
func (r *roads) line(i int) []vertex { return r.vertices[r.starts[i]:r.starts[i+1]] }

// box is a rectangle on the plane in metres.
type box struct {
	minX, minY, maxX, maxY float64
}

func (b *box) extend(x, y float64) {
	b.minX, b.minY = min(b.minX, x), min(b.minY, y)
	b.maxX, b.maxY = max(b.maxX, x), max(b.maxY, y)
}

// size is the length of the longer side.
func (b *box) size() float64 { return math.Max(b.maxX-b.minX, b.maxY-b.minY) }

// extent returns the rectangle around the origin and all that costs at most the limit.
func (r *roads) extent(ctx context.Context, limit float64) (box, error) {
	var b box // the origin is at 0, 0
	for i := range r.reached {
		if i%1024 == 0 && ctx.Err() != nil {
			return b, ctx.Err()
		}
		line := r.line(i)
		if len(line) == 0 {
			continue
		}
		if r.reached[i].worst() <= limit {
			for j := range line {
				b.extend(line[j].x, line[j].y)
			}
			continue
		}
		parts, n := r.reached[i].spans(line[len(line)-1].along, limit)
		for _, p := range parts[:n] {
			walk(line, p, 0, func(v vertex) { b.extend(v.x, v.y) })
		}
	}
	return b, nil
}

// walk visits the points of a span from its near to its far end. Points between them that lie within
// skip metres of the last one visited are left out. along of the points is the distance from near.
func walk(line []vertex, p span, skip float64, visit func(vertex)) {
	last := at(line, p.near)
	visit(vertex{last.x, last.y, 0})
	between := func(v vertex) {
		if math.Abs(v.x-last.x)+math.Abs(v.y-last.y) > skip {
			visit(vertex{v.x, v.y, math.Abs(v.along - p.near)})
			last = v
		}
	}
	if p.far > p.near {
		for i := 0; i < len(line) && line[i].along < p.far; i++ {
			if line[i].along > p.near {
				between(line[i])
			}
		}
	} else {
		for i := len(line) - 1; i >= 0 && line[i].along > p.far; i-- {
			if line[i].along < p.near {
				between(line[i])
			}
		}
	}
	if p.far != p.near {
		v := at(line, p.far)
		visit(vertex{v.x, v.y, math.Abs(p.far - p.near)})
	}
}

// at returns the place on the line that lies the given metres from its start.
func at(line []vertex, along float64) vertex {
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		if along <= b.along || i == len(line)-1 {
			t := 0.0
			if d := b.along - a.along; d > 0 {
				t = math.Max(0, math.Min(1, (along-a.along)/d))
			}
			return vertex{a.x + t*(b.x-a.x), a.y + t*(b.y-a.y), along}
		}
	}
	return line[0]
}
