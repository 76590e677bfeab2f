package mcpserver

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

// completer completes the arguments of prompts and resources: places by the beginning of their
// name, other values from the list that the tool has.
type completer struct{ d *Dispatcher }

// suggestions bounds the values of a completion.
const suggestions = 20

// maxPrefix bounds the text to complete, in bytes, as geocode bounds its text.
const maxPrefix = 300

// CompletePromptArgument implements server.PromptCompletionProvider.
func (c completer) CompletePromptArgument(ctx context.Context, name string, argument mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	for _, p := range c.d.promptsOf() {
		if p.name != name {
			continue
		}
		for _, a := range p.arguments {
			switch {
			case a.name != argument.Name:
			case a.place:
				return values(c.suggest(ctx, argument.Value), func(s suggestion) string { return s.Label }), nil
			case a.choices[0] != "":
				return choose(c.d.choices(a.choices[0], a.choices[1]), argument.Value), nil
			}
		}
	}
	return &mcp.Completion{Values: []string{}}, nil
}

// CompleteResourceArgument implements server.ResourceCompletionProvider: the id of a place by the
// beginning of its name.
func (c completer) CompleteResourceArgument(ctx context.Context, uri string, argument mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	if uri != placeTemplate || argument.Name != "id" {
		return &mcp.Completion{Values: []string{}}, nil
	}
	return values(c.suggest(ctx, argument.Value), func(s suggestion) string { return s.ID }), nil
}

// suggestion is a place whose name begins with a text.
type suggestion struct{ ID, Label string }

// suggest asks the geocoder, as a call of its own with all that guards calls. A text that it does
// not take has no suggestions.
func (c completer) suggest(ctx context.Context, text string) []suggestion {
	if strings.TrimSpace(text) == "" || len(text) > maxPrefix {
		return nil
	}
	args, err := json.Marshal(map[string]any{"text": text, "autocomplete": true, "size": suggestions, "compact": true})
	if err != nil {
		return nil
	}
	var found struct{ Results []suggestion }
	answer := c.d.Call(ctx, "geocode", args)
	if answer.IsError() || json.Unmarshal(answer.Structured, &found) != nil {
		return nil
	}
	return found.Results
}

// values makes a completion of suggestions, without repetitions.
func values(list []suggestion, of func(suggestion) string) *mcp.Completion {
	out := &mcp.Completion{Values: []string{}}
	for _, s := range list {
		if v := of(s); v != "" && !slices.Contains(out.Values, v) {
			out.Values = append(out.Values, v)
		}
	}
	out.Total = len(out.Values)
	return out
}

// choose makes a completion of the choices that begin with a text, in their order.
func choose(choices []string, prefix string) *mcp.Completion {
	out := &mcp.Completion{Values: []string{}}
	for _, v := range choices {
		if strings.HasPrefix(v, strings.ToLower(strings.TrimSpace(prefix))) {
			out.Total++
			if len(out.Values) < suggestions {
				out.Values = append(out.Values, v)
			}
		}
	}
	out.HasMore = out.Total > len(out.Values)
	return out
}
