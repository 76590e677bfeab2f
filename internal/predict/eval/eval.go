package eval

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/footstepd/footstepd/internal/places"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/paulmach/orb"
	"github.com/uber/h3-go/v4"
)

// A Site is a place to judge at.
type Site struct {
	Name   string
	Point  orb.Point
	Source places.Source
	// Heights is what the agents walk over, nil for flat land.
	Heights Heights
	// Variants are the models to judge, the same at every site.
	Variants []Variant
}

// Heights tells how high the ground lies, false where it is not known.
type Heights interface {
	At(orb.Point) (metres float64, ok bool)
}

// A Variant is a model.
type Variant struct {
	Name      string
	Predictor predict.Predictor
	Bearing   bool // tell it the direction in which the agent left, to headingStep
	// Alter changes the request, nil for nothing.
	Alter func(*predict.Request)
}

// ownTurnsSuffix names the judgement of a variant with bearing by agents that turn as they walk, beside
// that by agents weighted to turn as published.
const ownTurnsSuffix = ", turning as they walk"

// Options of a run.
type Options struct {
	Profile string
	Radius  float64 // metres of the circle around each site
	Agents  int     // at each site, whose end lies in the circle
	Seed    uint64
	// Elapsed is the time since the person was seen, after which agents stop wherever they are; 0 for none. Since it moves mass
	// from ring to ring, and agents tell nothing of that, the maps of models are then scaled back to the published curve in rings.
	Elapsed time.Duration
}

const (
	// headingStep in degrees is to what a bearing is rounded.
	headingStep = 15
	// roaming is how far beyond the circle agents may go, as a factor of its radius.
	roaming = 1.2
	// weightBands is the number of equally likely rings in which ends are weighted.
	weightBands = 12
	// maxTries bounds the agents sent out for each whose end counts.
	maxTries = 30
)

var scenario = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// Run judges the variants and all baselines at the sites. The same seed gives the same report.
func Run(ctx context.Context, sites []Site, o Options) (*Report, error) {
	mobility, ok := mobilities[o.Profile]
	if !ok {
		return nil, fmt.Errorf("eval: no mobility is published for %q", o.Profile)
	}
	rep := &Report{Options: o}
	for _, b := range Baselines {
		rep.Names = append(rep.Names, string(b))
	}
	rep.turned = make([]bool, len(rep.Names))
	for _, v := range sites[0].Variants {
		rep.Names, rep.turned = append(rep.Names, v.Name), append(rep.turned, v.Bearing)
		if v.Bearing {
			rep.Names, rep.turned = append(rep.Names, v.Name+ownTurnsSuffix), append(rep.turned, false)
		}
	}
	for i := range sites {
		if err := rep.site(ctx, &sites[i], o, mobility); err != nil {
			return nil, fmt.Errorf("eval: %s: %w", sites[i].Name, err)
		}
	}
	weightTurns(rep.Places, publishedTurns(o.Profile))
	return rep, nil
}

// site judges at one place.
func (rep *Report) site(ctx context.Context, s *Site, o Options, mobility Mobility) error {
	request := predict.Request{
		Profile: o.Profile, AreaType: predict.Circle, Center: &s.Point, RadiusMetres: o.Radius, Time: scenario,
	}
	if o.Elapsed > 0 {
		seen := scenario.Add(-o.Elapsed)
		request.LastSeen = &seen
	}
	first, err := s.Variants[0].Predictor.Predict(ctx, request)
	if err != nil {
		return err
	}
	var metres [4]float64
	for i, r := range first.Rings {
		metres[i] = r.Radius
	}
	r := newRaster(s.Source, s.Point, o.Radius*roaming)
	r.survey(s.Heights)
	g, cellAt := r.grid(first, o.Radius)
	if g.total == 0 {
		return fmt.Errorf("the area has no cells")
	}
	finds := r.finds(o, mobility, newPublished(metres), cellAt, s.Name)
	if err := ctx.Err(); err != nil {
		return err
	}
	place := Place{Name: s.Name, Setting: first.Environment, Finds: finds}
	curve := newPublished(metres)
	for _, b := range Baselines {
		m := newMap(g, r.masses(b, metres, curve.share(o.Radius), g, cellAt))
		place.Scores = append(place.Scores, r.scores(m, finds, cellAt))
	}
	for _, v := range s.Variants {
		rings := bandEdges(curve, o.Radius)
		scores, err := r.judge(ctx, v, request, g, finds, cellAt, func(p []float64) {
			if o.Elapsed > 0 {
				r.ringed(p, g, cellAt, rings, curve.share(o.Radius))
			}
		})
		if err != nil {
			return fmt.Errorf("%s: %w", v.Name, err)
		}
		place.Scores = append(place.Scores, scores)
		if v.Bearing {
			place.Scores = append(place.Scores, scores)
		}
	}
	rep.Places = append(rep.Places, place)
	return nil
}

