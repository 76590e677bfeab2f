package tools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/paulmach/orb"
)

// batchAnswer is what tests read of an answer.
type batchAnswer struct {
	Results []struct {
		ID, Label, Error string
		Coordinates      *struct{ Lat, Lng float64 }
	}
	Summary struct{ Total, Matched, Failed int }
}

func batch(tb testing.TB, ctx context.Context, w *world, rows ...string) (batchAnswer, envelope.Answer) {
	tb.Helper()
	args, err := json.Marshal(map[string]any{"addresses": rows})
	if err != nil {
		tb.Fatal(err)
	}
	a := call(tb, ctx, "batch_geocode", string(args), w)
	var out batchAnswer
	if a.IsError() {
		tb.Fatal(a.Text, a.Cause)
	}
	if err := json.Unmarshal(a.Structured, &out); err != nil {
		tb.Fatal(err)
	}
	return out, a
}

// TestBatchRowsFailAlone makes single rows fail in every way that a geocoder may.
func TestBatchRowsFailAlone(t *testing.T) {
	w := delaware(t)
	w.gazetteer.faults = map[string]func() error{
		"broken":  func() error { return errors.New("index: corrupt") },
		"slow":    func() error { return context.DeadlineExceeded },
		"panicky": func() error { panic("index out of range") },
	}
	out, a := batch(t, context.Background(), w, "Rodney Square", "broken", "panicky", "Atlantis", "slow", strings.Repeat("x", 301), "Wilmington")
	var got []string
	for _, r := range out.Results {
		got = append(got, r.ID+r.Error)
	}
	if want := "osm:way/2 unknown unknown  timeout invalid_input osm:node/1"; strings.Join(got, " ") != want {
		t.Errorf("rows %q, want %q", strings.Join(got, " "), want)
	}
	if s := out.Summary; s.Total != 7 || s.Matched != 2 || s.Failed != 4 {
		t.Errorf("summary %+v", s)
	}
	if bytes.Contains(a.Structured, []byte("corrupt")) || bytes.Contains(a.Structured, []byte("out of range")) {
		t.Errorf("what went wrong inside leaks: %s", a.Structured)
	}
}

// TestBatchOutOfTime lets the time of a call run out in the middle: what is done is answered.
func TestBatchOutOfTime(t *testing.T) {
	w := delaware(t)
	w.gazetteer.faults = map[string]func() error{"slow": func() error { time.Sleep(100 * time.Millisecond); return errors.New("broken") }}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	rows := append([]string{"Rodney Square"}, strings.Split(strings.Repeat("slow,", 60), ",")...)
	start := time.Now()
	defer func() {
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("took %v", took)
		}
	}()
	out, _ := batch(t, ctx, w, append(rows, "Wilmington")...)
	last := out.Results[len(out.Results)-1]
	if out.Results[0].ID != "osm:way/2" || last.Error != "timeout" {
		t.Errorf("first row %+v, last row %+v, want a place and timeout", out.Results[0], last)
	}
}

// TestBatchEqualsSingle compares each row with what geocode says of it.
func TestBatchEqualsSingle(t *testing.T) {
	w := delaware(t)
	rows := []string{"Rodney Square", "Main Street", "DE", "King Street", "Atlantis", "University of Delaware", "39.7, -75.5"}
	out, _ := batch(t, context.Background(), w, rows...)
	for i, text := range rows {
		a := call(t, context.Background(), "geocode", fmt.Sprintf(`{"text": %q, "size": 1}`, text), w)
		var single struct{ Results []struct{ ID, Label string } }
		if err := json.Unmarshal(a.Structured, &single); err != nil {
			t.Fatal(err)
		}
		want := ""
		if len(single.Results) > 0 {
			want = single.Results[0].ID + single.Results[0].Label
		}
		if got := out.Results[i].ID + out.Results[i].Label; got != want {
			t.Errorf("%q: batch %q, single %q", text, got, want)
		}
	}
}

