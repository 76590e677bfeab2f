package tools

import (
	"context"
	"fmt"
	"slices"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/routing"
)

// LocateArgs are the arguments of locate.
type LocateArgs struct {
	Locations []Location `json:"locations"`
	Travel    string     `json:"travel"`
	envelope.Flags
}

// LocateRow tells where a point lies on the network; the zero value stands for a point that is not
// near it.
type LocateRow struct {
	Snapped        *envelope.LatLng `json:"snapped,omitempty"`
	DistanceMeters *float64         `json:"distance_meters,omitempty"`
	Edges          []EdgeRow        `json:"edges,omitempty"`
}

// EdgeRow is a road at a place.
type EdgeRow struct {
	Names     []string `json:"names,omitempty"`
	RoadClass string   `json:"road_class"`
	SpeedKPH  float64  `json:"speed_kph"`
	Surface   string   `json:"surface,omitempty"`
}

const (
	// maxLocate bounds the points of one call.
	maxLocate = 100
	// maxEdges bounds the roads that are listed at a place.
	maxEdges = 8
	// sameSpot is the distance in metres within which roads meet at one place.
	sameSpot = 0.01
	// locateLines is how many points a text block lists, unless it is unabridged.
	locateLines = 8
)

func locateTool(deps Deps) Tool {
	return newTool(deps, "locate", "Nearest road",
		"Finds for each of 1 to 100 points the nearest place on the roads and paths that a travel mode may use, and says which roads these are: "+
			"names, class, speed and surface; several where roads meet. Points far from any road give an empty row. "+
			"For addresses and places near a point use reverse_geocode.",
		true, func(a *LocateArgs) *envelope.Flags { return &a.Flags }, handleLocate)
}

func handleLocate(ctx context.Context, c *call, a *LocateArgs) error {
	if n := len(a.Locations); n < 1 || n > maxLocate {
		return invalid("locations", "has the wrong number of points", n, fmt.Sprintf("1 to %d", maxLocate))
	}
	mode, err := travelMode(a.Travel, routing.Auto)
	if err != nil {
		return err
	}
	args := make([]argument, len(a.Locations))
	for i, l := range a.Locations {
		args[i] = argument{field: fmt.Sprintf("locations[%d]", i), Location: l}
	}
	l, err := c.locateAll(ctx, args)
	if err != nil {
		return err
	}
	if err := c.routable(l.region, mode); err != nil {
		return err
	}
	rows := make([]LocateRow, len(l.spots))
	var features []envelope.PointFeature
	for i, s := range l.spots {
		snaps, err := l.region.Router.Snap(ctx, mode, s.point, maxEdges, routing.MaxSnapMetres)
		if err != nil {
			return err
		}
		if len(snaps) == 0 {
			continue
		}
		rows[i] = locateRow(snaps)
		features = append(features, envelope.PointFeature{Point: snaps[0].Point, Properties: rows[i]})
	}
	c.locateAnswer(mode, rows, len(features))
	if len(features) > 0 {
		c.Draw(envelope.PointLayer("On the network", features))
	}
	return nil
}

// locateRow turns snaps, nearest first, into a row. Roads that are farther away than the nearest are
// none of the place's.
func locateRow(snaps []routing.Snap) LocateRow {
	at, distance := envelope.Spot(snaps[0].Point), metres(snaps[0].Distance)
	row := LocateRow{Snapped: &at, DistanceMeters: &distance}
	for _, s := range snaps {
		if s.Distance > snaps[0].Distance+sameSpot {
			break
		}
		e := EdgeRow{RoadClass: s.Edge.RoadClass, SpeedKPH: envelope.Round(s.Edge.SpeedKPH, 1), Surface: envelope.Clean(s.Edge.Surface, 60)}
		for _, name := range s.Streets {
			e.Names = append(e.Names, envelope.Clean(name, envelope.MaxName))
		}
		same := func(o EdgeRow) bool {
			return slices.Equal(o.Names, e.Names) && o.RoadClass == e.RoadClass && o.SpeedKPH == e.SpeedKPH && o.Surface == e.Surface
		}
		if !slices.ContainsFunc(row.Edges, same) {
			row.Edges = append(row.Edges, e)
		}
	}
	return row
}

func (c *call) locateAnswer(mode routing.Mode, rows []LocateRow, found int) {
	switch {
	case found == 0:
		c.Headline("No point is near a road or path for travel %q.", mode)
	case len(rows) == 1:
		c.Headline("The nearest place on the %s network is %s away, on %s.", mode, c.flags.Units.Distance(*rows[0].DistanceMeters), rows[0].Edges[0].name())
	default:
		c.Headline("%d of %d points are near the %s network.", found, len(rows), mode)
	}
	c.Set("travel", mode)
	c.Set("results", rows)
	for i, row := range rows[:c.lines(locateLines, len(rows))] {
		if row.Snapped == nil {
			c.Line("Location %d: not near any road", i)
			continue
		}
		e := &row.Edges[0]
		c.Line("Location %d: %s, %s away, %s (%s, %g km/h)", i, spot(*row.Snapped), c.flags.Units.Distance(*row.DistanceMeters), e.name(), e.RoadClass, e.SpeedKPH)
	}
}

// name is what to call the road in a sentence.
func (e *EdgeRow) name() string {
	if len(e.Names) > 0 {
		return envelope.Clean(e.Names[0], 60)
	}
	return "a road without a name"
}
