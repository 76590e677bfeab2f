package region

// Report collects what an import did, for its closing lines.
type Report struct {
	Counts  map[string]int // what was built, such as "roads"
	Skipped map[string]int // what was left out, by reason
	// Countries that the region lies in, the one with most of it first.
	Countries []Country
}

// Count adds n to a count.
func (r *Report) Count(what string, n int) {
	if r.Counts == nil {
		r.Counts = map[string]int{}
	}
	r.Counts[what] += n
}

// Skip adds n to what was left out for a reason; nothing is noted when n is 0.
func (r *Report) Skip(reason string, n int) {
	if n == 0 {
		return
	}
	if r.Skipped == nil {
		r.Skipped = map[string]int{}
	}
	r.Skipped[reason] += n
}
