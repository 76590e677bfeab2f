package tools

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// GetIsochroneArgs are the arguments of get_isochrone.
type GetIsochroneArgs struct {
	Location      Location       `json:"location"`
	Contours      []ContourArg   `json:"contours"`
	Travel        string         `json:"travel"`
	TravelOptions *TravelOptions `json:"travel_options"`
	Denoise       *float64       `json:"denoise"`
	Direction     string         `json:"direction"`
	envelope.Flags
}

// ContourArg is one limit: minutes or kilometres.
type ContourArg struct {
	Time     *float64 `json:"time"`
	Distance *float64 `json:"distance"`
}

// ContourRow is one area of the answer.
type ContourRow struct {
	Metric           string            `json:"metric"`
	Value            float64           `json:"value"`
	AreaSquareMeters float64           `json:"area_square_meters"`
	Geometry         *envelope.Surface `json:"geometry,omitempty"`
}

// The ranges of contours.
const (
	maxContours   = 4
	maxMinutes    = 24 * 60
	maxKilometres = 500
)

func getIsochroneTool(deps Deps) Tool {
	return newTool(deps, "get_isochrone", "Area within reach",
		"Draws the area that can be reached from a place within given minutes or kilometres along roads and paths, on foot, by bicycle, car, truck or bus; "+
			"with direction \"to\", the area from which the place can be reached. Up to 4 limits in one call. "+
			"Answers the size and outline of each area and polygon layers in render. For the way to a single place use get_directions.",
		true, func(a *GetIsochroneArgs) *envelope.Flags { return &a.Flags }, handleGetIsochrone)
}

func handleGetIsochrone(ctx context.Context, c *call, a *GetIsochroneArgs) error {
	mode, err := travelMode(a.Travel, routing.Pedestrian)
	if err != nil {
		return err
	}
	req := routing.IsochroneRequest{Mode: mode, Denoise: 0.5, Direction: routing.From, MaxPoints: contourPoints(len(a.Contours), c.flags.Geometry())}
	if req.Options, err = a.TravelOptions.options(mode); err != nil {
		return err
	}
	if req.Contours, err = contours(a.Contours); err != nil {
		return err
	}
	if a.Denoise != nil {
		if !(*a.Denoise >= 0 && *a.Denoise <= 1) {
			return invalid("denoise", "is out of range", number(*a.Denoise), "0 (keep all islands) to 1 (keep only the largest)")
		}
		req.Denoise = *a.Denoise
	}
	switch d := routing.Direction(a.Direction); d {
	case "":
	case routing.From, routing.To:
		req.Direction = d
	default:
		return invalid("direction", "is neither from nor to", a.Direction, "from or to")
	}
	l, err := c.locate(ctx, "location", a.Location)
	if err != nil {
		return err
	}
	if !slices.Contains(l.region.Router.Modes(), mode) {
		return invalid("travel", fmt.Sprintf("is not routable in region %s", l.region.Name), mode, joinModes(l.region.Router.Modes()))
	}
	req.Origin = l.spots[0].point
	iso, err := l.region.Router.Isochrone(ctx, req)
	if err != nil {
		return err
	}
	for _, w := range iso.Warnings {
		c.Warn(w)
	}
	c.isochroneAnswer(l, &req, iso)
	if i := slices.IndexFunc(iso.Areas, func(a routing.Area) bool { return reachesEdge(a.Geometry, l.region.Bound) }); i >= 0 {
		c.Warn(fmt.Sprintf("The area reaches the edge of region %s; roads beyond it are not known here, so the true area may be larger.", l.region.Name))
	}
	return nil
}

// edgeDegrees is how near to a side of a region's box an area reaches the edge: about a kilometre.
const edgeDegrees = 0.01

// reachesEdge tells whether an area comes near a side of the region's box, where roads may have been cut off.
func reachesEdge(area orb.MultiPolygon, region orb.Bound) bool {
	inner := geo.GrowBox([4]float64{region.Min[0], region.Min[1], region.Max[0], region.Max[1]}, -edgeDegrees)
	return slices.ContainsFunc(area, func(part orb.Polygon) bool {
		return slices.ContainsFunc(part[0], func(p orb.Point) bool { return !geo.BoxContains(inner, p) })
	})
}

