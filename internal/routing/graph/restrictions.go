package graph

import (
	"cmp"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/profile"
	"github.com/paulmach/osm"
)

// rawRestriction is a turn restriction relation of which some mode takes note.
type rawRestriction struct {
	kinds    []profile.Restriction // per mode
	afoot    []bool                // per mode: who gets off may make the turn
	timed    [][]timedRestriction  // per mode
	from, to []osm.WayID
	node     osm.NodeID // via, 0 when the restriction leads over ways
	ways     []osm.WayID
}

// timedRestriction is a restriction while certain hours last.
type timedRestriction struct {
	kind  profile.Restriction
	hours uint32 // text
}

// Reasons for leaving out turn restrictions, as the import reports them.
const (
	skipKind      = "turn restrictions of unknown kind, conditional or for other vehicles"
	skipMembers   = "turn restrictions with members missing or too many"
	skipAbsent    = "turn restrictions over roads that are not in the graph"
	skipApart     = "turn restrictions whose roads do not end at each other"
	skipAmbiguous = "turn restrictions that can be read in several ways"
)

// Bounds of what a restriction may ask for: via members, whose order has to be found, and pairs of a
// first and a last road.
const (
	maxViaWays      = 12
	maxCombinations = 64
)

func isRestriction(tags osm.Tags) bool {
	return strings.HasPrefix(tags.Find("type"), "restriction")
}

// addRestriction reads the members of a turn restriction.
func (b *Builder) addRestriction(r *osm.Relation) {
	raw := rawRestriction{}
	applies, entry, exit := false, false, false
	for _, p := range b.profiles {
		k := p.Restriction(r.Tags)
		raw.kinds = append(raw.kinds, k)
		raw.afoot = append(raw.afoot, p.Afoot(r.Tags))
		applies = applies || k != profile.Unrestricted
		entry = entry || k == profile.ProhibitedEntry
		exit = exit || k == profile.ProhibitedExit
		var timed []timedRestriction
		for _, t := range p.Timed(r.Tags) {
			timed = append(timed, timedRestriction{t.Kind, b.texts.add(t.Hours)})
			applies = true
			entry = entry || t.Kind == profile.ProhibitedEntry
			exit = exit || t.Kind == profile.ProhibitedExit
		}
		raw.timed = append(raw.timed, timed)
	}
	if !applies {
		b.skipped.Skip(skipKind, 1)
		return
	}
	nodes := 0
	for _, m := range r.Members {
		switch {
		case m.Role == "from" && m.Type == osm.TypeWay:
			raw.from = append(raw.from, osm.WayID(m.Ref))
		case m.Role == "to" && m.Type == osm.TypeWay:
			raw.to = append(raw.to, osm.WayID(m.Ref))
		case m.Role == "via" && m.Type == osm.TypeNode:
			raw.node = osm.NodeID(m.Ref)
			nodes++
		case m.Role == "via" && m.Type == osm.TypeWay:
			raw.ways = append(raw.ways, osm.WayID(m.Ref))
		}
	}
	if nodes+min(1, len(raw.ways)) != 1 || len(raw.ways) > maxViaWays ||
		len(raw.from) == 0 || len(raw.to) == 0 || len(raw.from)*len(raw.to) > maxCombinations ||
		entry && len(raw.to) > 1 || exit && len(raw.from) > 1 {
		b.skipped.Skip(skipMembers, 1)
		return
	}
	b.restrictions = append(b.restrictions, raw)
}

// named returns the nodes and ways that restrictions name.
func (b *Builder) named() (nodes, ways map[int64]bool) {
	nodes, ways = map[int64]bool{}, map[int64]bool{}
	for i := range b.restrictions {
		r := &b.restrictions[i]
		nodes[int64(r.node)] = true
		for _, list := range [][]osm.WayID{r.from, r.to, r.ways} {
			for _, id := range list {
				ways[int64(id)] = true
			}
		}
	}
	return nodes, ways
}

// A sequence is the arcs of a path that a restriction speaks of, from its first road to its last.
type sequence []uint32

// sequences finds the paths that a restriction speaks of, or the reason why there is none. Of
// several first or last roads those count that end where they should: mappers also list the roads
// before and after.
func (t *topology) sequences(b *Builder, r *rawRestriction) (all []sequence, reason string) {
	for _, from := range r.from {
		for _, to := range r.to {
			var found []sequence
			why := ""
			if len(r.ways) == 0 {
				found, why = t.overNode(b, int64(from), int64(r.node), int64(to))
			} else {
				found, why = t.overWays(b, int64(from), r.ways, int64(to))
			}
			all = append(all, found...)
			if reason == "" {
				reason = why
			}
		}
	}
	if len(all) > 0 {
		return all, ""
	}
	return nil, reason
}

