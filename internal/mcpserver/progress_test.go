package mcpserver

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/tools"
	mcpclient "github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/rs/zerolog"
)

// TestProgress calls a tool that tells of its progress, with and without a token.
func TestProgress(t *testing.T) {
	slow := fakeTool("slow", noInput, func(ctx context.Context, _ json.RawMessage) envelope.Answer {
		for i := range 40 {
			tools.ProgressOf(ctx)(i+1, 40)
			time.Sleep(25 * time.Millisecond)
		}
		return success("done")
	})
	d, err := NewDispatcher([]tools.Tool{slow}, config.Default(), Options{Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	for name, token := range map[string]any{"with a token": "t1", "without": nil} {
		c, err := mcpclient.NewInProcessClient(newMCP(d, "test"))
		if err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var told []float64
		c.OnNotification(func(n mcp.JSONRPCNotification) {
			mu.Lock()
			defer mu.Unlock()
			f := n.Params.AdditionalFields
			if n.Method != "notifications/progress" || f["progressToken"] != token {
				t.Errorf("%s: %s %v", name, n.Method, f)
			}
			text, _ := json.Marshal(f["progress"])
			var v float64
			_ = json.Unmarshal(text, &v)
			told = append(told, v)
		})
		if err := c.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		hello := mcp.InitializeRequest{}
		hello.Params.ProtocolVersion = "2025-11-25"
		if _, err := c.Initialize(t.Context(), hello); err != nil {
			t.Fatal(err)
		}
		r := mcp.CallToolRequest{}
		r.Params.Name = "slow"
		if token != nil {
			r.Params.Meta = &mcp.Meta{ProgressToken: token}
		}
		if _, err := c.CallTool(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
		mu.Lock()
		if token == nil && len(told) > 0 || token != nil && (len(told) < 2 || len(told) > 6) {
			t.Errorf("%s: told %v", name, told)
		}
		for i := 1; i < len(told); i++ {
			if told[i] <= told[i-1] {
				t.Errorf("%s: told %v", name, told)
			}
		}
		mu.Unlock()
		c.Close()
	}
}
