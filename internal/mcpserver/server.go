package mcpserver

import (
	"context"
	_ "embed"
	"encoding/json"
	"strings"
	"time"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

//go:embed instructions.md
var instructions string

// listTTL is how long clients may keep the list of tools. It changes only with the program.
const listTTL = 5 * time.Minute

// newMCP returns the protocol server over the dispatcher's tools. It declares only what it does:
// tools, and where there are the tools for them prompts, resources and completions. Their lists never
// change while it runs.
func newMCP(d *Dispatcher, version string, more ...server.ServerOption) *server.MCPServer {
	self := implementation(version)
	options := []server.ServerOption{
		server.WithTitle(self.Title),
		server.WithDescription(self.Description),
		server.WithInstructions(strings.TrimSpace(instructions)),
		server.WithToolCapabilities(false),
		server.WithCacheHints(listTTL.Milliseconds(), mcp.CacheScopePublic),
	}
	asks, places := len(d.promptsOf()) > 0, d.Has("get_place")
	if asks {
		options = append(options, server.WithPromptCapabilities(false))
	}
	if places {
		options = append(options, server.WithResourceCapabilities(false, false))
	}
	if asks || places {
		options = append(options, server.WithCompletions(), server.WithPromptCompletionProvider(completer{d}), server.WithResourceCompletionProvider(completer{d}))
	}
	s := server.NewMCPServer(self.Name, self.Version, append(options, more...)...)
	if asks {
		d.addPrompts(s)
	}
	if places {
		d.addResources(s)
	}
	for _, name := range d.names {
		s.AddTool(protocolTool(d.tools[name].Tool), d.handle)
	}
	return s
}

// implementation is what the server says of itself.
func implementation(version string) mcp.Implementation {
	return mcp.Implementation{
		Name: "footstepd", Title: "footstepd", Version: version,
		Description: "Geocoding, directions, isochrones and search area prediction over OpenStreetMap data, without a network.",
	}
}

// protocolTool returns the tool as tools/list shows it.
func protocolTool(t tools.Tool) mcp.Tool {
	yes, no := true, false
	open := t.OpenWorld
	return mcp.Tool{
		Name:        t.Name,
		Title:       t.Title,
		Description: t.Description,
		// The plain schema fields stay empty: mcp-go refuses to marshal a tool that has both.
		RawInputSchema:  t.InputSchema,
		RawOutputSchema: t.OutputSchema,
		Annotations: mcp.ToolAnnotation{
			Title:           t.Title,
			ReadOnlyHint:    &yes,
			DestructiveHint: &no,
			IdempotentHint:  &yes,
			OpenWorldHint:   &open,
		},
	}
}

// handle answers a tools/call. It never returns an error, since mcp-go would show its text.
func (d *Dispatcher) handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return resultOf(d.Call(withProgress(ctx, r.Params.Meta), r.Params.Name, r.Params.RawArguments)), nil
}

// resultOf returns an answer as the protocol has it.
func resultOf(answer envelope.Answer) *mcp.CallToolResult {
	result := &mcp.CallToolResult{
		Content: []mcp.Content{mcp.NewTextContent(answer.Text)},
		// Raw, so that the order of keys survives: mcp-go sorts maps.
		RawStructuredContent: answer.Structured,
		IsError:              answer.IsError(),
	}
	if answer.IsError() {
		result.Meta = &mcp.Meta{AdditionalFields: map[string]any{"code": string(answer.Code)}}
	}
	return result
}

// refuse answers a call whose arguments must not be decoded, in place of mcp-go.
func (d *Dispatcher) refuse(ctx context.Context, m message) []byte {
	result := resultOf(d.Refuse(ctx, m.tool, *m.refused))
	if m.modern {
		result.ResultType = mcp.ResultTypeComplete
	}
	text, _ := json.Marshal(struct { // strings and valid JSON cannot fail
		JSONRPC string              `json:"jsonrpc"`
		ID      json.RawMessage     `json:"id"`
		Result  *mcp.CallToolResult `json:"result"`
	}{mcp.JSONRPC_VERSION, m.id, result})
	return text
}
