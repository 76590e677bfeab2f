package mcpserver

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/mark3labs/mcp-go/mcp"
)

// A plainCall is a tools/call as nearly all clients send it: no field but those of the protocol, each once, and
// none whose meaning asks for more than an answer. mcp-go decodes a message a dozen times on its way, which takes
// longer than most tools do; a plain call is answered without it, in the same bytes. Whatever is
// not plain, sound or not, goes the long way.
type plainCall struct {
	id        []byte // an integer or a string of harmless characters
	tool      string
	arguments json.RawMessage // nil when there are none
	meta      []byte          // nil when there is none
}

// maxPlain bounds the bytes of a plain call.
const maxPlain = 64 << 10

// readPlain reads a message; ok is false when it is no plain call of a tool that there is.
func readPlain(text []byte, hasTool func(string) bool) (c plainCall, ok bool) {
	if len(text) > maxPlain || !json.Valid(text) || tokens(text) > freeValues || overflowing(text) != "" {
		return c, false
	}
	var version, method, params []byte
	if !members(text, member{"jsonrpc", &version}, member{"id", &c.id}, member{"method", &method}, member{"params", &params}) ||
		string(version) != `"2.0"` || string(method) != `"tools/call"` || !plainID(c.id) || len(params) == 0 {
		return c, false
	}
	var name, arguments []byte
	if !members(params, member{"name", &name}, member{"arguments", &arguments}, member{"_meta", &c.meta}) ||
		!harmless(name) || tokens(c.meta) > maxMetaValues {
		return c, false
	}
	if len(arguments) > 0 && arguments[0] != '{' && string(arguments) != "null" {
		return c, false
	}
	c.tool, c.arguments = string(name[1:len(name)-1]), arguments
	return c, hasTool(c.tool)
}

// A member is one that an object may have, and where its value goes.
type member struct {
	name  string
	value *[]byte
}

// members reads the members of a valid JSON text; it is false when that is no object, or when a member
// comes twice or is not among those named. Names must be spelt exactly, and without escapes.
func members(text []byte, known ...member) bool {
	text = bytes.TrimSpace(text)
	if len(text) == 0 || text[0] != '{' {
		return false
	}
	for i := 1; ; i++ {
		i = skipSpace(text, i)
		switch text[i] {
		case '}':
			return true
		case ',':
			continue
		}
		end := skipValue(text, i)
		var value *[]byte
		for k := range known {
			if string(text[i+1:end-1]) == known[k].name {
				value = known[k].value
			}
		}
		if value == nil || *value != nil {
			return false
		}
		start := skipSpace(text, skipSpace(text, end)+1) // behind the colon
		i = skipValue(text, start)
		*value = text[start:i:i]
		i-- // the loop goes on behind it
	}
}

func skipSpace(text []byte, i int) int {
	for text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r' {
		i++
	}
	return i
}

// skipValue returns where the value of valid JSON that begins at i ends.
func skipValue(text []byte, i int) int {
	depth := 0
	for {
		switch text[i] {
		case '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ' ', '\t', '\n', '\r', ',', ':':
		default: // a number or a word
			for i+1 < len(text) && !ends(text[i+1]) {
				i++
			}
		}
		i++
		if depth == 0 {
			return i
		}
	}
}

// ends tells whether a number or a word has ended before a byte.
func ends(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', ',', ']', '}':
		return true
	}
	return false
}

// plainID tells whether an id is an integer of few digits, or a harmless string.
func plainID(id []byte) bool {
	if len(id) == 0 || len(id) > 1 && id[0] == '0' || len(id) > 15 {
		return harmless(id)
	}
	for _, c := range id {
		if c < '0' || c > '9' {
			return harmless(id)
		}
	}
	return true
}

// harmless tells whether a JSON text is a short string of letters, digits and signs that are written as
// they are wherever they stand.
func harmless(text []byte) bool {
	if len(text) < 3 || len(text) > 130 || text[0] != '"' {
		return false
	}
	for _, c := range text[1 : len(text)-1] {
		if c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return false
		}
	}
	return true
}

