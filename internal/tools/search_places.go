package tools

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/paulmach/orb"
)

// SearchPlacesArgs are the arguments of search_places.
type SearchPlacesArgs struct {
	Query   string    `json:"query"`
	Near    Location  `json:"near"`
	RadiusM *float64  `json:"radius_m"`
	BBox    []float64 `json:"bbox"`
	Size    *int      `json:"size"`
	OpenAt  string    `json:"open_at"`
	envelope.Flags
}

func searchPlacesTool(deps Deps) Tool {
	return newTool(deps, "search_places", "Find places of a kind",
		"Finds places by category (\"pharmacy\", \"bus stop\", \"kahvila\": words in 13 languages), brand or name, around a point or in a box, nearest first; total says how many there are. "+
			"Give near, and radius_m or bbox; open_at leaves out what is closed then (hours that are not known are marked). "+
			"Each row's id goes into get_place for hours, phone and website, or into get_directions. For an address or a town use geocode.",
		true, func(a *SearchPlacesArgs) *envelope.Flags { return &a.Flags }, handleSearchPlaces)
}

// Limits of search_places, in metres.
const (
	defaultRadius = 2000
	maxRadius     = 50_000
)

// searchArea is where a search looks and how a reader would call it.
type searchArea struct {
	regions []*Region
	where   string
	middle  orb.Point
}

func handleSearchPlaces(ctx context.Context, c *call, a *SearchPlacesArgs) error {
	q := geocode.FindQuery{Text: trimmed(a.Query), Language: c.flags.Language}
	switch {
	case q.Text == "":
		return invalid("query", blank(a.Query), nil, "a category such as pharmacy, a brand or a name")
	case len(q.Text) > maxQuery:
		return invalid("query", "is too long", len(q.Text), fmt.Sprintf("at most %d bytes", maxQuery))
	}
	var err error
	if q.Size, err = within("size", a.Size, 10, 1, 50); err != nil {
		return err
	}
	area, err := c.searchArea(ctx, a, &q)
	if err != nil {
		return err
	}
	if a.OpenAt != "" {
		t, err := c.localTime("open_at", a.OpenAt, area.middle)
		if err != nil {
			return err
		}
		q.OpenAt = &t
	}
	found, err := c.findAll(ctx, area.regions, q)
	if err != nil {
		return err
	}
	if w := readWish(q.Text); w.trimmed && found.Category == "" && !found.sure() {
		q.Text = w.text
		if found, err = c.findAll(ctx, area.regions, q); err != nil {
			return err
		}
		if w.now && q.OpenAt == nil {
			c.Warn("What is open now was not asked for, since this server does not tell the time: send open_at with the local date and time to leave out what is closed.")
		}
		if w.here && !a.Near.given() && q.Bound == nil {
			c.Warn("Where you are is not known: send near with the coordinates or the address to look around there.")
		}
	}
	if q.Bound == nil && found.Category == "" && !found.sure() && (q.Near == nil || found.Total == 0) {
		if other, where, err := c.findIn(ctx, q); err != nil {
			return err
		} else if other != nil && (other.Total > 0 || len(found.Places) == 0 || found.Places[0].Confidence < tooWeak) {
			found, area.where = other, where
		}
	}
	c.foundPlaces(&q, found, area.where)
	return nil
}

