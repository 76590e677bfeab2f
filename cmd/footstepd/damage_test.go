package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/build"
	"github.com/footstepd/footstepd/internal/geocode"
	geocoder "github.com/footstepd/footstepd/internal/geocode/embedded"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/region/regiontest"
	"github.com/footstepd/footstepd/internal/routing"
	router "github.com/footstepd/footstepd/internal/routing/embedded"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// gridTown is a small map with something for every engine.
func gridTown() *osmtest.Map {
	m := new(osmtest.Map).Grid(1, 20, 20, -75.6, 39.6, 0.002)
	for i := range int64(20) {
		var row, column []int64
		for j := range int64(20) {
			row, column = append(row, 1+20*i+j), append(column, 1+20*j+i)
		}
		m.Way(1+i, row, "highway=residential", fmt.Sprintf("name=Row %c Street", 'A'+i))
		m.Way(101+i, column, "highway=tertiary", fmt.Sprintf("name=Column %c Avenue", 'A'+i), "oneway=yes")
		m.Node(2000+i, -75.599+0.002*float64(i), 39.6001, fmt.Sprintf("addr:housenumber=%d", 2*i+2), "addr:street=Row A Street", "addr:city=Gridville")
	}
	return m.
		Node(1001, -75.59, 39.61, "place=town", "name=Gridville", "population=5000").
		Node(1002, -75.5905, 39.6105, "amenity=cafe", "name=Corner Café").
		Way(201, []int64{1, 10, 210, 201, 1}, "natural=wood", "name=North Wood").
		Way(202, []int64{1, 20, 400, 381, 1}).
		Way(203, []int64{150, 151, 171, 170, 150}, "building=yes").
		Way(204, []int64{211, 215, 295, 291, 211}, "natural=water").
		Relation(1, []osm.Member{osmtest.WayMember(202, "outer")}, "type=boundary", "boundary=administrative", "admin_level=8", "name=Gridville").
		Relation(2, []osm.Member{osmtest.WayMember(1, "from"), osmtest.NodeMember(5, "via"), osmtest.WayMember(105, "to")}, "type=restriction", "restriction=no_left_turn")
}

// askEverything opens the engines over a region file and asks each of them something. Errors are
// fine; a panic is returned as one.
func askEverything(path string) (answered int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	f, openErr := region.Open(path)
	if openErr != nil {
		return 0, nil
	}
	defer f.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	count := func(err error) {
		if err == nil {
			answered++
		}
	}
	a, b := orb.Point{-75.5985, 39.6012}, orb.Point{-75.571, 39.6302}
	if r, err := router.New(f); err == nil {
		for _, mode := range build.Profiles {
			_, err := r.Route(ctx, routing.RouteRequest{Mode: mode, Stops: []orb.Point{a, b}})
			count(err)
			_, err = r.Isochrone(ctx, routing.IsochroneRequest{Mode: mode, Origin: a, Contours: []routing.Contour{{Metric: routing.ByTime, Value: 300}}})
			count(err)
			_, err = r.Snap(ctx, mode, b, 3, 1000)
			count(err)
		}
	}
	if g, err := geocoder.New(f); err == nil {
		for _, text := range []string{"Gridville", "12 Row A Street", "Corner Cafe", "Row B Street & Column C Avenue", "Norht Wod"} {
			res, err := g.Search(ctx, geocode.Query{Text: text, Size: 5})
			count(err)
			if err == nil {
				for _, p := range res.Places {
					_, err := g.Place(ctx, p.ID, "")
					count(err)
				}
			}
		}
		_, err := g.Reverse(ctx, geocode.ReverseQuery{Point: a, Size: 10})
		count(err)
	}
	if features, err := places.Open(f); err == nil {
		box := f.Meta().BBox
		if p, err := predict.New(features, orb.Bound{Min: orb.Point{box[0], box[1]}, Max: orb.Point{box[2], box[3]}}); err == nil {
			_, err := p.Predict(ctx, predict.Request{Profile: "hiker", AreaType: predict.Circle, Center: &a, RadiusMetres: 1000, LastKnownPoint: &a})
			count(err)
		}
	}
	if ctx.Err() != nil {
		return answered, errors.New("took more than 20 s")
	}
	return answered, nil
}

// A region file whose content is damaged behind right checksums, as a large file's may be that is
// not read through when it is opened, gives wrong answers or errors, but never a panic or a hang.
func TestEnginesOverDamage(t *testing.T) {
	parts, err := build.Rooms(build.Profiles...)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.region")
	if _, err := build.Import(context.Background(), build.Options{Inputs: []string{gridTown().PBF(t)}, Output: path, Parts: parts}); err != nil {
		t.Fatal(err)
	}
	whole, err := askEverything(path)
	if err != nil || whole < 20 {
		t.Fatalf("the whole file: %d answers, %v", whole, err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := region.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	sections := f.Sections()
	f.Close()
	rounds := 600
	if testing.Short() {
		rounds = 100
	}
	seen := map[string]bool{}
	for round := range rounds {
		rng := rand.New(rand.NewPCG(7, uint64(round)))
		bad := bytes.Clone(good)
		s := sections[rng.IntN(len(sections)-1)] // the last is the description
		if s.Length == 0 {
			continue
		}
		for range 1 + rng.IntN(4) {
			bad[s.Offset+rng.Uint64N(s.Length)] ^= byte(1 << rng.IntN(8))
		}
		regiontest.Reseal(bad)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := askEverything(path); err != nil && !seen[s.Name] {
			seen[s.Name] = true
			t.Errorf("round %d, section %q: %v", round, s.Name, err)
		}
	}
}