// overNode finds the turn at a node. Both roads must end there.
func (t *topology) overNode(b *Builder, from, via, to int64) ([]sequence, string) {
	if len(t.edgesOf[from]) == 0 || len(t.edgesOf[to]) == 0 {
		return nil, skipAbsent
	}
	v, ok := t.nodeOf[via]
	if !ok {
		return nil, skipApart
	}
	var found []sequence
	for _, in := range t.arriving(b, from, v) {
		for _, out := range t.arriving(b, to, v) {
			found = append(found, sequence{in, out ^ 1})
		}
	}
	if len(found) == 0 {
		return nil, skipApart
	}
	return found, ""
}

// arriving returns the arcs by which a way arrives at the node where it ends; two for a closed way.
func (t *topology) arriving(b *Builder, way int64, v uint32) (arcs []uint32) {
	for _, e := range t.edgesOf[way] {
		last := b.end(t.Edges[e].Way)
		if t.Edges[e].To == v && t.pieces[e].to == last {
			arcs = append(arcs, 2*e)
		}
		if t.Edges[e].From == v && t.pieces[e].from == 0 {
			arcs = append(arcs, 2*e+1)
		}
	}
	return arcs
}

// stretch is a way from one end to the other.
type stretch struct {
	arcs []uint32 // along the way
	from uint32   // its first node
	to   uint32   // its last
}

// whole returns a way from end to end, false when the graph lacks a part.
func (t *topology) whole(b *Builder, way int64) (s stretch, ok bool) {
	edges := slices.Clone(t.edgesOf[way])
	if len(edges) == 0 {
		return s, false
	}
	slices.SortFunc(edges, func(x, y uint32) int {
		return cmp.Or(cmp.Compare(t.pieces[x].from, t.pieces[y].from), cmp.Compare(t.pieces[x].to, t.pieces[y].to))
	})
	at := uint32(0)
	for _, e := range edges {
		if t.pieces[e].from != at {
			return s, false
		}
		at = t.pieces[e].to
		s.arcs = append(s.arcs, 2*e)
	}
	index := t.Edges[edges[0]].Way
	if at != b.end(index) {
		return s, false
	}
	s.from, s.to = t.Edges[edges[0]].From, t.Edges[edges[len(edges)-1]].To
	return s, true
}

// reversed returns the stretch in the other direction.
func (s stretch) reversed() stretch {
	r := stretch{from: s.to, to: s.from}
	for _, arc := range slices.Backward(s.arcs) {
		r.arcs = append(r.arcs, arc^1)
	}
	return r
}

// overWays finds the path over via ways, which may be listed in any order but must be travelled
// from end to end.
func (t *topology) overWays(b *Builder, from int64, via []osm.WayID, to int64) ([]sequence, string) {
	if len(t.edgesOf[from]) == 0 || len(t.edgesOf[to]) == 0 {
		return nil, skipAbsent
	}
	stretches := make([]stretch, len(via))
	for i, id := range via {
		s, ok := t.whole(b, int64(id))
		if !ok {
			return nil, skipAbsent
		}
		stretches[i] = s
	}
	// Depth first over the orders of the via ways, from each end of the first road.
	var found []sequence
	used := make([]bool, len(via))
	var extend func(path []uint32, at uint32, left int)
	extend = func(path []uint32, at uint32, left int) {
		if len(found) > 2 {
			return
		}
		if left == 0 {
			for _, out := range t.arriving(b, to, at) {
				found = append(found, append(slices.Clone(path), out^1))
			}
			return
		}
		for i, s := range stretches {
			if used[i] {
				continue
			}
			used[i] = true
			if s.from == at {
				extend(append(slices.Clone(path), s.arcs...), s.to, left-1)
			}
			if s.to == at {
				extend(append(slices.Clone(path), s.reversed().arcs...), s.from, left-1)
			}
			used[i] = false
		}
	}
	for _, v := range t.endsOf(b, from) {
		for _, in := range t.arriving(b, from, v) {
			extend([]uint32{in}, v, len(via))
		}
	}
	if len(found) == 0 {
		return nil, skipApart
	}
	return found, ""
}