// contours checks the limits and turns them into seconds and metres.
func contours(args []ContourArg) ([]routing.Contour, error) {
	if n := len(args); n < 1 || n > maxContours {
		return nil, invalid("contours", "has the wrong number of limits", n, fmt.Sprintf("1 to %d", maxContours))
	}
	out := make([]routing.Contour, len(args))
	for i, a := range args {
		field := fmt.Sprintf("contours[%d]", i)
		switch {
		case (a.Time == nil) == (a.Distance == nil):
			return nil, invalid(field, "must have either time or distance", nil, `{"time": minutes} or {"distance": kilometres}`)
		case a.Time != nil:
			if !(*a.Time > 0 && *a.Time <= maxMinutes) {
				return nil, invalid(field+".time", "is out of range", number(*a.Time), fmt.Sprintf("more than 0, up to %d minutes", maxMinutes))
			}
			out[i] = routing.Contour{Metric: routing.ByTime, Value: *a.Time * 60}
		default:
			if !(*a.Distance > 0 && *a.Distance <= maxKilometres) {
				return nil, invalid(field+".distance", "is out of range", number(*a.Distance), fmt.Sprintf("more than 0, up to %d kilometres", maxKilometres))
			}
			out[i] = routing.Contour{Metric: routing.ByDistance, Value: *a.Distance * 1000}
		}
		if j := slices.Index(out[:i], out[i]); j >= 0 {
			return nil, invalid(field, fmt.Sprintf("repeats contours[%d]", j), contourValue(out[i]), "different limits")
		}
	}
	return out, nil
}

// contourValue is a limit in the unit of the request: minutes or kilometres.
func contourValue(k routing.Contour) float64 {
	if k.Metric == routing.ByTime {
		return envelope.Round(k.Value/60, 4)
	}
	return envelope.Round(k.Value/1000, 4)
}

// contourName names a limit for a reader.
func contourName(k routing.Contour, units envelope.Units) string {
	if k.Metric == routing.ByTime {
		return envelope.Duration(k.Value)
	}
	return units.Distance(k.Value)
}

// contourColors go from the largest area, which is lightest, to the smallest.
var contourColors = [maxContours]string{"#fdcc8a", "#fc8d59", "#e34a33", "#b30000"}

func (c *call) isochroneAnswer(l *located, req *routing.IsochroneRequest, iso *routing.Isochrone) {
	units := c.flags.Units
	rows, areas := make([]ContourRow, len(iso.Areas)), make([]*envelope.Area, len(iso.Areas))
	order := make([]int, len(iso.Areas))
	for i := range iso.Areas {
		area := &iso.Areas[i]
		areas[i] = envelope.NewArea(area.Geometry).Outlined(area.Outline)
		rows[i] = ContourRow{string(area.Metric), contourValue(area.Contour), envelope.Round(area.Size, 0), c.Surface(areas[i])}
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(iso.Areas[j].Size, iso.Areas[i].Size) })
	largest := &iso.Areas[order[0]]
	where := coordinates(req.Origin)
	if p := l.spots[0].place; p != nil {
		where = envelope.Clean(cmp.Or(p.Name, p.Label), 80)
	}
	word := "from"
	if req.Direction == routing.To {
		word = "to"
	}
	c.Headline("%s within %s %s %s covers %s.", reach(req.Mode), contourName(largest.Contour, units), word, where, units.Area(largest.Size))
	origin := WaypointRow{LatLng: envelope.Spot(iso.Origin.Point), OriginalIndex: 0, SnapDistanceMeters: metres(iso.Origin.Distance)}
	if p := l.spots[0].place; p != nil {
		origin.Name = envelope.Clean(cmp.Or(p.Name, p.Label), envelope.MaxName)
	}
	c.Set("origin", origin)
	c.Set("travel", req.Mode)
	c.Set("direction", req.Direction)
	c.Set("contours", rows)
	c.Line("Origin %s, on the network at %s (%s away)", coordinates(req.Origin), spot(origin.LatLng), units.Distance(iso.Origin.Distance))
	for rank, i := range order {
		area := &iso.Areas[i]
		name := contourName(area.Contour, units)
		c.Line("%s: %s in %s", name, units.Area(area.Size), parts(len(area.Geometry)))
		c.Draw(envelope.PolygonLayer(fmt.Sprintf("%s within %s", reach(req.Mode), name), areas[i],
			envelope.Measure{Metric: string(area.Metric), Value: contourValue(area.Contour)},
			&envelope.ColorHint{Color: contourColors[rank+maxContours-len(order)]}).In("Reach").Noted(envelope.Note{
			Text: fmt.Sprintf("%s in %s", units.Area(area.Size), parts(len(area.Geometry))),
			Facts: struct {
				AreaSquareMeters float64 `json:"area_square_meters"`
			}{rows[i].AreaSquareMeters},
		}))
	}
}

func parts(n int) string {
	if n == 1 {
		return "1 part"
	}
	return fmt.Sprintf("%d parts", n)
}

// contourPoints is how many points each of n outlines may have so that an answer has room for all of
// them as they are, twice with raw geometry. Thinned once more, each by itself, they would no longer
// lie within one another.
func contourPoints(n int, raw bool) int {
	const (
		room     = 20_000 // bytes of an answer that are left for outlines
		position = 22     // bytes of a position
	)
	if raw {
		n *= 2
	}
	return min(envelope.MaxPoints, room/position/max(1, n))
}

// reach is how a mode reaches an area, for labels.
func reach(mode routing.Mode) string {
	switch mode {
	case routing.Bicycle:
		return "Cycling"
	case routing.Pedestrian:
		return "Walking"
	}
	return "Driving"
}
