// Package envelope builds every answer that leaves the program: success and failure, summary
// fields, raw geometry, render layers and the text block. See docs/tools.md for the shapes.
package envelope

import "encoding/json"

// Answer is a finished tool answer, ready for any transport.
type Answer struct {
	Structured json.RawMessage // the structuredContent object
	Text       string          // the one text block
	Code       Code            // "" on success
	Layers     []Layer         // the render layers again, for exports
}

// IsError tells whether the tool could not do its job.
func (a Answer) IsError() bool { return a.Code != "" }