// searchArea reads where to look: around a place, in a box, both, or everywhere.
func (c *call) searchArea(ctx context.Context, a *SearchPlacesArgs, q *geocode.FindQuery) (*searchArea, error) {
	area := &searchArea{regions: c.regions, where: "in the loaded regions"}
	var err error
	if q.Bound, err = boundOf("bbox", a.BBox); err != nil {
		return nil, err
	}
	if b := q.Bound; b != nil {
		area.where, area.middle = "in the box", middle(*b)
		area.regions = slices.DeleteFunc(slices.Clone(c.regions), func(r *Region) bool { return !geo.BoxesMeet(box(r.Bound), box(*b)) })
		if len(area.regions) == 0 {
			return nil, c.outside(indexed{b.Min, "bbox"})
		}
	} else if len(c.regions) > 0 {
		area.middle = middle(c.regions[0].Bound)
	}
	if !a.Near.given() {
		if a.RadiusM != nil {
			return nil, invalid("radius_m", "needs near, the middle of the circle", *a.RadiusM, nil)
		}
		return area, nil
	}
	if q.Bound == nil {
		q.Radius = defaultRadius
	}
	if a.RadiusM != nil {
		if !(*a.RadiusM >= 1 && *a.RadiusM <= maxRadius) {
			return nil, invalid("radius_m", "is out of range", number(*a.RadiusM), fmt.Sprintf("1 to %d metres", maxRadius))
		}
		q.Radius = *a.RadiusM
	}
	name, err := c.searchNear(ctx, a.Near, area, q)
	if err != nil {
		return nil, err
	}
	if q.Radius > 0 {
		area.where = fmt.Sprintf("within %s of %s", c.flags.Units.Distance(q.Radius), name)
	} else {
		area.where = "in the box, from " + name
	}
	return area, nil
}

// searchNear reads the middle of a search and returns its name. It may lie outside of the regions, as
// long as what is searched around it does not.
func (c *call) searchNear(ctx context.Context, near Location, area *searchArea, q *geocode.FindQuery) (string, error) {
	p, text, err := argument{field: "near", Location: near}.fixed()
	if err != nil {
		return "", err
	}
	if text == "" {
		around := geo.Around(geo.ToFixed(p), max(q.Radius, 1))
		lo, hi := geo.Fixed{Lon: around.MinLon, Lat: around.MinLat}.Point(), geo.Fixed{Lon: around.MaxLon, Lat: around.MaxLat}.Point()
		area.regions = slices.DeleteFunc(slices.Clone(area.regions), func(r *Region) bool {
			return !r.contains(p) && (q.Radius > 0 && !geo.BoxesMeet(box(r.Bound), [4]float64{lo[0], lo[1], hi[0], hi[1]}))
		})
		if len(area.regions) == 0 {
			return "", c.outside(indexed{p, "near"})
		}
		q.Near, area.middle = &p, p
		return coordinates(p), nil
	}
	l, err := c.locate(ctx, "near", near)
	if err != nil {
		return "", err
	}
	p = l.spots[0].point
	q.Near, area.regions, area.middle = &p, []*Region{l.region}, p
	if place := l.spots[0].place; place != nil {
		return envelope.Clean(cmp.Or(place.Name, place.Label), 80), nil
	}
	return coordinates(p), nil
}

// middle returns the middle of a box, possibly across the antimeridian.
func middle(b orb.Bound) orb.Point {
	width := b.Max[0] - b.Min[0]
	if width < 0 {
		width += 360
	}
	return orb.Point{geo.NormalizeLon(b.Min[0] + width/2), (b.Min[1] + b.Max[1]) / 2}
}

func box(b orb.Bound) [4]float64 { return [4]float64{b.Min[0], b.Min[1], b.Max[0], b.Max[1]} }

// foundAll is what the regions found together.
type foundAll struct {
	geocode.Found
}

// sure tells whether the best row is what the text says.
func (f *foundAll) sure() bool { return len(f.Places) > 0 && f.Places[0].Confidence >= strong }

