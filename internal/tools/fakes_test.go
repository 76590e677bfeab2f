package tools_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/paulmach/orb"
)

// shelf hands out regions and counts what is in use.
type shelf struct {
	regions []*tools.Region
	inUse   int
}

func (s *shelf) Acquire() ([]*tools.Region, func()) {
	s.inUse++
	return s.regions, func() { s.inUse-- }
}

// router answers with straight lines, four corners and squares, unless a test says otherwise.
type router struct {
	beneath    bool // the nearest road is a tunnel
	modes      []routing.Mode
	fail       error
	detail     int // points of each leg, 3 unless set
	steps      int // of each leg, 3 unless set
	aloft      [][2]int
	warn       string
	alone      bool // there are no other routes
	lastRoute  *routing.RouteRequest
	lastIso    *routing.IsochroneRequest
	lastMatrix *routing.MatrixRequest
	failMode   map[routing.Mode]error // what becomes of the routes of a mode
}

func (r *router) Modes() []routing.Mode {
	if r.modes != nil {
		return r.modes
	}
	return []routing.Mode{routing.Auto, routing.Bicycle, routing.Pedestrian}
}

func (r *router) Route(ctx context.Context, req routing.RouteRequest) (*routing.Route, error) {
	if err := cmp.Or(r.fail, ctx.Err()); err != nil {
		return nil, err
	}
	if err := r.failMode[req.Mode]; err != nil {
		return nil, err
	}
	r.lastRoute = &req
	if n := req.Alternates; n > 0 && !r.alone {
		req.Alternates = 0
		out, err := r.Route(ctx, req)
		if err != nil {
			return nil, err
		}
		for i := range min(n, 2) {
			other := *out
			other.Duration *= 1.1 + 0.05*float64(i)
			out.Alternates = append(out.Alternates, other)
		}
		return out, nil
	}
	out := &routing.Route{HasHighway: req.Mode == routing.Auto}
	if r.warn != "" {
		out.Warnings = []string{r.warn}
	}
	for i, stop := range req.Stops {
		out.Waypoints = append(out.Waypoints, routing.Waypoint{Snap: routing.Snap{Point: stop, Distance: 3.14159}, Index: i})
		if i == 0 {
			continue
		}
		leg := routing.Leg{Distance: geo.Distance(req.Stops[i-1], stop), Aloft: r.aloft}
		leg.Duration = leg.Distance / 10
		n := max(r.detail, 3)
		for k := range n {
			t := float64(k) / float64(n-1)
			bend := 0.001 * math.Sin(20*t)
			a := req.Stops[i-1]
			leg.Shape = append(leg.Shape, orb.Point{a[0] + t*(stop[0]-a[0]) + bend, a[1] + t*(stop[1]-a[1])})
		}
		steps := max(r.steps, 3)
		for k := range steps {
			s := routing.Step{
				Type: routing.Left, Instruction: fmt.Sprintf("Turn left onto Street %d.", k), Travel: routing.Drive,
				Distance: leg.Distance / float64(steps-1), Duration: leg.Duration / float64(steps-1),
				Streets: []string{fmt.Sprintf("Street\x07 %d", k)}, Highway: k == 1 && out.HasHighway,
			}
			switch k {
			case 0:
				s.Type, s.Instruction = routing.Start, "Drive north on Street 0."
			case steps - 1:
				s = routing.Step{Type: routing.Destination, Instruction: "You have arrived.", Travel: routing.Drive}
			}
			leg.Steps = append(leg.Steps, s)
		}
		out.Distance += leg.Distance
		out.Duration += leg.Duration
		out.Legs = append(out.Legs, leg)
	}
	return out, nil
}

