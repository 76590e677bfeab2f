package e2e_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestTypeScriptSDK makes every exchange through the TypeScript SDK 1.x, whose clients check every
// answer, failures too, against the tool's output schema.
func TestTypeScriptSDK(t *testing.T) {
	program(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	script, err := filepath.Abs(filepath.Join("..", "sdk", "check.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(script), "node_modules", "@modelcontextprotocol", "sdk")); err != nil {
		t.Skip("the SDK is not installed: run `npm ci` in tests/sdk, or make sdk-test")
	}
	cases, err := json.Marshal(exchanges)
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, nil, "--region", region(t))
	for name, args := range map[string][]string{
		"stdio": {"stdio", program(t), "stdio", "--log-level", "warn", "--region", region(t)},
		"http":  {"http", s.url + "/mcp"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), node, append([]string{script}, args...)...)
			cmd.Stdin = bytes.NewReader(cases)
			var stderr strings.Builder
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			passed := 0
			for line := range bytes.Lines(out) {
				var r struct{ Case, Problem string }
				if json.Unmarshal(line, &r) != nil || r.Problem != "" {
					t.Errorf("%s: %s", r.Case, r.Problem)
					continue
				}
				passed++
			}
			if want := len(exchanges) + 2; err != nil || passed != want {
				t.Errorf("%v, %d of %d checks passed\n%s", err, passed, want, stderr.String())
			}
		})
	}
}
