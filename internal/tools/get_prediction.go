package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/predict"
)

// GetPredictionArgs are the arguments of get_prediction.
type GetPredictionArgs struct {
	Profile           string          `json:"profile"`
	AreaType          string          `json:"area_type"`
	Center            *Location       `json:"center"`
	RadiusM           *float64        `json:"radius_m"`
	Polygon           json.RawMessage `json:"polygon"`
	Path              json.RawMessage `json:"path"`
	BufferM           *float64        `json:"buffer_m"`
	Datetime          string          `json:"datetime"`
	AgeYears          *float64        `json:"age_years"`
	InitialBearingDeg *float64        `json:"initial_bearing_deg"`
	LastKnownPoint    *Location       `json:"last_known_point"`
	LastSeenAt        *string         `json:"last_seen_at"`
	Searched          []SearchedArea  `json:"searched"`
	Resolution        *int            `json:"resolution"`
	Segments          *int            `json:"segments"`
	Weather           *WeatherArg     `json:"weather"`
	MaxCells          *int            `json:"max_cells"`
	envelope.Flags
}

// WeatherArg is the weather at the time of the scenario.
type WeatherArg struct {
	Temperature   *float64 `json:"temperature"`
	Precipitation *float64 `json:"precipitation"`
	Wind          *float64 `json:"wind"`
}

// SearchedArea is an area that was searched without a find.
type SearchedArea struct {
	Polygon json.RawMessage `json:"polygon"`
	POD     *float64        `json:"pod"`
}

func getPredictionTool(deps Deps) Tool {
	return newTool(deps, "get_prediction", "Where to search first",
		"Ranks where to search first for a missing person: published distance statistics for the profile, spread over H3 hexagons by direction, ground and walking distance. "+
			"Give a circle round the last known point (center, radius_m), a polygon or a path; last_seen_at and searched update it, segments divides it among teams. "+
			"Answers top_results (50 best cells, score 0-30, reasons), distance rings and an h3-cells layer. "+
			"A decision aid from averages, not a forecast for one person: in an emergency call the police or rescue service first.",
		false, func(a *GetPredictionArgs) *envelope.Flags { return &a.Flags },
		func(ctx context.Context, c *call, a *GetPredictionArgs) error {
			return handleGetPrediction(ctx, c, a, deps.Weather)
		})
}

const (
	topResults      = 50
	defaultMaxCells = 300
	maxScore        = 30
)

// TopRow is one of the best cells.
type TopRow struct {
	Hex         string   `json:"hex"`
	Score       int      `json:"score"`
	Lat         float64  `json:"lat"`
	Lng         float64  `json:"lng"`
	Probability float64  `json:"probability"`
	Segment     string   `json:"segment,omitempty"` // its name, when segments were asked for
	Drivers     []string `json:"drivers,omitempty"`
}

// CellRow is one cell of the list.
type CellRow struct {
	Hex   string `json:"hex"`
	Score int    `json:"score"`
}

// RingRow is a distance of the published statistics.
type RingRow struct {
	Percent      float64 `json:"percent"`
	RadiusMeters float64 `json:"radius_meters"`
}

type predictionSummary struct {
	HexCount         int               `json:"hex_count"`
	ProcessingTimeMS *envelope.Varying `json:"processing_time_ms"`
}

type predictionCoverage struct {
	TopN               int     `json:"top_n"`
	TotalCount         int     `json:"total_count"`
	CoveragePercent    float64 `json:"coverage_percent"`    // share of the score in the top rows
	ProbabilityPercent float64 `json:"probability_percent"` // share of the area's probability in them
	CellsListed        int     `json:"cells_listed"`
	Truncated          bool    `json:"truncated,omitempty"`
}

