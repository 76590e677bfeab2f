package mcpserver

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// tokens agrees with a count of what a decoder makes, but for empty lists and objects.
func TestTokens(t *testing.T) {
	var value func(t *rapid.T, depth int) any
	value = func(t *rapid.T, depth int) any {
		kind := rapid.IntRange(0, 4).Draw(t, "kind")
		n := rapid.IntRange(1, 4).Draw(t, "n")
		switch {
		case depth > 3 || kind == 0:
			return rapid.SampledFrom([]any{1.5, true, nil, "", `a,[{"\`, "[,", `\"`}).Draw(t, "leaf")
		case kind < 3:
			list := make([]any, n)
			for i := range list {
				list[i] = value(t, depth+1)
			}
			return list
		}
		object := map[string]any{}
		for i := range n {
			object[fmt.Sprintf(`k,{"%d`, i)] = value(t, depth+1)
		}
		return object
	}
	rapid.Check(t, func(t *rapid.T) {
		v := value(t, 0)
		text, err := json.MarshalIndent(v, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if got, want := tokens(text), countValues(v); got != want {
			t.Fatalf("%s: got %d, want %d", text, got, want)
		}
	})
	if got := tokens([]byte(`[{},[]]`)); got != 5 {
		t.Errorf("empty ones: got %d, want 5", got)
	}
}

// Numbers that nobody can hold are the tool's to refuse, by the name of the field, whatever the
// transport and the revision of the protocol.
func TestNumberTooLarge(t *testing.T) {
	b, s := newServer(t, nil)
	digits := strings.Repeat("9", 500)
	for _, test := range []struct{ args, field string }{
		{`{"text":"1e999","size":1e309}`, "size"},
		{`{"text":"x","size":` + digits + `}`, "size"},
		{`{"text":"x","locations":["a",{"lat":1,"lon":-1e400}]}`, "locations[1].lon"},
		{`{"a":[{},[]],"n":{"deep":[[0,1],[2,3e999]]}}`, "n.deep[1][1]"},
		{`{"text":1e309}`, "text"},
	} {
		for _, meta := range []string{"", "," + modernMeta} {
			call := func(args string) (map[string]any, string) {
				text := `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":` + args + meta + `}}`
				header := map[string]string{}
				if meta != "" {
					header = map[string]string{"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "echo"}
				}
				resp, body := ask{body: text, header: header}.send(t, s)
				if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "application/json" {
					t.Fatalf("%s: %d, %s", args, resp.StatusCode, body)
				}
				return resultFields(t, body), body
			}
			got, body := call(test.args)
			for _, want := range []string{`"isError":true`, `"code":"invalid_input"`, `"field":"` + test.field + `"`, "is a number that is too large"} {
				if !strings.Contains(body, want) {
					t.Errorf("%.60s: got %s, want it to say %s", test.args, body, want)
				}
			}
			ordinary, _ := call(`{"text":5}`)
			if d := cmp.Diff(slices.Sorted(maps.Keys(ordinary)), slices.Sorted(maps.Keys(got))); d != "" {
				t.Errorf("fields (-as others are refused +got):\n%s", d)
			}
		}
		var out syncBuffer
		in := `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":` + test.args + `}}`
		if err := ServeStdio(t.Context(), b.Dispatcher, "test", strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `"field":"`+test.field+`"`) || !strings.Contains(got, `"id":7`) {
			t.Errorf("over stdio: %s", got)
		}
	}
	if log := b.log.String(); strings.Count(log, `"code":"invalid_input"`) < 15 {
		t.Errorf("the refused calls are not in the log:\n%.500s", log)
	}
}

func resultFields(t *testing.T, body string) map[string]any {
	t.Helper()
	var m struct{ Result map[string]any }
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		t.Fatal(err)
	}
	return m.Result
}

// A body full of tiny values, which would take a hundred times its size in memory, is refused before
// anything is made of them.
func TestManyValuesTakeNoMemory(t *testing.T) {
	_, s := newServer(t, nil)
	const head = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x","focus":[`
	body := head + strings.Repeat("[],", (4<<20-len(head)-10)/3) + `[]]}}}`
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, answer := ask{body: body}.send(t, s)
	runtime.ReadMemStats(&after)
	if !strings.Contains(answer, `"isError":true`) || !strings.Contains(answer, "hold more than 100000 values") {
		t.Errorf("got %.300s", answer)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 64<<20 {
		t.Errorf("took %d MiB", took>>20)
	}
}

// A trace of 20,000 points with times is within bounds.
func TestLongTraceIsRead(t *testing.T) {
	point := `{"lat":39.739072,"lon":-75.539787,"time":1785542400}`
	text := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"trace":[` + strings.Repeat(point+",", 19_999) + point + `]}}}`
	m, problem := readMessage([]byte(text), hasEcho)
	if problem != nil || m.refused != nil {
		t.Fatalf("refused: %v, %v", problem, m.refused)
	}
	c := claim{room: newRoom(4 << 20)}
	defer c.release()
	if _, err := c.read(strings.NewReader(text), int64(len(text))); err != nil {
		t.Error(err)
	}
	if err := c.values(m.values); err != nil {
		t.Error(err)
	}
}