func (r *router) Isochrone(ctx context.Context, req routing.IsochroneRequest) (*routing.Isochrone, error) {
	if err := cmp.Or(r.fail, ctx.Err()); err != nil {
		return nil, err
	}
	r.lastIso = &req
	out := &routing.Isochrone{Origin: routing.Waypoint{Snap: routing.Snap{Point: req.Origin, Distance: 12}}}
	for _, c := range req.Contours {
		d := c.Value / 100_000
		x, y := req.Origin[0], req.Origin[1]
		ring := orb.Ring{{x - d, y - d}, {x + d, y - d}, {x + d, y + d}, {x - d, y + d}, {x - d, y - d}}
		if r.detail > 0 {
			ring = ring[:0]
			for k := range r.detail {
				a, w := 2*math.Pi*float64(k)/float64(r.detail), d*(1+0.2*math.Sin(float64(k)))
				ring = append(ring, orb.Point{x + w*math.Cos(a), y + w*math.Sin(a)})
			}
			ring = append(ring, ring[0])
		}
		out.Areas = append(out.Areas, routing.Area{Contour: c, Geometry: orb.MultiPolygon{{ring}}, Size: c.Value * c.Value})
	}
	return out, nil
}

// Snap finds two roads at a point that meet there, and one farther away; none at all at sea, east of 75.1° W.
func (r *router) Snap(ctx context.Context, mode routing.Mode, p orb.Point, limit int, _ float64) ([]routing.Snap, error) {
	if err := cmp.Or(r.fail, ctx.Err()); err != nil {
		return nil, err
	}
	if p[0] > -75.1 {
		return nil, nil
	}
	street := routing.Snap{Point: p, Distance: 4.25, Streets: []string{"King\x07 Street", "DE 202"}, Edge: routing.EdgeInfo{RoadClass: "primary", Surface: "asphalt", SpeedKPH: 52}}
	alley := routing.Snap{Point: p, Distance: 4.25, Edge: routing.EdgeInfo{RoadClass: "service", SpeedKPH: 15}}
	far := routing.Snap{Point: orb.Point{p[0] + 0.001, p[1]}, Distance: 90, Streets: []string{"Far Lane"}, Edge: routing.EdgeInfo{RoadClass: "residential"}}
	all := []routing.Snap{street, street, alley, far}
	if r.beneath { // the road nearest to a segment runs beneath it
		under := street
		under.Streets, under.Edge.Tunnel = []string{"Under the Hill"}, true
		all[0] = under
	}
	return all[:min(limit, len(all))], nil
}

// Matrix answers with straight lines; what lies at sea cannot be reached.
func (r *router) Matrix(ctx context.Context, req routing.MatrixRequest) (*routing.Matrix, error) {
	if err := cmp.Or(r.fail, ctx.Err()); err != nil {
		return nil, err
	}
	r.lastMatrix = &req
	out := &routing.Matrix{}
	if r.warn != "" {
		out.Warnings = []string{r.warn}
	}
	for i, a := range req.Sources {
		out.Sources = append(out.Sources, routing.Waypoint{Snap: routing.Snap{Point: a, Distance: 3.14159}, Index: i})
		var row []routing.Cell
		for _, b := range req.Targets {
			d := geo.Distance(a, b)
			row = append(row, routing.Cell{Distance: d, Duration: d / 10})
			if max(a[0], b[0]) > -75.1 {
				row[len(row)-1] = routing.Cell{Unreachable: true}
			}
		}
		out.Cells = append(out.Cells, row)
	}
	for i, b := range req.Targets {
		out.Targets = append(out.Targets, routing.Waypoint{Snap: routing.Snap{Point: b, Distance: 2.71828}, Index: i})
	}
	return out, nil
}

// gazetteer finds places whose name or label holds the text, in the order of its list; with a focus,
// nearer ones first.
type gazetteer struct {
	places []geocode.Place
	fail   error
	faults map[string]func() error // what becomes of a search for a text
	mu     sync.Mutex
	last   *geocode.Query
	ranked bool   // places stand in their order, focus or not
	warn   string // what is said of every search

	lastFind *geocode.FindQuery
}

