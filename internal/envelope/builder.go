package envelope

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
)

const (
	// SoftLimit is the size in bytes that an ordinary answer's structured content stays under:
	// geometry is thinned until it does.
	SoftLimit = 24_000
	// HardLimit is the size in bytes that no answer's structured content passes: lists are cut and
	// layers dropped until it fits.
	HardLimit = 200_000
)

// A Builder puts a success answer together. It is for one answer and one goroutine.
type Builder struct {
	flags    Flags
	mode     TextMode
	headline string
	title    string
	caption  string
	summary  []field
	raw      []field
	warnings []string
	layers   []Layer
	lines    []*Polyline
	text     []string
	cuts     []cut
	detail   detail
}

type field struct {
	name  string
	value any
	null  bool // nulls in it mean something
}

// cut is a way of making an answer smaller that only its tool knows.
type cut struct {
	soft    bool
	warning string
	once    func() bool
}

// New returns a Builder for an answer to a request with the given flags.
func New(flags Flags, mode TextMode) *Builder {
	return &Builder{flags: flags, mode: mode}
}

// Headline states the answer in one line of plain language.
func (b *Builder) Headline(format string, args ...any) {
	b.headline = Clean(fmt.Sprintf(format, args...), maxHeadline)
}

// maxHeadline bounds a headline in characters.
const maxHeadline = 300

// Caption gives exports a short title, which tells files of one kind apart, and a sentence without which
// they would be misread.
func (b *Builder) Caption(title, sentence string) {
	b.title, b.caption = Clean(title, MaxName), Clean(sentence, maxWarning)
}

// Set adds a summary field. Fields appear in the order in which they were first set; setting one
// again replaces its value.
func (b *Builder) Set(name string, value any) { b.summary = set(b.summary, field{name, value, false}) }

// SetMatrix adds a summary field whose nulls mean something: cells without a value.
func (b *Builder) SetMatrix(name string, value any) {
	b.summary = set(b.summary, field{name, value, true})
}

// SetRaw adds a field of raw geometry or another bulky list, which comes after the summary.
func (b *Builder) SetRaw(name string, value any) { b.raw = set(b.raw, field{name, value, false}) }

func set(fields []field, f field) []field {
	for i := range fields {
		if fields[i].name == f.name {
			fields[i] = f
			return fields
		}
	}
	return append(fields, f)
}

// Warn adds a sentence that the reader should not miss. A sentence is shown once.
func (b *Builder) Warn(sentence string) {
	sentence = Clean(sentence, maxWarning)
	if sentence != "" && !slices.Contains(b.warnings, sentence) {
		b.warnings = append(b.warnings, sentence)
	}
}

// maxWarning bounds a warning in characters.
const maxWarning = 300

// Draw adds a render layer over the earlier ones; layers that show nothing are left out. Layers are
// kept for exports even when the flags turn rendering off.
func (b *Builder) Draw(l Layer) {
	if len(l.BBox) == 0 {
		return
	}
	b.layers = append(b.layers, l)
	// What is raw geometry as well is thinned once for both.
	if c, ok := l.content.(*lineContent); ok {
		for i, part := range c.parts {
			for _, p := range b.lines {
				if p.shares(part) {
					c.thin[i] = p.thin
				}
			}
		}
	}
}

// SetAside keeps the lowest layer of a folder for exports, as Layer.Aside does, unless that would leave
// fewer than some of the folder to be shown. It tells whether it did, and is meant for cuts.
func (b *Builder) SetAside(folder string, least int) bool {
	lowest, shown := -1, 0
	for i := range b.layers {
		if l := &b.layers[i]; !l.aside && l.Folder() == folder {
			if shown++; lowest < 0 {
				lowest = i
			}
		}
	}
	if !b.flags.Render() || shown <= least {
		return false
	}
	b.layers[lowest].aside = true
	return true
}

// Unabridged tells whether the text block is for a person at a terminal, who wants whole lists: nothing
// else of the answer is shown there.
func (b *Builder) Unabridged() bool { return b.mode == Long }

// Line adds a line to the text block. The headline, the warnings and the attribution are in it
// already.
func (b *Builder) Line(format string, args ...any) {
	b.text = append(b.text, Clean(fmt.Sprintf(format, args...), maxTextLine))
}

// CutSoft registers a way of making the answer smaller that is taken as soon as thinning geometry
// does not bring it under SoftLimit; Cut one that is taken for HardLimit only. once makes one cut
// and tells whether there was anything to cut; it is called until the answer fits or it returns
// false. The answer then says truncated, and carries the warning.
func (b *Builder) CutSoft(warning string, once func() bool) {
	b.cuts = append(b.cuts, cut{true, warning, once})
}

// Cut registers a way of making the answer smaller, see CutSoft.
func (b *Builder) Cut(warning string, once func() bool) {
	b.cuts = append(b.cuts, cut{false, warning, once})
}

// Answer encodes the answer. Values that cannot be encoded, such as NaN or a null, are a fault of
// the tool and make an internal_error.
func (b *Builder) Answer(ctx context.Context) Answer {
	d := &draft{builder: b, size: usualSize}
	structured, err := d.fit(ctx)
	if err != nil {
		return Fail(ctx, err)
	}
	a := Answer{Structured: structured, Layers: d.exports(), Headline: b.headline, Title: b.title, Caption: b.caption}
	if b.mode == JSON {
		a.Text = string(structured)
	} else {
		a.Text = b.textBlock(d)
	}
	return a
}

