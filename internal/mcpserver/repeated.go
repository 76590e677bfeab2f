package mcpserver

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/footstepd/footstepd/internal/envelope"
)

// repeated returns what is wrong with valid arguments in which an object names a field twice. Decoders do not agree on
// what that means: the schema would see the last value, and the tool what all of them make together.
func repeated(args json.RawMessage) envelope.Violation {
	v := envelope.Violation{Field: root, Problem: "name a field twice", Want: "each field once"}
	dec := json.NewDecoder(bytes.NewReader(args))
	dec.UseNumber()
	if path := firstRepeated(dec, nil); path != nil {
		v.Field, v.Problem = field(path), "stands there twice"
	}
	return v
}

// firstRepeated reads a value and returns the path of the first field in it that comes a second time, nil if none does.
func firstRepeated(dec *json.Decoder, path []string) []string {
	open, err := dec.Token()
	if err != nil {
		return nil
	}
	seen := map[string]bool{}
	for i := 0; open == json.Delim('{') || open == json.Delim('['); i++ {
		if !dec.More() {
			_, _ = dec.Token() // the end, which valid JSON has
			break
		}
		step := strconv.Itoa(i)
		if open == json.Delim('{') {
			name, _ := dec.Token()
			step, _ = name.(string)
			if seen[step] {
				return append(path, step)
			}
			seen[step] = true
		}
		if found := firstRepeated(dec, append(path, step)); found != nil {
			return found
		}
	}
	return nil
}
