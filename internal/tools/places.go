package tools

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/paulmach/orb"
)

// argument is a location argument with the name of its field.
type argument struct {
	field string
	Location
	// choose lets the nearest of several strong matches stand for a text, for a tool that shows the
	// others beside it.
	choose bool
}

// resolved is a location that became a point.
type resolved struct {
	point orb.Point
	field string          // what the request calls it
	place *geocode.Place  // what a text or id stands for, nil for coordinates
	other []geocode.Place // further readings of a text, best first
	text  string          // the words looked up, "" for coordinates and ids
	tied  bool            // other readings are as strong as the one taken
	exact *geocode.Place  // a reading far away that is surer, for which a near one was taken; else nil
}

// located is the outcome of locate: points that one region holds.
type located struct {
	region *Region
	spots  []resolved // one per argument
}

// locate resolves a single location argument.
func (c *call) locate(ctx context.Context, field string, l Location) (*located, error) {
	return c.locateAll(ctx, []argument{{field: field, Location: l}})
}

// locateAll turns location arguments into points of one region. Coordinates and ids say which
// regions are possible; texts are looked up in each of them, with focus on the other ends.
func (c *call) locateAll(ctx context.Context, args []argument) (*located, error) {
	var fixed []indexed
	words := make([]string, len(args)) // texts that are no coordinates
	points := make([]orb.Point, len(args))
	for i, a := range args {
		p, text, err := a.fixed()
		if err != nil {
			return nil, err
		}
		points[i], words[i] = p, text
		if text == "" {
			fixed = append(fixed, indexed{p, a.field})
		}
	}
	regions, err := c.regionsWith(fixed)
	if err != nil {
		return nil, err
	}
	if regions, err = c.joined(ctx, regions, args, points, words); err != nil {
		return nil, err
	}
	var found []*located
	var unclear []*ambiguity
	var weak *weakness // the least weak one
	var failed error
	for _, r := range regions {
		l, err := c.resolveIn(ctx, r, args, points, words)
		var known *envelope.Error
		var many *ambiguity
		var one *weakness
		switch {
		case err == nil:
			found = append(found, l)
		case errors.As(err, &one):
			if weak == nil || one.places[0].Confidence > weak.places[0].Confidence {
				weak = one
			}
		case errors.As(err, &many):
			unclear = append(unclear, many)
		case errors.As(err, &known):
			failed = cmp.Or(failed, err)
		default:
			return nil, err
		}
	}
	best, err := clearest(found, unclear)
	switch {
	case err != nil:
		return nil, err
	case best == nil && weak != nil:
		return nil, weak.error()
	case best == nil:
		return nil, failed
	}
	c.spots = best.spots
	c.sayReadings(best)
	return best, nil
}

// clearest picks among the outcomes of several regions the one whose texts are most certain. Where
// another is as certain and means another place, no one can tell which was meant.
func clearest(found []*located, unclear []*ambiguity) (*located, error) {
	var best *located
	for _, l := range found {
		if best == nil || l.confidence() > best.confidence() {
			best = l // on equal terms the region that comes first in the configuration
		}
	}
	for _, a := range unclear {
		if best == nil || a.places[0].Confidence > best.confidence()-sameConfidence {
			return nil, a.error()
		}
	}
	for _, l := range found {
		if l == best || l.confidence() < strong || l.confidence() < best.confidence()-sameConfidence {
			continue
		}
		for i, s := range l.spots {
			if s.text != "" && geo.Distance(s.point, best.spots[i].point) >= samePlace {
				a := &ambiguity{s.text, s.field, []geocode.Place{*best.spots[i].place, *s.place}}
				return nil, a.error()
			}
		}
	}
	return best, nil
}

// fixed reads an argument that is a point or holds coordinates. Any other text is returned.
func (a argument) fixed() (p orb.Point, text string, err error) {
	if a.Point != nil {
		p, err = a.Point.point(a.field)
		return p, "", err
	}
	text = trimmed(a.Text)
	switch {
	case text == "":
		return p, "", invalid(a.field, blank(a.Text), nil, "an object with lat and lon, coordinates, a place id or an address")
	case len(text) > maxQuery:
		return p, "", invalid(a.field, "is too long", len(text), fmt.Sprintf("at most %d bytes", maxQuery))
	}
	if p, ok, _ := geocode.ParseCoordinates(text); ok { // what is off the globe is refused by name of its field
		p, err = checkPoint(a.field, p[1], p[0])
		return p, "", err
	}
	return p, text, nil
}

// confidence is that of the least certain text, 1 without texts.
func (l *located) confidence() float64 {
	least := 1.0
	for _, s := range l.spots {
		if s.text != "" {
			least = math.Min(least, s.place.Confidence)
		}
	}
	return least
}

