package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// prompt is a request that a person may pick from a menu and fill in.
type prompt struct {
	name, title, description string
	tools                    []string // that it needs; without them it is not offered
	arguments                []promptArgument
	text                     string // with %s for each argument in order
}

// promptArgument is a blank of a prompt.
type promptArgument struct {
	name, description string
	required          bool
	place             bool      // values are places, and are completed from their names
	choices           [2]string // a tool and the argument of it that lists the values, to complete from
}

// prompts are the prompts on offer.
var prompts = []prompt{
	{
		name: "plan_route", title: "Plan a way",
		description: "How to get from one place to another",
		tools:       []string{"geocode", "find_and_route"},
		arguments: []promptArgument{
			{name: "origin", description: "Where from", required: true, place: true},
			{name: "destination", description: "Where to", required: true, place: true},
			{name: "travel", description: "Travel mode", choices: [2]string{"find_and_route", "travel"}},
		},
		text: "Plan a way from %s to %s, travel mode %s. Call find_and_route with these names, then tell me distance, duration and the main turns, and what to mind.",
	},
	{
		name: "whats_around", title: "What is around",
		description: "Places of a kind around a place",
		tools:       []string{"geocode", "search_places"},
		arguments: []promptArgument{
			{name: "place", description: "Around where", required: true, place: true},
			{name: "what", description: "Category, brand or name, such as pharmacy", required: true},
		},
		text: "Around %s, find %s. Call search_places with near, then list the nearest with distance, and opening hours from get_place where they are known.",
	},
	{
		name: "search_for_missing_person", title: "Where to search first",
		description: "A search area for a missing person, from published averages",
		tools:       []string{"geocode", "get_prediction"},
		arguments: []promptArgument{
			{name: "last_seen", description: "Where the person was last seen", required: true, place: true},
			{name: "profile", description: "Who is missing", required: true, choices: [2]string{"get_prediction", "profile"}},
			{name: "when", description: "When the person was last seen, with date and time"},
		},
		text: "A person is missing, last seen at %s; profile %s; last seen %s. First say that the police or search-and-rescue service must be called at once if that has not been done. " +
			"Then call get_prediction with a circle around that place and explain where to search first, with its data notes and its limits.",
	},
}

// maxBlank bounds what is filled in, in characters.
const maxBlank = 300

// promptsOf returns the prompts whose tools there are.
func (d *Dispatcher) promptsOf() []prompt {
	var out []prompt
	for _, p := range prompts {
		complete := true
		for _, name := range p.tools {
			complete = complete && d.Has(name)
		}
		if complete {
			out = append(out, p)
		}
	}
	return out
}

// addPrompts offers the prompts.
func (d *Dispatcher) addPrompts(s *server.MCPServer) {
	for _, p := range d.promptsOf() {
		list := mcp.Prompt{Name: p.name, Title: p.title, Description: p.description}
		for _, a := range p.arguments {
			list.Arguments = append(list.Arguments, mcp.PromptArgument{Name: a.name, Description: a.description, Required: a.required})
		}
		s.AddPrompt(list, func(_ context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			message := mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(p.fill(r.Params.Arguments)))
			return &mcp.GetPromptResult{Description: p.description, Messages: []mcp.PromptMessage{message}}, nil
		})
	}
}

// fill fills the blanks in. One that was left out is asked for.
func (p *prompt) fill(arguments map[string]string) string {
	blanks := make([]any, len(p.arguments))
	for i, a := range p.arguments {
		value := strings.TrimSpace(envelope.Clean(arguments[a.name], maxBlank))
		switch {
		case value != "":
			blanks[i] = fmt.Sprintf("%q", value)
		case a.required:
			blanks[i] = fmt.Sprintf("(ask me: %s)", strings.ToLower(a.description))
		default:
			blanks[i] = "not given"
		}
	}
	return fmt.Sprintf(p.text, blanks...)
}

// choices returns the values that a tool's input schema lists for an argument.
func (d *Dispatcher) choices(tool, argument string) []string {
	t := d.tools[tool]
	if t == nil {
		return nil
	}
	var schema struct {
		Properties map[string]struct {
			Enum []string `json:"enum"`
		} `json:"properties"`
	}
	if json.Unmarshal(t.InputSchema, &schema) != nil {
		return nil
	}
	return schema.Properties[argument].Enum
}
