package mcpserver

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/config"
)

// BenchmarkCall is what a call costs besides the tool.
func BenchmarkCall(b *testing.B) {
	d, err := NewDispatcher(fakeTools(nil), config.Default(), Options{})
	if err != nil {
		b.Fatal(err)
	}
	args := json.RawMessage(`{"text":"hello","size":3,"locations":["a",{"lat":39.7459,"lon":-75.5466}]}`)
	b.ReportAllocs()
	for b.Loop() {
		if a := d.Call(b.Context(), "echo", args); a.IsError() {
			b.Fatal(a.Text)
		}
	}
}

// BenchmarkReadMessage is what the check of a message's form costs: of an ordinary call, and of one
// that carries a trace.
func BenchmarkReadMessage(b *testing.B) {
	var trace strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&trace, `{"lat":39.%05d,"lon":-75.%05d,"time":%d},`, i, i, 1_700_000_000+i)
	}
	long := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"shape":[` +
		strings.TrimSuffix(trace.String(), ",") + `]}}}`
	for name, text := range map[string]string{"call": callEcho, "trace": long} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, e := readMessage([]byte(text), hasEcho); e != nil {
					b.Fatal(e)
				}
			}
		})
	}
}
