package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/mark3labs/mcp-go/mcp"
)

// messageKind tells the kinds of JSON-RPC messages apart.
type messageKind int

const (
	request      messageKind = iota // has a method and an id, wants an answer
	notification                    // has a method and no id
	response                        // answers a request of ours; we make none
)

// message is what a transport must know of a JSON-RPC message.
type message struct {
	kind   messageKind
	id     json.RawMessage // nil unless kind is request or response
	method string
	modern bool   // declares a revision without handshake in its _meta
	tool   string // name of a tools/call
	target string // key of the request that a notifications/cancelled is about, see idKey
	values int    // how many values of JSON it holds, about
	// refused is what is wrong with the arguments of a call that must not come before a decoder. It is
	// for the tool's answer: models read that, and clients keep errors of the protocol from them.
	refused *envelope.Violation
}

// A protocolError is a message that breaks the protocol, in words for its sender.
type protocolError struct {
	code    int
	message string
}

func (e *protocolError) Error() string { return fmt.Sprintf("%d: %s", e.code, e.message) }

func badRequest(form string, args ...any) *protocolError {
	return &protocolError{mcp.INVALID_REQUEST, fmt.Sprintf(form, args...)}
}

func badParams(form string, args ...any) *protocolError {
	return &protocolError{mcp.INVALID_PARAMS, fmt.Sprintf(form, args...)}
}

// fields are the fields of a JSON-RPC message, undecoded. encoding/json matches their names as it
// does for mcp-go, so both see the same message even if a name stands there twice.
type fields struct {
	JSONRPC json.RawMessage `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  json.RawMessage `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   json.RawMessage `json:"error"`
}

// readMessage checks the form of a message before mcp-go sees it, since that answers malformed ones
// with the texts of its decoder. hasTool tells which tools there are. On error the message holds what
// could be read, its id above all.
func readMessage(text []byte, hasTool func(string) bool) (message, *protocolError) {
	text = bytes.TrimSpace(text)
	var f fields
	if err := json.Unmarshal(text, &f); err != nil {
		return message{kind: notification}, unreadable(text, err)
	}
	m := message{kind: notification}
	if f.ID != nil {
		if !validID(f.ID) {
			return m, badRequest("the id must be a string or an integer")
		}
		m.kind, m.id = request, f.ID
	}
	if string(f.JSONRPC) != `"2.0"` {
		return m, badRequest(`the field jsonrpc must be "2.0"`)
	}
	answers := f.Result != nil || f.Error != nil
	switch {
	case f.Method == nil && answers && m.id != nil:
		m.kind = response
		return m, nil
	case f.Method == nil:
		return m, badRequest("the message has no method")
	case answers:
		return m, badRequest("the message has a method and a result; it must be a request or a response")
	}
	if json.Unmarshal(f.Method, &m.method) != nil || m.method == "" || !printable(m.method) || len(m.method) > 128 {
		return m, badRequest("the method must be a string of 1 to 128 printable characters")
	}
	return readParams(m, f.Params, text, hasTool)
}

// unreadable describes a text that is not a JSON object.
func unreadable(text []byte, err error) *protocolError {
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return &protocolError{mcp.PARSE_ERROR, fmt.Sprintf("the message is not valid JSON; the fault is at byte %d", syntax.Offset)}
	case bytes.HasPrefix(text, []byte("[")):
		return badRequest("batches are not part of the protocol; send one message at a time")
	default:
		return badRequest("the message must be a JSON object")
	}
}

