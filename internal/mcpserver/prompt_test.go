package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/rs/zerolog"
)

// placeTools stand for the tools that prompts, completions and resources are made of.
func placeTools(t *testing.T) *Dispatcher {
	t.Helper()
	const travel = `{"type":"object","properties":{"travel":{"type":"string","enum":["auto","bicycle","pedestrian"]}}}`
	none := func(context.Context, json.RawMessage) envelope.Answer { return success("none") }
	d, err := NewDispatcher([]tools.Tool{
		fakeTool("geocode", `{"type":"object"}`, func(ctx context.Context, args json.RawMessage) envelope.Answer {
			var a struct {
				Text         string
				Autocomplete bool
				Size         int
			}
			if err := json.Unmarshal(args, &a); err != nil || !a.Autocomplete || a.Text == "fail" {
				return envelope.Fail(ctx, fmt.Errorf("secret: %w", context.DeadlineExceeded))
			}
			var rows []string
			for _, name := range []string{"Wilmington", "Wilmington Manor", "Wilmington", "Dover"} {
				if strings.HasPrefix(strings.ToLower(name), strings.ToLower(a.Text)) {
					rows = append(rows, fmt.Sprintf(`{"id":"osm:node/%d","label":"%s, DE"}`, len(rows)+1, name))
				}
			}
			return envelope.Answer{Structured: json.RawMessage(`{"headline":"x","results":[` + strings.Join(rows, ",") + `]}`), Text: "x"}
		}),
		fakeTool("get_place", `{"type":"object"}`, func(ctx context.Context, args json.RawMessage) envelope.Answer {
			var a struct{ ID string }
			_ = json.Unmarshal(args, &a)
			if a.ID != "osm:node/1" {
				return envelope.Fail(ctx, &envelope.Error{Code: envelope.NotFound, Message: "no such place", Details: map[string]any{"id": a.ID}})
			}
			return envelope.Answer{Structured: json.RawMessage(`{"headline":"Wilmington","place":{"id":"osm:node/1"}}`), Text: "x"}
		}),
		fakeTool("find_and_route", travel, none),
		fakeTool("search_places", `{"type":"object"}`, none),
	}, config.Default(), Options{Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestPromptsAndCompletions asks as clients do.
func TestPromptsAndCompletions(t *testing.T) {
	s := newMCP(placeTools(t), "test")
	complete := func(ref, name, value string) string {
		return `"method":"completion/complete","params":{"ref":` + ref + `,"argument":{"name":"` + name + `","value":"` + value + `"}}`
	}
	route, place := `{"type":"ref/prompt","name":"plan_route"}`, `{"type":"ref/resource","uri":"footstepd://place/{+id}"}`
	for _, tt := range []struct{ name, message, want string }{
		{"list", `"method":"prompts/list"`, `"name":"whats_around"`},
		{"get", `"method":"prompts/get","params":{"name":"plan_route","arguments":{"origin":"Dover","destination":"Wilming\u0007ton"}}`, `Plan a way from \"Dover\" to \"Wilmington\", travel mode not given.`},
		{"get, blank", `"method":"prompts/get","params":{"name":"plan_route"}`, `from (ask me: where from) to (ask me: where to)`},
		{"get, unknown", `"method":"prompts/get","params":{"name":"nothing"}`, `"code":-32602`},
		{"get, wrong type", `"method":"prompts/get","params":{"name":"plan_route","arguments":{"origin":5}}`, `"error"`},
		{"place", complete(route, "origin", "wilm"), `"values":["Wilmington, DE","Wilmington Manor, DE"],"total":2`},
		{"place, nothing", complete(route, "origin", "zzz"), `"values":[]`},
		{"place, empty", complete(route, "origin", ""), `"values":[]`},
		{"place, failure", complete(route, "origin", "fail"), `"values":[]`},
		{"place, long", complete(route, "origin", strings.Repeat("x", 301)), `"values":[]`},
		{"choice", complete(route, "travel", "B"), `"values":["bicycle"],"total":1`},
		{"all choices", complete(route, "travel", ""), `"values":["auto","bicycle","pedestrian"],"total":3`},
		{"free text", complete(`{"type":"ref/prompt","name":"whats_around"}`, "what", "x"), `"values":[]`},
		{"unknown prompt", complete(`{"type":"ref/prompt","name":"nothing"}`, "what", "x"), `"values":[]`},
		{"id", complete(place, "id", "wilm"), `"values":["osm:node/1","osm:node/2","osm:node/3"]`},
		{"other resource", complete(`{"type":"ref/resource","uri":"x://{y}"}`, "y", "wilm"), `"values":[]`},
		{"resources", `"method":"resources/list"`, `"resources":[]`},
		{"templates", `"method":"resources/templates/list"`, `"uriTemplate":"footstepd://place/{+id}"`},
		{"read", `"method":"resources/read","params":{"uri":"footstepd://place/osm:node/1"}`, `{\"headline\":\"Wilmington\",\"place\":{\"id\":\"osm:node/1\"}}`},
		{"read, unknown", `"method":"resources/read","params":{"uri":"footstepd://place/osm:node/9"}`, `\"code\":\"not_found\"`},
		{"read, elsewhere", `"method":"resources/read","params":{"uri":"file:///etc/passwd"}`, `"code":-32002`},
	} {
		answer, err := json.Marshal(s.HandleMessage(t.Context(), json.RawMessage(`{"jsonrpc":"2.0","id":1,`+tt.message+`}`)))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(answer), tt.want) || strings.Contains(string(answer), "secret") {
			t.Errorf("%s: %s\nwant %s", tt.name, answer, tt.want)
		}
	}
}

// TestOnlyWhatThereIs: without a prediction tool, nobody is asked to predict; without any of the
// tools there are neither prompts nor completions.
func TestOnlyWhatThereIs(t *testing.T) {
	for _, p := range placeTools(t).promptsOf() {
		if p.name == "search_for_missing_person" {
			t.Error("a prompt is offered whose tool is not there")
		}
	}
	answer, err := json.Marshal(newMCP(newTestbed(t, nil).Dispatcher, "test").HandleMessage(t.Context(), json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"prompts/list"}`)))
	if err != nil || !strings.Contains(string(answer), `-32601`) {
		t.Errorf("%s, %v", answer, err)
	}
	info := newMCP(placeTools(t), "test").HandleMessage(t.Context(), json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`))
	hello := info.(mcp.JSONRPCResponse).Result.(mcp.InitializeResult).Capabilities
	if hello.Prompts == nil || hello.Resources == nil || hello.Completions == nil || hello.Prompts.ListChanged || hello.Resources.Subscribe {
		t.Errorf("capabilities %+v", hello)
	}
}

// TestPromptsMatchTheTools: every prompt has a blank for each argument and names tools and choices that
// the program has.
func TestPromptsMatchTheTools(t *testing.T) {
	d, err := NewDispatcher(tools.Registry(tools.Deps{}), config.Default(), Options{Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	if got := len(d.promptsOf()); got != len(prompts) {
		t.Errorf("%d of %d prompts are offered", got, len(prompts))
	}
	for _, p := range prompts {
		if got := strings.Count(p.text, "%s"); got != len(p.arguments) {
			t.Errorf("%s has %d blanks for %d arguments", p.name, got, len(p.arguments))
		}
		for _, a := range p.arguments {
			if a.choices[0] != "" && len(d.choices(a.choices[0], a.choices[1])) == 0 {
				t.Errorf("%s: %s has no choices", p.name, a.name)
			}
		}
		for _, name := range p.tools {
			if name != "geocode" && !strings.Contains(p.text, name) {
				t.Errorf("%s does not say to call %s", p.name, name)
			}
		}
	}
}
