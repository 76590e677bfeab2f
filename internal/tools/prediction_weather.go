package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/footstepd/footstepd/internal/predict"
	"github.com/footstepd/footstepd/internal/weather"
	"github.com/paulmach/orb"
)

// WeatherSource tells the weather at a place and time, see weather.Provider.
type WeatherSource interface {
	At(ctx context.Context, at orb.Point, when time.Time) (weather.Conditions, error)
}

// askWeather fills in the weather of a request that came without, where there is a source to ask, and
// returns what to note about it. A source that fails costs the answer nothing but the weather; the only
// error is that of a call that has ended.
func (c *call) askWeather(ctx context.Context, source WeatherSource, req *predict.Request) (note string, err error) {
	if source == nil || req.Weather != nil {
		return "", nil
	}
	found, err := source.At(ctx, middleOf(req), req.Time)
	var failure *weather.Failure
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(err, weather.ErrRange):
		return "The weather is not known: the configured provider has none for that time. Give weather if it matters.", nil
	case errors.As(err, &failure):
		return fmt.Sprintf("The weather is not known: the configured provider %s. Give weather if it matters.", failure.Reason), nil
	case err != nil:
		return "The weather is not known: the configured provider failed. Give weather if it matters.", nil
	}
	req.Weather = &predict.Weather{Temperature: found.Temperature, Precipitation: found.Precipitation, Wind: found.Wind, OfHour: true}
	return fmt.Sprintf("The weather was taken from the configured provider: %s. %s (CC BY 4.0).", conditions(found), weather.Attribution), nil
}

// middleOf returns the place whose weather counts: the starting point, else the middle of the area.
func middleOf(req *predict.Request) orb.Point {
	switch {
	case req.Center != nil:
		return *req.Center
	case req.LastKnownPoint != nil:
		return *req.LastKnownPoint
	case len(req.Path) > 0:
		return req.Path[len(req.Path)/2]
	}
	return req.Polygon[0][0][0] // on its border, which is near enough for weather
}

// conditions writes weather in words.
func conditions(w weather.Conditions) string {
	var parts []string
	if w.Temperature != nil {
		parts = append(parts, fmt.Sprintf("%g °C", *w.Temperature))
	}
	if w.Precipitation != nil {
		parts = append(parts, fmt.Sprintf("%g mm of rain or snow in the hour", *w.Precipitation))
	}
	if w.Wind != nil {
		parts = append(parts, fmt.Sprintf("wind of %g m/s", *w.Wind))
	}
	return strings.Join(parts, ", ")
}
