package eval

import "math"

// onRoute and offRoute are the relative speeds of walking over a slope, by what the walks of Irmischer and Clarke, 2018 (doi
// 10.1080/15230406.2017.1292150) gave for men on roads and in the open: 0.11 m/s and a bell about the slope that is walked fastest,
// gently downhill. 1 on the flat, hardly more anywhere.
func onRoute(slope float64) float64  { return bell(slope, 1, 0.05) }
func offRoute(slope float64) float64 { return bell(slope, 0.67, 0.02) }

func bell(slope, height, fastest float64) float64 {
	speed := func(s float64) float64 { return 0.11 + height*math.Exp(-(s+fastest)*(s+fastest)/(2*0.30*0.30)) }
	return math.Min(1, speed(slope)/speed(0))
}

// survey reads the heights of the raster's cells, NaN where there is none. Without heights the land is flat, and has no
// cliffs either.
func (r *raster) survey(h Heights) {
	if h == nil {
		for i := range r.cells {
			r.cells[i] &^= isCliff
		}
		return
	}
	r.heights = make([]float32, len(r.cells))
	for i := range r.heights {
		r.heights[i] = float32(math.NaN())
		if m, ok := h.At(r.ruler.Point(r.centre(i))); ok {
			r.heights[i] = float32(m)
		}
	}
}

// rise returns how much higher one cell lies than another, 0 where it is not known.
func (r *raster) rise(from, to int) float64 {
	if r.heights == nil {
		return 0
	}
	d := float64(r.heights[to] - r.heights[from])
	if math.IsNaN(d) {
		return 0
	}
	return d
}

// progress returns the share of tries in which an agent gets from one cell to a neighbouring one while the clock ticks once: its
// relative speed over the slope between them.
func (r *raster) progress(from, to int) float64 {
	slope := r.rise(from, to) / cellMetres
	if r.cells[to]&(isRoad|isPath) != 0 {
		return onRoute(slope)
	}
	return offRoute(slope)
}
