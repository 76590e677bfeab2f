package tools

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/paulmach/orb"
)

// BatchGeocodeArgs are the arguments of batch_geocode.
type BatchGeocodeArgs struct {
	Addresses []BatchAddress `json:"addresses"`
	Focus     *LatLon        `json:"focus"`
	Countries []string       `json:"countries"`
	envelope.Flags
}

// BatchAddress is one row to look up: a text, or its parts. A row that is neither is kept as bad,
// so that the other rows are answered all the same.
type BatchAddress struct {
	Text  string
	Parts *AddressParts
	Bad   bool
}

// AddressParts is an address in parts; all are optional.
type AddressParts struct {
	Address       string `json:"address"`
	Neighbourhood string `json:"neighbourhood"`
	Locality      string `json:"locality"`
	County        string `json:"county"`
	Region        string `json:"region"`
	PostalCode    string `json:"postalcode"`
	Country       string `json:"country"`
}

// UnmarshalJSON implements json.Unmarshaler. It never fails.
func (b *BatchAddress) UnmarshalJSON(text []byte) error {
	*b = BatchAddress{}
	if json.Unmarshal(text, &b.Text) == nil && !bytes.Equal(text, []byte("null")) {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&b.Parts); err != nil || b.Parts == nil {
		*b = BatchAddress{Bad: true}
	}
	return nil
}

// query makes the query of a row and the code of the country where it is to be looked for first, "" for
// any; ok is false when the row is none.
func (b *BatchAddress) query(shared geocode.Query) (q geocode.Query, hint string, ok bool) {
	q = shared
	q.Text = trimmed(b.Text)
	if p := b.Parts; p != nil {
		var country string
		hint, country = countryHint(p.Country)
		var parts []string
		for _, part := range []string{p.Address, p.Neighbourhood, strings.TrimSpace(p.PostalCode + " " + p.Locality), p.County, p.Region, country} {
			if part = trimmed(part); part != "" {
				parts = append(parts, part)
			}
		}
		if len(parts) == 0 {
			parts = append(parts, strings.TrimSpace(p.Country))
		}
		q.Text = strings.Join(parts, ", ")
	}
	return q, hint, !b.Bad && q.Text != "" && len(q.Text) <= maxQuery
}

// The errors of a row.
const (
	rowInvalid = "invalid_input"
	rowTimeout = "timeout"
	rowUnknown = "unknown"
)

func batchGeocodeTool(deps Deps) Tool {
	return newTool(deps, "batch_geocode", "Find many places",
		"Looks up 1 to 1,000 addresses at once, as texts or in parts; results stand in the order of addresses. A row is the best match, "+
			"{error} when that row was bad, or {} when nothing matched: one bad row never spoils the others. Check rows whose confidence is low. "+
			"Use geocode for a single text or to see several matches.",
		true, func(a *BatchGeocodeArgs) *envelope.Flags { return &a.Flags }, handleBatchGeocode)
}

// maxBatch bounds the rows of one call.
const maxBatch = 1000

func handleBatchGeocode(ctx context.Context, c *call, a *BatchGeocodeArgs) error {
	if n := len(a.Addresses); n < 1 || n > maxBatch {
		return invalid("addresses", "has a wrong number of rows", n, fmt.Sprintf("1 to %d", maxBatch))
	}
	shared := geocode.Query{Size: 1, Language: c.flags.Language}
	if a.Focus != nil {
		p, err := a.Focus.point("focus")
		if err != nil {
			return err
		}
		shared.Focus = &p
	}
	var err error
	if shared.Countries, err = countryCodes(a.Countries); err != nil {
		return err
	}
	rows := c.lookUpRows(ctx, shared, a.Addresses)
	if err := ctx.Err(); err != nil {
		return err
	}
	c.listBatch(rows)
	return nil
}

// batchRow is the outcome of one row: a place, an error, or neither.
type batchRow struct {
	place *geocode.Place
	fault string
}

// answerTime is what is kept of a call's time for writing the answer.
const answerTime = 500 * time.Millisecond

// lookUpRows looks the rows up side by side. Rows that are not done when the call's time is nearly
// over are left as timed out.
func (c *call) lookUpRows(ctx context.Context, shared geocode.Query, addresses []BatchAddress) []batchRow {
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline.Add(-min(answerTime, time.Until(deadline)/4)))
		defer cancel()
	}
	rows := make([]batchRow, len(addresses))
	report := ProgressOf(ctx)
	var next, done atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(addresses)) {
		group.Go(func() {
			// A goroutine of its own treats faults as it says itself: those in a region file that was
			// cut short under us become panics, and a panic a row's fault.
			debug.SetPanicOnFault(true)
			for {
				i := int(next.Add(1)) - 1
				if i >= len(addresses) {
					return
				}
				rows[i] = c.lookUpRow(ctx, shared, &addresses[i])
				report(int(done.Add(1)), len(addresses))
			}
		})
	}
	group.Wait()
	return rows
}

// lookUpRow looks one row up. Whatever goes wrong is the row's own fault.
func (c *call) lookUpRow(ctx context.Context, shared geocode.Query, address *BatchAddress) (row batchRow) {
	defer func() {
		if recover() != nil {
			row = batchRow{fault: rowUnknown}
		}
	}()
	q, hint, ok := address.query(shared)
	if !ok {
		return batchRow{fault: rowInvalid}
	}
	places, err := c.searchHinted(ctx, q, hint)
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return batchRow{fault: rowTimeout}
	case err != nil:
		return batchRow{fault: rowUnknown}
	case len(places) == 0:
		return batchRow{}
	}
	return batchRow{place: &places[0]}
}

