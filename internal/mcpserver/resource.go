package mcpserver

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// placeTemplate is the template of the resources that places are; an id holds a slash.
const placeTemplate = "footstepd://place/{+id}"

// addResources offers each place as a resource: what get_place tells of it, or its error where there
// is no such place.
func (d *Dispatcher) addResources(s *server.MCPServer) {
	t := mcp.NewResourceTemplate(placeTemplate, "place",
		mcp.WithTemplateDescription("Everything about one place, by the id that tools give, such as osm:node/123"),
		mcp.WithTemplateMIMEType("application/json"))
	t.Title = "Place"
	s.AddResourceTemplate(t, func(ctx context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		args, err := json.Marshal(map[string]any{"id": strings.TrimPrefix(r.Params.URI, "footstepd://place/"), "compact": true})
		if err != nil {
			return nil, err
		}
		answer := d.Call(ctx, "get_place", args)
		return []mcp.ResourceContents{mcp.TextResourceContents{URI: r.Params.URI, MIMEType: "application/json", Text: string(answer.Structured)}}, nil
	})
}