func (g *gazetteer) Search(ctx context.Context, q geocode.Query) (*geocode.Result, error) {
	if err := cmp.Or(g.fail, ctx.Err()); err != nil {
		return nil, err
	}
	if fault := g.faults[q.Text]; fault != nil {
		return nil, fault()
	}
	g.mu.Lock()
	g.last = &q
	g.mu.Unlock()
	out := &geocode.Result{}
	for _, p := range g.places {
		// Codes of these tests begin alike, with two letters or three.
		abroad := len(q.Countries) > 0 && !slices.ContainsFunc(q.Countries, func(c string) bool { return strings.HasPrefix(p.CountryCode, c[:2]) })
		if !abroad && strings.Contains(strings.ToLower(p.Label), strings.ToLower(q.Text)) {
			if q.Focus != nil {
				d := geo.Distance(*q.Focus, p.Point)
				p.Distance = &d
			}
			out.Places = append(out.Places, p)
		}
	}
	if g.warn != "" {
		out.Warnings = []string{g.warn}
	}
	if q.Focus != nil && !g.ranked {
		slices.SortStableFunc(out.Places, func(a, b geocode.Place) int { return cmp.Compare(*a.Distance, *b.Distance) })
	}
	out.Total = len(out.Places)
	out.Places = out.Places[:min(q.Size, out.Total)]
	return out, nil
}

func (g *gazetteer) Reverse(ctx context.Context, q geocode.ReverseQuery) (*geocode.Result, error) {
	if err := cmp.Or(g.fail, ctx.Err()); err != nil {
		return nil, err
	}
	out := &geocode.Result{}
	for _, p := range g.places {
		d := geo.Distance(q.Point, p.Point)
		if len(q.Types) > 0 && !slices.Contains(q.Types, p.Type) || q.Radius > 0 && d > q.Radius {
			continue
		}
		p.Distance = &d
		if d > 1 {
			b := geo.Bearing(q.Point, p.Point)
			p.Bearing = &b
		}
		p.Confidence = 1
		out.Places = append(out.Places, p)
	}
	slices.SortStableFunc(out.Places, func(a, b geocode.Place) int { return cmp.Compare(*a.Distance, *b.Distance) })
	out.Total = len(out.Places)
	out.Places = out.Places[:min(q.Size, out.Total)]
	return out, nil
}

func (g *gazetteer) Place(ctx context.Context, id, _ string) (*geocode.Place, error) {
	if err := cmp.Or(g.fail, ctx.Err()); err != nil {
		return nil, err
	}
	for _, p := range g.places {
		if p.ID == id {
			p.Confidence = 1
			return &p, nil
		}
	}
	return nil, nil
}

// Find finds the places whose category or name is the text, within the area of the query.
func (g *gazetteer) Find(ctx context.Context, q geocode.FindQuery) (*geocode.Found, error) {
	if err := cmp.Or(g.fail, ctx.Err()); err != nil {
		return nil, err
	}
	g.mu.Lock()
	g.lastFind = &q
	g.mu.Unlock()
	out := &geocode.Found{}
	for _, p := range g.places {
		switch {
		case p.Category != "" && strings.EqualFold(p.Category, q.Text):
			out.Category = p.Category
		case !strings.EqualFold(p.Name, q.Text):
			continue
		}
		if q.Bound != nil && !q.Bound.Contains(p.Point) {
			continue
		}
		if q.Near != nil {
			d := geo.Distance(*q.Near, p.Point)
			if q.Radius > 0 && d > q.Radius {
				continue
			}
			p.Distance = &d
		}
		f := geocode.FoundPlace{Place: p}
		if q.OpenAt != nil {
			f.Open = [2]string{"open", "unknown"}[len(out.Places)%2]
		}
		out.Places = append(out.Places, f)
		out.Points = append(out.Points, p.Point)
	}
	out.Total = len(out.Places)
	out.Places = out.Places[:min(q.Size, out.Total)]
	return out, nil
}

