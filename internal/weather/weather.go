// Package weather asks a provider of the shape of Open-Meteo what the weather was, is or will be at a place.
// It is used only where one is configured. What leaves the machine is a position rounded to a tenth of a
// degree, some 10 km, and one or two dates. Errors hold neither: a position must not get into logs.
package weather

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/paulmach/orb"
	"golang.org/x/sync/singleflight"
)

// Attribution names whose data it is, as their licence (CC BY 4.0) asks.
const Attribution = "Weather data by Open-Meteo.com"

// Conditions are the weather at a place and hour; what is not known is nil.
type Conditions struct {
	Temperature   *float64 // °C at 2 m
	Precipitation *float64 // mm in the hour
	Wind          *float64 // m/s at 10 m
}

// Options say where the weather comes from.
type Options struct {
	ForecastURL string        // for the last 90 and the next 15 days, such as https://api.open-meteo.com/v1/forecast
	ArchiveURL  string        // for times before, such as https://archive-api.open-meteo.com/v1/archive; "" for none
	APIKey      string        // sent as apikey, "" for none
	Timeout     time.Duration // of one question; at most MaxTimeout, which is also what 0 stands for
}

// MaxTimeout bounds how long a question may take: somebody waits for an answer that can do without.
const MaxTimeout = 3 * time.Second

// ErrRange is returned for a time that the provider has no data for.
var ErrRange = errors.New("weather: the time lies outside what the provider has")

// A Failure says why a provider that has data for the time did not give it, in words that follow "the
// provider": "did not answer in time".
type Failure struct{ Reason string }

func (f *Failure) Error() string { return "weather: the provider " + f.Reason }

// Provider asks, remembers answers for a while, and asks only once what is asked several times at once.
// It is safe for concurrent use.
type Provider struct {
	forecast, archive *url.URL
	key               string
	timeout           time.Duration
	client            *http.Client
	flights           singleflight.Group
	memory            memory
	now               func() time.Time
}

// New returns a provider. Its error says which address is none.
func New(o Options) (*Provider, error) {
	p := &Provider{key: o.APIKey, timeout: o.Timeout, client: newClient(), now: time.Now}
	if p.timeout <= 0 || p.timeout > MaxTimeout {
		p.timeout = MaxTimeout
	}
	var err error
	if p.forecast, err = address(o.ForecastURL); err != nil {
		return nil, fmt.Errorf("weather: forecast address: %w", err)
	}
	if o.ArchiveURL != "" {
		if p.archive, err = address(o.ArchiveURL); err != nil {
			return nil, fmt.Errorf("weather: archive address: %w", err)
		}
	}
	return p, nil
}

func address(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("not an http or https address")
	}
	return u, nil
}

const (
	// pastDays and futureDays are how far the forecast reaches, with a day to spare at either end for
	// providers that count days elsewhere; archiveDays is how many days the archive lags behind.
	pastDays, futureDays, archiveDays = 90, 14, 6
	firstYear                         = 1940
)

// At returns the weather at a place and time: temperature and wind of the nearest hour, and what fell in
// the hour that holds the time. Errors: ErrRange, *Failure, and the context's own.
func (p *Provider) At(ctx context.Context, at orb.Point, when time.Time) (Conditions, error) {
	when = when.UTC()
	base, err := p.source(when)
	if err != nil {
		return Conditions{}, err
	}
	hour := when.Truncate(time.Hour)
	end := hour // of the hour that holds the time, as precipitation is stamped
	if when.After(hour) {
		end = hour.Add(time.Hour)
	}
	nearest := when.Add(30 * time.Minute).Truncate(time.Hour)
	s, err := p.series(ctx, p.question(base, at, hour, end))
	if err != nil {
		return Conditions{}, err
	}
	c := Conditions{
		Temperature:   s.value(nearest, s.temperature, -70, 60),
		Precipitation: s.value(end, s.precipitation, 0, 300),
		Wind:          s.value(nearest, s.wind, 0, 100),
	}
	if c == (Conditions{}) {
		return c, &Failure{"has no values for that hour"}
	}
	return c, nil
}

// source returns the address that has data for a time.
func (p *Provider) source(when time.Time) (*url.URL, error) {
	now := p.now()
	switch {
	case !when.Before(now.AddDate(0, 0, -pastDays)) && !when.After(now.AddDate(0, 0, futureDays)):
		return p.forecast, nil
	case p.archive != nil && when.Year() >= firstYear && when.Before(now.AddDate(0, 0, -archiveDays)):
		return p.archive, nil
	}
	return nil, ErrRange
}

// question returns the request for all hours of the days from one hour to another.
func (p *Provider) question(base *url.URL, at orb.Point, from, to time.Time) string {
	u := *base
	q := u.Query()
	q.Set("latitude", rounded(at[1]))
	q.Set("longitude", rounded(at[0]))
	q.Set("hourly", "temperature_2m,precipitation,wind_speed_10m")
	q.Set("temperature_unit", "celsius")
	q.Set("precipitation_unit", "mm")
	q.Set("wind_speed_unit", "ms")
	q.Set("timeformat", "unixtime")
	q.Set("timezone", "GMT")
	q.Set("start_date", from.Format(time.DateOnly))
	q.Set("end_date", to.Format(time.DateOnly))
	if p.key != "" {
		q.Set("apikey", p.key)
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// rounded writes a coordinate to a tenth of a degree.
func rounded(degrees float64) string {
	return strconv.FormatFloat(math.Round(degrees*10)/10+0, 'f', 1, 64)
}

// series returns the answer to a question: a remembered one, or that of one request however many ask.
// A caller that gives up does not end the request that others wait for.
func (p *Provider) series(ctx context.Context, question string) (*series, error) {
	if s, err, ok := p.memory.get(question, p.now()); ok {
		return s, err
	}
	flight := p.flights.DoChan(question, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), p.timeout)
		defer cancel()
		s, err := p.fetch(ctx, question)
		p.memory.put(question, s, err, p.now())
		return s, err
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-flight:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.(*series), nil
	}
}
