package tools

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/paulmach/orb"
)

// predictionDrawing puts the bulk of a prediction into its answer: cells, segments and layers, cut to the
// size of an answer.
type predictionDrawing struct {
	*call
	surface  *predict.Surface
	segments []SegmentRow
	searched []predict.Search
	at       time.Time // the moment asked for
	coverage *predictionCoverage
	exact    bool // the caller said how many cells to list, so only the hard limit cuts them
}

// minCells is how far the list of cells may be cut, leastCells where segments need the room. The best are
// in top_results in any case.
const minCells, leastCells = 50, 20

// ringColors go from the innermost ring to the outermost.
var ringColors = [...]string{"#08519c", "#3182bd", "#6baed6", "#bdd7e7"}

const (
	searchedColor = "#525252"
	areaColor     = "#252525"
)

// draw sets cells and segments and draws the layers, from the lowest: rings, segments, cells, the starting
// point. Exports show more: the area asked for, what was searched, and where cars get to the segments.
func (p *predictionDrawing) draw(maxCells int) {
	p.Caption(fmt.Sprintf("Search priority, %s, %s", p.surface.Profile, p.at.Format("2006-01-02 15:04 MST")), predict.Caution)
	// The cells of segments shrink first, since they are given by fewer, larger ones.
	cells := p.segmentCells()
	p.cut(p.cutWords(), once(cells.coarsen))
	layer := p.cells(maxCells)
	p.cut(p.cutWords(), cells.coarsen)
	p.cutSegments(cells)

	p.Draw(envelope.PolygonLayer("Area", envelope.NewArea(p.surface.Area), envelope.Measure{Metric: "probability", Value: significant(p.surface.MassInside)},
		&envelope.ColorHint{Color: areaColor}).Backed(envelope.Hollow).Aside().
		Noted(envelope.Note{Text: share(p.surface.MassInside) + " of the probability lies in the area asked for"}))
	p.drawRings()
	p.drawSearched()
	p.drawSegments()
	p.Draw(layer)
	p.drawAccess()
	if at := p.surface.Anchor; at != nil {
		p.Draw(envelope.PointLayer("Initial planning point", []envelope.PointFeature{{Point: *at, Properties: struct {
			Name string `json:"name"`
			envelope.LatLng
		}{"Initial planning point", envelope.Spot(*at)}}}).Marked(envelope.StartMark))
	}
}

// cut registers a way of making the answer smaller: for its ordinary size, or when the caller said how
// many cells to list, for the hard limit only.
func (p *predictionDrawing) cut(warning string, once func() bool) {
	if p.exact {
		p.Builder.Cut(warning, once)
	} else {
		p.CutSoft(warning, once)
	}
}

// cutWords says what is missing once cells are cut.
func (p *predictionDrawing) cutWords() string {
	words := "Only the best cells are listed and drawn"
	if p.exact {
		words = "Fewer cells are listed and drawn than were asked for, to keep the answer small"
	}
	if len(p.segments) > 0 {
		words += ", segments by larger ones (segments_resolution)"
	}
	words += "; coverage counts them all"
	if !p.exact {
		words += ", max_cells asks for more"
	}
	return words + "."
}

// once lets a cut be made a single time.
func once(cut func() bool) func() bool {
	done := false
	return func() bool {
		if done {
			return false
		}
		done = true
		return cut()
	}
}

// cells sets the list of cells and returns their layer.
func (p *predictionDrawing) cells(maxCells int) envelope.Layer {
	s := p.surface
	cells := &envelope.Cells{
		Resolution: s.Resolution, Values: make([]envelope.CellValue, len(s.Cells)), Shown: min(maxCells, len(s.Cells)),
		Range: [2]float64{0, maxScore}, Outline: predict.Outline, Describe: p.describeCells(),
	}
	rows := make([]CellRow, cells.Shown)
	for i := range s.Cells {
		cells.Values[i] = envelope.CellValue{Hex: s.Cells[i].Hex, Value: float64(s.Cells[i].Score)}
		if i < len(rows) {
			rows[i] = CellRow{s.Cells[i].Hex, s.Cells[i].Score}
		}
	}
	listed := p.flags.Hexes() || p.flags.Render()
	show := func(n int) {
		cells.Shown = n
		if p.flags.Hexes() {
			p.SetRaw("cells", rows[:n])
		}
		if listed {
			p.coverage.CellsListed = n
		}
	}
	show(cells.Shown)
	least := minCells
	if len(p.segments) > 0 {
		least = leastCells
	}
	p.cut(p.cutWords(), func() bool {
		if cells.Shown <= least || !listed {
			return false
		}
		show(max(least, cells.Shown-max(10, cells.Shown/12)))
		return true
	})
	return envelope.CellLayer("Search priority", cells)
}

