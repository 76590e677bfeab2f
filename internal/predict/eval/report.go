package eval

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"text/tabwriter"
)

// A Report holds the scores of every map for every find.
type Report struct {
	Options Options
	Names   []string // of the maps: the baselines, then the variants
	Places  []Place
	turned  []bool // by map: judged by finds whose turns agree with the published ones
}

// A Place is what was found at one site.
type Place struct {
	Name, Setting string
	Finds         []Find
	Scores        [][]Score // by map, then find
}

// index returns a map's number.
func (rep *Report) index(name string) int { return slices.Index(rep.Names, name) }

// weight is that of a find in the judgement of a map.
func (rep *Report) weight(f *Find, of int) float64 {
	if of < len(rep.turned) && rep.turned[of] {
		return f.TurnWeight
	}
	return f.Weight
}

// mean is the weighted mean of a figure at one place.
func (rep *Report) mean(p *Place, of int, figure func(Score) float64) float64 {
	var sum float64
	for i := range p.Finds {
		sum += rep.weight(&p.Finds[i], of) * figure(p.Scores[of][i])
	}
	return sum
}

// gain is the mean difference in the log score between two maps at one place, in nats, for the finds by
// which the first is judged.
func (rep *Report) gain(p *Place, of, over int) float64 {
	var sum float64
	for i := range p.Finds {
		sum += rep.weight(&p.Finds[i], of) * (p.Scores[of][i].Log - p.Scores[over][i].Log)
	}
	return sum
}

// A Gain is the mean difference in the log score between two maps, with its paired bootstrap
// interval.
type Gain struct {
	Mean, Low, High float64 // nats; 95 %
	Worst           float64 // least mean of any place
	WorstPlace      string
}

// resamples of a bootstrap.
const resamples = 2000

// Gain compares two maps by name. The bootstrap draws places, and within each place finds, both
// with replacement, so that finds at one place do not count as independent of it.
func (rep *Report) Gain(of, over string) Gain {
	a, b := rep.index(of), rep.index(over)
	g := Gain{Worst: math.Inf(1)}
	for i := range rep.Places {
		p := &rep.Places[i]
		d := rep.gain(p, a, b)
		g.Mean += d / float64(len(rep.Places))
		if d < g.Worst {
			g.Worst, g.WorstPlace = d, p.Name
		}
	}
	rng := rand.New(rand.NewPCG(rep.Options.Seed, 1))
	means := make([]float64, resamples)
	for k := range means {
		for range rep.Places {
			p := &rep.Places[rng.IntN(len(rep.Places))]
			var sum, weight float64
			for range p.Finds {
				i := rng.IntN(len(p.Finds))
				w := rep.weight(&p.Finds[i], a)
				sum += w * (p.Scores[a][i].Log - p.Scores[b][i].Log)
				weight += w
			}
			means[k] += sum / weight / float64(len(rep.Places))
		}
	}
	slices.Sort(means)
	g.Low, g.High = means[resamples*25/1000], means[resamples*975/1000]
	return g
}

// Kolmogorov tests whether a map's scores at the finds are spread evenly, as they are when the map
// is right. It returns the greatest difference and its probability by chance, with the effective
// number of finds for their unequal weights.
func (rep *Report) Kolmogorov(of string) (d, probability float64) {
	k := rep.index(of)
	type at struct{ pit, weight float64 }
	var all []at
	var sum, squares float64
	for i := range rep.Places {
		p := &rep.Places[i]
		for j := range p.Finds {
			w := rep.weight(&p.Finds[j], k)
			all = append(all, at{p.Scores[k][j].PIT, w})
			sum, squares = sum+w, squares+w*w
		}
	}
	slices.SortFunc(all, func(a, b at) int {
		switch {
		case a.pit < b.pit:
			return -1
		case a.pit > b.pit:
			return 1
		}
		return 0
	})
	var below float64
	for _, x := range all {
		d = math.Max(d, math.Abs(x.pit-below/sum))
		below += x.weight
		d = math.Max(d, math.Abs(x.pit-below/sum))
	}
	n := math.Sqrt(sum * sum / squares)
	t := (n + 0.12 + 0.11/n) * d
	for j := 1.0; j <= 100; j++ {
		probability += 2 * math.Pow(-1, j-1) * math.Exp(-2*j*j*t*t)
	}
	return d, math.Max(0, math.Min(1, probability))
}

