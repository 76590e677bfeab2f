package hierarchy

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing/cch"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// Names of the sections of each family; see sectionName.
const (
	sectionParents   = "parents"
	sectionUpFirst   = "up_first"
	sectionUp        = "up"
	sectionDownFirst = "down_first"
	sectionDown      = "down"
	sectionOutFirst  = "out_first"
	sectionOut       = "out"
	sectionInFirst   = "in_first"
	sectionIn        = "in"
	sectionCodes     = "codes"
	sectionVertices  = "vertices"
	sectionLate      = "late"
	sectionPlaces    = "places"
	sectionArcs      = "arcs"
)

// Names of the sections of each mode.
const (
	sectionTurns       = "turns"
	sectionCopies      = "copies"
	sectionPrices      = "prices"
	sectionUpWeights   = "up_weights"
	sectionDownWeights = "down_weights"
)

// sectionName returns the name of a section of a family or mode.
func sectionName(owner, name string) string { return "hier." + owner + "." + name }

// ErrInvalid is returned when the sections of a hierarchy contradict each other or the road graph.
var ErrInvalid = errors.New("hierarchy is invalid")

func invalid(owner, format string, args ...any) error {
	return fmt.Errorf("hierarchy for %s: %w: "+format, append([]any{owner, ErrInvalid}, args...)...)
}

// Write stores the hierarchies of a family, which New has made, in a region file.
func Write(w *region.Writer, family ...*Hierarchy) error {
	errs := []error{family[0].topology.write(w)}
	for _, h := range family {
		errs = append(errs, h.write(w))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("hierarchy: %w", err)
	}
	return nil
}

func (t *topology) write(w *region.Writer) error {
	name := func(s string) string { return sectionName(t.family, s) }
	return errors.Join(
		region.AddSlice(w, name(sectionParents), t.cch.Parent),
		region.AddSlice(w, name(sectionUpFirst), t.cch.UpFirst),
		region.AddSlice(w, name(sectionUp), t.cch.UpHead),
		region.AddSlice(w, name(sectionDownFirst), t.cch.DownFirst),
		region.AddSlice(w, name(sectionDown), t.cch.DownTail),
		region.AddSlice(w, name(sectionOutFirst), t.cch.OutFirst),
		region.AddSlice(w, name(sectionOut), t.cch.Out),
		region.AddSlice(w, name(sectionInFirst), t.cch.InFirst),
		region.AddSlice(w, name(sectionIn), t.cch.In),
		region.AddSlice(w, name(sectionCodes), t.codes),
		region.AddSlice(w, name(sectionVertices), t.vertexOf),
		region.AddSlice(w, name(sectionLate), t.late),
		region.AddSlice(w, name(sectionPlaces), t.cch.Place),
		region.AddSlice(w, name(sectionArcs), t.arcs),
	)
}

func (h *Hierarchy) write(w *region.Writer) error {
	name := func(s string) string { return sectionName(string(h.n.Mode), s) }
	clipped := uint64(0)
	if h.basic.clipped {
		clipped = 1
	}
	return errors.Join(
		region.AddSlice(w, name(sectionTurns), h.turns),
		region.AddSlice(w, name(sectionCopies), h.copies),
		region.AddSlice(w, name(sectionPrices), append(slices.Clone(h.basic.key), clipped)),
		region.AddSlice(w, name(sectionUpWeights), h.basic.metric.Up),
		region.AddSlice(w, name(sectionDownWeights), h.basic.metric.Down),
	)
}

// Open makes the hierarchies of all networks of a road graph of the sections of a region file; those of
// modes for which the file holds none are left out. It checks that the sections fit together and the
// networks, and that every number in them is in range, so that no search can leave its arrays later.
// Of files above region.VerifyLimit it checks the sizes of the sections alone, since looking at
// everything would delay the start; Check looks at everything. Errors wrap ErrInvalid or those of
// package region.
func Open(file *region.File, g *graph.Graph) ([]*Hierarchy, error) {
	return open(file, g, file.Size() <= region.VerifyLimit)
}

// Check opens the hierarchies of a region file and looks at every number in them. A file without any
// passes.
func Check(ctx context.Context, file *region.File) error {
	g, err := graph.Open(file)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err = open(file, g, true)
	return err
}

func open(file *region.File, g *graph.Graph, whole bool) (all []*Hierarchy, err error) {
	for _, networks := range familiesOf(g.Networks()) {
		t, err := openTopology(file, g, familyOf(networks[0].Mode), whole)
		if errors.Is(err, region.ErrNoSection) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, n := range networks {
			h, err := openHierarchy(file, t, n, whole)
			if errors.Is(err, region.ErrNoSection) {
				continue
			}
			if err != nil {
				return nil, err
			}
			all = append(all, h)
		}
	}
	return all, nil
}

func load[T any](file *region.File, name string, into *[]T) (err error) {
	*into, err = region.Slice[T](file, name)
	return err
}

