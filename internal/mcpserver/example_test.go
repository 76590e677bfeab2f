package mcpserver_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/mcpserver"
	"github.com/footstepd/footstepd/internal/tools"
)

// A tool that counts characters, called with arguments that fit its schema and with others.
func ExampleDispatcher() {
	count := tools.Tool{
		Name:        "count",
		InputSchema: json.RawMessage(`{"type":"object","required":["text"],"properties":{"text":{"type":"string"}}}`),
		Run: func(_ context.Context, args json.RawMessage) envelope.Answer {
			var a struct{ Text string }
			_ = json.Unmarshal(args, &a) // they have passed the schema
			return envelope.Answer{
				Structured: fmt.Appendf(nil, `{"headline":"%d characters"}`, len(a.Text)),
				Text:       fmt.Sprintf("%d characters", len(a.Text)),
			}
		},
	}
	d, err := mcpserver.NewDispatcher([]tools.Tool{count}, config.Default(), mcpserver.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, args := range []string{`{"text":"Wilmington"}`, `{"text":7}`} {
		fmt.Println(d.Call(context.Background(), "count", json.RawMessage(args)).Text)
	}
	// Output:
	// 10 characters
	// invalid_input: count: text must be a string, got 7. Correct the arguments and call again
}
