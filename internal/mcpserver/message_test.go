package mcpserver

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
)

func hasEcho(name string) bool { return name == "echo" }

func TestReadMessage(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	tests := []struct {
		name string
		text string
		code int    // 0 where the message is fine
		want string // part of the error
	}{
		{"request", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, 0, ""},
		{"null params", `{"jsonrpc":"2.0","id":"a","method":"tools/list","params":null}`, 0, ""},
		{"call", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}}`, 0, ""},
		{"call without arguments", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":null}}`, 0, ""},
		{"notification", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, 0, ""},
		{"response", `{"jsonrpc":"2.0","id":1,"result":{}}`, 0, ""},
		{"unknown method", `{"jsonrpc":"2.0","id":1,"method":"no/such"}`, 0, ""},

		{"nothing", ``, mcp.PARSE_ERROR, "not valid JSON"},
		{"garbage", `hello`, mcp.PARSE_ERROR, "byte 1"},
		{"cut short", `{"jsonrpc":"2.0",`, mcp.PARSE_ERROR, "not valid JSON"},
		{"two messages", `{"jsonrpc":"2.0","method":"a"}{"jsonrpc":"2.0","method":"b"}`, mcp.PARSE_ERROR, "not valid JSON"},
		{"too deep", strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000), mcp.PARSE_ERROR, "not valid JSON"},
		{"batch", `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, mcp.INVALID_REQUEST, "batches"},
		{"a string", `"x"`, mcp.INVALID_REQUEST, "JSON object"},
		{"no version", `{"id":1,"method":"ping"}`, mcp.INVALID_REQUEST, "jsonrpc"},
		{"wrong version", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, mcp.INVALID_REQUEST, "jsonrpc"},
		{"null id", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, mcp.INVALID_REQUEST, "id must be"},
		{"object id", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, mcp.INVALID_REQUEST, "id must be"},
		{"fractional id", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, mcp.INVALID_REQUEST, "id must be"},
		{"id beyond float64", `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, mcp.INVALID_REQUEST, "id must be"},
		{"no method", `{"jsonrpc":"2.0","id":1}`, mcp.INVALID_REQUEST, "no method"},
		{"method is a number", `{"jsonrpc":"2.0","id":1,"method":5}`, mcp.INVALID_REQUEST, "method must be"},
		{"method is long", `{"jsonrpc":"2.0","id":1,"method":"` + long + `"}`, mcp.INVALID_REQUEST, "method must be"},
		{"method with control characters", `{"jsonrpc":"2.0","id":1,"method":"a\nb"}`, mcp.INVALID_REQUEST, "method must be"},
		{"method and result", `{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}`, mcp.INVALID_REQUEST, "a request or a response"},
		{"params is a list", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}`, mcp.INVALID_PARAMS, "params must be an object"},
		{"params is a string", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"x"}`, mcp.INVALID_PARAMS, "params must be an object"},
		{"meta is a string", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":"x"}}`, mcp.INVALID_PARAMS, "_meta must be an object"},
		{"version is a number", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":5}}}`, mcp.INVALID_PARAMS, "short string"},
		{"name is a number", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}`, mcp.INVALID_PARAMS, "params.name"},
		{"no name", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}`, mcp.INVALID_PARAMS, "params.name"},
		{"no params", `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, mcp.INVALID_PARAMS, "params.name"},
		{"arguments is a list", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":[]}}`, mcp.INVALID_PARAMS, "params.arguments"},
		{"unknown tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nosuch"}}`, mcp.INVALID_PARAMS, `no tool "nosuch"`},
		{"long tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + long + `"}}`, mcp.INVALID_PARAMS, `…"`},
		{"method is null", `{"jsonrpc":"2.0","id":1,"method":null}`, mcp.INVALID_REQUEST, "method must be"},
		{"method is empty", `{"jsonrpc":"2.0","id":1,"method":""}`, mcp.INVALID_REQUEST, "method must be"},
		{"huge number", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"size":-1e400}}`, mcp.INVALID_PARAMS, "number 1e400 is too large"},
		{"huge number beside the arguments", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","n":1e400,"arguments":{}}}`, mcp.INVALID_PARAMS, "number 1e400 is too large"},
		{"too many values", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"n":[` + strings.Repeat("[],", 60_000) + `[]]}}`, mcp.INVALID_PARAMS, "holds more than"},
		{"too much meta", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"n":[` + strings.Repeat("[],", 1000) + `[]]}}}`, mcp.INVALID_PARAMS, "params._meta holds more than"},
		{"cursor is a number", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":5}}`, mcp.INVALID_PARAMS, "params.cursor must be left out"},
		{"cursor of nobody", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"zzz"}}`, mcp.INVALID_PARAMS, "params.cursor must be left out"},
		{"cursor that could be one", `{"jsonrpc":"2.0","id":1,"method":"prompts/list","params":{"cursor":"ZWNobw=="}}`, mcp.INVALID_PARAMS, "params.cursor must be left out"},
		{"empty cursor", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":""}}`, 0, ""},
		{"state is a number", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","requestState":5}}`, mcp.INVALID_PARAMS, "params.requestState must not be a number"},
		{"initialize with odd version", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":5}}`, mcp.INVALID_PARAMS, "params.protocolVersion"},
		{"initialize with odd capabilities", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{"roots":"x"}}}`, mcp.INVALID_PARAMS, "params.capabilities.roots"},
		{"initialize with odd client", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":[]}}`, mcp.INVALID_PARAMS, "params.clientInfo"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m, e := readMessage([]byte(test.text), hasEcho)
			if test.code == 0 {
				if e != nil {
					t.Fatalf("refused: %v", e)
				}
				return
			}
			if e == nil {
				t.Fatalf("accepted as %+v", m)
			}
			if e.code != test.code || !strings.Contains(e.message, test.want) {
				t.Errorf("got %v, want %d and %q", e, test.code, test.want)
			}
			for _, inside := range []string{"json:", "Go ", "unmarshal", "mcp.", "Params.", "base64"} {
				if strings.Contains(e.message, inside) {
					t.Errorf("the decoder's words show: %s", e.message)
				}
			}
			if len(e.message) > 300 {
				t.Errorf("the message has %d bytes", len(e.message))
			}
		})
	}
}

