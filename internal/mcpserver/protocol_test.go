package mcpserver

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/google/go-cmp/cmp"
	mcpclient "github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

var update = flag.Bool("update", false, "write golden files")

// eras are the protocol versions that clients open with, newest of each era.
var eras = map[string]string{"modern": "2026-07-28", "legacy": "2025-11-25", "oldest": "2024-11-05"}

func connect(t *testing.T, d *Dispatcher, version string) *mcpclient.Client {
	t.Helper()
	c, err := mcpclient.NewInProcessClientWithOptions(newMCP(d, "test"), mcpclient.WithProtocolVersion(version))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	r := mcp.InitializeRequest{}
	r.Params.ProtocolVersion = version
	r.Params.ClientInfo = mcp.Implementation{Name: "test", Version: "1"}
	info, err := c.Initialize(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if info.ProtocolVersion != version {
		t.Errorf("version: got %s, want %s", info.ProtocolVersion, version)
	}
	if info.ServerInfo.Name != "footstepd" || info.ServerInfo.Version != "test" || info.Instructions == "" {
		t.Errorf("introduced itself as %+v", info)
	}
	if c := info.Capabilities; c.Tools == nil || c.Tools.ListChanged || c.Resources != nil || c.Prompts != nil || c.Logging != nil {
		t.Errorf("capabilities: %+v, want tools alone", c)
	}
	return c
}

func TestErasInProcess(t *testing.T) {
	tests := []struct {
		tool string
		args map[string]any
		code string
		want string
	}{
		{"echo", map[string]any{"text": "hello"}, "", "hello"},
		{"empty", nil, "", "nothing found"},
		{"echo", map[string]any{"text": 5}, "invalid_input", "invalid_input: echo: text must be a string, got 5"},
		{"refuse", nil, "no_route_found", "no_route_found: there is no way"},
		{"crash", nil, "internal_error", "internal_error: "},
		{"fail", nil, "internal_error", "internal_error: "},
	}
	for era, version := range eras {
		t.Run(era, func(t *testing.T) {
			b := newTestbed(t, nil)
			c := connect(t, b.Dispatcher, version)
			for _, test := range tests {
				r := mcp.CallToolRequest{}
				r.Params.Name, r.Params.Arguments = test.tool, test.args
				result, err := c.CallTool(t.Context(), r)
				if err != nil {
					t.Errorf("%s: %v", test.tool, err)
					continue
				}
				text := result.Content[0].(mcp.TextContent).Text
				if len(result.Content) != 1 || !strings.HasPrefix(text, test.want) {
					t.Errorf("%s: content %+v, want %q", test.tool, result.Content, test.want)
				}
				if result.IsError != (test.code != "") {
					t.Errorf("%s: isError %v", test.tool, result.IsError)
				}
				structured := result.StructuredContent.(map[string]any)
				if test.code == "" {
					if structured["headline"] != test.want || result.Meta != nil && result.Meta.AdditionalFields["code"] != nil {
						t.Errorf("%s: got %v, meta %+v", test.tool, structured, result.Meta)
					}
					continue
				}
				if got := structured["error"].(map[string]any)["code"]; got != test.code {
					t.Errorf("%s: structured code %v, want %s", test.tool, got, test.code)
				}
				if got := result.Meta.AdditionalFields["code"]; got != test.code {
					t.Errorf("%s: _meta.code %v, want %s", test.tool, got, test.code)
				}
			}
			list, err := c.ListTools(t.Context(), mcp.ListToolsRequest{})
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, tool := range list.Tools {
				names = append(names, tool.Name)
			}
			if diff := cmp.Diff(b.Names(), names); diff != "" {
				t.Errorf("tools (-want +got):\n%s", diff)
			}
		})
	}
}

// TestKeyOrderSurvives proves that the headline leads on the wire, whatever the library does with
// results.
func TestKeyOrderSurvives(t *testing.T) {
	b := newTestbed(t, nil)
	answer, err := json.Marshal(newMCP(b.Dispatcher, "test").HandleMessage(t.Context(), json.RawMessage(callEcho)))
	if err != nil {
		t.Fatal(err)
	}
	if want := `"structuredContent":{"headline":"hello","zulu":1,"alpha":2,"mike":{"y":1,"b":2}}`; !bytes.Contains(answer, []byte(want)) {
		t.Errorf("got %s, want it to hold %s", answer, want)
	}
}

// TestCacheHints: the list of tools is the same for everybody and lasts.
func TestCacheHints(t *testing.T) {
	b := newTestbed(t, nil)
	s := newMCP(b.Dispatcher, "test")
	for _, method := range []string{"tools/list", "server/discover"} {
		answer, err := json.Marshal(s.HandleMessage(t.Context(), json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+modernMeta+`}}`)))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`"ttlMs":300000`, `"cacheScope":"public"`, `"resultType":"complete"`} {
			if !bytes.Contains(answer, []byte(want)) {
				t.Errorf("%s: %.300s does not hold %s", method, answer, want)
			}
		}
	}
}