// resolveIn resolves all ids and texts in one region. Where there are only texts the surest comes first, so
// that the others are looked for near it; texts that are ambiguous on their own are tried again once
// another end is known.
func (c *call) resolveIn(ctx context.Context, r *Region, args []argument, points []orb.Point, words []string) (*located, error) {
	l := &located{r, make([]resolved, len(points))}
	done := make([]bool, len(points))
	var open []int
	for i, text := range words {
		switch {
		case text == "":
			l.spots[i], done[i] = resolved{point: points[i]}, true
		case isID(text):
			place, err := r.Geocoder.Place(ctx, text, c.flags.Language)
			if err != nil {
				return nil, fmt.Errorf("place in region %s: %w", r.Name, err)
			}
			if place == nil {
				return nil, idNotFound(text, i)
			}
			l.spots[i], done[i] = resolved{point: place.Point, place: place}, true
		default:
			open = append(open, i)
		}
	}
	if len(open) == len(words) && len(open) > 1 {
		// Nothing is known yet: the surest text is where the others are looked for.
		i, s, err := c.surest(ctx, r, args, words)
		if err != nil {
			return nil, err
		}
		if i >= 0 {
			l.spots[i], done[i] = s, true
			open = slices.Delete(open, i, i+1)
		}
	}
	for len(open) > 0 {
		var (
			later  []int
			failed error
		)
		for _, i := range open {
			s, err := c.lookUp(ctx, r, args, i, words[i], nearestEnd(l.spots, done, i))
			var many *ambiguity
			switch {
			case err == nil:
				l.spots[i], done[i] = s, true
			case errors.As(err, &many):
				later = append(later, i)
				if failed == nil {
					failed = err
				}
			default:
				return nil, err
			}
		}
		if len(later) == len(open) {
			return nil, failed
		}
		open = later
	}
	for i := range l.spots {
		l.spots[i].field = args[i].field
	}
	return l, nil
}

// surest looks up texts, all of which are places by name, without any focus. It returns the one that means a
// place most surely, -1 where each may mean several.
func (c *call) surest(ctx context.Context, r *Region, args []argument, words []string) (int, resolved, error) {
	best, at := resolved{}, -1
	for i, text := range words {
		s, err := c.lookUp(ctx, r, args, i, text, nil)
		var many *ambiguity
		switch {
		case errors.As(err, &many):
		case err != nil:
			return -1, resolved{}, err
		case at < 0 || s.place.Confidence > best.place.Confidence+sameConfidence:
			best, at = s, i
		}
	}
	return at, best, nil
}

// nearestEnd returns the known end that is fewest stops away from i, nil when none is known.
func nearestEnd(spots []resolved, done []bool, i int) *orb.Point {
	for d := 1; d < len(spots); d++ {
		for _, j := range []int{i - d, i + d} {
			if j >= 0 && j < len(spots) && done[j] {
				return &spots[j].point
			}
		}
	}
	return nil
}

func idNotFound(id string, index int) *envelope.Error {
	return &envelope.Error{
		Code:    envelope.NotFound,
		Message: fmt.Sprintf("no loaded region holds the place id %s; ids come from geocode, reverse_geocode and other answers", quote(id)),
		Details: struct {
			ID    string `json:"id"`
			Index int    `json:"index"`
		}{envelope.Clean(id, 80), index},
	}
}

func textNotFound(text string, index int) *envelope.Error {
	return &envelope.Error{
		Code:    envelope.NotFound,
		Message: fmt.Sprintf("no place matches %s; try other words, add the town after a comma, or give coordinates; for a kind of place, such as a pharmacy, ask search_places first", quote(text)),
		Details: struct {
			Text  string `json:"text"`
			Index int    `json:"index"`
		}{envelope.Clean(text, maxQuery), index},
	}
}

const (
	// lookUpSize is how many readings of a text are weighed.
	lookUpSize = 10
	// strong is the confidence from which a reading counts as a strong match.
	strong = 0.75
	// sameConfidence is the difference of confidence that tells nothing.
	sameConfidence = 0.05
	// samePlace is how near in metres two readings may lie and still be the same for a traveller.
	samePlace = 300
	// clearlyNearer is how many times farther from the focus a reading must lie to be ruled out.
	clearlyNearer = 2
)

// lookUp finds what the text of an argument means, with focus on another end. Where the argument may
// choose and that end is known, the first of several strong matches will do.
func (c *call) lookUp(ctx context.Context, r *Region, args []argument, index int, text string, focus *orb.Point) (resolved, error) {
	found, err := r.Geocoder.Search(ctx, geocode.Query{Text: text, Focus: focus, Size: lookUpSize, Language: c.flags.Language})
	if err != nil {
		return resolved{}, fmt.Errorf("search in region %s: %w", r.Name, err)
	}
	if len(found.Places) == 0 {
		return resolved{}, textNotFound(text, index)
	}
	if weak, astray := guessed(text, found); weak {
		return resolved{}, &weakness{text, index, args[index].field, astray, found.Places}
	}
	places, exact := nearFirst(found.Places, focus)
	winner, others := &places[0], places[1:]
	rivals := rivalsOf(winner, others, focus)
	if len(rivals) > 0 && !(args[index].choose && focus != nil) {
		return resolved{}, &ambiguity{text, args[index].field, append([]geocode.Place{*winner}, rivals...)}
	}
	return resolved{point: winner.Point, place: winner, other: others, text: text, tied: len(rivals) > 0, exact: exact}, nil
}

