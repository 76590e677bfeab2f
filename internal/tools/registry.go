package tools

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/footstepd/footstepd/internal/envelope"
)

// Deps is what the tools need.
type Deps struct {
	Regions     Regions
	TextContent envelope.TextMode // what text blocks hold; "" is prose
	Weather     WeatherSource     // nil asks nobody
	NotReady    func() string     // says why no region is loaded and what to do; nil says no more than that
}

// notReady is the message of calls that find no region.
func (d Deps) notReady() string {
	if d.NotReady == nil {
		return "no region is loaded"
	}
	return d.NotReady()
}

// Registry returns the tools, sorted by name.
func Registry(deps Deps) []Tool {
	tools := []Tool{
		geocodeTool(deps),
		reverseGeocodeTool(deps),
		batchGeocodeTool(deps),
		searchPlacesTool(deps),
		getPlaceTool(deps),
		parseAddressTool(deps),
		getDirectionsTool(deps),
		findAndRouteTool(deps),
		getIsochroneTool(deps),
		getMatrixTool(deps),
		compareRoutesTool(deps),
		locateTool(deps),
		getPredictionTool(deps),
	}
	slices.SortFunc(tools, func(a, b Tool) int { return cmp.Compare(a.Name, b.Name) })
	return tools
}

//go:embed schemas/*.json
var schemas embed.FS

// schema returns an embedded schema document with its fragments in place. The documents are part of
// the program and a test reads each of them, so a bad one cannot be released.
func schema(name string) json.RawMessage {
	text, err := schemas.ReadFile("schemas/" + name + ".json")
	if err == nil {
		text, err = envelope.Schema(text)
	}
	if err != nil {
		panic(fmt.Sprintf("tools: schema %s: %v", name, err))
	}
	return text
}

// slim returns a schema as it is published.
func slim(whole json.RawMessage) json.RawMessage {
	text, err := envelope.Slim(whole)
	if err != nil {
		panic(fmt.Sprintf("tools: %v", err))
	}
	return text
}

// call is what a handler works with: the regions for as long as the call lasts, and the flags.
type call struct {
	regions []*Region
	flags   envelope.Flags
	spots   []resolved // the locations of the request once they are found, for messages
	*envelope.Builder
}

// newTool fills in what all tools share: schemas by name and the way from arguments to answer.
func newTool[A any](deps Deps, name, title, description string, openWorld bool,
	flags func(*A) *envelope.Flags, handle func(context.Context, *call, *A) error,
) Tool {
	return Tool{
		Name:         name,
		Title:        title,
		Description:  description,
		InputSchema:  schema(name + ".in"),
		OutputSchema: slim(schema(name + ".out")),
		AnswerSchema: schema(name + ".out"),
		OpenWorld:    openWorld,
		Run: func(ctx context.Context, args json.RawMessage) envelope.Answer {
			ctx = envelope.WithStart(ctx, time.Now())
			var a A
			if err := decode(args, &a); err != nil {
				return envelope.Fail(ctx, advised(name, err))
			}
			f := flags(&a)
			if err := checkFlags(f); err != nil {
				return envelope.Fail(ctx, advised(name, err))
			}
			regions, release := deps.Regions.Acquire()
			defer release()
			if len(regions) == 0 {
				return envelope.Fail(ctx, &envelope.Error{
					Code:    envelope.NotReady,
					Message: deps.notReady(),
				})
			}
			c := &call{regions: regions, flags: *f, Builder: envelope.New(*f, deps.TextContent)}
			if err := handle(ctx, c, &a); err != nil {
				return envelope.Fail(ctx, advised(name, c.translate(err)))
			}
			return c.Answer(ctx)
		},
	}
}

// advised makes an invalid_input error say which tool found it and what to do next, as those that come
// of the input schema do. Other errors pass: they have an advice of their own.
func advised(tool string, err error) error {
	var known *envelope.Error
	if !errors.As(err, &known) || known.Code != envelope.InvalidInput {
		return err
	}
	whole := *known
	whole.Message = tool + ": " + strings.TrimSuffix(known.Message, ".") + ". Correct the arguments and call again"
	return &whole
}

// decode reads the arguments. They have passed the input schema, so an error here is rare; it is
// reported without the decoder's own words.
func decode(args json.RawMessage, into any) error {
	if len(bytes.TrimSpace(args)) == 0 {
		args = json.RawMessage("{}")
	}
	dec := json.NewDecoder(bytes.NewReader(args))
	dec.DisallowUnknownFields()
	err := dec.Decode(into)
	if err == nil {
		if _, extra := dec.Token(); !errors.Is(extra, io.EOF) {
			err = errors.New("more than one value")
		}
	}
	if err == nil {
		return nil
	}
	var known *envelope.Error
	if errors.As(err, &known) {
		return known
	}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return envelope.Invalid(fmt.Sprintf("%s has the wrong type: %s", cmp.Or(kind.Field, "the arguments"), kind.Value),
			envelope.Violation{Field: kind.Field, Problem: "wrong type", Got: kind.Value})
	}
	if name, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
		name = strings.Trim(name, `"`)
		return invalid(envelope.Clean(name, 80), "is no argument of this tool", nil, nil)
	}
	return envelope.Invalid("the arguments are not the JSON object that the tool's input schema describes",
		envelope.Violation{Field: "", Problem: "not a JSON object of the input schema"})
}
