package envelope

import (
	"bytes"
	"encoding/json"
	"errors"
)

// errNull is returned for a value that holds null where the contract leaves keys out.
var errNull = errors.New("envelope: value holds null")

// encode returns v as compact JSON without HTML escapes. Numbers that JSON cannot hold, which are
// NaN and the infinities, are an error.
func encode(v any) (json.RawMessage, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// hasNull tells whether a JSON text holds a null outside of strings.
func hasNull(text []byte) bool {
	inString := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case !inString && c == 'n': // no other literal begins or continues with n outside null
			return true
		}
	}
	return false
}

// object assembles a JSON object whose keys stand in the order in which they were added.
type object struct {
	buf bytes.Buffer
}

func (o *object) add(key string, value json.RawMessage) {
	if o.buf.Len() == 0 {
		o.buf.WriteByte('{')
	} else {
		o.buf.WriteByte(',')
	}
	name, _ := json.Marshal(key)
	o.buf.Write(name)
	o.buf.WriteByte(':')
	o.buf.Write(value)
}

func (o *object) bytes() json.RawMessage {
	if o.buf.Len() == 0 {
		return json.RawMessage("{}")
	}
	o.buf.WriteByte('}')
	return o.buf.Bytes()
}
