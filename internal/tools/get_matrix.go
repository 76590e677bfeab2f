package tools

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// GetMatrixArgs are the arguments of get_matrix.
type GetMatrixArgs struct {
	Sources       []Location     `json:"sources"`
	Targets       []Location     `json:"targets"`
	Travel        string         `json:"travel"`
	TravelOptions *TravelOptions `json:"travel_options"`
	envelope.Flags
}

// MatrixCell is the way from a source to a target.
type MatrixCell struct {
	DistanceMeters  float64 `json:"distance_meters"`
	DurationSeconds float64 `json:"duration_seconds"`
}

const (
	// maxMatrixSide bounds the sources and the targets of a matrix.
	maxMatrixSide = 50
	// maxArcs bounds the arcs of the map layer.
	maxArcs = 150
	// matrixLines is how many pairs a text block lists, unless it is unabridged.
	matrixLines = 8
)

func getMatrixTool(deps Deps) Tool {
	return newTool(deps, "get_matrix", "Distances and times between many points",
		"Finds how far and how long it is from each of 1 to 50 sources to each of 1 to 50 targets along roads and paths, in one call: "+
			"for choosing the nearest of several places, or for planning. "+
			"Answers matrix[source][target] with metres and seconds as get_directions would give them, null where there is no way. "+
			"For the way itself use get_directions.",
		true, func(a *GetMatrixArgs) *envelope.Flags { return &a.Flags }, handleGetMatrix)
}

func handleGetMatrix(ctx context.Context, c *call, a *GetMatrixArgs) error {
	var args []argument
	for _, side := range []struct {
		name string
		list []Location
	}{{"sources", a.Sources}, {"targets", a.Targets}} {
		if n := len(side.list); n < 1 || n > maxMatrixSide {
			return invalid(side.name, "has the wrong number of points", n, fmt.Sprintf("1 to %d", maxMatrixSide))
		}
		for i, l := range side.list {
			args = append(args, argument{field: fmt.Sprintf("%s[%d]", side.name, i), Location: l})
		}
	}
	mode, err := travelMode(a.Travel, routing.Auto)
	if err != nil {
		return err
	}
	req := routing.MatrixRequest{Mode: mode, Miles: c.flags.Units == envelope.Miles}
	if req.Options, err = a.TravelOptions.options(mode); err != nil {
		return err
	}
	l, err := c.locateAll(ctx, args)
	if err != nil {
		return err
	}
	if err := c.routable(l.region, mode); err != nil {
		return err
	}
	var points []orb.Point
	for _, s := range l.spots {
		points = append(points, s.point)
	}
	req.Sources, req.Targets = points[:len(a.Sources)], points[len(a.Sources):]
	x, err := l.region.Router.Matrix(ctx, req)
	var away *routing.UnroutableError
	switch {
	case errors.As(err, &away) && away.Index < len(args):
		return unroutableError(away, c.called(away.Index), c.flags.Units)
	case err != nil:
		return err
	}
	for _, w := range x.Warnings {
		c.Warn(w)
	}
	t := table{call: c, l: l, mode: mode, Matrix: x}
	t.answer()
	return nil
}

// routable checks that a region can be travelled in a mode.
func (c *call) routable(r *Region, mode routing.Mode) error {
	if modes := r.Router.Modes(); !slices.Contains(modes, mode) {
		return invalid("travel", fmt.Sprintf("is not routable in region %s", r.Name), mode, joinModes(modes))
	}
	return nil
}

// table is a matrix on its way to the answer.
type table struct {
	*call
	l    *located
	mode routing.Mode
	*routing.Matrix
}

// link is a pair of a matrix that is connected.
type link struct {
	source, target int
	routing.Cell
}

