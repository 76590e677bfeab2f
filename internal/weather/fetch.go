package weather

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// maxAnswer bounds an answer in bytes; two days take about 2 kB.
const maxAnswer = 256 << 10

// errElsewhere is why a redirection is not followed.
var errElsewhere = errors.New("redirection to another host")

// newClient returns a client that follows redirections within a host only: who was configured to be told
// a position is told it, and nobody else.
func newClient() *http.Client {
	return &http.Client{CheckRedirect: func(req *http.Request, via []*http.Request) error {
		first := via[0].URL
		if req.URL.Host != first.Host || req.URL.Scheme != first.Scheme || len(via) > 3 {
			return errElsewhere
		}
		return nil
	}}
}

// fetch asks. Its errors are Failures, which hold nothing of the question.
func (p *Provider) fetch(ctx context.Context, question string) (*series, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, question, nil)
	if err != nil {
		return nil, &Failure{"cannot be asked"}
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "footstepd")
	resp, err := p.client.Do(req)
	if err != nil {
		return nil, failure(err, "cannot be reached")
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, &Failure{fmt.Sprintf("answered with HTTP status %d", resp.StatusCode)}
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, failure(err, "broke off its answer")
	case len(text) > maxAnswer:
		return nil, &Failure{"answered with more than can be weather"}
	}
	return read(text)
}

// failure says what an error of the transport means.
func failure(err error, otherwise string) *Failure {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return &Failure{"did not answer in time"}
	case errors.Is(err, errElsewhere):
		return &Failure{"sends to another host, where nothing is asked"}
	}
	return &Failure{otherwise}
}

// series is the weather of consecutive hours.
type series struct {
	hours                            map[int64]int // places in the lists, by Unix time
	temperature, precipitation, wind []*float64    // nil where unknown
}

// answer is what a provider sends.
type answer struct {
	Units struct {
		Time          string `json:"time"`
		Temperature   string `json:"temperature_2m"`
		Precipitation string `json:"precipitation"`
		Wind          string `json:"wind_speed_10m"`
	} `json:"hourly_units"`
	Hourly struct {
		Time          []int64    `json:"time"`
		Temperature   []*float64 `json:"temperature_2m"`
		Precipitation []*float64 `json:"precipitation"`
		Wind          []*float64 `json:"wind_speed_10m"`
	} `json:"hourly"`
}

// read reads an answer. Its errors are Failures.
func read(text []byte) (*series, error) {
	var a answer
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, &Failure{"sent an answer that cannot be read"}
	}
	if u := a.Units; u.Time != "unixtime" || u.Temperature != "°C" || u.Precipitation != "mm" || u.Wind != "m/s" {
		return nil, &Failure{"answered in other units than °C, mm and m/s"}
	}
	h := a.Hourly
	n := len(h.Time)
	if n == 0 || len(h.Temperature) != n || len(h.Precipitation) != n || len(h.Wind) != n {
		return nil, &Failure{"sent lists that do not fit together"}
	}
	s := &series{make(map[int64]int, n), h.Temperature, h.Precipitation, h.Wind}
	for i, t := range h.Time {
		s.hours[t] = i
	}
	return s, nil
}

// value returns a value at an hour, nil when it is unknown or not of this world.
func (s *series) value(hour time.Time, list []*float64, low, high float64) *float64 {
	i, ok := s.hours[hour.Unix()]
	if !ok || list[i] == nil || !(*list[i] >= low && *list[i] <= high) {
		return nil
	}
	return list[i]
}
