// Package tools holds the tools: one file each with its arguments, schemas and handler. Tools know
// the domain interfaces of routing, geocoding and prediction and the envelope; they know nothing
// of MCP or HTTP.
package tools

import (
	"context"
	"encoding/json"

	"github.com/footstepd/footstepd/internal/envelope"
)

// Tool is one tool as a server offers it.
type Tool struct {
	Name         string
	Title        string
	Description  string
	InputSchema  json.RawMessage // JSON Schema 2020-12, root type object, closed
	OutputSchema json.RawMessage // root type object, anyOf success or error; as it is published
	// AnswerSchema is the whole of OutputSchema, with the members of rows and with descriptions: the
	// tool reference shows it and answers are tested against it.
	AnswerSchema json.RawMessage
	OpenWorld    bool // the answer carries third-party text such as place names
	// Run answers one call. args has passed InputSchema. Failures are answers too.
	Run func(ctx context.Context, args json.RawMessage) envelope.Answer
}
