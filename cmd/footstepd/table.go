package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
)

// table prints lines with a label in front; a label that is the same as the one above is left out.
type table struct{ rows [][2]string }

func (t *table) row(label, text string) { t.rows = append(t.rows, [2]string{label, text}) }

func (t *table) print(w io.Writer) error {
	last := ""
	for _, r := range t.rows {
		label := r[0]
		if label == last {
			label = ""
		}
		last = r[0]
		if _, err := fmt.Fprintf(w, "%-9s %s\n", label, r[1]); err != nil {
			return err
		}
	}
	return nil
}

// grouped writes a number with commas between thousands.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// megabytes writes a number of bytes for people.
func megabytes(n int64) string {
	if n < 100_000 {
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