// modern tells whether a call with these headers is of the era without handshake; ok is false when it asks for more
// than an answer, or breaks a rule of its era.
func (c *plainCall) modern(header http.Header) (modern, ok bool) {
	version := header.Get(mcp.HeaderProtocolVersion)
	if !mcp.IsModernProtocol(version) {
		return false, c.meta == nil && (version == "" || mcp.IsValidProtocolVersion(version))
	}
	var meta mcp.Meta
	return true, c.meta != nil && json.Unmarshal(c.meta, &meta) == nil && meta.ProgressToken == nil &&
		meta.ProtocolVersion() == version && mcp.IsValidProtocolVersion(version) && meta.ClientCapabilities() != nil &&
		header.Get(mcp.HeaderMethod) == string(mcp.MethodToolsCall) && header.Get(mcp.HeaderName) == c.tool &&
		header.Get(mcp.HeaderLastEventID) == ""
}

var responses = sync.Pool{New: func() any { return new([]byte) }}

// maxKept is the size up to which a response's memory is kept for the next.
const maxKept = 256 << 10

// answerPlain answers a call.
func (g *guard) answerPlain(w http.ResponseWriter, r *http.Request, c plainCall, modern bool) {
	answer := g.call(r.Context(), c.tool, c.arguments)
	if r.Context().Err() != nil {
		return // nobody is there any more
	}
	room := responses.Get().(*[]byte)
	body := g.appendResponse((*room)[:0], c.id, answer, modern)
	header := w.Header()
	header["Content-Type"] = contentTypeJSON
	header["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(body) // the client may have gone away
	if cap(body) <= maxKept {
		*room = body
		responses.Put(room)
	}
}

var contentTypeJSON = []string{"application/json"}

// appendResponse writes an answer as mcp-go does: members in the order of their names.
func (g *guard) appendResponse(to []byte, id []byte, a envelope.Answer, modern bool) []byte {
	to = append(to, `{"jsonrpc":"2.0","id":`...)
	to = append(to, id...)
	to = append(to, `,"result":{`...)
	if modern || a.IsError() {
		to = append(to, `"_meta":{`...)
		if a.IsError() {
			to = append(to, `"code":"`...)
			to = append(to, a.Code...)
			to = append(to, '"')
		}
		if modern {
			if a.IsError() {
				to = append(to, ',')
			}
			to = append(to, `"`+mcp.MetaKeyServerInfo+`":`...)
			to = append(to, g.serverInfo...)
		}
		to = append(to, "},"...)
	}
	to = append(to, `"content":[{"type":"text","text":`...)
	to = appendEscaped(to, envelope.AppendString(nil, a.Text))
	to = append(to, "}],"...)
	if a.IsError() {
		to = append(to, `"isError":true,`...)
	}
	if modern {
		to = append(to, `"resultType":"`+string(mcp.ResultTypeComplete)+`",`...)
	}
	to = append(to, `"structuredContent":`...)
	to = appendEscaped(to, a.Structured)
	return append(to, "}}\n"...)
}

// appendEscaped writes a JSON text with what means something in HTML or ends lines in JavaScript escaped, as
// encoding/json does.
func appendEscaped(to, text []byte) []byte {
	const hex = "0123456789abcdef"
	start := 0
	for i, c := range text {
		switch {
		case c == '<' || c == '>' || c == '&':
			to = append(to, text[start:i]...)
			to = append(to, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
			start = i + 1
		case c == 0xe2 && i+2 < len(text) && text[i+1] == 0x80 && text[i+2]&^1 == 0xa8:
			to = append(to, text[start:i]...)
			to = append(to, '\\', 'u', '2', '0', '2', hex[text[i+2]&0xf])
			start = i + 3
		}
	}
	return append(to, text[start:]...)
}
