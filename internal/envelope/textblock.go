package envelope

import (
	"fmt"
	"strings"
)

const (
	maxText      = 1200 // bytes of a text block
	maxTextLines = 12
	maxTextLine  = 240 // characters
)

// textBlock returns the text block: the headline, the tool's lines as far as they fit, where the
// geometry is, the warnings and the attribution.
func (b *Builder) textBlock(d *draft) string {
	var tail []string
	if line := b.geometryLine(d); line != "" {
		tail = append(tail, line)
	}
	for i, w := range b.warnings {
		if i == 2 && len(b.warnings) > 3 {
			tail = append(tail, fmt.Sprintf("Warning: %d more in structuredContent.warnings", len(b.warnings)-i))
			break
		}
		tail = append(tail, "Warning: "+Clean(w, 160))
	}
	tail = append(tail, Attribution)
	room := maxText - len(b.headline)
	for _, line := range tail {
		room -= len(line) + 1
	}
	lines := []string{b.headline}
	for i, line := range b.text {
		left := len(b.text) - i
		more := fmt.Sprintf("… %d more in structuredContent", left)
		last := maxTextLines - len(tail) - len(lines) // lines that may still follow
		fits := len(line)+1 <= room && (left == 1 || len(line)+len(more)+2 <= room)
		if last < 1 || !fits || last == 1 && left > 1 {
			if last >= 1 && len(more)+1 <= room {
				lines = append(lines, more)
			}
			break
		}
		lines = append(lines, line)
		room -= len(line) + 1
	}
	return strings.Join(append(lines, tail...), "\n")
}

// geometryLine says what is drawn where, such as "Map layers in structuredContent.render:
// linestring "Route" (200 of 1840 points)".
func (b *Builder) geometryLine(d *draft) string {
	if !b.flags.Render() {
		return ""
	}
	var parts []string
	for i, l := range b.layers {
		if d.dropped[i] {
			continue
		}
		part := fmt.Sprintf("%s %q", l.Kind, Clean(l.Label, 40))
		switch {
		case d.kept[i] < d.of[i]:
			part += fmt.Sprintf(" (%d of %d points)", d.kept[i], d.of[i])
		case l.Kind == KindCells:
			part += fmt.Sprintf(" (%d cells)", d.kept[i])
		default:
			part += fmt.Sprintf(" (%d points)", d.kept[i])
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return ""
	}
	return Clean("Map layers in structuredContent.render: "+strings.Join(parts, ", "), maxTextLine)
}