func TestMessageKinds(t *testing.T) {
	for _, test := range []struct {
		text string
		want message
	}{
		{`{"jsonrpc":"2.0","id":"a","method":"ping"}`, message{kind: request, id: json.RawMessage(`"a"`), method: "ping"}},
		{`{"jsonrpc":"2.0","id":2,"error":{}}`, message{kind: response, id: json.RawMessage(`2`)}},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7.0}}`, message{kind: notification, method: "notifications/cancelled", target: "n7"}},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"\u0037"}}`, message{kind: notification, method: "notifications/cancelled", target: "s7"}},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}`, message{kind: notification, method: "notifications/cancelled"}},
		{`{"jsonrpc":"2.0","id":7,"method":"notifications/cancelled","params":{"requestId":7}}`, message{kind: request, id: json.RawMessage(`7`), method: "notifications/cancelled"}},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`, message{kind: request, id: json.RawMessage(`1`), method: "tools/call", tool: "echo", modern: true}},
	} {
		m, e := readMessage([]byte(test.text), hasEcho)
		if e != nil {
			t.Errorf("%s: %v", test.text, e)
			continue
		}
		if m.kind != test.want.kind || string(m.id) != string(test.want.id) || m.method != test.want.method ||
			m.target != test.want.target || m.modern != test.want.modern || m.tool != test.want.tool {
			t.Errorf("%s:\ngot  %+v\nwant %+v", test.text, m, test.want)
		}
	}
}

func TestOverflowing(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`{"a":1e308,"b":"1e400"}`, ""},
		{`[1E+309]`, "1E+309"},
		{`[-1e-400]`, ""}, // becomes 0
		{`["\\",1e400]`, "1e400"},
		{`["\"1e400"]`, ""},
		{`[` + strings.Repeat("9", 400) + `]`, strings.Repeat("9", 400)},
		{`[0.` + strings.Repeat("1", 400) + `]`, ""},
	} {
		if got := overflowing([]byte(test.text)); got != test.want {
			t.Errorf("%.40s: got %q, want %q", test.text, got, test.want)
		}
	}
}

// FuzzMessage proves that what passes the check is decoded by mcp-go without a complaint, and that
// what does not is answered in our own words with valid JSON.
func FuzzMessage(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x","n":1e400}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"a","version":"1"}}}`,
		`{"jsonrpc":"2.0","ID":2,"id":null,"METHOD":"x","method":"ping"}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"zzz"}}`,
		`[1,2]`, `{"id":"\ud800"}`, "\x00", `{"jsonrpc":"2.0","id":-0,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true}}}`,
	} {
		f.Add([]byte(seed))
	}
	d, err := NewDispatcher(fakeTools(nil)[:1], testConfig(), Options{Log: nopLog()})
	if err != nil {
		f.Fatal(err)
	}
	s := newMCP(d, "test")
	f.Fuzz(func(t *testing.T, text []byte) {
		m, e := readMessage(text, d.Has)
		if e != nil {
			if !json.Valid(errorResponse(m.id, e)) {
				t.Errorf("%q: the answer %q is no JSON", text, errorResponse(m.id, e))
			}
			return
		}
		if m.refused != nil {
			if answer := d.refuse(t.Context(), m); !json.Valid(answer) {
				t.Errorf("%q: the answer %q is no JSON", text, answer)
			}
			return
		}
		if m.method == "subscriptions/listen" {
			return // needs a session
		}
		answer, err := json.Marshal(s.HandleMessage(t.Context(), text))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		for _, inside := range []string{"json: ", "cannot unmarshal", "Failed to parse", "base64"} {
			if strings.Contains(string(answer), inside) {
				t.Errorf("%q passed and was answered %s", text, answer)
			}
		}
		if m.kind == request && string(answer) == "null" {
			t.Errorf("%q passed and was not answered", text)
		}
	})
}
