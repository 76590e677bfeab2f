package predict

import (
	"fmt"
	"math"
	"strings"
)

// environment says in what kind of land the person went missing, as shares from 0 to 1.
type environment struct {
	urban    float64
	mountain float64 // of what is not urban
	dry      float64 // of what is not urban
	relief   relief  // around the initial planning point
}

// String describes the environment in words.
func (e environment) String() string {
	urban := int(math.Round(e.urban*20)) * 5
	if urban >= 95 {
		return "urban"
	}
	climate, relief := "temperate", "flat"
	if e.dry >= 0.5 {
		climate = "dry"
	}
	if e.mountain >= 0.5 {
		relief = "mountain"
	}
	s := climate + " " + relief
	if mountain := int(math.Round(e.mountain*20)) * 5; e.relief.known > 0 && mountain > 0 && mountain < 100 {
		s += fmt.Sprintf(", %d %% mountain", mountain)
	}
	if urban > 0 {
		s += fmt.Sprintf(", %d %% urban", urban)
	}
	return s
}

// row returns the usable row for an environment by name: its own, else that of the nearest
// environment that has one. Nil only when the profile has no usable row at all.
func (p *profile) row(name string) *distances {
	for _, n := range append([]string{name}, fallbacks[name]...) {
		for i, d := range p.Distance {
			if d.Environment == n && d.Suspect == "" {
				return &p.Distance[i]
			}
		}
	}
	return nil
}

// fallbacks are the environments whose figures stand in for missing ones, nearest first.
var fallbacks = map[string][]string{
	"urban":              {"temperate flat", "temperate"},
	"temperate flat":     {"temperate"},
	"temperate mountain": {"temperate", "temperate flat"},
	"dry flat":           {"dry", "dry mountain", "temperate flat", "temperate"},
	"dry mountain":       {"dry", "dry flat", "temperate mountain", "temperate", "temperate flat"},
}

// blend returns the distance quantiles in metres of a profile in an environment: the rows' own,
// blended in the logarithm, which blends the curves themselves, since all have their knots at
// the same shares. cases is the mean number of cases behind them; standIns names the
// environments without figures of their own that took part.
func (p *profile) blend(e environment) (metres [4]float64, cases float64, standIns []string) {
	var ln [4]float64
	for _, part := range []struct {
		name   string
		weight float64
	}{
		{"urban", e.urban},
		{"temperate flat", (1 - e.urban) * (1 - e.dry) * (1 - e.mountain)},
		{"temperate mountain", (1 - e.urban) * (1 - e.dry) * e.mountain},
		{"dry flat", (1 - e.urban) * e.dry * (1 - e.mountain)},
		{"dry mountain", (1 - e.urban) * e.dry * e.mountain},
	} {
		if part.weight == 0 {
			continue
		}
		row := p.row(part.name)
		if !strings.HasPrefix(part.name, row.Environment) && part.weight >= 0.1 {
			standIns = append(standIns, part.name)
		}
		cases += part.weight * float64(row.N)
		for i, km := range row.Km {
			ln[i] += part.weight * math.Log(km*1000)
		}
	}
	for i := range metres {
		metres[i] = math.Exp(ln[i])
	}
	return metres, cases, standIns
}