const (
	// nearby is how near in metres to another end a reading must lie to stand before one that bears
	// the name more exactly.
	nearby = 5_000
	// farAway is how many times farther off than that the other must be.
	farAway = 4
	// nearStrong is the least confidence of such a reading, and nearGap the most that it may lack.
	nearStrong = 0.7
	nearGap    = 0.15
)

// nearFirst puts a strong reading near the focus before a winner that is far away: who stands in a
// town and says "King Street" means its North King Street, not the King Street of another town. The
// winner that had to yield is returned too, nil when none had.
func nearFirst(places []geocode.Place, focus *orb.Point) ([]geocode.Place, *geocode.Place) {
	winner := &places[0]
	if focus == nil || geo.Distance(*focus, winner.Point) <= nearby {
		return places, nil
	}
	for i := 1; i < len(places); i++ {
		o := &places[i]
		d := geo.Distance(*focus, o.Point)
		if o.Type != winner.Type || o.Confidence < max(nearStrong, winner.Confidence-nearGap) ||
			d > nearby || geo.Distance(*focus, winner.Point) < farAway*d || inside(o, winner) {
			continue
		}
		ordered := append([]geocode.Place{*o}, places[:i]...)
		return append(ordered, places[i+1:]...), winner
	}
	return places, nil
}

// guessed tells whether the best reading of a text is only a guess, and whether it leaves out where
// the text says that the place is.
func guessed(text string, found *geocode.Result) (weak, astray bool) {
	astray = strayed(text, found.LeftOut)
	confidence := found.Places[0].Confidence
	return confidence < tooWeak || astray && confidence < strong, astray
}

// rivalsOf returns the readings that are as strong as the winner and mean another place.
func rivalsOf(winner *geocode.Place, others []geocode.Place, focus *orb.Point) []geocode.Place {
	var rivals []geocode.Place
	for i := range others {
		o := &others[i]
		switch {
		case o.Confidence < strong || o.Confidence < winner.Confidence-sameConfidence:
		case o.Type != winner.Type: // a town before a shop of its name: the ranking decides
		case geo.Distance(o.Point, winner.Point) < samePlace:
		case inside(o, winner) || inside(winner, o):
		case focus != nil && geo.Distance(*focus, o.Point) > clearlyNearer*geo.Distance(*focus, winner.Point)+samePlace:
		default:
			rivals = append(rivals, *o)
		}
	}
	return rivals
}

// inside tells whether a lies in the extent of b.
func inside(a, b *geocode.Place) bool { return b.Bound != nil && b.Bound.Contains(a.Point) }

// ambiguity is the outcome of a text that may mean several places, best first.
type ambiguity struct {
	text   string
	field  string
	places []geocode.Place
}

func (a *ambiguity) Error() string { return "tools: several strong matches" }

type candidate struct {
	ID          string          `json:"id"`
	Label       string          `json:"label"`
	Coordinates envelope.LatLng `json:"coordinates"`
	PlaceType   string          `json:"place_type"`
	Confidence  float64         `json:"confidence"`
}

// maxCandidates bounds the choices offered for an ambiguous text.
const maxCandidates = 5

// error tells a client of the choices.
func (a *ambiguity) error() error {
	var details struct {
		Candidates []candidate `json:"candidates"`
	}
	details.Candidates = candidates(a.places)
	var labels []string
	for _, k := range details.Candidates[:min(len(details.Candidates), 3)] {
		labels = append(labels, fmt.Sprintf("%s (%s)", quote(k.Label), k.ID))
	}
	return &envelope.Error{
		Code: envelope.GeocodeAmbiguous,
		Message: fmt.Sprintf("%s, %s, may mean %d places: %s; ask the user, add the town after a comma, or send the id of one of details.candidates",
			a.field, quote(a.text), len(a.places), strings.Join(labels, ", ")),
		Details: details,
	}
}

// candidates lists places to choose from.
func candidates(places []geocode.Place) []candidate {
	var out []candidate
	for i := range places[:min(len(places), maxCandidates)] {
		row := placeRow(&places[i])
		out = append(out, candidate{row.ID, row.Label, row.Coordinates, row.PlaceType, envelope.Round(places[i].Confidence, 2)})
	}
	return out
}

// sayReadings warns of texts that were hard to place.
func (c *call) sayReadings(l *located) {
	for _, s := range l.spots {
		switch {
		case s.exact != nil:
			c.Warn(fmt.Sprintf("%s was taken to mean %s, which is near, and not %s (%s), which is far away; check that this is the place.",
				quote(s.text), quote(s.place.Label), quote(s.exact.Label), s.exact.ID))
		case s.text != "" && s.place.Confidence < unsure:
			c.Warn(fmt.Sprintf("%s was taken to mean %s (confidence %g); check that this is the place.",
				quote(s.text), quote(s.place.Label), envelope.Round(s.place.Confidence, 2)))
		}
	}
}

// unsure is the confidence below which a reading is pointed out.
const unsure = strong
