package envelope

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// The limits of a text block, in bytes: it is what hosts without structured content send to the
// model, so it must stand alone and stay small.
const (
	maxText        = 1200
	maxTextLines   = 12
	maxTextLine    = 240
	maxTextHead    = 300
	maxTextWarning = 160
	textWarnings   = 3
)

// textBlock returns the text block: the headline, the tool's lines as far as they fit, where the
// geometry is, the first warnings and the attribution.
func (b *Builder) textBlock(d *draft) string {
	if b.mode == Long {
		return strings.Join(slices.Concat([]string{b.headline}, b.text, b.textTail(d)), "\n")
	}
	head, tail := clipped(b.headline, maxTextHead), b.textTail(d)
	room := maxText - len(head)
	for _, line := range tail {
		room -= len(line) + 1
	}
	lines := []string{head}
	slots := maxTextLines - 1 - len(tail)
	for i, line := range b.text {
		line = clipped(line, maxTextLine)
		left := len(b.text) - i
		more := fmt.Sprintf("… %d more in structuredContent", left)
		need, last := len(line)+1, left == 1
		if !last {
			need += len(more) + 1 // what follows may have to be summed up
		}
		if slots > 1 && need <= room || slots == 1 && last && need <= room {
			lines = append(lines, line)
			room -= len(line) + 1
			slots--
			continue
		}
		if slots > 0 && len(more)+1 <= room {
			lines = append(lines, more)
		}
		break
	}
	return strings.Join(append(lines, tail...), "\n")
}

// textTail returns the lines after the tool's own.
func (b *Builder) textTail(d *draft) []string {
	var tail []string
	if line := b.geometryLine(d); line != "" {
		tail = append(tail, line)
	}
	for i, w := range b.warnings {
		if b.mode == Long {
			tail = append(tail, "Warning: "+w)
			continue
		}
		if i == textWarnings-1 && len(b.warnings) > textWarnings {
			tail = append(tail, fmt.Sprintf("Warning: %d more in structuredContent.warnings", len(b.warnings)-i))
			break
		}
		tail = append(tail, clipped("Warning: "+w, maxTextWarning))
	}
	return append(tail, Attribution)
}

// geometryLine says what is drawn where, such as: Layers in structuredContent.render:
// linestring "Route" (200 of 1840 points). A person at a terminal sees no layers.
func (b *Builder) geometryLine(d *draft) string {
	if b.mode == Long || !b.flags.Render() {
		return ""
	}
	var shown []int
	for i := range b.layers {
		if d.shows(i) {
			shown = append(shown, i)
		}
	}
	var parts []string
	for at := 0; at < len(shown); {
		i, n := shown[at], 1
		if len(shown) <= 3 {
			parts = append(parts, fmt.Sprintf("%s %q (%s)", b.layers[i].Kind, Clean(b.layers[i].Label, 40), d.count(i)))
		} else { // many layers are only counted, by kind
			for at+n < len(shown) && b.layers[shown[at+n]].Kind == b.layers[i].Kind {
				n++
			}
			parts = append(parts, fmt.Sprintf("%d %s", n, b.layers[i].Kind))
			if n == 1 && b.layers[i].Kind != KindPoint {
				parts[len(parts)-1] += fmt.Sprintf(" (%s)", d.count(i))
			}
		}
		at += n
	}
	if len(parts) == 0 {
		return ""
	}
	return clipped("Layers in structuredContent.render: "+strings.Join(parts, ", "), maxTextLine)
}

// count says how much of a layer is shown.
func (d *draft) count(layer int) string {
	switch kept, of := d.kept[layer], d.of[layer]; {
	case d.builder.layers[layer].Kind == KindCells:
		return fmt.Sprintf("%d cells", kept)
	case kept < of:
		return fmt.Sprintf("%d of %d points", kept, of)
	default:
		return fmt.Sprintf("%d points", kept)
	}
}

// clipped cuts a text to so many bytes, between characters, with an ellipsis where something is lost.
func clipped(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	n := limit - len("…")
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return strings.TrimRight(s[:n], " ") + "…"
}