// searchHinted looks a query up in the country of a hint. Where that gives nothing good, the hint may be
// wrong, or the map may not know the country: the surest place of any country is taken, less surely.
func (c *call) searchHinted(ctx context.Context, q geocode.Query, hint string) ([]geocode.Place, error) {
	inside, narrowed := hinted(q, hint)
	places, _, _, err := c.searchAll(ctx, inside)
	if err != nil || !narrowed || len(places) > 0 && places[0].Confidence >= strong {
		return places, err
	}
	anywhere, _, _, err := c.searchAll(ctx, q)
	if err != nil || len(anywhere) == 0 {
		return places, err
	}
	if best := &anywhere[0]; best.CountryCode != "" && !sameCountry(best.CountryCode, hint) {
		best.Confidence *= otherCountry
	}
	if len(places) > 0 && places[0].Confidence >= anywhere[0].Confidence {
		return places, nil
	}
	return anywhere, nil
}

type batchSummary struct {
	Total   int `json:"total"`
	Matched int `json:"matched"`
	Failed  int `json:"failed"` // neither matched nor without a match
}

type rowError struct {
	Error string `json:"error"`
}

// batchPoint is what the layer of a large batch tells of a row: which one it is.
type batchPoint struct {
	Index int `json:"index"`
}

// maxWholePoints bounds the rows that the layer repeats in full.
const maxWholePoints = 50

// listBatch sets the fields of the answer.
func (c *call) listBatch(outcome []batchRow) {
	summary := batchSummary{Total: len(outcome)}
	var rows []PlaceRow
	var index []int
	unsureRows, guesses, first, faults := 0, 0, "", 0
	for i := range outcome {
		switch o := &outcome[i]; {
		case o.place != nil:
			rows, index = append(rows, placeRow(o.place)), append(index, i)
			if o.place.Confidence < unsure {
				unsureRows++
			}
			if o.place.Confidence < tooWeak {
				guesses++
			}
		case o.fault != "":
			faults++
			first = cmp.Or(first, fmt.Sprintf("Row %d failed: %s.", i, o.fault))
		}
	}
	summary.Matched, summary.Failed = len(rows), faults
	if guesses > 0 {
		c.Headline("%d of %d addresses found, %d more only guessed.", summary.Matched-guesses, summary.Total, guesses)
	} else {
		c.Headline("%d of %d addresses found.", summary.Matched, summary.Total)
	}
	points := make([]envelope.PointFeature, len(rows))
	for i := range rows {
		points[i].Point = orb.Point{rows[i].Coordinates.Lng, rows[i].Coordinates.Lat}
		points[i].Properties = rows[i]
		if len(rows) > maxWholePoints {
			points[i].Properties = batchPoint{index[i]}
		}
	}
	shown := c.lines(5, len(rows))
	for i := range rows[:shown] {
		c.Line("%d. %s", index[i], placeLine(&rows[i], c.flags.Units))
	}
	if left := len(rows) - shown; left > 0 {
		c.Line("… %d more in structuredContent.results, by row from 0", left)
	}
	if none := summary.Total - summary.Matched - faults; none > 0 {
		c.Line("%d without any match: try other words or add the town.", none)
	}
	if first != "" {
		c.Line("%s", first)
		c.Warn(fmt.Sprintf("%d of %d rows failed; their error says why.", faults, summary.Total))
	}
	if unsureRows > 0 {
		c.Warn(fmt.Sprintf("%d of the rows found have a confidence below %g; check that these are the places meant.", unsureRows, unsure))
	}
	context := hoist(rows)
	results := make([]any, len(outcome))
	for i := range outcome {
		results[i] = struct{}{}
		if outcome[i].fault != "" {
			results[i] = rowError{outcome[i].fault}
		}
	}
	for i := range rows {
		results[index[i]] = &rows[i]
	}
	c.Set("results", results)
	if context != nil {
		c.Set("context", context)
	}
	c.Set("summary", summary)
	c.Draw(envelope.PointLayer("Places found", points))
	c.cutRows(rows)
}

// cutRows lets a large batch keep all of its rows by telling less of each.
func (c *call) cutRows(rows []PlaceRow) {
	fuller := []func(*PlaceRow) PlaceRow{
		func(r *PlaceRow) PlaceRow {
			return PlaceRow{
				ID: r.ID, Label: r.Label, Coordinates: r.Coordinates, Locality: r.Locality, Street: r.Street, HouseNumber: r.HouseNumber, Postcode: r.Postcode,
				PlaceType: r.PlaceType, MatchLevel: r.MatchLevel, Confidence: r.Confidence,
			}
		},
		func(r *PlaceRow) PlaceRow {
			return PlaceRow{
				ID: r.ID, Label: envelope.Clean(r.Label, 60), Coordinates: r.Coordinates,
				PlaceType: r.PlaceType, MatchLevel: r.MatchLevel, Confidence: r.Confidence,
			}
		},
		func(r *PlaceRow) PlaceRow {
			return PlaceRow{ID: r.ID, Label: envelope.Clean(r.Label, 20), Coordinates: r.Coordinates, Confidence: r.Confidence}
		},
	}
	c.Cut("Rows tell less than those of smaller batches, since the answer would have been too large.", func() bool {
		if len(fuller) == 0 {
			return false
		}
		for i := range rows {
			rows[i] = fuller[0](&rows[i])
		}
		fuller = fuller[1:]
		return true
	})
}