// findAll asks every region and merges what they found: a category before names, then by distance.
func (c *call) findAll(ctx context.Context, regions []*Region, q geocode.FindQuery) (*foundAll, error) {
	out := &foundAll{}
	seen := map[string]bool{}
	for _, r := range regions {
		found, err := r.Finder.Find(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("find in region %s: %w", r.Name, err)
		}
		if out.Category == "" {
			out.Category = found.Category
		}
		for _, w := range found.Warnings {
			c.Warn(w)
		}
		out.Total += found.Total
		for _, p := range found.Places {
			if seen[p.ID] {
				out.Total-- // the same object in overlapping regions
				continue
			}
			seen[p.ID] = true
			out.Places = append(out.Places, p)
		}
		out.Points = append(out.Points, found.Points...)
	}
	if len(regions) > 1 {
		slices.SortStableFunc(out.Places, func(a, b geocode.FoundPlace) int {
			return cmp.Or(cmp.Compare(a.Open, b.Open), cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(far(&a), far(&b)))
		})
	}
	out.Places = out.Places[:min(q.Size, len(out.Places))]
	out.Total = max(out.Total, len(out.Places))
	return out, nil
}

func far(p *geocode.FoundPlace) float64 {
	if p.Distance == nil {
		return 0
	}
	return *p.Distance
}

// heatFrom is the number of places from which their density is drawn.
const heatFrom = 25

// foundPlaces sets the fields of the answer.
func (c *call) foundPlaces(q *geocode.FindQuery, found *foundAll, where string) {
	rows := make([]PlaceRow, len(found.Places))
	unknown := 0
	for i := range found.Places {
		rows[i] = placeRow(&found.Places[i].Place)
		rows[i].Open = found.Places[i].Open
		if rows[i].Open == "unknown" {
			unknown++
		}
	}
	what := quote(q.Text)
	if found.Category != "" {
		c.Set("category", found.Category)
	}
	switch {
	case len(rows) == 0:
		c.Headline("No place for %s %s.", what, where)
		c.Line("Try a larger radius_m or other words; categories are words such as cafe, pharmacy, bus stop, toilets.")
	case found.Category == "" && found.Places[0].Confidence < tooWeak:
		c.Headline("No good match for %s %s; the nearest guess is %s.", what, where, rows[0].title())
	case found.Total == 1:
		c.Headline("One place for %s %s: %s.", what, where, rows[0].title())
	case rows[0].DistanceMeters != nil:
		c.Headline("%d places for %s %s; the first is %s, %s away.", found.Total, what, where, rows[0].title(), c.flags.Units.Distance(*rows[0].DistanceMeters))
	default:
		c.Headline("%d places for %s %s; the first is %s.", found.Total, what, where, rows[0].title())
	}
	if unknown > 0 {
		c.Warn(fmt.Sprintf("Whether %d of the places listed are open then is not known; ask them.", unknown))
	}
	if found.Total > max(heatFrom, len(rows)) {
		c.Draw(envelope.HeatLayer("All places found", heat(found.Points)))
	}
	c.listPlaces(rows, found.Total, "Places found")
}

// title names a place in a headline.
func (r *PlaceRow) title() string { return envelope.Clean(cmp.Or(r.Name, r.Label), 80) }

// heatCells is the number of cells to a side that a heat map has at most.
const heatCells = 12

// heat gathers points in cells: each stands where the middle of its points is, and weighs their
// number.
func heat(points []orb.Point) []envelope.HeatPoint {
	b := orb.MultiPoint(points).Bound()
	type cell struct {
		sum   orb.Point
		count float64
	}
	var grid [heatCells * heatCells]cell
	at := func(v, lo, hi float64) int {
		if hi <= lo {
			return 0
		}
		return min(heatCells-1, int((v-lo)/(hi-lo)*heatCells))
	}
	for _, p := range points {
		g := &grid[at(p[1], b.Min[1], b.Max[1])*heatCells+at(p[0], b.Min[0], b.Max[0])]
		g.sum[0] += p[0]
		g.sum[1] += p[1]
		g.count++
	}
	var out []envelope.HeatPoint
	for _, g := range grid {
		if g.count > 0 {
			out = append(out, envelope.HeatPoint{Position: orb.Point{g.sum[0] / g.count, g.sum[1] / g.count}, Weight: g.count})
		}
	}
	return out
}