// Write prints how maps fare, by name.
func (rep *Report) Write(w io.Writer, names ...string) error {
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	n := 0
	for i := range rep.Places {
		n += len(rep.Places[i].Finds)
	}
	fmt.Fprintf(t, "%s, %d places, %d finds, circles of %.1f km\n\n", rep.Options.Profile, len(rep.Places), n, rep.Options.Radius/1000)
	fmt.Fprintln(t, "| map\t| log score\t| over rings\t| 95 %\t| worst place\t| R\t| hit@50\t| hit 20 %\t| KS\t| p\t|")
	fmt.Fprintln(t, "|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|")
	for _, name := range names {
		k := rep.index(name)
		mean := func(figure func(Score) float64) (m float64) {
			for i := range rep.Places {
				m += rep.mean(&rep.Places[i], k, figure) / float64(len(rep.Places))
			}
			return m
		}
		g := rep.Gain(name, string(Rings))
		d, p := rep.Kolmogorov(name)
		fmt.Fprintf(t, "| %s\t| %.3f\t| %+.3f\t| %+.3f to %+.3f\t| %+.3f %s\t| %.3f\t| %.3f\t| %.3f\t| %.3f\t| %.3f\t|\n",
			name, mean(func(s Score) float64 { return s.Log }), g.Mean, g.Low, g.High, g.Worst, g.WorstPlace,
			mean(func(s Score) float64 { return s.R }), mean(func(s Score) float64 { return s.Hit50 }),
			mean(func(s Score) float64 { return s.Hit20 }), d, p)
	}
	return t.Flush()
}

// WriteTerms prints what terms are worth: each as the gain of a map that has it over one that has not,
// two by two.
func (rep *Report) WriteTerms(w io.Writer, pairs [][3]string) error {
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintln(t, "| term\t| worth\t| 95 %\t| worst place\t|\n|---\t|---\t|---\t|---\t|")
	for _, p := range pairs {
		g := rep.Gain(p[1], p[2])
		fmt.Fprintf(t, "| %s\t| %+.4f\t| %+.4f to %+.4f\t| %+.4f %s\t|\n", p[0], g.Mean, g.Low, g.High, g.Worst, g.WorstPlace)
	}
	return t.Flush()
}

// WriteBehaviours prints how a map fares over rings by the behaviour that is strongest in each
// agent.
func (rep *Report) WriteBehaviours(w io.Writer, of string) error {
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintf(t, "| mostly\t| finds\t| %s over rings\t|\n|---\t|---\t|---\t|\n", of)
	a, b := rep.index(of), rep.index(string(Rings))
	for k, name := range BehaviourNames {
		var n int
		var sum, weight float64
		for i := range rep.Places {
			p := &rep.Places[i]
			for j, f := range p.Finds {
				if strongest(&f.Mixture) == k {
					n++
					sum += f.Weight * (p.Scores[a][j].Log - p.Scores[b][j].Log)
					weight += f.Weight
				}
			}
		}
		fmt.Fprintf(t, "| %s\t| %d\t| %+.3f\t|\n", name, n, sum/math.Max(weight, 1e-12))
	}
	return t.Flush()
}

func strongest(m *[behaviours]float64) int {
	best := 0
	for i, v := range m {
		if v > m[best] {
			best = i
		}
	}
	return best
}

// WritePlaces prints how the maps fare over rings at each place.
func (rep *Report) WritePlaces(w io.Writer, names ...string) error {
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprint(t, "| place\t| setting\t| finds\t")
	for _, n := range names {
		fmt.Fprintf(t, "| %s\t", n)
	}
	fmt.Fprint(t, "|\n|---\t|---\t|---\t")
	for range names {
		fmt.Fprint(t, "|---\t")
	}
	fmt.Fprintln(t, "|")
	b := rep.index(string(Rings))
	for i := range rep.Places {
		p := &rep.Places[i]
		fmt.Fprintf(t, "| %s\t| %s\t| %d\t", p.Name, p.Setting, len(p.Finds))
		for _, n := range names {
			fmt.Fprintf(t, "| %+.3f\t", rep.gain(p, rep.index(n), b))
		}
		fmt.Fprintln(t, "|")
	}
	return t.Flush()
}