// usualSize is the room in bytes that answers begin with.
const usualSize = 4 << 10

// draft is an answer on its way to fit.
type draft struct {
	builder   *Builder
	dropped   []bool // of the builder's layers
	kept, of  []int  // points of each layer
	truncated bool
	size      int // to be expected of the text
}

// shows tells whether the answer shows a layer.
func (d *draft) shows(i int) bool { return !d.dropped[i] && !d.builder.layers[i].aside }

// exports returns the layers in full.
func (d *draft) exports() []Layer { return slices.Clone(d.builder.layers) }

// fit encodes the answer ever smaller until it fits.
func (d *draft) fit(ctx context.Context) (json.RawMessage, error) {
	b := d.builder
	d.dropped = make([]bool, len(b.layers))
	var text json.RawMessage
	try := func(limit int) (bool, error) {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		var err error
		text, err = d.encode()
		return len(text)-b.detail.surplus <= limit, err
	}
	// First by thinning and the soft cuts under the soft limit. Where that is out of reach because
	// the bulk lies elsewhere, geometry keeps its detail as long as the hard limit allows.
	for _, b.detail = range softDetails {
		if done, err := try(SoftLimit); done || err != nil {
			return text, err
		}
	}
	if done, err := d.cut(true, SoftLimit, try); done || err != nil {
		return text, err
	}
	for _, b.detail = range slices.Concat(softDetails, hardDetails) {
		if done, err := try(HardLimit); done || err != nil {
			return text, err
		}
	}
	if done, err := d.cut(false, HardLimit, try); done || err != nil {
		return text, err
	}
	for d.dropLargest() {
		if done, err := try(HardLimit); done || err != nil {
			return text, err
		}
	}
	return nil, fmt.Errorf("envelope: answer has %d bytes and cannot be cut to %d", len(text), HardLimit)
}

// cut makes the tool's own cuts of one kind until the answer fits.
func (d *draft) cut(soft bool, limit int, try func(int) (bool, error)) (bool, error) {
	for _, c := range d.builder.cuts {
		for c.soft == soft && c.once() {
			d.truncated = true
			d.builder.Warn(c.warning)
			if done, err := try(limit); done || err != nil {
				return done, err
			}
		}
	}
	return false, nil
}

// dropLargest leaves out the layer that takes most room and tells whether there was one.
func (d *draft) dropLargest() bool {
	largest := -1
	for i, l := range d.builder.layers {
		if d.shows(i) && (largest < 0 || len(l.Data) > len(d.builder.layers[largest].Data)) {
			largest = i
		}
	}
	if largest < 0 || !d.builder.flags.Render() {
		return false
	}
	d.dropped[largest], d.truncated = true, true
	d.builder.Warn(fmt.Sprintf("The map layer %q was left out, since the answer would have been too large.", d.builder.layers[largest].Label))
	return true
}

// encode writes the answer at the builder's present detail.
func (d *draft) encode() (json.RawMessage, error) {
	b := d.builder
	b.detail.simplified, b.detail.surplus = false, 0
	var o object
	o.buf.Grow(d.size)
	put := func(f field) error {
		text, err := o.put(f.name, f.value)
		if err != nil {
			return fmt.Errorf("envelope: field %s: %w", f.name, err)
		}
		if !f.null && hasNull(text) {
			return fmt.Errorf("field %s: %w", f.name, errNull)
		}
		return nil
	}
	add := func(name string, value any) error { return put(field{name, value, false}) }
	if err := add("headline", b.headline); err != nil {
		return nil, err
	}
	for _, f := range slices.Concat(b.summary, b.raw) {
		if err := put(f); err != nil {
			return nil, err
		}
	}
	layers, err := d.render()
	if err != nil {
		return nil, err
	}
	warnings := b.warnings
	if b.detail.simplified {
		if err := add("simplified", true); err != nil {
			return nil, err
		}
		if b.detail.layer < softDetails[0].layer {
			warnings = append(slices.Clip(warnings), fmt.Sprintf("Geometry was simplified to %d points a feature to keep the answer small.", b.detail.layer))
		}
	}
	if d.truncated {
		if err := add("truncated", true); err != nil {
			return nil, err
		}
	}
	if len(warnings) > 0 {
		if err := add("warnings", warnings); err != nil {
			return nil, err
		}
	}
	if err := add("attribution", Attribution); err != nil {
		return nil, err
	}
	if b.flags.Render() {
		if err := add("render", layers); err != nil {
			return nil, err
		}
	}
	d.size = o.buf.Len() + 1<<10
	return o.bytes(), nil
}

// render encodes the layers that are shown.
func (d *draft) render() (layerList, error) {
	b := d.builder
	d.kept, d.of = make([]int, len(b.layers)), make([]int, len(b.layers))
	layers := layerList{}
	if !b.flags.Render() {
		return layers, nil
	}
	for i := range b.layers {
		if !d.shows(i) {
			continue
		}
		l := &b.layers[i]
		data, kept, of := l.content.encode(b.detail.layer)
		text, err := encode(data)
		if err != nil {
			return nil, fmt.Errorf("envelope: layer %q: %w", l.Label, err)
		}
		l.Data, d.kept[i], d.of[i] = text, kept, of
		if l.Kind == KindCells {
			l.BBox = l.bbox() // of those that are shown
		}
		b.detail.count(kept, of)
		layers = append(layers, *l)
	}
	return layers, nil
}
