package tools

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/orb"
)

// translate turns the errors of the domain packages into those that clients see. Others pass, and
// become internal errors.
func (c *call) translate(err error) error {
	var (
		known       *envelope.Error
		unroutable  *routing.UnroutableError
		noRoute     *routing.NoRouteError
		option      *routing.OptionError
		input       *predict.InputError
		unsupported *predict.UnsupportedError
		outside     *predict.OutsideError
	)
	switch {
	case errors.As(err, &known):
		return err
	case errors.As(err, &unroutable):
		return unroutableError(unroutable, c.called(unroutable.Index), c.flags.Units)
	case errors.As(err, &noRoute):
		return c.noRouteError(noRoute)
	case errors.As(err, &option):
		return invalid(optionField(option.Field), option.Problem, nil, nil)
	case errors.As(err, &input):
		return invalid(input.Field, input.Problem, input.Got, input.Want)
	case errors.As(err, &unsupported):
		return unsupportedError(unsupported)
	case errors.As(err, &outside):
		return c.outsideError(fmt.Sprintf("the area around %s", coordinates(outside.Location)), outside.Location, err)
	}
	return err
}

// optionField names the argument that an engine calls by the name of its option.
func optionField(name string) string {
	argument, _, _ := strings.Cut(name, "[")
	switch argument {
	case "travel", "location", "locations", "contours", "denoise", "direction", "sources", "targets":
		return name
	}
	return "travel_options." + name
}

type reasonDetails struct {
	Reason string `json:"reason"`
}

// invalid returns an invalid_input error about one field. Texts of the request are cleaned and cut
// before they are shown again.
func invalid(field, problem string, got, want any) *envelope.Error {
	if text, ok := got.(string); ok {
		got = envelope.Clean(text, 80)
	}
	message := field + " " + problem
	if got != nil {
		message += fmt.Sprintf(" (got %s)", show(got))
	}
	if want != nil {
		message += "; want " + show(want)
	}
	return envelope.Invalid(message, envelope.Violation{Field: field, Problem: problem, Got: got, Want: want})
}

// show writes a value for a message, lists with commas and numbers without exponents.
func show(v any) string {
	switch v := reflect.ValueOf(v); v.Kind() {
	case reflect.Slice:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = show(v.Index(i).Interface())
		}
		return strings.Join(parts, ", ")
	case reflect.Float64:
		if f := v.Float(); math.Abs(f) < 1e15 {
			return strconv.FormatFloat(f, 'f', -1, 64)
		}
	case reflect.String:
		if v.Len() == 0 {
			return `""`
		}
	}
	return fmt.Sprint(v)
}

type nearestSpot struct {
	envelope.LatLng
	Distance float64 `json:"distance_meters"`
}

// unroutableError tells of an end that is not near the network; name is what the request calls it.
func unroutableError(e *routing.UnroutableError, name string, units envelope.Units) error {
	details := struct {
		Location [2]float64   `json:"location"`
		Index    int          `json:"index"`
		Nearest  *nearestSpot `json:"nearest,omitempty"`
	}{Location: envelope.Position(e.Point), Index: e.Index}
	message := fmt.Sprintf("%s (%s) is not near any road or path for travel %q", name, coordinates(e.Point), e.Mode)
	if n := e.Nearest; n != nil {
		details.Nearest = &nearestSpot{envelope.Spot(n.Point), envelope.Round(n.Distance, 1)}
		message += fmt.Sprintf("; the nearest is %s away at %s: use that point or another travel mode",
			units.Distance(n.Distance), coordinates(n.Point))
	} else {
		message += "; use another point or another travel mode"
	}
	return &envelope.Error{Code: envelope.UnroutablePoint, Message: message, Details: details, Err: e}
}

// called names a location of the request by its field and, where it was given as words or as an id,
// by the place that was taken for it.
func (c *call) called(index int) string {
	if index < 0 || index >= len(c.spots) {
		return fmt.Sprintf("location %d", index)
	}
	s := &c.spots[index]
	switch {
	case s.place == nil:
		return s.field
	case s.text == "":
		return fmt.Sprintf("%s, %s", s.field, envelope.Clean(s.place.Label, 80))
	}
	return fmt.Sprintf("%s, %s taken as %s", s.field, quote(s.text), envelope.Clean(s.place.Label, 80))
}

func (c *call) noRouteError(e *routing.NoRouteError) error {
	return &envelope.Error{
		Code: envelope.NoRouteFound,
		Message: fmt.Sprintf("there is no way for travel %q from %s (%s) to %s (%s); try another travel mode, fewer excluded roads or other points",
			e.Mode, c.called(e.From), coordinates(e.Origin), c.called(e.To), coordinates(e.Terminus)),
		Details: struct {
			Origin      [2]float64   `json:"origin"`
			Destination [2]float64   `json:"destination"`
			Travel      routing.Mode `json:"travel"`
		}{envelope.Position(e.Origin), envelope.Position(e.Terminus), e.Mode},
		Err: e,
	}
}

func unsupportedError(e *predict.UnsupportedError) error {
	out := &envelope.Error{Code: envelope.PredictionUnsupported, Err: e}
	if len(e.Missing) > 0 {
		out.Message = list(e.Missing) + " is missing"
		if len(e.Missing) > 1 {
			out.Message = list(e.Missing) + " are missing"
		}
		if e.Reason != "" {
			out.Message += ": " + e.Reason
		}
		out.Details = struct {
			Missing []string `json:"missing"`
		}{e.Missing}
		return out
	}
	out.Message = "no prediction can be made of published figures: " + e.Reason + ". Correct the arguments, leave out what is not sure, or choose another profile"
	out.Details = reasonDetails{e.Reason}
	return out
}

// coordinates writes a point for a reader: latitude first, five decimals.
func coordinates(p orb.Point) string {
	return fmt.Sprintf("%.5f, %.5f", envelope.Round(p[1], 5), envelope.Round(p[0], 5))
}
