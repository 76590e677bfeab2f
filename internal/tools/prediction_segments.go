package tools

import (
	"context"
	"fmt"
	"slices"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// SegmentRow is a part of the area for one team.
type SegmentRow struct {
	Name                      string         `json:"name"`
	AreaSquareMeters          float64        `json:"area_square_meters"`
	Probability               float64        `json:"probability"`
	DensityPerSquareKilometer float64        `json:"density_per_square_kilometer"`
	Access                    *SegmentAccess `json:"access,omitempty"`
	Hexes                     []string       `json:"hexes,omitempty"`
}

// SegmentAccess is where a vehicle gets nearest to the middle of a segment.
type SegmentAccess struct {
	envelope.LatLng
	Name string `json:"name,omitempty"`
}

const (
	// accessMetres is how far from the middle of a segment a road may lie to give access to it.
	accessMetres = 5000
	// accessRoads is how many of the nearest roads are looked at for one where a vehicle can stop.
	accessRoads = 8
	// outlinePoints is the number of corners that a segment is drawn with.
	outlinePoints = 80
)

// segmentRows describes the segments of a surface.
func segmentRows(ctx context.Context, router routing.Engine, s *predict.Surface) ([]SegmentRow, error) {
	rows := make([]SegmentRow, len(s.Segments))
	drivable := slices.Contains(router.Modes(), routing.Auto)
	for i, seg := range s.Segments {
		row := &rows[i]
		*row = SegmentRow{
			Name: seg.Name, AreaSquareMeters: envelope.Round(seg.Area, 0), Probability: significant(seg.Probability),
			DensityPerSquareKilometer: significant(seg.Probability / seg.Area * 1e6), Hexes: make([]string, len(seg.Cells)),
		}
		for k, c := range seg.Cells {
			row.Hexes[k] = s.Cells[c].Hex
		}
		if !drivable {
			continue
		}
		snaps, err := router.Snap(ctx, routing.Auto, seg.Center, accessRoads, accessMetres)
		if err != nil {
			return nil, err
		}
		for _, snap := range snaps {
			if class := snap.Edge.RoadClass; class == "motorway" || class == "motorway_link" || class == "ferry" {
				continue // no place to stop
			}
			row.Access = &SegmentAccess{LatLng: envelope.Spot(snap.Point)}
			if len(snap.Streets) > 0 {
				row.Access.Name = envelope.Clean(snap.Streets[0], envelope.MaxName)
			}
			break
		}
	}
	return rows, nil
}

// setSegments sets the segments. Their cells are left out with the other cells, and when there are so
// many that the answer is too large.
func (c *call) setSegments(rows []SegmentRow) {
	if len(rows) == 0 {
		return
	}
	bare := func() {
		rows = slices.Clone(rows)
		for i := range rows {
			rows[i].Hexes = nil
		}
	}
	if !c.flags.Hexes() {
		bare()
	}
	c.SetRaw("segments", rows)
	c.Cut("The cells of the segments are left out to keep the answer small; a coarser resolution has fewer.", func() bool {
		if rows[0].Hexes == nil {
			return false
		}
		bare()
		c.SetRaw("segments", rows)
		return true
	})
}

// segmentLines adds the best segments to the text block.
func (c *call) segmentLines(rows []SegmentRow) {
	for _, r := range rows[:min(4, len(rows))] {
		line := fmt.Sprintf("Segment %s: %.1f %% of like cases in %.2f km²", r.Name, 100*r.Probability, r.AreaSquareMeters/1e6)
		if r.Access != nil {
			line += fmt.Sprintf(", by car at %g, %g %s", r.Access.Lat, r.Access.Lng, r.Access.Name)
		}
		c.Line("%s", envelope.Clean(line, 110))
	}
}

// drawSegments draws a layer for each segment, the least dense first.
func (c *call) drawSegments(s *predict.Surface) {
	for i := len(s.Segments) - 1; i >= 0; i-- {
		seg := &s.Segments[i]
		label := fmt.Sprintf("Segment %s, %.1f %% in %.2f km²", seg.Name, 100*seg.Probability, seg.Area/1e6)
		outline := geo.ThinArea(append(orb.MultiPolygon(nil), seg.Outline...), outlinePoints)
		c.Draw(envelope.PolygonLayer(label, envelope.NewArea(outline), envelope.Measure{Metric: "probability", Value: significant(seg.Probability)},
			&envelope.ColorHint{Color: segmentColors[i%len(segmentColors)]}))
	}
}

// segmentColors tell neighbouring segments apart.
var segmentColors = [...]string{"#e41a1c", "#ff7f00", "#984ea3", "#4daf4a", "#a65628", "#f781bf", "#999999"}
