package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A call gets the same answer, to the byte, whether it takes the short way or the long one.
func TestPlainCallsAnswerAsOthersDo(t *testing.T) {
	_, short := newGuardServer(t, nil, func(*guard) {})
	_, long := newGuardServer(t, nil, func(g *guard) { g.roundabout = true })
	modern := []string{"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "echo"}
	call := func(id, params string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":%s}`, id, params)
	}
	for _, test := range []struct {
		name   string
		body   string
		header []string
		plain  bool
	}{
		{"plain", call("1", `{"name":"echo","arguments":{"text":"hello"}}`), nil, true},
		{"spaced", " {\n\"jsonrpc\" : \"2.0\" ,\t\"id\":7, \"params\" : { \"arguments\" : {\"text\" :\"a, \\\"b\\\" }\"} , \"name\": \"echo\" }, \"method\" : \"tools/call\" } \r\n", nil, true},
		{"signs of HTML and of JavaScript", call("1", `{"name":"echo","arguments":{"text":"a <b> & \u2028\u2029 ©→ \u20ac \\ \u0001"}}`), nil, true},
		{"broken bytes", call("1", `{"name":"echo","arguments":{"text":"`+"a\xffb\xe2\x80"+`"}}`), nil, true},
		{"a text as id", call(`"a-1"`, `{"name":"echo","arguments":{"text":"hello"}}`), nil, true},
		{"a version", call("1", `{"name":"echo","arguments":{"text":"hello"}}`), []string{"Mcp-Protocol-Version", "2025-06-18"}, true},
		{"a session", call("1", `{"name":"echo","arguments":{"text":"hello"}}`), []string{"Mcp-Session-Id", "x"}, true},
		{"no arguments", call("1", `{"name":"empty"}`), nil, true},
		{"null for arguments", call("1", `{"name":"empty","arguments":null}`), nil, true},
		{"wrong arguments", call("1", `{"name":"echo","arguments":{"txt":"hello"}}`), nil, true},
		{"a failure", call("1", `{"name":"refuse","arguments":{}}`), nil, true},
		{"no answer", call("1", `{"name":"nothing","arguments":{}}`), nil, true},
		{"modern", call("1", `{"name":"echo","arguments":{"text":"<hello>"},`+modernMeta+`}`), modern, true},
		{"modern failure", call("1", `{"name":"echo","arguments":{},`+modernMeta+`}`), modern, true},
		{"modern, without capabilities", call("1", `{"name":"echo","arguments":{"text":"a"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}`), modern, true},
		{"modern, wrong capabilities", call("1", `{"name":"echo","arguments":{"text":"a"},`+strings.Replace(modernMeta, "{}", "3", 1)+`}`), modern, true},
		{"modern, without _meta", call("1", `{"name":"echo","arguments":{"text":"a"}}`), modern, true},
		{"modern, another version", call("1", `{"name":"echo","arguments":{"text":"a"},`+strings.Replace(modernMeta, "2026", "2027", 1)+`}`), modern, true},
		{"modern, another tool", call("1", `{"name":"empty","arguments":{},`+modernMeta+`}`), modern, true},
		{"modern, without headers", call("1", `{"name":"echo","arguments":{"text":"a"},`+modernMeta+`}`), nil, true},
		{"modern, resumed", call("1", `{"name":"echo","arguments":{"text":"a"},`+modernMeta+`}`), append([]string{"Last-Event-Id", "3"}, modern...), true},
		{"old, with _meta", call("1", `{"name":"echo","arguments":{"text":"a"},"_meta":{"progressToken":3}}`), nil, true},
		{"an unknown version", call("1", `{"name":"echo","arguments":{"text":"a"}}`), []string{"Mcp-Protocol-Version", "1999-01-01"}, true},
		{"id 1.0", call("1.0", `{"name":"echo","arguments":{"text":"a"}}`), nil, false},
		{"id -1", call("-1", `{"name":"echo","arguments":{"text":"a"}}`), nil, false},
		{"id with an escape", call(`"\u0041"`, `{"name":"echo","arguments":{"text":"a"}}`), nil, false},
		{"id with HTML", call(`"<"`, `{"name":"echo","arguments":{"text":"a"}}`), nil, false},
		{"id null", call("null", `{"name":"echo","arguments":{"text":"a"}}`), nil, false},
		{"a task", call("1", `{"name":"echo","arguments":{"text":"a"},"task":{}}`), nil, false},
		{"a name in capitals", call("1", `{"Name":"echo","arguments":{"text":"a"}}`), nil, false},
		{"an escaped name", call("1", `{"\u006eame":"echo","arguments":{"text":"a"}}`), nil, false},
		{"a tool twice", call("1", `{"name":"empty","name":"echo","arguments":{"text":"a"}}`), nil, false},
		{"no such tool", call("1", `{"name":"none","arguments":{"text":"a"}}`), nil, false},
		{"a list as arguments", call("1", `{"name":"echo","arguments":[1]}`), nil, false},
		{"too large a number", call("1", `{"name":"echo","arguments":{"text":1e999}}`), nil, false},
		{"many values", call("1", `{"name":"echo","arguments":{"text":[0`+strings.Repeat(",0", 3000)+`]}}`), nil, false},
		{"a long message", call("1", `{"name":"echo","arguments":{"text":"`+strings.Repeat("a", maxPlain)+`"}}`), nil, false},
		{"another method", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`, nil, false},
		{"a notification", `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo","arguments":{"text":"a"}}}`, nil, false},
		{"another protocol", `{"jsonrpc":"1.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"a"}}}`, nil, false},
		{"no JSON", call("1", `{"name":"echo","arguments":{"text":}}`), nil, false},
		{"a batch", "[" + call("1", `{"name":"echo","arguments":{"text":"a"}}`) + "]", nil, false},
	} {
		if _, ok := readPlain([]byte(test.body), func(name string) bool { return name != "none" }); ok != test.plain {
			t.Errorf("%s: plain is %v, want %v", test.name, ok, test.plain)
		}
		got, want := exchange(t, short.URL, test.body, test.header), exchange(t, long.URL, test.body, test.header)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: the short way answers otherwise (-long +short):\n%s", test.name, diff)
		}
	}
}

// exchange returns all of an answer that does not change from call to call.
func exchange(t *testing.T, url, body string, header []string) (out struct {
	Status int
	Header http.Header
	Body   string
},
) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	out.Status, out.Header = resp.StatusCode, resp.Header
	out.Header.Del("Date")
	out.Header.Del("Content-Length") // one way knows it before it writes
	out.Body = requestIDs.ReplaceAllString(string(text), "an id")
	return out
}

