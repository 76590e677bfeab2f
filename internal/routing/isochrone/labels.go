package isochrone

import "sort"

// labels number the components of a field's area: inner corners that are joined by edges of the
// grid have the same number. They are kept as runs along the rows.
type labels struct {
	runs []run
	rows []int32 // first run of each row, and the end
}

// run is a stretch of inner corners in a row.
type run struct {
	from, to int32 // columns, both inner
	label    int32 // index of another run of the component; of itself for the first one
}

// label finds the components between two columns.
func label(f *field, from, to int) labels {
	l := labels{rows: make([]int32, 0, f.rows+1)}
	below, end := 0, 0 // runs of the row below
	for row := range f.rows {
		first := len(l.runs)
		l.rows = append(l.rows, int32(first))
		line := f.values[row*f.columns : (row+1)*f.columns]
		for column := from; column <= to; column++ {
			if line[column] >= 0 {
				continue
			}
			r := run{from: int32(column), label: int32(len(l.runs))}
			for column < to && line[column+1] < 0 {
				column++
			}
			r.to = int32(column)
			l.runs = append(l.runs, r)
		}
		i, j := below, first
		for i < end && j < len(l.runs) {
			if l.runs[i].from <= l.runs[j].to && l.runs[j].from <= l.runs[i].to {
				l.join(int32(i), int32(j))
			}
			if l.runs[i].to < l.runs[j].to {
				i++
			} else {
				j++
			}
		}
		below, end = first, len(l.runs)
	}
	l.rows = append(l.rows, int32(len(l.runs)))
	return l
}

func (l *labels) join(a, b int32) {
	a, b = l.root(a), l.root(b)
	l.runs[max(a, b)].label = min(a, b)
}

func (l *labels) root(i int32) int32 {
	for l.runs[i].label != i {
		l.runs[i].label = l.runs[l.runs[i].label].label
		i = l.runs[i].label
	}
	return i
}

// at returns the component of a corner, -1 when it is not inside the area.
func (l *labels) at(column, row int) int32 {
	runs := l.runs[l.rows[row]:l.rows[row+1]]
	i := sort.Search(len(runs), func(i int) bool { return int(runs[i].to) >= column })
	if i == len(runs) || int(runs[i].from) > column {
		return -1
	}
	return l.root(l.rows[row] + int32(i))
}
