package places

import (
	"strings"

	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// Kinds of spots that this package makes itself, of how ways meet.
const (
	// DeadEnd is where a road or path ends and nothing goes on.
	DeadEnd = "derived=dead_end"
	// Junction is where a path meets other paths or roads.
	Junction = "derived=junction"
	// StreamCrossing is where a path crosses a stream or river, over a bridge or not.
	StreamCrossing = "derived=stream_crossing"
)

// HoursPrefix begins the kind of a spot with opening hours; the hours follow as OpenStreetMap writes
// them.
const HoursPrefix = "opening_hours="

// maxHours bounds the text of opening hours; OpenStreetMap's own limit for a value.
const maxHours = 255

// spotNode is a node that is a spot.
type spotNode struct {
	kind kind
	at   orb.Point
}

// spotsOf returns the spots that the tags of a node, or of an area, make.
func spotsOf(tags osm.Tags) []kind {
	if len(tags) == 0 || hidden(tags) {
		return nil
	}
	var out []kind
	if tags.Find("tourism") == "viewpoint" {
		out = append(out, kind{Spot, "tourism=viewpoint", spot})
	}
	if tags.Find("natural") == "peak" {
		out = append(out, kind{Spot, "natural=peak", spot})
	}
	if h := tags.Find("opening_hours"); h != "" && len(h) <= maxHours && !strings.ContainsFunc(h, func(r rune) bool { return r < ' ' }) {
		out = append(out, kind{Spot, HoursPrefix + h, spot})
	}
	return out
}

// spotsOfWay returns the spots that a way makes: those of its area, and the bridge that it leads over.
func spotsOfWay(tags osm.Tags, closed bool) []kind {
	var out []kind
	if closed {
		out = spotsOf(tags)
	}
	if v := tags.Find("bridge"); v != "" && v != "no" && netRole(tags) >= street {
		out = append(out, kind{Spot, "bridge=yes", line})
	}
	return out
}
