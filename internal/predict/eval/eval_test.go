package eval

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/build"
	"github.com/footstepd/footstepd/internal/elevation"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/embedded"
	"github.com/paulmach/orb"
)

var (
	agents    = flag.Int("agents", 0, "agents at each place; 0 does not print the tables")
	radius    = flag.Float64("radius", 3000, "metres of the circle around each place")
	seed      = flag.Uint64("seed", 1, "seed of the agents")
	bearing   = flag.Bool("bearing", true, "judge the model with bearings as well, which takes long")
	ablate    = flag.Bool("ablate", true, "judge the terms one by one")
	tiles     = flag.String("elevation", "", "directory of elevation tiles for the places of Andorra, which are flat without")
	mountains = flag.Bool("mountains", false, "judge at places in the mountains alone")
	elapsed   = flag.Duration("elapsed", 0, "time since the person was seen")
	profile   = flag.String("profile", "", "profile to judge; both that the walkers are made for when empty")
)

// delawareSites and andorraSites are twenty places of every kind.
var delawareSites = []Site{
	{Name: "Wilmington", Point: orb.Point{-75.5466, 39.7459}},
	{Name: "Newark", Point: orb.Point{-75.7497, 39.6837}},
	{Name: "Dover", Point: orb.Point{-75.5244, 39.1582}},
	{Name: "Rehoboth Beach", Point: orb.Point{-75.0760, 38.7210}},
	{Name: "Lewes", Point: orb.Point{-75.1394, 38.7746}},
	{Name: "Middletown", Point: orb.Point{-75.7163, 39.4496}},
	{Name: "Georgetown", Point: orb.Point{-75.3855, 38.6901}},
	{Name: "farms west of Dover", Point: orb.Point{-75.6500, 39.1200}},
	{Name: "Bombay Hook", Point: orb.Point{-75.4700, 39.2600}},
	{Name: "White Clay Creek", Point: orb.Point{-75.7550, 39.7300}},
	{Name: "Cape Henlopen", Point: orb.Point{-75.0905, 38.7850}},
	{Name: "Trap Pond", Point: orb.Point{-75.4650, 38.5270}},
	{Name: "Delaware City", Point: orb.Point{-75.5890, 39.5780}},
	{Name: "New Castle", Point: orb.Point{-75.5630, 39.6620}},
	{Name: "Seaford", Point: orb.Point{-75.6110, 38.6412}},
}

var andorraSites = []Site{
	{Name: "Andorra la Vella", Point: orb.Point{1.5218, 42.5063}},
	{Name: "Ordino", Point: orb.Point{1.5332, 42.5562}},
	{Name: "Encamp", Point: orb.Point{1.5801, 42.5361}},
	{Name: "Canillo", Point: orb.Point{1.5988, 42.5663}},
	{Name: "Sant Julià", Point: orb.Point{1.4913, 42.4640}},
}

// mountainSites are further places of Andorra, up the valleys.
var mountainSites = []Site{
	{Name: "La Massana", Point: orb.Point{1.5148, 42.5449}},
	{Name: "Arinsal", Point: orb.Point{1.4837, 42.5719}},
	{Name: "Soldeu", Point: orb.Point{1.6677, 42.5766}},
	{Name: "El Serrat", Point: orb.Point{1.5390, 42.6186}},
	{Name: "Els Cortals", Point: orb.Point{1.6100, 42.5330}},
	{Name: "Madriu", Point: orb.Point{1.5950, 42.4950}},
	{Name: "Vall d'Incles", Point: orb.Point{1.6600, 42.5920}},
	{Name: "Bordes d'Envalira", Point: orb.Point{1.6870, 42.5620}},
}

