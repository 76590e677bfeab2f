package predict

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/footstepd/footstepd/internal/places"
	"github.com/paulmach/orb"
	"go.yaml.in/yaml/v3"
)

//go:embed figures.yaml
var figuresFile []byte

// figures is the content of figures.yaml, where every number has its source.
type figures struct {
	Sources map[string]string
	Origin  struct {
		Metres, Share float64
		Source, Note  string
	}
	Dispersion struct {
		dispersion `yaml:",inline"`
		Shrink     struct {
			N       float64
			Assumed bool
		}
		Fade struct {
			Metres  [2]float64
			Assumed bool
		}
	}
	Shrinkage struct {
		Lambda, Pointless, Clamp, Power float64
		Assumed                         bool
	}
	Strips struct {
		Road, Linear, Drainage, River, Shore float64
		Source                               string
		Assumed                              bool
	}
	Water struct {
		Metres, Least float64
		Assumed       bool
	}
	Access access
	Speed  struct {
		Adult          float64 // years from which on the table by age counts
		Ages           []struct{ From, Speed float64 }
		Sigma          float64 // of the logarithm of the speed
		Riders, Detour float64
		Source         string
		Assumed        bool
	}
	Affinities struct {
		Common     markTable // relative frequency of finds, for all profiles
		Cap        float64   // greatest factor of a cell
		Spot, Edge float64   // metres: how far around spots and to either side of lines a mark counts
		Ahead      float64   // degrees from the bearing up to which barriers lie ahead
		Rise       float64   // metres that ridges, high and low points differ from what is around
		Source     string
		Assumed    bool
	}
	Darkness struct {
		Begins, Full float64 // altitudes of the sun, degrees
		Factors      classTable
		Source       string
		Assumed      bool
	}
	Hours struct {
		Open, Closed, Metres float64
		Source               string
		Assumed              bool
	}
	Weather struct {
		Temperature, Precipitation, Wind []condition
		Least, Most                      float64 // limits of a class's factor
		Source                           string
		Assumed                          bool
	}
	Urban struct {
		Metres, Steepness, Middle, Buildings, Streets float64
		Source                                        string
		Assumed                                       bool
	}
	Relief    reliefFigures
	Slope     slopeFigures
	Junctions struct {
		Weight, Line, Metres float64
		Source               string
		Assumed              bool
	}
	Drylands struct {
		Blend   float64                // kilometres across their borders over which the figures blend
		Areas   map[string][]orb.Point // longitude, latitude; not closed
		Source  string
		Assumed bool
	}
	Profiles map[string]*profile
}

// reliefFigures say what is a mountain.
type reliefFigures struct {
	Metres         float64 // radius around the initial planning point
	Flat, Mountain float64 // metres of relief up to which land is flat, and from which it is mountain
	Source         string
	Assumed        bool
}

// slopeFigures are those of Tobler's hiking function.
type slopeFigures struct {
	Rate, Shift float64
	Steepest    float64 // slope, as rise over length, beyond which nothing changes
	Source      string
	Assumed     bool
}

// access says how walking distances weigh.
type access struct {
	Tolerance float64 // detour, as walking over straight distance, that does not count
	Rate      float64 // of the decay with each further unit of detour
	Floor     float64 // least weight
	Near      float64 // metres below which straight distances count as this
	Prices    struct{ Path, BuiltUp, Open, Scrub, Woods, Railway, Ditch, Unmapped float64 }
	Source    string
	Assumed   bool
}

// prices returns what a metre over each ground counts as, +Inf where nobody walks.
func (a *access) prices() [grounds]float32 {
	p := &a.Prices
	out := [grounds]float32{
		unmapped: float32(p.Unmapped), builtUp: float32(p.BuiltUp), openGround: float32(p.Open), scrub: float32(p.Scrub),
		woods: float32(p.Woods), powerLine: float32(p.Railway), drainage: float32(p.Ditch), waterside: float32(p.Ditch),
		openWater: float32(math.Inf(1)), linear: float32(p.Path), road: float32(p.Path), structure: float32(p.BuiltUp),
	}
	return out
}