func openTopology(file *region.File, g *graph.Graph, family string, whole bool) (*topology, error) {
	t := &topology{family: family, graph: g, cch: &cch.Hierarchy{}}
	name := func(s string) string { return sectionName(family, s) }
	err := errors.Join(
		load(file, name(sectionParents), &t.cch.Parent),
		load(file, name(sectionUpFirst), &t.cch.UpFirst),
		load(file, name(sectionUp), &t.cch.UpHead),
		load(file, name(sectionDownFirst), &t.cch.DownFirst),
		load(file, name(sectionDown), &t.cch.DownTail),
		load(file, name(sectionOutFirst), &t.cch.OutFirst),
		load(file, name(sectionOut), &t.cch.Out),
		load(file, name(sectionInFirst), &t.cch.InFirst),
		load(file, name(sectionIn), &t.cch.In),
		load(file, name(sectionCodes), &t.codes),
		load(file, name(sectionVertices), &t.vertexOf),
		load(file, name(sectionLate), &t.late),
		load(file, name(sectionPlaces), &t.cch.Place),
		load(file, name(sectionArcs), &t.arcs),
	)
	if err != nil {
		return nil, fmt.Errorf("hierarchy: %w", err)
	}
	if err := t.fit(); err != nil {
		return nil, err
	}
	if whole {
		if err := t.check(); err != nil {
			return nil, err
		}
	}
	labels := len(t.late)
	for _, v := range t.vertexOf {
		if v != graph.None {
			labels++
		}
	}
	vertices := 0
	for _, code := range t.codes {
		if code != graph.None {
			vertices++
		}
	}
	t.merged = labels > vertices
	return t, nil
}

// fit checks that the sections have the sizes that belong together.
func (t *topology) fit() error {
	if err := t.cch.Fit(); err != nil {
		return invalid(t.family, "%w", err)
	}
	switch {
	case len(t.codes) != t.cch.Vertices():
		return invalid(t.family, "%d vertices have %d labels", t.cch.Vertices(), len(t.codes))
	case len(t.vertexOf) != 2*len(t.graph.Edges):
		return invalid(t.family, "%d edges have %d vertices", len(t.graph.Edges), len(t.vertexOf))
	case len(t.arcs) != len(t.cch.Place):
		return invalid(t.family, "%d turns have %d arcs", len(t.cch.Place), len(t.arcs))
	}
	return nil
}

// check looks at every number.
func (t *topology) check() error {
	if err := t.cch.Check(); err != nil {
		return invalid(t.family, "%w", err)
	}
	arcs, vertices := uint32(len(t.vertexOf)), uint32(len(t.codes))
	for v, code := range t.codes {
		if code != graph.None && code>>1 >= arcs {
			return invalid(t.family, "label of vertex %d", v)
		}
	}
	for arc, v := range t.vertexOf {
		if v != graph.None && v >= vertices {
			return invalid(t.family, "vertex of arc %d", arc)
		}
	}
	for i, l := range t.late {
		if l.Arc >= arcs || l.Vertex >= vertices || i > 0 && t.late[i-1].Arc >= l.Arc {
			return invalid(t.family, "vertex %d of the last stretch", i)
		}
	}
	for i, arc := range t.arcs {
		if arc >= arcs {
			return invalid(t.family, "arc of turn %d", i)
		}
	}
	return nil
}

func openHierarchy(file *region.File, t *topology, n *graph.Network, whole bool) (*Hierarchy, error) {
	h := &Hierarchy{topology: t, n: n, basic: &Weights{metric: &cch.Metric{}}}
	name := func(s string) string { return sectionName(string(n.Mode), s) }
	err := errors.Join(
		load(file, name(sectionTurns), &h.turns),
		load(file, name(sectionCopies), &h.copies),
		load(file, name(sectionPrices), (*[]uint64)(&h.basic.key)),
		load(file, name(sectionUpWeights), &h.basic.metric.Up),
		load(file, name(sectionDownWeights), &h.basic.metric.Down),
	)
	if err != nil {
		return nil, fmt.Errorf("hierarchy: %w", err)
	}
	mode := string(n.Mode)
	switch {
	case len(h.turns) != len(t.arcs):
		return nil, invalid(mode, "%d turns have %d costs", len(t.arcs), len(h.turns))
	case len(h.basic.key) != len(n.Classes)+2:
		return nil, invalid(mode, "%d classes have %d prices", len(n.Classes), len(h.basic.key)-2)
	}
	last := len(h.basic.key) - 1
	h.basic.clipped = h.basic.key[last] != 0
	h.basic.key = h.basic.key[:last]
	h.basic.prices = h.basic.key.metric(n)
	if err := t.cch.CheckMetric(h.basic.metric); err != nil {
		return nil, invalid(mode, "%w", err)
	}
	h.index()
	if whole {
		return h, h.check()
	}
	return h, nil
}

// check looks at every number of a mode.
func (h *Hierarchy) check() error {
	mode := string(h.n.Mode)
	arcs, labels := uint32(len(h.n.Arcs)), uint32(2*h.n.States())
	for i, c := range h.copies {
		if c.Label >= labels || c.Label%uint32(h.n.States()) < arcs || c.Vertex >= uint32(len(h.codes)) || i > 0 && h.copies[i-1].Label >= c.Label {
			return invalid(mode, "copy %d", i)
		}
	}
	for arc, v := range h.vertexOf {
		if v == graph.None && h.n.Usable(uint32(arc)) {
			return invalid(mode, "arc %d has no vertex", arc)
		}
	}
	return nil
}
