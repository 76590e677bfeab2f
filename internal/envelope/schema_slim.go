package envelope

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Slim returns an output schema as it is published: descriptions are left out, and so are what all
// answers may have besides and the members of objects that lie deeper than the answer's own fields,
// so that the list of tools stays small. Whatever the whole schema accepts, the slim one accepts. The whole one is what answers are
// tested against and what the tool reference shows.
func Slim(schema json.RawMessage) (json.RawMessage, error) {
	var o object
	if err := slim(schema, 0, &o); err != nil {
		return nil, fmt.Errorf("envelope: slim schema: %w", err)
	}
	return o.bytes(), nil
}

// slim writes the keywords of one schema in their order.
func slim(schema json.RawMessage, depth int, out *object) error {
	return Members(schema, func(keyword string, value json.RawMessage) error {
		switch keyword {
		case "description", "minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength":
			return nil
		case "enum":
			if depth != 1 {
				return nil
			}
		case "properties":
			if depth > 0 {
				return nil
			}
			var properties object
			err := Members(value, func(name string, property json.RawMessage) error {
				switch name {
				case "simplified", "truncated", "warnings":
					return nil
				case "render":
					properties.add(name, json.RawMessage(`{"type":"array"}`))
					return nil
				}
				var o object
				if err := slim(property, depth+1, &o); err != nil {
					return err
				}
				properties.add(name, o.bytes())
				return nil
			})
			out.add(keyword, properties.bytes())
			return err
		case "anyOf":
			if depth == 0 {
				break
			}
			var branches []json.RawMessage
			if err := json.Unmarshal(value, &branches); err != nil {
				return err
			}
			for i := range branches {
				var o object
				if err := slim(branches[i], depth+1, &o); err != nil {
					return err
				}
				branches[i] = o.bytes()
			}
			text, err := encode(branches)
			out.add(keyword, text)
			return err
		case "items":
			var o object
			if err := slim(value, depth+1, &o); err != nil {
				return err
			}
			out.add(keyword, o.bytes())
			return nil
		}
		out.add(keyword, value)
		return nil
	})
}

// Members calls visit with each member of a JSON object, in order.
func Members(text json.RawMessage, visit func(name string, value json.RawMessage) error) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return fmt.Errorf("no object: %.40s", text)
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		if err := visit(name.(string), value); err != nil {
			return err
		}
	}
	return nil
}