// profile is a category of missing persons.
type profile struct {
	Title string
	Ages  struct{ Min, Max float64 } // years; Max is excluded, 0 is no limit
	Older struct {                   // how the distances of older people differ
		From, Scale float64
		Source      string
		Assumed     bool
	}
	// Speed is the median walking speed in metres a second at an unknown age, and SpeedFactor what
	// the speeds by age are multiplied by, 0 for 1.
	Speed       float64
	SpeedFactor float64 `yaml:"speedfactor"`
	Distance    []distances
	Dispersion  *dispersion
	// DryDispersion takes its place in dry lands, where there is one.
	DryDispersion *dispersion `yaml:"drydispersion"`
	Finds         *struct {
		Source   string
		Assumed  bool
		Shares   classTable
		Dead     classTable // of those found dead
		Survival []struct{ Hours, Alive float64 }
	}
	Terrain *struct {
		Source      string
		Multipliers classTable
	}
	Drawn *struct { // by affinities beside the common ones
		Factors markTable
		Source  string
		Assumed bool
	}
	Dark *struct { // beside what the dark does to all
		Factors classTable
		Source  string
		Assumed bool
	}
}

// distances is a row of published distance quantiles.
type distances struct {
	Environment string
	N           int
	Km          [4]float64 // 25, 50, 75, 95 %
	Source      string
	Suspect     string // why the row is not to be used
}

// dispersion is a row of published angles from the initial heading.
type dispersion struct {
	N       int
	Degrees [4]float64 // 25, 50, 75, 95 %
	Source  string
}

// quantiles are the shares that the four figures of a row stand for.
var quantiles = [4]float64{0.25, 0.50, 0.75, 0.95}

// classTable holds a figure for each feature class, 0 where there is none.
type classTable [places.NumClasses]float64

// UnmarshalYAML reads a mapping from class names.
func (t *classTable) UnmarshalYAML(node *yaml.Node) error {
	return readTable(node, t[:], func(i int) string { return places.Class(i).String() })
}

// markTable holds a figure for each mark, 0 where there is none.
type markTable [marks]float64

// UnmarshalYAML reads a mapping from the names of terms.
func (t *markTable) UnmarshalYAML(node *yaml.Node) error {
	return readTable(node, t[:], func(i int) string { return mark(i).term().String() })
}

