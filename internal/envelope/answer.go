// Package envelope builds every answer that leaves the program: success and failure, summary
// fields, raw geometry, render layers and the text block. See docs/tools.md for the shapes.
//
// A tool makes a Builder, states the headline, sets fields in the order in which a reader should
// meet them, draws layers and calls Answer. A failure is an *Error, or any other error, given to
// Fail. Nothing else makes an Answer.
package envelope

import "encoding/json"

// Attribution names the source of the map data; every success carries it.
const Attribution = "© OpenStreetMap contributors, ODbL 1.0"

// Answer is a finished tool answer, ready for any transport.
type Answer struct {
	Structured json.RawMessage // the structuredContent object
	Text       string          // the one text block
	Code       Code            // "" on success
	Headline   string          // of a success, for exports
	Title      string          // of exports, "" for most: the headline will do
	Caption    string          // what must be read with an export, "" for most
	// Layers holds the render layers for exports, at full detail, whether or not the answer shows
	// them.
	Layers []Layer
	// Cause is what went wrong behind an internal_error, for the log and never for a client.
	Cause error
	// RequestID is the id that an internal_error shows to the client, so that its cause can be
	// found in the log; "" otherwise.
	RequestID string
}

// IsError tells whether the tool could not do its job.
func (a Answer) IsError() bool { return a.Code != "" }

// TextMode says what the text block holds.
type TextMode string

// The text modes.
const (
	Prose TextMode = "prose" // a few lines that stand alone; also the meaning of ""
	JSON  TextMode = "json"  // the structuredContent object again
	Long  TextMode = "long"  // prose without the limits that spare a model, for a person at a terminal
)