// TestBatchOfAThousand checks that no row is lost where the answer must be made smaller, and that
// progress is told.
func TestBatchOfAThousand(t *testing.T) {
	w := delaware(t)
	w.gazetteer.places = nil
	rows := make([]string, 1000)
	for i := range rows {
		rows[i] = fmt.Sprintf("Nr. %04d Very Long Name of a Street", i)
		p := place(fmt.Sprintf("addr:node/%d", 4_000_000_000+i), rows[i], rows[i]+", Somewhere upon the Water, DE 19801, United States", 39+float64(i)/10_000, -75.5, geocode.Address, 0.91)
		p.Street, p.HouseNumber, p.Postcode, p.Locality, p.Neighbourhood = rows[i], fmt.Sprint(i), "19801", "Somewhere upon the Water", "The Quarter"
		p.Point = orb.Point{-75.5, 39 + float64(i)/10_000}
		w.gazetteer.places = append(w.gazetteer.places, p)
	}
	var told, most atomic.Int64
	ctx := tools.WithProgress(context.Background(), func(done, total int) {
		told.Add(1)
		if done == total {
			most.Store(int64(total))
		}
	})
	out, a := batch(t, ctx, w, rows...)
	if len(out.Results) != 1000 || out.Summary.Matched != 1000 {
		t.Fatalf("%d results, summary %+v", len(out.Results), out.Summary)
	}
	for i, r := range out.Results {
		if want := fmt.Sprintf("addr:node/%d", 4_000_000_000+i); r.ID != want || r.Coordinates == nil || !strings.HasPrefix(r.Label, rows[i][:8]) {
			t.Fatalf("row %d is %+v, want id %s", i, r, want)
		}
	}
	if len(a.Structured) > envelope.HardLimit {
		t.Errorf("%d bytes", len(a.Structured))
	}
	if told.Load() != 1000 || most.Load() != 1000 {
		t.Errorf("progress told %d times, up to %d", told.Load(), most.Load())
	}
	compileAll(t)["batch_geocode"].check(t, "thousand", a.Structured)
	checkText(t, a)
	if big := call(t, context.Background(), "batch_geocode", `{"addresses": [`+strings.Repeat(`"x",`, 1000)+`"x"]}`, w); big.Code != envelope.InvalidInput {
		t.Errorf("1,001 rows: code %q", big.Code)
	}
}

// TestBatchCountryIsAHint gives rows a country: the place there comes first, and where there is none the
// country may be wrong. The filter of the whole call stays one.
func TestBatchCountryIsAHint(t *testing.T) {
	w := delaware(t)
	w.gazetteer.places = nil
	for i, country := range []string{"USA", "DEU", ""} {
		p := place(fmt.Sprintf("osm:node/%d", i+1), "Mill", [...]string{"Mill, Both", "Mill, Both", "Weir, Nowhere"}[i], 39.7, -75.5, geocode.Venue, 0.9)
		p.CountryCode = country
		w.gazetteer.places = append(w.gazetteer.places, p)
	}
	for _, tc := range []struct {
		name, row, filter, id string
		confidence            float64
	}{
		{"its country", `{"address": "Mill", "country": "de"}`, "", "osm:node/2", 0.9},
		{"its country, three letters", `{"address": "Mill", "country": "DEU"}`, "", "osm:node/2", 0.9},
		{"another country", `{"address": "Mill", "country": "FR"}`, "", "osm:node/1", 0.68},
		{"a country that the map does not know", `{"address": "Weir", "country": "FR"}`, "", "osm:node/3", 0.9},
		{"no code", `{"address": "Mill", "country": "QQ"}`, "", "", 0},
		{"the filter wins", `{"address": "Mill", "country": "DE"}`, `"US"`, "osm:node/1", 0.9},
		{"within the filter", `{"address": "Mill", "country": "DE"}`, `"US", "DE"`, "osm:node/2", 0.9},
		{"another than the filter's", `{"address": "Mill", "country": "DE"}`, `"FR"`, "", 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a := call(t, context.Background(), "batch_geocode", fmt.Sprintf(`{"addresses": [%s], "countries": [%s]}`, tc.row, tc.filter), w)
			var out struct {
				Results []struct {
					ID         string
					Confidence float64
				}
			}
			if err := json.Unmarshal(a.Structured, &out); err != nil || a.IsError() {
				t.Fatal(err, a.Text)
			}
			if got := out.Results[0]; got.ID != tc.id || got.Confidence != tc.confidence {
				t.Errorf("got %+v, want %s, %g", got, tc.id, tc.confidence)
			}
		})
	}
}
