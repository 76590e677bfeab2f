package graph

import (
	"context"
	"fmt"

	"github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/profile"
	"github.com/footstepd/footstepd/internal/territory"
	"github.com/paulmach/orb"
	posm "github.com/paulmach/osm"
)

// A Builder makes the road graph during an import. It is a build.Builder.
type Builder struct {
	// Lands tells on which side traffic keeps, and is asked when Finish begins; the coarse map of the
	// world does where it is nil.
	Lands func() *territory.Map

	// Climb tells how hilly a road is along its line and against it: by how much dearer it is to who avoids
	// hills altogether. aloft tells that it does not follow the ground. nil where no heights are known.
	Climb func(line orb.LineString, aloft bool) (along, against float64)

	modes    []routing.Mode
	profiles []profile.Profile
	motor    profile.Profile // tells which roads are public

	ways         rawWays
	texts        *textTable
	restrictions []rawRestriction
	ferries      ferryRelations
	stops        []rawNode
	skipped      region.Report

	finished *Graph
}

// Graph returns the graph that Finish has made, with the networks of all modes; nil before.
func (b *Builder) Graph() *Graph { return b.finished }

// NewBuilder returns a builder for the given modes.
func NewBuilder(modes ...routing.Mode) (*Builder, error) {
	b := &Builder{texts: newTextTable()}
	for _, mode := range modes {
		p, ok := profile.For(mode)
		if !ok {
			return nil, fmt.Errorf("graph: there is no profile for %q", mode)
		}
		b.modes = append(b.modes, mode)
		b.profiles = append(b.profiles, p)
	}
	if len(modes) == 0 {
		return nil, fmt.Errorf("graph: no travel mode to build for")
	}
	b.motor, _ = profile.For(routing.Auto)
	b.ways.init(len(modes))
	b.ferries.init()
	return b, nil
}

// Relation keeps turn restrictions and the tagged times of ferry lines.
func (b *Builder) Relation(r *posm.Relation) error {
	switch {
	case isRestriction(r.Tags):
		b.addRestriction(r)
	case r.Tags.Find("route") == "ferry":
		b.ferries.add(r)
	}
	return nil
}

// Way keeps the ways that any mode can use.
func (b *Builder) Way(w *posm.Way, need osm.Need) error {
	if len(w.Nodes) < 2 || len(w.Tags) == 0 {
		return nil
	}
	if !b.addWay(w) {
		return nil
	}
	need.Way(w)
	return nil
}

// A rawNode is a node that means more than a point of a road.
type rawNode struct {
	id       int64
	junction profile.Junction
	barriers []profile.Barrier // per mode; nil when open to all
	limits   profile.Limits    // of vehicles
	exit     uint32            // text
}

// Node keeps barriers, traffic lights and the like.
func (b *Builder) Node(n *posm.Node) error {
	if len(n.Tags) == 0 {
		return nil
	}
	j := profile.JunctionOf(n.Tags)
	open := true
	var found [8]profile.Barrier
	barriers := found[:0]
	for _, p := range b.profiles {
		x := p.Node(n.Tags)
		open = open && x == profile.Barrier{Access: profile.Open}
		barriers = append(barriers, x)
	}
	limits := profile.LimitsAt(n.Tags)
	if open && limits == (profile.Limits{}) && j.Control == profile.NoControl && !j.MiniRoundabout && !j.TurningPlace && j.Exit == "" {
		return nil
	}
	raw := rawNode{id: int64(n.ID), junction: j, limits: limits, exit: b.texts.add(j.Exit)}
	raw.junction.Exit, raw.junction.Name = "", ""
	if !open {
		raw.barriers = append([]profile.Barrier(nil), barriers...)
	}
	b.stops = append(b.stops, raw)
	return nil
}

// Finish builds the graph and writes its sections.
func (b *Builder) Finish(ctx context.Context, loc *osm.Locations, w *region.Writer, report *region.Report, progress func(float64)) error {
	if progress == nil {
		progress = func(float64) {}
	}
	for reason, n := range b.skipped.Skipped {
		report.Skip(reason, n)
	}
	t, err := b.split(ctx, loc, report)
	if err != nil {
		return err
	}
	progress(0.2)
	if err := t.write(w, b.modes); err != nil {
		return fmt.Errorf("graph: %w", err)
	}
	progress(0.3)
	for i, mode := range b.modes {
		n, err := b.network(ctx, t, i, report)
		if err != nil {
			return err
		}
		if err := n.write(w); err != nil {
			return fmt.Errorf("graph: %w", err)
		}
		t.networks = append(t.networks, n)
		progress(0.3 + 0.7*float64(i+1)/float64(len(b.modes)))
		report.Count("roads for "+string(mode), n.roads())
	}
	report.Count("junctions", len(t.Nodes))
	report.Count("roads", len(t.Edges))
	b.finished = t.Graph
	return nil
}