// variants imports an extract and opens the models over it, with heights
// from a folder of tiles where one is given.
func variants(tb testing.TB, extract, name string, bound orb.Bound, folder string) (places.Source, Heights, []Variant) {
	tb.Helper()
	ctx := context.Background()
	path := filepath.Join(tb.TempDir(), name)
	parts, err := build.Rooms(routing.Pedestrian)
	if err != nil {
		tb.Fatal(err)
	}
	if folder != "" {
		b, err := elevation.NewBuilder(folder)
		if err != nil {
			tb.Fatal(err)
		}
		parts = build.WithHeights(parts, b)
	}
	if _, err := build.Import(ctx, build.Options{Inputs: []string{extract}, Output: path, Name: name, Generator: "test", Profiles: []string{"pedestrian"}, Parts: parts}); err != nil {
		tb.Fatal(err)
	}
	file, err := region.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	store, err := places.Open(file)
	if err != nil {
		tb.Fatal(err)
	}
	bare, err := predict.New(store, bound)
	if err != nil {
		tb.Fatal(err)
	}
	engine, err := embedded.New(file)
	if err != nil {
		tb.Fatal(err)
	}
	ground, err := elevation.Open(file)
	if err != nil {
		tb.Fatal(err)
	}
	var heights Heights
	if ground != nil {
		heights = ground
		bare = bare.WithHeights(ground)
	}
	m := bare.WithWalker(engine)
	list := []Variant{
		{Name: "model", Predictor: m},
		{Name: "without access", Predictor: m.Without(predict.Access)},
		{Name: "without classes", Predictor: m.Without(predict.Classes)},
		{Name: "without network", Predictor: bare},
	}
	if *ablate && (folder != "" || *tiles != "") { // the same at every site
		for _, t := range byHeights {
			list = append(list, Variant{Name: "without " + t.String(), Predictor: m.Without(t)})
		}
	}
	for _, x := range extras {
		if !*ablate {
			break
		}
		list = append(list, Variant{Name: "with " + nameOf(x.term), Predictor: m.With(x.term), Alter: x.alter})
		if x.alter != nil {
			list = append(list, Variant{Name: nameOf(x.term) + ", told", Predictor: m.Without(x.term), Alter: x.alter})
		}
	}
	if *bearing {
		list = append(list, Variant{Name: "with bearing", Predictor: m, Bearing: true})
	}
	if *bearing && *ablate {
		list = append(list, Variant{Name: "with bearing and barriers", Predictor: m.With(predict.Barriers), Bearing: true})
	}
	return store, heights, list
}

// byHeights are the terms in use that heights turn on, but for the relief: it sets the curve, by which finds are weighted.
var byHeights = []predict.Terms{predict.Ridges, predict.HighPoints}

// extras are the terms that are judged by being turned on, each by itself, and what of the scenario they
// need to act.
var extras = []struct {
	term  predict.Terms
	alter func(*predict.Request)
}{
	{predict.Affinities &^ predict.Barriers, nil}, // which need a bearing
	{predict.Crossings, nil},
	{predict.Trails, nil},
	{predict.Streams, nil},
	{predict.Shores, nil},
	{predict.Peaks, nil},
	{predict.DeadEnds, nil},
	{predict.WoodEdges, nil},
	{predict.Viewpoints, nil},
	{predict.Bridges, nil},
	{predict.Piers, nil},
	{predict.Cliffs, nil},
	{predict.Quarries, nil},
	{predict.Reservoirs, nil},
	{predict.LowPoints, nil},
	{predict.Slope, nil},
	{predict.Hours, nil},
	{predict.Darkness, func(r *predict.Request) { r.Time = scenario.Add(15 * time.Hour) }},
	{predict.GivenWeather, func(r *predict.Request) {
		cold, rain, wind := -2.0, 5.0, 15.0
		r.Weather = &predict.Weather{Temperature: &cold, Precipitation: &rain, Wind: &wind}
	}},
}

func nameOf(t predict.Terms) string {
	if t == predict.Affinities&^predict.Barriers {
		return "all other affinities together"
	}
	return t.String()
}

