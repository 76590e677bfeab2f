package hierarchy

import (
	"errors"
	"fmt"
	"slices"

	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// Names of the sections of each mode; see sectionName.
const (
	sectionParents     = "parents"
	sectionUpFirst     = "up_first"
	sectionUp          = "up"
	sectionDownFirst   = "down_first"
	sectionDown        = "down"
	sectionOutFirst    = "out_first"
	sectionOut         = "out"
	sectionInFirst     = "in_first"
	sectionIn          = "in"
	sectionLabels      = "labels"
	sectionVertices    = "vertices"
	sectionLate        = "late"
	sectionPlaces      = "places"
	sectionArcs        = "arcs"
	sectionTurns       = "turns"
	sectionPrices      = "prices"
	sectionUpWeights   = "up_weights"
	sectionDownWeights = "down_weights"
)

// sectionName returns the name of a mode's section: at most 19 bytes before the last part.
func sectionName(mode routing.Mode, name string) string {
	return "hier." + string(mode) + "." + name
}

// ErrInvalid is returned when the sections of a hierarchy contradict each other or the road graph.
var ErrInvalid = errors.New("hierarchy is invalid")

func invalid(mode routing.Mode, format string, args ...any) error {
	return fmt.Errorf("hierarchy for %s: %w: "+format, append([]any{mode, ErrInvalid}, args...)...)
}

// Write stores the hierarchy in a region file.
func (h *Hierarchy) Write(w *region.Writer) error {
	name := func(s string) string { return sectionName(h.n.Mode, s) }
	clipped := uint64(0)
	if h.basic.clipped {
		clipped = 1
	}
	return errors.Join(
		region.AddSlice(w, name(sectionParents), h.cch.Parent),
		region.AddSlice(w, name(sectionUpFirst), h.cch.UpFirst),
		region.AddSlice(w, name(sectionUp), h.cch.UpHead),
		region.AddSlice(w, name(sectionDownFirst), h.cch.DownFirst),
		region.AddSlice(w, name(sectionDown), h.cch.DownTail),
		region.AddSlice(w, name(sectionOutFirst), h.cch.OutFirst),
		region.AddSlice(w, name(sectionOut), h.cch.Out),
		region.AddSlice(w, name(sectionInFirst), h.cch.InFirst),
		region.AddSlice(w, name(sectionIn), h.cch.In),
		region.AddSlice(w, name(sectionLabels), h.list),
		region.AddSlice(w, name(sectionVertices), h.vertexOf),
		region.AddSlice(w, name(sectionLate), h.late),
		region.AddSlice(w, name(sectionPlaces), h.cch.Place),
		region.AddSlice(w, name(sectionArcs), h.arcs),
		region.AddSlice(w, name(sectionTurns), h.turns),
		region.AddSlice(w, name(sectionPrices), append(slices.Clone(h.basic.key), clipped)),
		region.AddSlice(w, name(sectionUpWeights), h.basic.metric.Up),
		region.AddSlice(w, name(sectionDownWeights), h.basic.metric.Down),
	)
}

// Open makes the hierarchy of a network of the sections of a region file. It checks that they fit
// together and the network, and that every number in them is in range, so that no search can leave
// its arrays later. Of files above region.VerifyLimit it checks the sizes of the sections alone,
// since looking at everything would delay the start. Errors wrap ErrInvalid or those of package
// region; region.ErrNoSection means that the file holds no hierarchy for the mode.
func Open(file *region.File, n *graph.Network) (*Hierarchy, error) {
	h, err := open(file, n)
	if err != nil {
		return nil, err
	}
	if file.Size() <= region.VerifyLimit {
		if err := h.check(); err != nil {
			return nil, err
		}
	}
	return h, nil
}

func open(file *region.File, n *graph.Network) (*Hierarchy, error) {
	h := &Hierarchy{n: n, cch: &cch.Hierarchy{}, basic: &Weights{metric: &cch.Metric{}}}
	name := func(s string) string { return sectionName(n.Mode, s) }
	err := errors.Join(
		load(file, name(sectionParents), &h.cch.Parent),
		load(file, name(sectionUpFirst), &h.cch.UpFirst),
		load(file, name(sectionUp), &h.cch.UpHead),
		load(file, name(sectionDownFirst), &h.cch.DownFirst),
		load(file, name(sectionDown), &h.cch.DownTail),
		load(file, name(sectionOutFirst), &h.cch.OutFirst),
		load(file, name(sectionOut), &h.cch.Out),
		load(file, name(sectionInFirst), &h.cch.InFirst),
		load(file, name(sectionIn), &h.cch.In),
		load(file, name(sectionLabels), &h.list),
		load(file, name(sectionVertices), &h.vertexOf),
		load(file, name(sectionLate), &h.late),
		load(file, name(sectionPlaces), &h.cch.Place),
		load(file, name(sectionArcs), &h.arcs),
		load(file, name(sectionTurns), &h.turns),
		load(file, name(sectionPrices), (*[]uint64)(&h.basic.key)),
		load(file, name(sectionUpWeights), &h.basic.metric.Up),
		load(file, name(sectionDownWeights), &h.basic.metric.Down),
	)
	if err != nil {
		return nil, fmt.Errorf("hierarchy: %w", err)
	}
	return h, h.fit()
}

func load[T any](file *region.File, name string, into *[]T) (err error) {
	*into, err = region.Slice[T](file, name)
	return err
}

// fit checks that the sections have the sizes that belong together.
func (h *Hierarchy) fit() error {
	mode := h.n.Mode
	if err := h.cch.Fit(); err != nil {
		return invalid(mode, "%w", err)
	}
	switch {
	case len(h.list) != h.cch.Vertices():
		return invalid(mode, "%d vertices have %d labels", h.cch.Vertices(), len(h.list))
	case len(h.vertexOf) != h.n.States():
		return invalid(mode, "%d states have %d vertices", h.n.States(), len(h.vertexOf))
	case len(h.arcs) != len(h.cch.Place), len(h.turns) != len(h.cch.Place):
		return invalid(mode, "%d turns have %d arcs, %d costs", len(h.cch.Place), len(h.arcs), len(h.turns))
	case len(h.basic.key) != len(h.n.Classes)+2:
		return invalid(mode, "%d classes have %d prices", len(h.n.Classes), len(h.basic.key)-2)
	}
	last := len(h.basic.key) - 1
	h.basic.clipped = h.basic.key[last] != 0
	h.basic.key = h.basic.key[:last]
	h.usual = h.basic.key.metric(h.n)
	if err := h.cch.CheckMetric(h.basic.metric); err != nil {
		return invalid(mode, "%w", err)
	}
	return nil
}

// check looks at every number.
func (h *Hierarchy) check() error {
	mode := h.n.Mode
	if err := h.cch.Check(); err != nil {
		return invalid(mode, "%w", err)
	}
	labels, vertices := uint32(labelCount(h.n)), uint32(len(h.list))
	for v, label := range h.list {
		if label >= labels {
			return invalid(mode, "label of vertex %d", v)
		}
	}
	for state, v := range h.vertexOf {
		if v >= vertices && (v != graph.None || state < len(h.n.Arcs) && h.n.Usable(uint32(state))) {
			return invalid(mode, "vertex of state %d", state)
		}
	}
	for i, l := range h.late {
		if int(l.State) >= h.n.States() || l.Vertex >= vertices || i > 0 && h.late[i-1].State >= l.State {
			return invalid(mode, "vertex %d of the last stretch", i)
		}
	}
	for i, arc := range h.arcs {
		if int(arc) >= len(h.n.Arcs) {
			return invalid(mode, "arc of turn %d", i)
		}
	}
	return nil
}
