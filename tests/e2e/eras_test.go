package e2e_test

import (
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// eras are the protocol versions that clients open with.
var eras = map[string]string{"modern": "2026-07-28", "legacy": "2025-11-25"}

// transports open a connection of each kind.
var transports = map[string]func(*testing.T) transport.Interface{
	"stdio": func(t *testing.T) transport.Interface {
		return transport.NewStdioWithOptions(program(t), nil, []string{"stdio", "--region", region(t)},
			transport.WithCommandFunc(func(ctx context.Context, command string, env, args []string) (*exec.Cmd, error) {
				cmd := exec.CommandContext(ctx, command, args...)
				cmd.Env = environment()
				return cmd, nil
			}))
	},
	"http": func(t *testing.T) transport.Interface {
		s := serve(t, nil, "--region", region(t))
		connection, err := transport.NewStreamableHTTP(s.url + "/mcp")
		if err != nil {
			t.Fatal(err)
		}
		return connection
	},
}

// connect introduces a client.
func connect(t *testing.T, connection transport.Interface, version string) *client.Client {
	t.Helper()
	c := client.NewClient(connection, client.WithProtocolVersion(version))
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = version
	hello.Params.ClientInfo = mcp.Implementation{Name: "e2e", Version: "1"}
	info, err := c.Initialize(t.Context(), hello)
	if err != nil {
		t.Fatal(err)
	}
	if info.ProtocolVersion != version || info.ServerInfo.Name != "footstepd" || info.ServerInfo.Version != "e2e" {
		t.Fatalf("introduced as %+v", info)
	}
	return c
}

// schemas compiles the output schemas that tools/list publishes.
func schemas(t *testing.T, c *client.Client) map[string]*jsonschema.Schema {
	t.Helper()
	list, err := c.ListTools(t.Context(), mcp.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	compiled := map[string]*jsonschema.Schema{}
	for _, tool := range list.Tools {
		text, err := json.Marshal(tool)
		if err != nil {
			t.Fatal(err)
		}
		var shown struct {
			OutputSchema any `json:"outputSchema"`
		}
		if err := json.Unmarshal(text, &shown); err != nil {
			t.Fatal(err)
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource("tool.json", shown.OutputSchema); err != nil {
			t.Fatal(err)
		}
		if compiled[tool.Name], err = compiler.Compile("tool.json"); err != nil {
			t.Fatal(err)
		}
	}
	return compiled
}

// TestEras makes every exchange with a real client over both transports in both eras, checks every
// answer against the published schema, and finds the same answer everywhere.
func TestEras(t *testing.T) {
	program(t)
	first := map[string]any{} // answers by name of the exchange
	for kind, open := range transports {
		for era, version := range eras {
			t.Run(kind+" "+era, func(t *testing.T) {
				c := connect(t, open(t), version)
				compiled := schemas(t, c)
				used := map[string]bool{}
				for _, e := range exchanges {
					name := e.Tool + ": " + e.Name
					used[e.Tool] = true
					var r mcp.CallToolRequest
					r.Params.Name, r.Params.Arguments = e.Tool, e.Args
					result, err := c.CallTool(t.Context(), r)
					if err != nil {
						t.Errorf("%s: %v", name, err)
						continue
					}
					check(t, name, e, result, compiled[e.Tool])
					content := withoutTimes(result.StructuredContent)
					if before, ok := first[name]; !ok {
						first[name] = content
					} else if diff := cmp.Diff(before, content); diff != "" {
						t.Errorf("%s: the answer differs from one over another connection:\n%s", name, diff)
					}
				}
				for name := range compiled {
					if !used[name] {
						t.Errorf("no exchange uses %s", name)
					}
				}
			})
		}
	}
}

// check holds a result against what the exchange and the contract want.
func check(t *testing.T, name string, e exchange, result *mcp.CallToolResult, schema *jsonschema.Schema) {
	t.Helper()
	content, ok := result.StructuredContent.(map[string]any)
	if !ok {
		t.Errorf("%s: no structured content: %+v", name, result)
		return
	}
	if err := schema.Validate(result.StructuredContent); err != nil {
		t.Errorf("%s: does not fit the output schema: %v", name, err)
	}
	text := ""
	if len(result.Content) == 1 {
		text = result.Content[0].(mcp.TextContent).Text
	}
	failure, _ := content["error"].(map[string]any)
	code, _ := failure["code"].(string)
	if code != e.Code || result.IsError != (e.Code != "") {
		t.Errorf("%s: got %q, isError %v, want %q: %s", name, code, result.IsError, e.Code, text)
		return
	}
	encoded, err := json.Marshal(content)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case len(encoded) > 24_000:
		t.Errorf("%s: %d bytes, 24,000 are allowed for an ordinary request", name, len(encoded))
	case len(text) == 0 || len(text) > 1500:
		t.Errorf("%s: the text block has %d bytes", name, len(text))
	case e.Code != "" && !strings.HasPrefix(text, e.Code+": "):
		t.Errorf("%s: text %q", name, text)
	case e.Code != "" && result.Meta.AdditionalFields["code"] != e.Code:
		t.Errorf("%s: _meta is %+v", name, result.Meta)
	case e.Code == "" && content["headline"] == "":
		t.Errorf("%s: no headline", name)
	}
}

// withoutTimes takes out what may differ between two answers to the same question.
func withoutTimes(v any) any {
	if summary, ok := v.(map[string]any)["summary"].(map[string]any); ok {
		delete(summary, "processing_time_ms")
	}
	return v
}

// TestCancelOverStdio cancels a call through a client; the connection must go on.
func TestCancelOverStdio(t *testing.T) {
	c := connect(t, transports["stdio"](t), eras["legacy"])
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	var r mcp.CallToolRequest
	r.Params.Name, r.Params.Arguments = "get_isochrone", object{"location": rodneySquare, "contours": []any{object{"time": 60}}, "travel": "auto"}
	if _, err := c.CallTool(ctx, r); err == nil {
		t.Skip("the call was over before it could be cancelled")
	}
	r.Params.Name, r.Params.Arguments = "reverse_geocode", object{"location": rodneySquare}
	if _, err := c.CallTool(t.Context(), r); err != nil {
		t.Errorf("the call after the cancelled one: %v", err)
	}
}
