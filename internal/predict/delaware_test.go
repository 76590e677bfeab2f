package predict

import (
	"context"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/build"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/embedded"
	"github.com/paulmach/orb"
)

// delawareBound is the box that the extract of Delaware says it holds.
var delawareBound = orb.Bound{Min: orb.Point{-75.79, 38.44}, Max: orb.Point{-74.98, 39.85}}

// andorraBound is that of Andorra.
var andorraBound = orb.Bound{Min: orb.Point{1.41, 42.42}, Max: orb.Point{1.79, 42.66}}

// imported is a model that is made once for all tests; the file of its region is gone as soon as it
// is mapped.
type imported struct {
	sync.Once
	model *Model
	err   error
}

var delawareOnce, andorraOnce imported

// delaware returns a model of Delaware.
func delaware(tb testing.TB) *Model {
	tb.Helper()
	return delawareOnce.of(tb, osmtest.Delaware(tb), delawareBound)
}

// andorra returns a model of Andorra.
func andorra(tb testing.TB) *Model {
	tb.Helper()
	return andorraOnce.of(tb, osmtest.Andorra(tb), andorraBound)
}

func (i *imported) of(tb testing.TB, extract string, bound orb.Bound) *Model {
	tb.Helper()
	i.Do(func() {
		i.model, i.err = importModel(extract, filepath.Join(tb.TempDir(), "test.region"), bound)
	})
	if i.err != nil {
		tb.Fatal(i.err)
	}
	return i.model
}

func importModel(extract, path string, bound orb.Bound) (*Model, error) {
	parts, err := build.Rooms(routing.Pedestrian)
	if err != nil {
		return nil, err
	}
	_, err = build.Import(context.Background(), build.Options{
		Inputs: []string{extract}, Output: path, Name: "test", Generator: "test", Profiles: []string{"pedestrian"}, Parts: parts,
	})
	if err != nil {
		return nil, err
	}
	file, err := region.Open(path)
	if err != nil {
		return nil, err
	}
	store, err := places.Open(file)
	if err != nil {
		return nil, err
	}
	engine, err := embedded.New(file)
	if err != nil {
		return nil, err
	}
	m, err := New(store, bound)
	if err != nil {
		return nil, err
	}
	return m.WithWalker(engine), nil
}

// sites are places of Delaware of every kind.
var sites = map[string]orb.Point{
	"Wilmington, Rodney Square": {-75.5466, 39.7459},
	"Newark":                    {-75.7497, 39.6837},
	"Dover":                     {-75.5244, 39.1582},
	"Rehoboth Beach":            {-75.0760, 38.7210},
	"Lewes":                     {-75.1394, 38.7746},
	"Middletown":                {-75.7163, 39.4496},
	"Georgetown":                {-75.3855, 38.6901},
	"farms west of Dover":       {-75.6500, 39.1200},
	"Bombay Hook marsh":         {-75.4700, 39.2600},
	"White Clay Creek":          {-75.7550, 39.7300},
	"Cape Henlopen":             {-75.0960, 38.7930},
	"Trap Pond":                 {-75.4650, 38.5270},
	"Delaware City":             {-75.5890, 39.5780},
	"New Castle":                {-75.5630, 39.6620},
	"Seaford":                   {-75.6110, 38.6412},
}

// andorraSites are places of Andorra.
var andorraSites = map[string]orb.Point{
	"Andorra la Vella": {1.5218, 42.5063},
	"Ordino":           {1.5332, 42.5562},
	"Encamp":           {1.5801, 42.5361},
	"Canillo":          {1.5988, 42.5663},
	"Sant Julià":       {1.4913, 42.4640},
}

var when = time.Date(2026, 3, 1, 21, 30, 0, 0, time.UTC)

func circle(profile string, centre orb.Point, radius float64) Request {
	return Request{Profile: profile, AreaType: Circle, Center: &centre, RadiusMetres: radius, Time: when}
}

func TestSites(t *testing.T) {
	m := delaware(t)
	for name, p := range sites {
		start := time.Now()
		s, err := m.Predict(context.Background(), circle("dementia_alzheimers", p, 2000))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		t.Log(name, time.Since(start), s.Environment, s.Confidence, len(s.Cells), s.MassInside, s.Cells[0], s.Cells[40])
		for _, n := range s.Notes {
			t.Log("   ", n)
		}
	}
}