// grid lays the surface's cells over the raster: the number of the hexagon of each raster cell, -1
// outside of the area and where the surface has no cell.
func (r *raster) grid(s *predict.Surface, radius float64) (*grid, []int32) {
	g := &grid{resolution: s.Resolution, number: make(map[h3.Cell]int, len(s.Cells))}
	for i, c := range s.Cells {
		g.number[h3.Cell(h3.IndexFromString(c.Hex))] = i
	}
	g.area = make([]float64, len(s.Cells))
	at := make([]int32, len(r.cells))
	for i := range at {
		at[i] = -1
		x, y := r.centre(i)
		if math.Hypot(x, y) > radius {
			continue
		}
		p := r.ruler.Point(x, y)
		if n, ok := g.number[h3.LatLngToCell(h3.LatLng{Lat: p[1], Lng: p[0]}, g.resolution)]; ok {
			at[i] = int32(n)
			g.area[n] += cellMetres * cellMetres
			g.total += cellMetres * cellMetres
		}
	}
	for i := range g.area {
		g.area[i] = math.Max(g.area[i], 1) // a sliver that no raster cell falls into
	}
	return g, at
}

// masses adds a baseline's density up over the hexagons. Baselines that are no distance curves by
// themselves are given the curve's mass inside of the area.
func (r *raster) masses(b Baseline, metres [4]float64, inside float64, g *grid, cellAt []int32) []float64 {
	density := r.density(b, metres)
	p := make([]float64, len(g.area))
	var sum float64
	for i, n := range cellAt {
		if n >= 0 {
			m := density(i) * cellMetres * cellMetres
			p[n] += m
			sum += m
		}
	}
	if b != Rings && b != Lognormal {
		for i := range p {
			p[i] *= inside / sum
		}
	}
	return p
}

// finds sends agents out until enough of them ended in the area, and weights their ends.
func (r *raster) finds(o Options, mobility Mobility, curve *published, cellAt []int32, name string) []Find {
	h := fnv.New64a()
	h.Write([]byte(name))
	rng := rand.New(rand.NewPCG(o.Seed, h.Sum64()))
	edges := bandEdges(curve, o.Radius)
	longest := longestWalk
	if o.Elapsed > 0 {
		longest = math.Min(longest, o.Elapsed.Hours())
	}
	var finds []Find
	var count [weightBands]float64
	for range maxTries * o.Agents {
		f, ok := r.walk(mobility, longest, rng)
		if !ok {
			continue
		}
		if i, ok := r.index(f.X, f.Y); !ok || cellAt[i] < 0 {
			continue
		}
		k, _ := slices.BinarySearch(edges[:], math.Hypot(f.X, f.Y))
		f.band = min(k, weightBands-1)
		finds = append(finds, f)
		if count[f.band]++; len(finds) == o.Agents {
			break
		}
	}
	filled := 0.0
	for _, n := range count {
		if n > 0 {
			filled++
		}
	}
	for i := range finds {
		finds[i].Weight = 1 / filled / count[finds[i].band]
	}
	return finds
}

// bandEdges returns the radii up to which equally likely rings reach that fill the area.
func bandEdges(curve *published, radius float64) (edges [weightBands]float64) {
	for i := range edges {
		edges[i] = curve.radius(curve.share(radius) * float64(i+1) / weightBands)
	}
	return edges
}

// ringed scales the masses of cells until each of equally likely rings holds the same part of the mass inside.
func (r *raster) ringed(p []float64, g *grid, cellAt []int32, edges [weightBands]float64, inside float64) {
	// A ring's factor holds for the raster cells in it; cells of the surface that rings cut have parts in several.
	var mass [weightBands]float64
	at := func(i int) int {
		k, _ := slices.BinarySearch(edges[:], math.Hypot(r.centre(i)))
		return min(k, weightBands-1)
	}
	part := func(i int) float64 { return p[cellAt[i]] / g.area[cellAt[i]] * cellMetres * cellMetres }
	for i, n := range cellAt {
		if n >= 0 {
			mass[at(i)] += part(i)
		}
	}
	out := make([]float64, len(p))
	for i, n := range cellAt {
		if n >= 0 {
			out[n] += part(i) * inside / weightBands / mass[at(i)]
		}
	}
	copy(p, out)
}

// spreadOut returns the k-th of a sequence of numbers that is even over 0 to 1.
func spreadOut(k int) float64 {
	_, u := math.Modf(float64(k+1) * (math.Sqrt(5) - 1) / 2)
	return u
}

func (r *raster) scores(m *Map, finds []Find, cellAt []int32) []Score {
	out := make([]Score, len(finds))
	for k, f := range finds {
		i, _ := r.index(f.X, f.Y)
		out[k] = m.score(int(cellAt[i]), spreadOut(k))
	}
	return out
}

// judge scores a model, its maps scaled, with a surface for each heading where it is told them.
func (r *raster) judge(ctx context.Context, v Variant, request predict.Request, g *grid, finds []Find, cellAt []int32, scale func([]float64)) ([]Score, error) {
	maps := map[int]*Map{}
	out := make([]Score, len(finds))
	for k, f := range finds {
		heading := -1
		if v.Bearing {
			heading = int(f.Heading)
		}
		m := maps[heading]
		if m == nil {
			req := request
			if v.Alter != nil {
				v.Alter(&req)
			}
			if heading >= 0 {
				b := float64(heading)
				req.InitialBearing = &b
			}
			s, err := v.Predictor.Predict(ctx, req)
			if err != nil {
				return nil, err
			}
			p := make([]float64, len(g.area))
			for _, c := range s.Cells {
				if n, ok := g.number[h3.Cell(h3.IndexFromString(c.Hex))]; ok {
					p[n] = c.Probability
				}
			}
			scale(p)
			m = newMap(g, p)
			maps[heading] = m
		}
		i, _ := r.index(f.X, f.Y)
		out[k] = m.score(int(cellAt[i]), spreadOut(k))
	}
	return out, nil
}
