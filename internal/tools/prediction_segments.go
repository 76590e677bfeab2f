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
	// outlinePoints is the number of corners that an answer draws all segments with, as far as each keeps
	// leastPoints; exports have all.
	outlinePoints, leastPoints = 140, 14
	// leastOutlines is how many segments an answer draws at least, and leastRows how many it lists.
	leastOutlines, leastRows = 4, 10
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
			if class := snap.Edge.RoadClass; class == "motorway" || class == "motorway_link" || class == "ferry" || snap.Edge.Tunnel {
				continue // no place to stop, or none to get out to the segment
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

// segmentCells lists the cells of the segments, at first all of them and then ever coarser ones.
type segmentCells struct {
	drawing    *predictionDrawing
	all        [][]string // in the surface's resolution
	resolution int
	rows       int // segments that are listed
}

// segmentCells sets the segments with all their cells. These are left out with the other cells.
func (p *predictionDrawing) segmentCells() *segmentCells {
	s := &segmentCells{drawing: p, resolution: p.surface.Resolution, rows: len(p.segments)}
	if len(p.segments) == 0 {
		return s
	}
	p.SetRaw("segments_count", len(p.segments))
	for i := range p.segments {
		s.all = append(s.all, p.segments[i].Hexes)
	}
	if p.flags.Hexes() {
		s.set(s.all)
	} else {
		s.leaveOut()
	}
	return s
}

func (s *segmentCells) set(hexes [][]string) {
	for i := range hexes {
		s.drawing.segments[i].Hexes = hexes[i]
	}
	s.drawing.SetRaw("segments", s.drawing.segments)
	s.drawing.SetRaw("segments_resolution", s.resolution)
}

// coarsen describes the segments by the cells of the next coarser resolution. It stops where a segment
// would have none.
func (s *segmentCells) coarsen() bool {
	if !s.shown() {
		return false
	}
	next := make([][]string, len(s.all))
	for i, hexes := range s.all {
		if next[i] = predict.Coarser(hexes, s.resolution-1); len(next[i]) == 0 {
			return false
		}
	}
	s.resolution--
	s.set(next)
	return true
}

func (s *segmentCells) shown() bool { return len(s.all) > 0 && s.drawing.segments[0].Hexes != nil }

// leaveOut leaves all cells out.
func (s *segmentCells) leaveOut() {
	for i := range s.drawing.segments {
		s.drawing.segments[i].Hexes = nil
	}
	s.drawing.SetRaw("segments", s.drawing.segments)
}

// shorten leaves out the cells of the least dense segments that list theirs.
func (s *segmentCells) shorten() bool {
	rows := s.drawing.segments
	n := 0
	for n < len(rows) && rows[n].Hexes != nil {
		n++
	}
	for i := n - max(1, n/8); i >= 0 && i < n; i++ {
		rows[i].Hexes = nil
	}
	s.drawing.SetRaw("segments", rows)
	return n > 0
}

// drop leaves out the least dense segments that are listed.
func (s *segmentCells) drop() bool {
	if s.rows <= leastRows {
		return false
	}
	s.rows = max(leastRows, s.rows-max(1, s.rows/12))
	s.drawing.SetRaw("segments", s.drawing.segments[:s.rows])
	return true
}

// size says how much of the probability a segment holds, and how large it is.
func (r *SegmentRow) size(u envelope.Units) string {
	square, unit := u.Square()
	return fmt.Sprintf("%.1f %% in %.2f %s", 100*r.Probability, r.AreaSquareMeters/square, unit)
}

// richness says the same and how much a square kilometre or mile of it holds, by which segments stand in order.
func (r *SegmentRow) richness(u envelope.Units) string {
	square, unit := u.Square()
	return fmt.Sprintf("%s, %.3g %% a %s", r.size(u), 100*r.DensityPerSquareKilometer*square/1e6, unit)
}

// where says where a car gets to a segment.
func (a *SegmentAccess) where() string {
	at := fmt.Sprintf("%.5f, %.5f", a.Lat, a.Lng)
	if a.Name == "" {
		return at
	}
	return fmt.Sprintf("%s (%s)", envelope.Clean(a.Name, 40), at) // the position must not be cut off behind a long name
}

// segmentLines adds the best segments to the text block.
func (c *call) segmentLines(rows []SegmentRow) {
	for i := range rows[:c.lines(maxSegmentLines, len(rows))] {
		r := &rows[i]
		size := r.size(c.flags.Units)
		if c.Unabridged() {
			size = r.richness(c.flags.Units)
		}
		line := fmt.Sprintf("Segment %s: %s", r.Name, size)
		if r.Access != nil {
			line += "; by car to " + r.Access.where()
		}
		c.Line("%s", envelope.Clean(line, 130))
	}
}

// maxSegmentLines is how many segments the text block lists.
const maxSegmentLines = 3

// cutSegments makes segments smaller where the answer has no room for them: first the least dense are not drawn, then they
// do not list their cells either, and last they are left out.
func (p *predictionDrawing) cutSegments(cells *segmentCells) {
	more := ""
	if !p.exact {
		more = ", and max_cells asks for more"
	}
	p.cut("Only the densest segments are drawn, to keep the answer small; exports draw all"+more+".", func() bool {
		return p.SetAside("Segments", leastOutlines)
	})
	p.cut("Segments list their cells only as far as the answer has room, the densest first; exports have those of all"+more+".", cells.shorten)
	p.cut("Only the densest segments are listed, to keep the answer small; segments_count counts all, exports have all"+more+".", cells.drop)
}

// drawSegments draws a layer for each segment, the least dense first.
func (p *predictionDrawing) drawSegments() {
	outlines := make([]orb.MultiPolygon, len(p.surface.Segments))
	for i := range outlines {
		outlines[i] = p.surface.Segments[i].Outline
	}
	// Neighbours share their borders, thinned once for both.
	outlines = geo.ThinCoverage(outlines, max(leastPoints*len(outlines), outlinePoints))
	for i := len(p.surface.Segments) - 1; i >= 0; i-- {
		seg, row := &p.surface.Segments[i], &p.segments[i]
		title, size := "Segment "+seg.Name, row.size(p.flags.Units)
		text := row.richness(p.flags.Units)
		if row.Access != nil {
			text += "; by car to " + row.Access.where()
		}
		p.Draw(envelope.PolygonLayer(title+", "+size, envelope.NewArea(seg.Outline).Outlined(outlines[i]), envelope.Measure{Metric: "probability", Value: significant(seg.Probability)},
			&envelope.ColorHint{Color: segmentColors[i%len(segmentColors)]}).In("Segments").Backed(envelope.Faint).
			Noted(envelope.Note{Title: fmt.Sprintf("%s, %.1f %%", title, 100*seg.Probability), Text: text, Facts: row.facts()}))
	}
}

// segmentFacts are the properties of a segment in exports, flat as map programs like them.
type segmentFacts struct {
	Segment                   string  `json:"segment"`
	Probability               float64 `json:"probability"`
	AreaSquareMeters          float64 `json:"area_square_meters"`
	DensityPerSquareKilometer float64 `json:"density_per_square_kilometer"`
	AccessName                string  `json:"access_name,omitempty"`
	AccessLat                 float64 `json:"access_lat,omitempty"`
	AccessLng                 float64 `json:"access_lng,omitempty"`
}

func (r *SegmentRow) facts() segmentFacts {
	f := segmentFacts{Segment: r.Name, Probability: r.Probability, AreaSquareMeters: r.AreaSquareMeters, DensityPerSquareKilometer: r.DensityPerSquareKilometer}
	if a := r.Access; a != nil {
		f.AccessName, f.AccessLat, f.AccessLng = a.Name, a.Lat, a.Lng
	}
	return f
}

// drawAccess marks for exports where cars get to the segments.
func (p *predictionDrawing) drawAccess() {
	type row struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		Segment     string `json:"segment"`
		Road        string `json:"road,omitempty"`
		envelope.LatLng
	}
	var points []envelope.PointFeature
	for _, s := range p.segments {
		if s.Access != nil {
			points = append(points, envelope.PointFeature{
				Point: orb.Point{s.Access.Lng, s.Access.Lat}, Properties: row{
					"Access " + s.Name, "By car to segment " + s.Name + ": " + s.Access.where(), s.Name, s.Access.Name, s.Access.LatLng,
				},
			})
		}
	}
	p.Draw(envelope.PointLayer("Vehicle access", points).Marked(envelope.AccessMark).Aside())
}

// segmentColors tell neighbouring segments apart.
var segmentColors = [...]string{"#e41a1c", "#ff7f00", "#984ea3", "#4daf4a", "#a65628", "#f781bf", "#999999"}
