package envelope

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
)

// errNull is returned for a value that holds null where the contract leaves keys out.
var errNull = errors.New("envelope: value holds null")

// encode returns v as compact JSON without HTML escapes. Numbers that JSON cannot hold, which are
// NaN and the infinities, are an error.
func encode(v any) (json.RawMessage, error) {
	var buf bytes.Buffer
	buf.Grow(1 << 10)
	err := encodeTo(&buf, v)
	return buf.Bytes(), err
}

// encodeTo writes v as encode does.
func encodeTo(buf *bytes.Buffer, v any) error {
	switch x := v.(type) {
	case writer:
		return x.writeJSON(buf)
	case bool:
		buf.Write(strconv.AppendBool(buf.AvailableBuffer(), x))
		return nil
	case string:
		buf.Write(AppendString(buf.AvailableBuffer(), x))
		return nil
	case []string:
		if x != nil {
			text, err := AppendList(buf.AvailableBuffer(), x, func(s *string, to []byte) ([]byte, error) { return AppendString(to, *s), nil })
			buf.Write(text)
			return err
		}
	case JSONAppender:
		text, err := x.AppendJSON(buf.AvailableBuffer())
		buf.Write(text)
		return err
	}
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	buf.Truncate(buf.Len() - 1) // the line end
	return nil
}

// A writer writes itself as compact JSON. Unlike a json.Marshaler it is believed: what it writes is not read
// again, which for geometry takes longer than to write it.
type writer interface {
	writeJSON(to *bytes.Buffer) error
}

// writeMembers writes an object of some members: each a piece of JSON before it, and a value.
func writeMembers(to *bytes.Buffer, members ...any) error {
	for _, m := range members {
		if piece, ok := m.(literal); ok {
			to.WriteString(string(piece))
		} else if err := encodeTo(to, m); err != nil {
			return err
		}
	}
	return nil
}

// literal is JSON that stands for itself.
type literal string

// hasNull tells whether a JSON text holds a null outside of strings.
func hasNull(text []byte) bool {
	if !bytes.Contains(text, []byte("null")) {
		return false // as nearly all
	}
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
	o.key(key)
	o.buf.Write(value)
}

// put adds a member and returns its text, which is valid up to the next.
func (o *object) put(key string, value any) ([]byte, error) {
	o.key(key)
	start := o.buf.Len()
	err := encodeTo(&o.buf, value)
	return o.buf.Bytes()[start:], err
}

func (o *object) key(key string) {
	if o.buf.Len() == 0 {
		o.buf.WriteByte('{')
	} else {
		o.buf.WriteByte(',')
	}
	o.buf.Write(AppendString(o.buf.AvailableBuffer(), key))
	o.buf.WriteByte(':')
}

func (o *object) bytes() json.RawMessage {
	if o.buf.Len() == 0 {
		return json.RawMessage("{}")
	}
	o.buf.WriteByte('}')
	return o.buf.Bytes()
}