func (t *table) answer() {
	rows := make([][]*MatrixCell, len(t.Cells))
	var links []link
	for s, row := range t.Cells {
		rows[s] = make([]*MatrixCell, len(row))
		for i, cell := range row {
			if !cell.Unreachable {
				rows[s][i] = &MatrixCell{metres(cell.Distance), seconds(cell.Duration)}
				links = append(links, link{s, i, cell})
			}
		}
	}
	total := len(t.Sources) * len(t.Targets)
	slices.SortStableFunc(links, func(a, b link) int { return cmp.Compare(a.Duration, b.Duration) })
	t.headlineOf(links, total)
	t.Set("travel", t.mode)
	t.SetMatrix("matrix", rows)
	t.Set("sources", t.waypoints(t.Sources, 0))
	t.Set("targets", t.waypoints(t.Targets, len(t.Sources)))
	t.Line("%d of %d pairs are connected; rows are sources, columns targets", len(links), total)
	for _, x := range links[:t.lines(matrixLines, len(links))] {
		t.Line("%s to %s: %s, %s", t.name(x.source), t.name(len(t.Sources)+x.target), t.flags.Units.Distance(x.Distance), envelope.Duration(x.Duration))
	}
	t.draw(links)
}

// headlineOf tells of the quickest pair. links begins with it.
func (t *table) headlineOf(links []link, total int) {
	switch {
	case len(links) == 0:
		t.Headline("No target can be reached from any source: there is no way for travel %q.", t.mode)
	case total == 1:
		t.Headline("%s %s in %s from %s to %s.", verb(t.mode), t.flags.Units.Distance(links[0].Distance), envelope.Duration(links[0].Duration),
			t.name(0), t.name(1))
	default:
		x := links[0]
		t.Headline("Of %d pairs the quickest is %s to %s: %s in %s.", total, t.name(x.source), t.name(len(t.Sources)+x.target),
			t.flags.Units.Distance(x.Distance), envelope.Duration(x.Duration))
	}
}

// name is what a point is called for a reader: its place, else its number in the request.
func (t *table) name(point int) string {
	if p := t.l.spots[point].place; p != nil {
		return envelope.Clean(cmp.Or(p.Name, p.Label), 60)
	}
	if point < len(t.Sources) {
		return fmt.Sprintf("source %d", point)
	}
	return fmt.Sprintf("target %d", point-len(t.Sources))
}

// waypoints returns the rows of points as they lie on the network.
func (t *table) waypoints(list []routing.Waypoint, first int) []WaypointRow {
	rows := make([]WaypointRow, len(list))
	for i, w := range list {
		rows[i] = WaypointRow{LatLng: envelope.Spot(w.Point), OriginalIndex: w.Index, SnapDistanceMeters: metres(w.Distance)}
		if p := t.l.spots[first+i].place; p != nil {
			rows[i].Name = envelope.Clean(cmp.Or(p.Name, p.Label), envelope.MaxName)
		}
	}
	return rows
}

// draw adds the layer of arcs: all pairs, or of very many the quickest of each source.
func (t *table) draw(links []link) {
	each, label := len(t.Targets), "Travel times"
	if len(links) > maxArcs {
		each, label = max(1, maxArcs/len(t.Sources)), "Shortest travel times of each source"
		t.Warn(fmt.Sprintf("The map layer shows the %d quickest targets of each source only.", each))
	}
	drawn := make([]int, len(t.Sources))
	var arcs []envelope.Arc
	for _, x := range links {
		from, to := t.Sources[x.source].Point, t.Targets[x.target].Point
		if from == to || drawn[x.source] == each {
			continue
		}
		drawn[x.source]++
		arcs = append(arcs, envelope.Arc{
			From: from, To: to, Value: seconds(x.Duration),
			Title: fmt.Sprintf("%s → %s, %s, %s", t.name(x.source), t.name(len(t.Sources)+x.target), envelope.Duration(x.Duration), t.flags.Units.Distance(x.Distance)),
		})
	}
	if len(arcs) > 0 {
		t.Draw(envelope.ArcLayer(label, arcs))
	}
}