// FuzzPlain reads messages both ways: what is plain is a sound call of the same tool, with the same id and arguments.
func FuzzPlain(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"a"}}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{` + modernMeta + `,"name":"echo"}}`))
	f.Add([]byte(` { "method" : "tools/call" , "params" : {"name":"echo","arguments": null } , "id" : 0, "jsonrpc" : "2.0" }`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":[1,-2.5e3,true,null,"\"}"],"b":{}}}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","ID":1,"method":"tools/call","params":{"name":"echo"}}`))
	hasTool := func(name string) bool { return name == "echo" }
	f.Fuzz(func(t *testing.T, text []byte) {
		c, ok := readPlain(text, hasTool)
		if !ok {
			return
		}
		m, problem := readMessage(text, hasTool)
		if problem != nil || m.refused != nil || m.kind != request || m.tool != c.tool || !bytes.Equal(m.id, c.id) {
			t.Fatalf("%q is plain, %+v; else it is %+v, %v", text, c, m, problem)
		}
		var whole struct {
			ID     any
			Params struct {
				Arguments, Meta json.RawMessage
			}
		}
		if err := json.Unmarshal(bytes.ReplaceAll(text, []byte(`"_meta"`), []byte(`"meta"`)), &whole); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(whole.Params.Arguments, c.arguments) && !bytes.Contains(c.arguments, []byte(`"_meta"`)) {
			t.Errorf("%q: arguments %q, want %q", text, c.arguments, whole.Params.Arguments)
		}
		if id, err := json.Marshal(whole.ID); err != nil || !bytes.Equal(id, c.id) {
			t.Errorf("%q: id %q, want %q", text, c.id, id)
		}
	})
}

func TestAppendEscaped(t *testing.T) {
	for _, s := range []string{"", "plain", "a<b>c&d", "\u2028\u2029", "→\u202a©", "ends in \xe2", "ends in \xe2\x80", "<"} {
		text := []byte(`"` + s + `"`)
		var want bytes.Buffer
		json.HTMLEscape(&want, text)
		if got := appendEscaped(nil, text); !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%q: %q, want %q", s, got, want.Bytes())
		}
	}
}

// requestIDs are the ids of failures of our own.
var requestIDs = regexp.MustCompile(`[0-9a-f]{16}`)