// terms are the pairs of maps that tell what a term is worth.
func terms() [][3]string {
	pairs := [][3]string{{"access", "model", "without access"}, {"classes", "model", "without classes"}, {"network", "model", "without network"}}
	for _, t := range byHeights {
		if *tiles != "" {
			pairs = append(pairs, [3]string{t.String(), "model", "without " + t.String()})
		}
	}
	for _, x := range extras {
		over := "model"
		if x.alter != nil {
			over = nameOf(x.term) + ", told"
		}
		pairs = append(pairs, [3]string{nameOf(x.term), "with " + nameOf(x.term), over})
	}
	if *bearing {
		pairs = append(pairs, [3]string{"bearing", "with bearing", "model"}, [3]string{"barriers", "with bearing and barriers", "with bearing"})
	}
	return pairs
}

// allSites are the twenty places, or those of the mountains.
func allSites(tb testing.TB) []Site {
	var all []Site
	add := func(sites []Site, extract string, bound orb.Bound, folder string) {
		source, heights, list := variants(tb, extract, "region", bound, folder)
		for _, s := range sites {
			s.Source, s.Variants, s.Heights = source, list, heights
			all = append(all, s)
		}
	}
	if !*mountains {
		add(delawareSites, osmtest.Delaware(tb), orb.Bound{Min: orb.Point{-75.79, 38.44}, Max: orb.Point{-74.98, 39.85}}, "")
	}
	sites := andorraSites
	if *mountains {
		sites = append(slices.Clip(sites), mountainSites...)
	}
	add(sites, osmtest.Andorra(tb), orb.Bound{Min: orb.Point{1.41, 42.42}, Max: orb.Point{1.79, 42.66}}, *tiles)
	return all
}

// TestTables prints the tables of docs/prediction.md:
//
//	go test ./internal/predict/eval -run TestTables -v -timeout 60m -agents 200 -seed 2
//
// With -elevation and a folder of tiles N41E001 and N42E001 the places of Andorra lie in the mountains, for the model and for the
// agents, and -mountains judges at these and further ones there.
func TestTables(t *testing.T) {
	if *agents == 0 {
		t.Skip("prints the tables of docs/prediction.md when asked to with -agents 200")
	}
	sites := allSites(t)
	profiles := []string{"dementia_alzheimers", "despondent"}
	if *profile != "" {
		profiles = []string{*profile}
	}
	for _, p := range profiles {
		rep, err := Run(context.Background(), sites, Options{Profile: p, Radius: *radius, Agents: *agents, Seed: *seed, Elapsed: *elapsed})
		if err != nil {
			t.Fatal(err)
		}
		whole := []string{"model"}
		for _, b := range slices.Backward(Baselines) {
			whole = slices.Insert(whole, 0, string(b))
		}
		places := []string{"model", "without access", "without classes"}
		if *bearing {
			whole = append(whole, "with bearing", "with bearing"+ownTurnsSuffix)
			places = append(places, "with bearing")
		}
		if err := rep.Write(os.Stdout, whole...); err != nil {
			t.Fatal(err)
		}
		if err := rep.WritePlaces(os.Stdout, places...); err != nil {
			t.Fatal(err)
		}
		if *ablate {
			if err := rep.WriteTerms(os.Stdout, terms()); err != nil {
				t.Fatal(err)
			}
		}
		if err := rep.WriteBehaviours(os.Stdout, "model"); err != nil {
			t.Fatal(err)
		}
		if !*mountains && *elapsed == 0 {
			rep.demand(t)
		}
	}
}

// demand holds the model to what it must reach. The intervals are wide with few agents: the figures
// are for 200 at each place.
func (rep *Report) demand(t *testing.T) {
	if *agents < 200 {
		return
	}
	if g := rep.Gain("model", string(Rings)); g.Low <= 0 || g.Worst < -0.02 {
		t.Errorf("over rings: %+v", g)
	}
	even := []string{"model"}
	if *bearing {
		even = append(even, "with bearing")
		if g := rep.Gain("with bearing", string(Rings)); g.Mean < 0.25 {
			t.Errorf("with bearing over rings: %+v", g)
		}
	}
	for _, name := range even {
		if d, p := rep.Kolmogorov(name); p <= 0.01 {
			t.Errorf("scores of the %s at finds are uneven: %.3f, probability %.4f", name, d, p)
		}
	}
}
