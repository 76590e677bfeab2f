package mcpserver

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/footstepd/footstepd/internal/envelope"
)

const (
	// maxMessageValues bounds the values of a whole message: the arguments and what is around them.
	maxMessageValues = maxValues + 1000
	// maxMetaValues bounds those of its _meta.
	maxMetaValues = 1000
)

// tokens counts the values of a valid JSON text without decoding it: each stands at the beginning of
// a list or object, or behind a comma. An empty list or object counts as two.
func tokens(text []byte) int {
	n := 1
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case ',', '[', '{':
			n++
		}
	}
	return n
}

// unbearable returns what is wrong with arguments that must not be decoded, since they hold too many
// values or a number that no float64 can hold, or nil. args are valid JSON or nothing.
func unbearable(args json.RawMessage) *envelope.Violation {
	if n := tokens(args); n > maxValues {
		return &envelope.Violation{Field: root, Problem: "hold more than " + strconv.Itoa(maxValues) + " values", Got: n, Want: maxValues}
	}
	number := overflowing(args)
	if number == "" {
		return nil
	}
	return &envelope.Violation{
		Field: field(pathOfOverflow(args)), Problem: "is a number that is too large",
		Got: envelope.Clean(number, maxEcho), Want: "numbers below 1.8e308",
	}
}

// pathOfOverflow returns where the first number lies that a float64 cannot hold.
func pathOfOverflow(args json.RawMessage) []string {
	type level struct {
		object bool
		key    bool // the next token is a key
		name   string
		index  int
	}
	dec := json.NewDecoder(bytes.NewReader(args))
	dec.UseNumber()
	var stack []level
	advance := func() { // a value has ended
		if len(stack) == 0 {
			return
		}
		top := &stack[len(stack)-1]
		top.index++
		top.key = top.object
	}
	for {
		token, err := dec.Token()
		if err != nil {
			return nil
		}
		switch t := token.(type) {
		case json.Delim:
			switch t {
			case '{', '[':
				stack = append(stack, level{object: t == '{', key: t == '{'})
			default:
				stack = stack[:len(stack)-1]
				advance()
			}
			continue
		case string:
			if top := len(stack) - 1; top >= 0 && stack[top].key {
				stack[top].name, stack[top].key = t, false
				continue
			}
		case json.Number:
			if _, err := t.Float64(); err != nil {
				var path []string
				for _, l := range stack {
					if l.object {
						path = append(path, l.name)
					} else {
						path = append(path, strconv.Itoa(l.index))
					}
				}
				return path
			}
		}
		advance()
	}
}