func TestInstructions(t *testing.T) {
	if n := len([]rune(instructions)); n > 1500 {
		t.Errorf("the instructions have %d characters, 1500 are allowed", n)
	}
	for _, name := range regexp.MustCompile(`\b(?:get|find|reverse|batch|search|snap)_\w+`).FindAllString(instructions, -1) {
		if !slices.ContainsFunc(realTools(), func(t tools.Tool) bool { return t.Name == name }) {
			t.Errorf("the instructions name %s, which is no tool", name)
		}
	}
}

// noRegions is what tools see before anything is loaded.
type noRegions struct{}

func (noRegions) Acquire() ([]*tools.Region, func()) { return nil, func() {} }

func realTools() []tools.Tool { return tools.Registry(tools.Deps{Regions: noRegions{}}) }

// listTools returns the result of tools/list over the real tools.
func listTools(t *testing.T) json.RawMessage {
	t.Helper()
	d, err := NewDispatcher(realTools(), config.Default(), Options{Log: nopLog()})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := json.Marshal(newMCP(d, "test").HandleMessage(t.Context(), json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)))
	if err != nil {
		t.Fatal(err)
	}
	var r struct{ Result json.RawMessage }
	if err := json.Unmarshal(answer, &r); err != nil {
		t.Fatal(err)
	}
	return r.Result
}

// TestToolsList compares what clients are shown with the snapshot, so that a change of the contract
// is seen. `make snapshot` accepts one.
func TestToolsList(t *testing.T) {
	list := listTools(t)
	if len(list) > 40_000 {
		t.Errorf("tools/list has %d bytes, 40,000 are allowed", len(list))
	}
	var got bytes.Buffer
	if err := json.Indent(&got, list, "", "  "); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	golden := filepath.Join("testdata", "tools_list.golden.json")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("tools/list differs from %s; if that is meant, run make snapshot (-want +got):\n%s", golden, diff)
	}
}