// endsOf returns the nodes at which a way ends, one for a closed way.
func (t *topology) endsOf(b *Builder, way int64) (ends []uint32) {
	for _, e := range t.edgesOf[way] {
		last := b.end(t.Edges[e].Way)
		if t.pieces[e].from == 0 {
			ends = append(ends, t.Edges[e].From)
		}
		if t.pieces[e].to == last {
			ends = append(ends, t.Edges[e].To)
		}
	}
	slices.Sort(ends)
	return slices.Compact(ends)
}

// resolved is a restriction as paths, shared by all modes.
type resolved struct {
	*rawRestriction
	sequences []sequence
}

// resolveRestrictions finds the paths of all restrictions, once for all modes.
func (t *topology) resolveRestrictions(b *Builder, report *region.Report) {
	for i := range b.restrictions {
		r := &b.restrictions[i]
		sequences, reason := t.sequences(b, r)
		if reason != "" {
			report.Skip(reason, 1)
			continue
		}
		t.restrictions = append(t.restrictions, resolved{r, sequences})
	}
}

// restrict closes the turns at nodes that restrictions forbid, and returns the paths over whole
// ways that they forbid.
func (b *networkBuilder) restrict() []sequence {
	var banned []sequence
	count := 0
	for _, r := range b.t.restrictions {
		kind := r.kinds[b.mode]
		if kind == profile.Unrestricted {
			continue
		}
		usable := b.usableSequences(r.sequences)
		if len(usable) > 1 && kind != profile.ProhibitedEntry && kind != profile.ProhibitedExit {
			b.report.Skip(skipAmbiguous+" ("+string(b.n.Mode)+")", 1)
			continue
		}
		for _, s := range usable {
			count++
			switch {
			case kind != profile.Mandatory && len(s) == 2:
				b.barTurn(s[0], s[1], r.afoot[b.mode])
			case kind != profile.Mandatory:
				banned = append(banned, s)
			case len(s) == 2:
				for _, out := range b.n.Leaving(b.n.Head(s[0])) {
					if out != s[1] {
						b.barTurn(s[0], out, r.afoot[b.mode])
					}
				}
			default:
				via := s[:len(s)-1]
				for _, out := range b.n.Leaving(b.n.Head(via[len(via)-1])) {
					if out != s[len(s)-1] && b.n.Usable(out) {
						banned = append(banned, append(slices.Clone(via), out))
					}
				}
			}
		}
	}
	if count > 0 {
		b.report.Count("turn restrictions for "+string(b.n.Mode), count)
	}
	return banned
}

// usableSequences returns the sequences that the mode can travel: a restriction that begins, leads
// or points where it cannot go means nothing to it.
func (b *networkBuilder) usableSequences(all []sequence) (usable []sequence) {
	for _, s := range all {
		if !slices.ContainsFunc(s, func(arc uint32) bool { return !b.n.Usable(arc) }) {
			usable = append(usable, s)
		}
	}
	return usable
}

// barTurn forbids a turn; afoot lets those make it who get off for it.
func (b *networkBuilder) barTurn(from, to uint32, afoot bool) {
	n := b.n
	out := n.Leaving(n.Head(from))
	turn := &n.tableAt(n.Head(from))[int(n.Slots[from^1])*len(out)+int(n.Slots[to])]
	if !afoot || *turn == noTurn {
		*turn = noTurn
		return
	}
	n.afoot = append(n.afoot, afootTurn{from, to})
}

// getOff adds what it takes to get off and on again to the turns that are made on foot.
func (b *networkBuilder) getOff() {
	n := b.n
	slices.SortFunc(n.afoot, compareAfoot)
	n.afoot = slices.Compact(n.afoot)
	n.afoot = slices.DeleteFunc(n.afoot, func(t afootTurn) bool {
		v := n.Head(t.From)
		turn := &n.tableAt(v)[int(n.Slots[t.From^1])*len(n.Leaving(v))+int(n.Slots[t.To])]
		if *turn == noTurn {
			return true // another restriction forbids it to everybody
		}
		*turn = uint16(min(maxTurn, float64(*turn)+10*b.profile.ModeChange(routing.Cycle, routing.Walk)))
		return false
	})
}

func compareAfoot(a, b afootTurn) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
}

// Afoot tells whether the turn from one arc to another may be made only by those who get off for it.
func (n *Network) Afoot(from, to uint32) bool {
	_, found := slices.BinarySearchFunc(n.afoot, afootTurn{from, to}, compareAfoot)
	return found
}