// readParams checks the parameters.
func readParams(m message, params json.RawMessage, text []byte, hasTool func(string) bool) (message, *protocolError) {
	if params != nil && params[0] != '{' && string(params) != "null" {
		return m, badParams("params must be an object")
	}
	var p struct {
		Meta      json.RawMessage `json:"_meta"`
		Name      json.RawMessage `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		RequestID json.RawMessage `json:"requestId"`
		Cursor    json.RawMessage `json:"cursor"`
	}
	if params != nil {
		if err := json.Unmarshal(params, &p); err != nil {
			return m, badParams("params must be an object")
		}
	}
	m.values = tokens(text)
	if tokens(p.Meta) > maxMetaValues {
		return m, badParams("params._meta holds more than %d values", maxMetaValues)
	}
	if p.Meta != nil {
		var meta map[string]json.RawMessage
		if json.Unmarshal(p.Meta, &meta) != nil {
			return m, badParams("params._meta must be an object")
		}
		if v, ok := meta[mcp.MetaKeyProtocolVersion]; ok {
			var version string
			if json.Unmarshal(v, &version) != nil || !printable(version) || len(version) > 64 {
				return m, badParams("params._meta[%q] must be a short string", mcp.MetaKeyProtocolVersion)
			}
			m.modern = mcp.IsModernProtocol(version)
		}
	}
	switch {
	case m.kind == notification && m.method == string(mcp.MethodNotificationCancelled):
		if validID(p.RequestID) {
			m.target = idKey(p.RequestID)
		}
	case m.kind == request && m.method == string(mcp.MethodToolsCall):
		if json.Unmarshal(p.Name, &m.tool) != nil || m.tool == "" {
			return m, badParams("params.name must be the name of a tool")
		}
		if a := p.Arguments; a != nil && a[0] != '{' && string(a) != "null" {
			return m, badParams("params.arguments must be an object")
		}
		if !hasTool(m.tool) {
			return m, badParams("there is no tool %q; tools/list names them", envelope.Clean(m.tool, maxEcho))
		}
		if m.refused = unbearable(p.Arguments); m.refused != nil {
			return m, nil
		}
	case m.kind == request && p.Cursor != nil && string(p.Cursor) != `""` && string(p.Cursor) != "null":
		return m, badParams("params.cursor must be left out: every list of this server comes in one piece")
	}
	if m.values > maxMessageValues {
		return m, badParams("the message holds more than %d values", maxMessageValues)
	}
	if n := overflowing(text); n != "" {
		return m, badParams("the number %s is too large", envelope.Clean(n, 40))
	}
	return m, decodable(m, text)
}

// requests holds the types that mcp-go decodes our methods' requests into.
var requests = map[mcp.MCPMethod]func() any{
	mcp.MethodInitialize:          func() any { return &mcp.InitializeRequest{} },
	mcp.MethodPing:                func() any { return &mcp.PingRequest{} },
	mcp.MethodServerDiscover:      func() any { return &mcp.DiscoverRequest{} },
	mcp.MethodSubscriptionsListen: func() any { return &mcp.SubscriptionsListenRequest{} },
	mcp.MethodToolsList:           func() any { return &mcp.ListToolsRequest{} },
	mcp.MethodToolsCall:           func() any { return &callRequest{} },
	mcp.MethodPromptsList:         func() any { return &mcp.ListPromptsRequest{} },
	mcp.MethodPromptsGet:          func() any { return &mcp.GetPromptRequest{} },
	mcp.MethodResourcesList:       func() any { return &mcp.ListResourcesRequest{} },
	mcp.MethodResourcesRead:       func() any { return &mcp.ReadResourceRequest{} },
	mcp.MethodCompletionComplete:  func() any { return &mcp.CompleteRequest{} },

	mcp.MethodResourcesTemplatesList: func() any { return &mcp.ListResourceTemplatesRequest{} },
}

// callRequest is mcp.CallToolRequest without the arguments, which may be large and of which readParams
// has made sure that any decoder takes them.
type callRequest struct {
	mcp.Request
	Params struct {
		Name string          `json:"name"`
		Meta *mcp.Meta       `json:"_meta"`
		Task *mcp.TaskParams `json:"task"`
		mcp.MultiRoundTripParams
	} `json:"params"`
}

// decodable tries what mcp-go will do, so that its decoder's texts stay inside.
func decodable(m message, text []byte) *protocolError {
	var into any = &mcp.JSONRPCNotification{}
	if m.kind == request {
		make, ok := requests[mcp.MCPMethod(m.method)]
		if !ok {
			return nil // answered with "not found" before anything is decoded
		}
		into = make()
	}
	err := json.Unmarshal(text, into)
	if err == nil {
		return nil
	}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		path := wirePath(kind.Field)
		return badParams("params.%s must not be %s", envelope.Clean(path, maxEcho), articled([]string{envelope.Clean(kind.Value, 40)}))
	}
	return badParams("params do not have the form that %s asks for", m.method)
}

// wirePath returns the path of a field below params as it is sent. The decoder's has the names of
// embedded structs in between, which begin with capitals.
func wirePath(path string) string {
	steps := slices.DeleteFunc(strings.Split(strings.TrimPrefix(path, "params."), "."), func(s string) bool {
		return s != "" && s[0] >= 'A' && s[0] <= 'Z'
	})
	return strings.Join(steps, ".")
}

// validID tells whether an undecoded id is a string or an integer that a float64 can hold exactly.
func validID(id json.RawMessage) bool {
	if len(id) == 0 {
		return false
	}
	if id[0] == '"' {
		return true
	}
	n, err := strconv.ParseFloat(string(id), 64)
	return err == nil && n == math.Trunc(n) && math.Abs(n) < 1<<53
}

// idKey returns a valid id in a form that is the same for all spellings of it, such as 1 and 1.0.
func idKey(id json.RawMessage) string {
	var s string
	if json.Unmarshal(id, &s) == nil {
		return textKey(s)
	}
	n, _ := strconv.ParseFloat(string(id), 64)
	return numberKey(n)
}

func textKey(id string) string { return "s" + id }

func numberKey(id float64) string { return "n" + strconv.FormatFloat(id, 'f', -1, 64) }

func printable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}

// overflowing returns a number of a valid JSON text that a float64 cannot hold, or "".
func overflowing(text []byte) string {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case c >= '0' && c <= '9':
			start, exponent := i, false
			for ; i < len(text) && strings.IndexByte("0123456789+-.eE", text[i]) >= 0; i++ {
				exponent = exponent || text[i] == 'e' || text[i] == 'E'
			}
			// Without an exponent it takes more than 308 digits to overflow.
			if exponent || i-start > 308 {
				if _, err := strconv.ParseFloat(string(text[start:i]), 64); err != nil {
					return string(text[start:i])
				}
			}
			i--
		}
	}
	return ""
}

// errorResponse returns the JSON-RPC response that tells the sender what is wrong. id is null where
// none could be read.
func errorResponse(id json.RawMessage, e *protocolError) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	var body struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	body.JSONRPC, body.ID = mcp.JSONRPC_VERSION, id
	body.Error.Code, body.Error.Message = e.code, e.message
	text, _ := json.Marshal(body) // strings and valid JSON cannot fail
	return text
}