// TestToolsPortable checks what hosts are known to choke on.
func TestToolsPortable(t *testing.T) {
	name, property := regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`), regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)
	var list struct{ Tools []map[string]any }
	if err := json.Unmarshal(listTools(t), &list); err != nil {
		t.Fatal(err)
	}
	if len(list.Tools) == 0 {
		t.Fatal("no tools")
	}
	for _, tool := range list.Tools {
		id := tool["name"].(string)
		t.Run(id, func(t *testing.T) {
			if !name.MatchString(id) {
				t.Errorf("name %q", id)
			}
			for _, field := range []string{"title", "description"} {
				if s, _ := tool[field].(string); s == "" {
					t.Errorf("no %s", field)
				}
			}
			notes, _ := tool["annotations"].(map[string]any)
			want := map[string]any{"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true}
			for hint, value := range want {
				if notes[hint] != value {
					t.Errorf("%s: got %v, want %v", hint, notes[hint], value)
				}
			}
			if _, isBool := notes["openWorldHint"].(bool); !isBool {
				t.Error("no openWorldHint")
			}
			in, out := tool["inputSchema"].(map[string]any), tool["outputSchema"].(map[string]any)
			for where, schema := range map[string]map[string]any{"inputSchema": in, "outputSchema": out} {
				if schema["type"] != "object" {
					t.Errorf("%s: the root is no object", where)
				}
				walkSchema(t, where, schema, property)
			}
			for _, word := range []string{"oneOf", "anyOf", "allOf"} {
				if in[word] != nil {
					t.Errorf("inputSchema: %s at the root", word)
				}
			}
			if in["additionalProperties"] != false {
				t.Error("inputSchema: the root is open")
			}
			if out["anyOf"] == nil {
				t.Error("outputSchema: no anyOf of success and error")
			}
			properties, _ := in["properties"].(map[string]any)
			for key, p := range properties {
				if d, _ := p.(map[string]any)["description"].(string); d == "" {
					t.Errorf("inputSchema: %s is not described", key)
				}
			}
		})
	}
}

// walkSchema looks at every schema inside of a schema.
func walkSchema(t *testing.T, where string, schema map[string]any, property *regexp.Regexp) {
	t.Helper()
	if _, ok := schema["$ref"]; ok {
		t.Errorf("%s: $ref", where)
	}
	if _, ok := schema["type"].([]any); ok {
		t.Errorf("%s: a list of types", where)
	}
	if schema["type"] == "array" && strings.HasPrefix(where, "inputSchema") && schema["maxItems"] == nil {
		t.Errorf("%s: a list without maxItems", where)
	}
	if schema["type"] == "string" && strings.HasPrefix(where, "inputSchema") && schema["enum"] == nil && schema["maxLength"] == nil {
		t.Errorf("%s: a string without maxLength", where)
	}
	inside := func(key string, v any) {
		switch x := v.(type) {
		case map[string]any:
			walkSchema(t, where+"."+key, x, property)
		case bool:
			if key != "additionalProperties" {
				t.Errorf("%s.%s: a boolean for a schema", where, key)
			}
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	for key, p := range properties {
		if !property.MatchString(key) {
			t.Errorf("%s: property name %q", where, key)
		}
		inside(key, p)
	}
	for _, key := range []string{"items", "additionalProperties", "not", "if", "then", "else", "contains"} {
		if v, ok := schema[key]; ok {
			inside(key, v)
		}
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf", "prefixItems"} {
		alternatives, _ := schema[key].([]any)
		for _, v := range alternatives {
			inside(key, v)
		}
	}
}

// TestFailuresFitOutputSchemas validates every kind of failure against every tool's output schema:
// clients of the first SDK generation check errors too, and mask those that do not fit.
func TestFailuresFitOutputSchemas(t *testing.T) {
	b := newTestbed(t, nil)
	failures := []envelope.Answer{
		b.Call(t.Context(), "echo", json.RawMessage(`{"text":5,"size":100,"nosuch":1}`)),
		b.Call(t.Context(), "refuse", nil),
		b.Call(t.Context(), "fail", nil),
		envelope.Fail(t.Context(), &envelope.Error{Code: envelope.NotReady, Message: "no region is loaded yet"}),
	}
	for _, tool := range realTools() {
		schema, err := compile("https://footstepd.invalid/"+tool.Name, tool.OutputSchema)
		if err != nil {
			t.Errorf("%s: %v", tool.Name, err)
			continue
		}
		for _, f := range failures {
			var v any
			if err := json.Unmarshal(f.Structured, &v); err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(v); err != nil {
				t.Errorf("%s: %s does not fit the output schema: %v", tool.Name, f.Structured, err)
			}
		}
	}
}

// TestRealToolsWithoutRegions: every tool answers invalid_input to nothing it can use, and
// not_ready, not a crash, to what it could.
func TestRealToolsWithoutRegions(t *testing.T) {
	d, err := NewDispatcher(realTools(), config.Default(), Options{Log: nopLog()})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range d.Names() {
		if a := d.Call(t.Context(), name, json.RawMessage(`{"no such argument":1}`)); a.Code != envelope.InvalidInput {
			t.Errorf("%s: got %s, want invalid_input", name, a.Structured)
		}
	}
	for name, args := range map[string]string{
		"geocode":         `{"text":"Rodney Square"}`,
		"reverse_geocode": `{"location":{"lat":39.7,"lon":-75.5}}`,
		"get_directions":  `{"locations":["a","b"]}`,
		"find_and_route":  `{"origin":"a","destination":"b"}`,
		"get_isochrone":   `{"location":"a","contours":[{"time":5}]}`,
		"get_prediction":  `{"profile":"despondent","area_type":"circle","center":{"lat":39.7,"lon":-75.5},"radius_m":1000,"datetime":"2026-11-30T14:00:00-05:00"}`,
	} {
		if a := d.Call(t.Context(), name, json.RawMessage(args)); a.Code != envelope.NotReady {
			t.Errorf("%s: got %s, want not_ready", name, a.Structured)
		}
	}
}