func handleGetPrediction(ctx context.Context, c *call, a *GetPredictionArgs, source WeatherSource) error {
	started := time.Now()
	maxCells, err := within("max_cells", a.MaxCells, defaultMaxCells, 50, 5000)
	if err != nil {
		return err
	}
	region, req, err := a.request(ctx, c)
	if err != nil {
		return err
	}
	note, err := c.askWeather(ctx, source, req)
	if err != nil {
		return err
	}
	surface, err := region.Predictor.Predict(ctx, *req)
	if err == nil && len(surface.Cells) == 0 {
		err = &predict.NoSignalError{Reason: "the area holds no cell"}
	}
	if err != nil {
		return noSignal(err, req)
	}
	if note != "" {
		surface.Notes = append(surface.Notes, note)
	}
	if n := len(surface.Cells); n > topResults {
		surface.Notes = append(surface.Notes, fmt.Sprintf("The best %d of %d cells are a list for the first hour, not the search area: they hold %.0f %% of its probability.",
			topResults, n, coverageOf(surface.Cells, topResults).ProbabilityPercent))
	}
	segments, err := segmentRows(ctx, region.Router, surface)
	if err != nil {
		return err
	}
	p := predictionDrawing{call: c, surface: surface, segments: segments, searched: req.Searched, at: req.Time, exact: a.MaxCells != nil}
	p.coverage = c.predictionAnswer(surface, segments, time.Since(started))
	p.draw(maxCells)
	return nil
}

// predictionAnswer sets all fields but the cells and segments. How many cells are listed is for the
// caller to fill in.
func (c *call) predictionAnswer(s *predict.Surface, segments []SegmentRow, took time.Duration) *predictionCoverage {
	top := make([]TopRow, min(topResults, len(s.Cells)))
	for i := range top {
		cell := &s.Cells[i]
		top[i] = TopRow{
			cell.Hex, cell.Score, envelope.Round(cell.Center[1], 5), envelope.Round(cell.Center[0], 5),
			significant(cell.Probability), "", cleanAll(cell.Drivers),
		}
	}
	for _, seg := range s.Segments {
		for _, i := range seg.Cells {
			if i < len(top) {
				top[i].Segment = seg.Name
			}
		}
	}
	rings := make([]RingRow, len(s.Rings))
	for i, r := range s.Rings {
		rings[i] = RingRow{r.Percent, envelope.Round(r.Radius, 0)}
	}
	coverage := coverageOf(s.Cells, len(top))

	c.Headline("%s", c.predictionHeadline(s, segments))
	c.Set("profile", s.Profile)
	c.Set("model_version", s.ModelVersion)
	c.Set("confidence", s.Confidence)
	c.Set("environment", s.Environment)
	c.Set("notice", predict.Caution)
	c.Set("resolution", s.Resolution)
	c.Set("summary", predictionSummary{len(s.Cells), c.Varying(envelope.Round(float64(took.Microseconds())/1000, 1))})
	c.Set("mass_inside_area", envelope.Round(s.MassInside, 4))
	c.Set("statistics_rings", rings)
	c.Set("coverage", &coverage)
	if len(s.Notes) > 0 {
		c.Set("data_notes", cleanAll(s.Notes))
	}
	c.Set("top_results", top)

	c.predictionLines(s)
	// A short block has no room for what comes last, and the first notes are those of this very case.
	notes := cleanAll(s.Notes)
	first := min(len(notes), 2)
	switch {
	case c.Unabridged():
		first = 0
	case len(segments) > 0:
		first = min(first, 1)
	}
	c.noteLines(notes[:first])
	c.segmentLines(segments)
	if len(segments) > 0 && !c.Unabridged() {
		c.cellLine(top[:min(2, len(top))])
	} else {
		c.cellLines(top[:min(c.lines(3, 10), len(top))])
	}
	c.noteLines(notes[first:])
	return &coverage
}