// Record tells of a place what the list has, and something more.
func (g *gazetteer) Record(ctx context.Context, id, language string) (*geocode.Record, error) {
	p, err := g.Place(ctx, id, language)
	if p == nil || err != nil {
		return nil, err
	}
	r := &geocode.Record{Place: *p, Geometry: p.Point}
	switch {
	case p.Type == geocode.Street:
		r.Geometry = orb.LineString{p.Point, {p.Point[0] + 0.01, p.Point[1] + 0.01}}
	case p.Bound != nil:
		r.Geometry = p.Bound.ToPolygon()
	}
	if p.Category != "" {
		r.Categories = []string{p.Category}
		r.Tags = []geocode.Tag{{Key: "opening_hours", Value: "Mo-Fr 08:00-18:00"}, {Key: "phone", Value: "+1 302\x00 555"}, {Key: "wheelchair", Value: "yes"}}
		r.OtherNames = []geocode.Tag{{Key: "name:fr", Value: "Place Rodney"}, {Key: "alt_name", Value: "The Square"}, {Key: "alt_name", Value: "Square"}}
		r.Areas = g.places[:1]
	}
	return r, nil
}

// Parse takes the first place that the text's beginning names, and calls what is left removed.
func (g *gazetteer) Parse(ctx context.Context, q geocode.ParseQuery) (*geocode.Parsed, error) {
	if err := cmp.Or(g.fail, ctx.Err()); err != nil {
		return nil, err
	}
	head, tail, _ := strings.Cut(q.Text, ";")
	for _, p := range g.places {
		if !strings.Contains(strings.ToLower(p.Label), strings.ToLower(head)) || len(q.Countries) > 0 && !slices.Contains(q.Countries, p.CountryCode) {
			continue
		}
		out := &geocode.Parsed{Corrected: p.Label, Confidence: p.Confidence, Components: geocode.Components{
			HouseNumber: "1", Unit: "Apt 2", Road: p.Name, Locality: p.Locality, County: p.County, Region: p.Region, Country: p.Country, CountryCode: p.CountryCode,
		}}
		if head != p.Name {
			out.Corrections = append(out.Corrections, geocode.Correction{Field: "road", Original: head, Corrected: p.Name, Type: geocode.Abbreviation})
		}
		out.Corrections = append(out.Corrections, geocode.Correction{Field: "country", Corrected: p.Country, Type: geocode.Inferred})
		if tail != "" {
			out.Corrections = append(out.Corrections, geocode.Correction{Field: "other", Original: tail, Type: geocode.Removed})
		}
		return out, nil
	}
	return &geocode.Parsed{}, nil
}

// barren is a land without features.
type barren struct{}

func (barren) Search(geo.Box, func(*places.Feature) bool) {}
func (barren) AtSea(orb.Point) bool                       { return false }

// oracle wraps a predictor so that a test can make it fail.
type oracle struct {
	predict.Predictor
	fail error
	last *predict.Request
}

func (o *oracle) Predict(ctx context.Context, req predict.Request) (*predict.Surface, error) {
	o.last = &req
	if o.fail != nil {
		return nil, o.fail
	}
	return o.Predictor.Predict(ctx, req)
}

// still answers every request with one surface.
type still struct{ surface *predict.Surface }

func (s still) Predict(context.Context, predict.Request) (*predict.Surface, error) {
	return s.surface, nil
}

func (s still) Profiles() []string { return []string{s.surface.Profile} }

// world is a region for tests with its parts at hand.
type world struct {
	*tools.Region
	router    *router
	gazetteer *gazetteer
	oracle    *oracle
}

func place(id, name, label string, lat, lon float64, kind geocode.PlaceType, confidence float64) geocode.Place {
	return geocode.Place{
		ID: id, Name: name, Label: label, Point: orb.Point{lon, lat}, Type: kind, Confidence: confidence,
		Country: "United States", CountryCode: "USA", Region: "Delaware", County: "New Castle County",
		MatchLevel: geocode.Exact,
	}
}

