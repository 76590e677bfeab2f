package envelope

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"regexp"
)

// Schema documents are kept by hand. What they share lies in fragments; a document names one with
// {"$fragment": "place"}, and Schema puts it in place, so that what is published holds no $ref,
// which some clients refuse.

//go:embed fragments/*.json
var fragments embed.FS

var fragmentMark = regexp.MustCompile(`\{\s*"\$fragment"\s*:\s*"([a-z_]+)"\s*\}|"\$fragment"\s*:\s*"([a-z_]+)"`)

// Schema returns a schema document with its fragments put in place, compact. A member
// "$fragment": "flags" inside of an object stands for all members of the fragment.
func Schema(document []byte) (json.RawMessage, error) {
	text, err := expand(document, 0)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Compact(&out, text); err != nil {
		return nil, fmt.Errorf("envelope: schema: %w", err)
	}
	return out.Bytes(), nil
}

// maxNesting bounds fragments inside of fragments, so that a circle is an error.
const maxNesting = 4

func expand(document []byte, depth int) ([]byte, error) {
	if depth > maxNesting {
		return nil, fmt.Errorf("envelope: schema fragments are nested more than %d deep", maxNesting)
	}
	var failed error
	out := fragmentMark.ReplaceAllFunc(document, func(mark []byte) []byte {
		m := fragmentMark.FindSubmatch(mark)
		name, whole := string(m[1]), true
		if name == "" {
			name, whole = string(m[2]), false
		}
		text, err := fragments.ReadFile("fragments/" + name + ".json")
		if err == nil {
			text, err = expand(bytes.TrimSpace(text), depth+1)
		}
		if err != nil {
			failed = fmt.Errorf("envelope: schema fragment %q: %w", name, err)
			return mark
		}
		if !whole {
			text = bytes.TrimSuffix(bytes.TrimPrefix(text, []byte("{")), []byte("}"))
		}
		return text
	})
	return out, failed
}
