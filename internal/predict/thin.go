package predict

import "slices"

// thin returns a line, or a ring without closing position, with at most n positions where the
// shape allows it, by a tolerance that doubles until it is enough.
func thin(line []vec, closed bool, n int) []vec {
	if len(line) <= n {
		return line
	}
	for tolerance := 2.0; ; tolerance *= 2 {
		out := line
		if closed {
			out = thinRing(line, tolerance)
		} else {
			out = douglasPeucker(line, tolerance)
		}
		if len(out) <= n || tolerance > maxReach {
			return out
		}
	}
}

// thinRing thins a ring without closing position; its first position stays.
func thinRing(ring []vec, tolerance float64) []vec {
	out := douglasPeucker(append(slices.Clip(ring), ring[0]), tolerance)
	return out[:len(out)-1]
}

// douglasPeucker leaves out what lies within a tolerance of the line between what it keeps.
func douglasPeucker(line []vec, tolerance float64) []vec {
	keep := make([]bool, len(line))
	keep[0], keep[len(line)-1] = true, true
	stack := [][2]int{{0, len(line) - 1}}
	for len(stack) > 0 {
		from, to := stack[len(stack)-1][0], stack[len(stack)-1][1]
		stack = stack[:len(stack)-1]
		far, at := tolerance*tolerance, -1
		for i := from + 1; i < to; i++ {
			if d := segmentDistance2(line[i], line[from], line[to]); d > far {
				far, at = d, i
			}
		}
		if at >= 0 {
			keep[at] = true
			stack = append(stack, [2]int{from, at}, [2]int{at, to})
		}
	}
	var out []vec
	for i, p := range line {
		if keep[i] {
			out = append(out, p)
		}
	}
	return out
}