// delaware is a made-up piece of Delaware.
func delaware(tb testing.TB) *world {
	tb.Helper()
	bound := orb.Bound{Min: orb.Point{-75.8, 38.45}, Max: orb.Point{-75.0, 39.85}}
	model, err := predict.New(barren{}, bound)
	if err != nil {
		tb.Fatal(err)
	}
	wilmington := place("osm:node/1", "Wilmington", "Wilmington, DE", 39.74595, -75.54659, geocode.Locality, 1)
	wilmington.Bound = &orb.Bound{Min: orb.Point{-75.6, 39.7}, Max: orb.Point{-75.5, 39.8}}
	square := place("osm:way/2", "Rodney Square", "Rodney Square, Wilmington, DE", 39.74660, -75.54660, geocode.Venue, 0.98)
	square.Category, square.Locality = "square", "Wilmington"
	kent := place("osm:way/5", "Main Street", "Main Street, Dover, DE", 39.16, -75.52, geocode.Street, 0.95)
	kent.County = "Kent County"
	w := &world{router: &router{}, oracle: &oracle{Predictor: model}, gazetteer: &gazetteer{places: []geocode.Place{
		wilmington, square,
		place("osm:way/3", "University of Delaware", "University of Delaware, Newark, DE", 39.68, -75.7528, geocode.Venue, 0.97),
		place("osm:way/4", "Main Street", "Main Street, Newark, DE", 39.6836, -75.75, geocode.Street, 0.95),
		kent,
		place("addr:6", "", "100 King Street,\u202e Wilmington\x00, DE", 39.7412, -75.5511, geocode.Address, 0.6),
	}}}
	w.Region = &tools.Region{
		Name: "Delaware", Bound: bound, Version: "v1", Languages: []string{"en"},
		Router: w.router, Geocoder: w.gazetteer, Finder: w.gazetteer, Parser: w.gazetteer, Predictor: w.oracle,
	}
	return w
}

// andorra is a second region, far away from the first.
func andorra(tb testing.TB) *world {
	tb.Helper()
	bound := orb.Bound{Min: orb.Point{1.4, 42.4}, Max: orb.Point{1.8, 42.7}}
	model, err := predict.New(barren{}, bound)
	if err != nil {
		tb.Fatal(err)
	}
	vella := place("osm:node/11", "Andorra la Vella", "Andorra la Vella, Andorra", 42.5069, 1.5213, geocode.Locality, 1)
	vella.Country, vella.CountryCode, vella.Region, vella.County = "Andorra", "AND", "", ""
	street := place("osm:way/12", "Main Street", "Main Street, Canillo, Andorra", 42.567, 1.598, geocode.Street, 0.8)
	street.Country, street.CountryCode, street.Region, street.County = "Andorra", "AND", "", ""
	w := &world{router: &router{}, oracle: &oracle{Predictor: model}, gazetteer: &gazetteer{places: []geocode.Place{vella, street}}}
	w.Region = &tools.Region{
		Name: "Andorra", Bound: bound, Version: "v1", Languages: []string{"en"},
		Router: w.router, Geocoder: w.gazetteer, Finder: w.gazetteer, Parser: w.gazetteer, Predictor: w.oracle,
	}
	return w
}

// call runs a tool over regions.
func call(tb testing.TB, ctx context.Context, name, args string, worlds ...*world) envelope.Answer {
	tb.Helper()
	s := &shelf{}
	for _, w := range worlds {
		s.regions = append(s.regions, w.Region)
	}
	a := toolNamed(tb, name, tools.Deps{Regions: s}).Run(ctx, json.RawMessage(args))
	if s.inUse != 0 {
		tb.Errorf("%s: %d regions were not released", name, s.inUse)
	}
	return a
}

func toolNamed(tb testing.TB, name string, deps tools.Deps) tools.Tool {
	tb.Helper()
	for _, t := range tools.Registry(deps) {
		if t.Name == name {
			return t
		}
	}
	tb.Fatalf("there is no tool %s", name)
	return tools.Tool{}
}