// predictionHeadline says where to begin and how far such searches reach.
func (c *call) predictionHeadline(s *predict.Surface, segments []SegmentRow) string {
	where := "near " + coordinates(s.Cells[0].Center)
	if len(segments) > 0 {
		where = fmt.Sprintf("in segment A (%s)", segments[0].size(c.flags.Units))
		if segments[0].Access != nil {
			where += ", by car to " + segments[0].Access.where()
		}
	}
	reach := ""
	if median := ringRadius(s.Rings, 50); median > 0 {
		reach = fmt.Sprintf(" Half of comparable cases (%s) were found within %s.", s.Profile, c.flags.Units.Distance(median))
	}
	return fmt.Sprintf("Search first %s.%s", where, reach)
}

// predictionLines adds to the text block what holds for the whole answer.
func (c *call) predictionLines(s *predict.Surface) {
	c.Line("%s", predict.Caution)
	rings := make([]string, len(s.Rings))
	for i, r := range s.Rings {
		rings[i] = fmt.Sprintf("%s (%g %%)", c.flags.Units.Distance(r.Radius), r.Percent)
	}
	inside := fmt.Sprintf("%.0f %% lies inside this area, %.0f %% beyond.", 100*s.MassInside, 100-math.Round(100*s.MassInside))
	if s.MassInside >= 0.995 { // rounded up it would promise too much
		inside = "Over 99 % lies inside this area."
	}
	c.Line("%s Comparable cases were found within %s. Confidence %s: %s, %d cells.", inside, strings.Join(rings, ", "), s.Confidence, s.Environment, len(s.Cells))
}

// noteLines adds notes on the data to the text block.
func (c *call) noteLines(notes []string) {
	for _, note := range notes {
		c.Line("Note: %s", note)
	}
}

// cellLines adds cells to the text block, one a line.
func (c *call) cellLines(rows []TopRow) {
	for i := range rows {
		t := &rows[i]
		in := ""
		if t.Segment != "" {
			in = "segment " + t.Segment + ", "
		}
		line := fmt.Sprintf("%d. %.5f, %.5f (score %d, %s%s)", i+1, t.Lat, t.Lng, t.Score, in, t.Hex)
		if len(t.Drivers) > 0 {
			line += ": " + strings.Join(t.Drivers, ", ")
		}
		c.Line("%s", envelope.Clean(line, 160)) // three reasons fit
	}
}

// cellLine adds cells to the text block, all in one line.
func (c *call) cellLine(rows []TopRow) {
	list := make([]string, len(rows))
	for i := range rows {
		list[i] = fmt.Sprintf("%.5f, %.5f (score %d)", rows[i].Lat, rows[i].Lng, rows[i].Score)
	}
	c.Line("Best cells: %s", strings.Join(list, "; "))
}

// coverageOf says how much of the whole the first n cells hold.
func coverageOf(cells []predict.Cell, n int) predictionCoverage {
	var score, probability, topScore, topProbability float64
	for i := range cells {
		score += float64(cells[i].Score)
		probability += cells[i].Probability
		if i < n {
			topScore += float64(cells[i].Score)
			topProbability += cells[i].Probability
		}
	}
	share := func(part, whole float64) float64 {
		if whole <= 0 {
			return 0
		}
		return envelope.Round(100*part/whole, 1)
	}
	return predictionCoverage{
		TopN: n, TotalCount: len(cells), CoveragePercent: share(topScore, score),
		ProbabilityPercent: share(topProbability, probability), Truncated: len(cells) > n,
	}
}

// ringRadius returns the radius of a ring, 0 when there is none of that percentage.
func ringRadius(rings []predict.Ring, percent float64) float64 {
	i := slices.IndexFunc(rings, func(r predict.Ring) bool { return r.Percent == percent })
	if i < 0 {
		return 0
	}
	return rings[i].Radius
}

// significant rounds a probability to three significant digits, and to 12 decimals at most.
func significant(p float64) float64 {
	if !(p >= 1e-12) {
		return 0
	}
	return envelope.Round(p, min(12, 2-int(math.Floor(math.Log10(p)))))
}

func cleanAll(texts []string) []string {
	var out []string
	for _, t := range texts {
		out = append(out, envelope.Clean(t, envelope.MaxName))
	}
	return out
}
