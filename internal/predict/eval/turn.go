package eval

import "math"

// turns is the published distribution of the angle between the initial heading and the direction of the
// find: its share at angles in degrees, straight in between.
type turns struct{ degrees, share [6]float64 }

// pooledTurns are the angles of all categories together (532 cases) at 25, 50, 75 and 95 %, and
// ownTurns those of a category with its cases.
var (
	pooledTurns = [4]float64{10, 30, 78, 144}
	ownTurns    = map[string]struct {
		cases   float64
		degrees [4]float64
	}{
		"dementia_alzheimers": {11, [4]float64{11, 23, 66, 70}},
		"despondent":          {6, [4]float64{0, 0, 3, 30}},
		"hiker":               {134, [4]float64{2, 23, 64, 132}},
	}
)

const (
	// pooling is the number of cases at which a category's own row counts half.
	pooling = 30
	// unturned and turned in metres are the distances between which the published angles set in:
	// nearer, a find lies anywhere around the point.
	unturned, turned = 50, 200
	// turnBins is the number of equally likely turns in which ends are weighted.
	turnBins = 8
	// turnGroups is the number of groups of distances in which they are.
	turnGroups = 4
)

// publishedTurns returns the distribution for a profile: its own row, read at the angles of the pooled
// one, mixed into it.
func publishedTurns(profile string) *turns {
	t := &turns{}
	own := ownTurns[profile]
	w := own.cases / (own.cases + pooling)
	t.degrees[5], t.share[5] = 180, 1
	for i, d := range pooledTurns {
		t.degrees[i+1] = d
		t.share[i+1] = shares[i+1]
		if w > 0 {
			row := turns{[6]float64{0, own.degrees[0], own.degrees[1], own.degrees[2], own.degrees[3], 180}, [6]float64{0, 0.25, 0.50, 0.75, 0.95, 1}}
			t.share[i+1] = (1-w)*t.share[i+1] + w*row.at(d)
		}
	}
	return t
}

// at returns the share of turns up to an angle in degrees.
func (t *turns) at(degrees float64) float64 {
	for i := 1; i < len(t.degrees); i++ {
		if degrees < t.degrees[i] {
			low := t.degrees[i-1]
			return t.share[i-1] + (t.share[i]-t.share[i-1])*(degrees-low)/(t.degrees[i]-low)
		}
	}
	return 1
}

// level returns the share of published finds at the distance of f that turn off less than it does, even
// over 0 to 1 where finds agree with them; false for finds so near that they have no direction.
func (t *turns) level(f *Find) (float64, bool) {
	r := math.Hypot(f.X, f.Y)
	if r <= unturned {
		return 0, false
	}
	bearing := 90 - math.Atan2(f.Y, f.X)*180/math.Pi
	turn := math.Abs(math.Remainder(bearing-f.Heading, 360))
	fade := math.Min(1, (r-unturned)/(turned-unturned))
	return fade*t.at(turn) + (1-fade)*turn/180, true
}

// weightTurns sets the weights of all finds so that, beside their distances at each place, their turns agree
// with the published ones in each of turnGroups groups of distances over all places together: both margins
// are fitted in turn (Deming and Stephan, 1940), that of the distances last. Single places keep what their
// ground does to directions.
func weightTurns(places []Place, t *turns) {
	cell := func(f *Find) (int, bool) {
		l, ok := t.level(f)
		return f.band*turnGroups/weightBands*turnBins + min(int(l*turnBins), turnBins-1), ok
	}
	for i := range places {
		for j := range places[i].Finds {
			places[i].Finds[j].TurnWeight = places[i].Finds[j].Weight
		}
	}
	for range 50 {
		var sum [turnGroups * turnBins]float64
		for i := range places {
			for j := range places[i].Finds {
				f := &places[i].Finds[j]
				if k, ok := cell(f); ok {
					sum[k] += f.TurnWeight
				}
			}
		}
		var want [turnGroups]float64 // of each filled bin
		for g := range want {
			filled := 0.0
			for _, s := range sum[g*turnBins : (g+1)*turnBins] {
				if s > 0 {
					want[g], filled = want[g]+s, filled+1
				}
			}
			want[g] /= math.Max(filled, 1)
		}
		for i := range places {
			var is, should [weightBands]float64
			for j := range places[i].Finds {
				f := &places[i].Finds[j]
				if k, ok := cell(f); ok {
					f.TurnWeight *= want[k/turnBins] / sum[k]
				}
				is[f.band], should[f.band] = is[f.band]+f.TurnWeight, should[f.band]+f.Weight
			}
			for j := range places[i].Finds {
				f := &places[i].Finds[j]
				f.TurnWeight *= should[f.band] / is[f.band]
			}
		}
	}
}