// readTable reads a mapping from names.
func readTable(node *yaml.Node, table []float64, name func(int) string) error {
	var byName map[string]float64
	if err := node.Decode(&byName); err != nil {
		return err
	}
	for i := range table {
		if v, ok := byName[name(i)]; ok {
			table[i] = v
			delete(byName, name(i))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		return fmt.Errorf("%q is none of them", name)
	}
	return nil
}

// loadFigures reads the embedded file once.
var loadFigures = sync.OnceValues(func() (*figures, error) {
	f := &figures{}
	if err := yaml.Unmarshal(figuresFile, f); err != nil {
		return nil, fmt.Errorf("predict: figures: %w", err)
	}
	if err := f.check(); err != nil {
		return nil, fmt.Errorf("predict: figures: %w", err)
	}
	return f, nil
})

// check finds figures that cannot be right or lack a source.
func (f *figures) check() error {
	var errs []error
	cited := func(what, source string) {
		if f.Sources[source] == "" {
			errs = append(errs, fmt.Errorf("%s: no source %q", what, source))
		}
	}
	rising := func(what string, low float64, values []float64) {
		for _, v := range values {
			if v < low {
				errs = append(errs, fmt.Errorf("%s: %v does not rise", what, values))
				return
			}
			low = v
		}
	}
	cited("origin", f.Origin.Source)
	cited("access", f.Access.Source)
	cited("speed", f.Speed.Source)
	cited("weather", f.Weather.Source)
	cited("affinities", f.Affinities.Source)
	cited("darkness", f.Darkness.Source)
	cited("hours", f.Hours.Source)
	cited("junctions", f.Junctions.Source)
	if j := &f.Junctions; j.Weight < 1 || j.Line <= 0 || j.Metres <= 0 {
		errs = append(errs, errors.New("junctions: a weight below 1, or a distance that is none"))
	}
	cited("relief", f.Relief.Source)
	if r := &f.Relief; r.Metres < reliefStep || r.Flat <= 0 || r.Mountain <= r.Flat {
		errs = append(errs, errors.New("relief: a radius that is none, or mountains flatter than flat land"))
	}
	cited("slope", f.Slope.Source)
	if s := &f.Slope; s.Rate <= 0 || s.Shift < 0 || s.Steepest <= 0 {
		errs = append(errs, errors.New("slope: a figure that is none"))
	}
	cited("drylands", f.Drylands.Source)
	for name, land := range f.Drylands.Areas {
		if len(land) < 3 || f.Drylands.Blend <= 0 {
			errs = append(errs, fmt.Errorf("drylands: %s is no area", name))
		}
	}
	if a := &f.Affinities; a.Cap < 1 || a.Cap > 2 || a.Spot <= 0 || a.Edge <= 0 || a.Ahead <= 0 || a.Rise <= 0 {
		errs = append(errs, errors.New("affinities: a cap beyond 2, or a distance, angle or rise that is none"))
	}
	if d := &f.Darkness; d.Full >= d.Begins {
		errs = append(errs, errors.New("darkness: it is full before it begins"))
	}
	if h := &f.Hours; h.Open < 1 || h.Open > f.Weather.Most || h.Closed > 1 || h.Closed < f.Weather.Least || h.Metres <= 0 {
		errs = append(errs, errors.New("hours: factors beyond the limits"))
	}
	if w := &f.Weather; w.Least < 0.8 || w.Least > 1 || w.Most < 1 || w.Most > 1.25 {
		errs = append(errs, errors.New("weather: limits beyond 0.8 and 1.25"))
	}
	if s := &f.Speed; len(s.Ages) == 0 || s.Sigma <= 0 || s.Riders <= 0 || s.Riders >= 1 || s.Detour < 1 {
		errs = append(errs, errors.New("speed: figures are missing"))
	}
	if a := &f.Access; a.Tolerance < 1 || a.Rate <= 0 || a.Floor <= 0 || a.Floor > 1 || a.Near <= 0 {
		errs = append(errs, errors.New("access: a tolerance below 1, or a rate, floor or distance that is none"))
	}
	downhill := f.Slope.factor(-f.Slope.Shift) // the least factor
	for g, price := range f.Access.prices() {
		if price < 1 || !paved(ground(g)) && float64(price)*downhill < 1 {
			errs = append(errs, errors.New("access: a metre that counts as less than one"))
		}
	}
	cited("dispersion", f.Dispersion.Source)
	rising("dispersion", 0.1, f.Dispersion.Degrees[:])
	for _, name := range slices.Sorted(maps.Keys(f.Profiles)) {
		p := f.Profiles[name]
		for _, d := range p.Distance {
			what := name + ", " + d.Environment
			cited(what, d.Source)
			scale := 1.0
			if p.Older.From > 0 {
				scale = p.Older.Scale
			}
			if d.N <= 0 || d.Km[0]*1000*scale <= f.Origin.Metres {
				errs = append(errs, fmt.Errorf("%s: no cases, or a quarter of them at the origin", what))
			}
			for i := 1; i < 4; i++ {
				if d.Km[i] <= d.Km[i-1] {
					errs = append(errs, fmt.Errorf("%s: %v does not rise", what, d.Km))
				}
			}
			if !slices.Contains(environmentNames, d.Environment) {
				errs = append(errs, fmt.Errorf("%s: unknown environment", what))
			}
		}
		for _, d := range []*dispersion{p.Dispersion, p.DryDispersion} {
			if d != nil {
				cited(name+", dispersion", d.Source)
				rising(name+", dispersion", 0, d.Degrees[:])
			}
		}
		if p.Speed <= 0 {
			errs = append(errs, fmt.Errorf("%s: no speed", name))
		}
		if p.Finds != nil {
			cited(name+", finds", p.Finds.Source)
		}
		if p.Terrain != nil {
			cited(name+", terrain", p.Terrain.Source)
		}
		if p.Drawn != nil {
			cited(name+", drawn", p.Drawn.Source)
		}
		if p.Dark != nil {
			cited(name+", dark", p.Dark.Source)
		}
		if p.row("temperate flat") == nil {
			errs = append(errs, fmt.Errorf("%s: no row for temperate flat land", name))
		}
	}
	return errors.Join(errs...)
}

// environmentNames are the environments that rows may be for. "temperate" and "dry" rows stand
// for flat and mountain alike.
var environmentNames = []string{
	"urban", "temperate", "temperate flat", "temperate mountain", "dry", "dry flat", "dry mountain",
}