// cellFacts are the properties of a cell in exports.
type cellFacts struct {
	Rank        int     `json:"rank"`
	Score       int     `json:"score"`
	Probability float64 `json:"probability"`
	Segment     string  `json:"segment,omitempty"`
	Drivers     string  `json:"drivers,omitempty"`
}

// describeCells returns how exports describe each cell: by its rank, with zeros in front so that lists
// sorted by name are sorted by rank, and its share of the probability.
func (p *predictionDrawing) describeCells() func(i int) envelope.Note {
	cells := p.surface.Cells
	segments := make([]string, len(cells))
	for _, seg := range p.surface.Segments {
		for _, i := range seg.Cells {
			segments[i] = seg.Name
		}
	}
	digits := len(strconv.Itoa(len(cells)))
	return func(i int) envelope.Note {
		cell := &cells[i]
		facts := cellFacts{i + 1, cell.Score, significant(cell.Probability), segments[i], strings.Join(cleanAll(cell.Drivers), ", ")}
		text := fmt.Sprintf("%s of the probability, score %d of %d", share(cell.Probability), cell.Score, maxScore)
		if facts.Segment != "" {
			text += ", in segment " + facts.Segment
		}
		if facts.Drivers != "" {
			text += ": " + facts.Drivers
		}
		return envelope.Note{Title: fmt.Sprintf("#%0*d, %s", digits, i+1, share(cell.Probability)), Text: text, Facts: facts}
	}
}

// share writes a probability in percent with two digits that count; what is next to nothing is said to be.
func share(p float64) string {
	if p < 0.0001 {
		return "under 0.01 %"
	}
	return fmt.Sprintf("%.2g %%", 100*p)
}

// drawRings draws the distance rings, the largest first.
func (p *predictionDrawing) drawRings() {
	if p.surface.Anchor == nil {
		return
	}
	for i := len(p.surface.Rings) - 1; i >= 0; i-- {
		r := p.surface.Rings[i]
		within := p.flags.Units.Distance(r.Radius)
		area := envelope.NewArea(orb.MultiPolygon{{circle(*p.surface.Anchor, r.Radius, exportCorners)}}).
			Drawn(orb.MultiPolygon{{circle(*p.surface.Anchor, r.Radius, ringCorners)}})
		title := fmt.Sprintf("%g %% ring", r.Percent)
		p.Draw(envelope.PolygonLayer(title+", "+within, area, envelope.Measure{Metric: "percent", Value: r.Percent},
			&envelope.ColorHint{Color: ringColors[min(i, len(ringColors)-1)]}).
			In("Rings").Backed(envelope.Hollow).Noted(envelope.Note{
			Title: title, Text: fmt.Sprintf("%g %% of comparable cases in the statistics were found within %s", r.Percent, within),
			Facts: RingRow{r.Percent, envelope.Round(r.Radius, 0)},
		}))
	}
}

// drawSearched draws what was searched, for exports.
func (p *predictionDrawing) drawSearched() {
	for i, s := range p.searched {
		title := fmt.Sprintf("Searched %d", i+1)
		p.Draw(envelope.PolygonLayer(fmt.Sprintf("%s, POD %g %%", title, envelope.Round(100*s.POD, 1)), envelope.NewArea(s.Area),
			envelope.Measure{Metric: "pod", Value: s.POD}, &envelope.ColorHint{Color: searchedColor}).In("Searched").Backed(envelope.Faint).Aside())
	}
}

const (
	// exportCorners is the number of corners of a ring in an export, ringCorners in an answer.
	exportCorners, ringCorners = 72, 16
)

// circle draws a circle, counter-clockwise, as a polygon of the same area.
func circle(centre orb.Point, radius float64, corners int) orb.Ring {
	ruler := geo.NewRuler(centre)
	step := 2 * math.Pi / float64(corners)
	radius *= math.Sqrt(step / math.Sin(step))
	ring := make(orb.Ring, 0, corners+1)
	for i := range corners {
		sin, cos := math.Sincos(step * float64(i))
		ring = append(ring, ruler.Point(radius*cos, radius*sin))
	}
	return append(ring, ring[0])
}
