package graph

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing/profile"
	"github.com/footstepd/footstepd/internal/territory"
	posm "github.com/paulmach/osm"
)

// topology is the graph in the making: what all modes share, and what only the import knows.
type topology struct {
	*Graph
	stops        map[uint32]*rawNode       // by node
	pieces       []piece                   // of each edge
	lengths      []wayLength               // of each way
	nodeOf       map[int64]uint32          // nodes by OSM id
	edgesOf      map[int64][]uint32        // edges by the OSM id of their way, in no order along it
	settings     []setting                 // of each node
	bearings     []float32                 // of each arc at its tail, once a mode asked for them
	gateways     map[uint32]profile.Limits // of the edges that stand for a node with limits
	restrictions []resolved
}

// wayLength is how much of a way the extract holds.
type wayLength struct {
	mm  uint64
	cut bool // the extract lacks some of its nodes
}

// piece tells which part of its way an edge is: twice the places of its ends among the way's nodes; odd
// numbers are cuts between two nodes.
type piece struct{ from, to uint32 }

// end is the place of a way's last node.
func (b *Builder) end(way uint32) uint32 { return 2 * (b.ways.first[way+1] - b.ways.first[way] - 1) }

// splitter holds what is needed while ways are cut into edges.
type splitter struct {
	*Builder
	loc    *osm.Locations
	lands  *territory.Map
	slots  []uint32 // of each node of each way, None where the extract lacks it
	seen   []uint8  // of each slot: how often ways come by, 2 for what becomes a node
	number []uint32 // of each slot: its node
}

// split cuts the ways into edges.
func (b *Builder) split(ctx context.Context, loc *osm.Locations, report *region.Report) (*topology, error) {
	s := &splitter{Builder: b, loc: loc, lands: territory.World(), seen: make([]uint8, loc.Slots())}
	if b.Lands != nil {
		s.lands = b.Lands()
	}
	if absent := s.resolve(); absent > 0 {
		report.Skip("points of roads that the extract lacks", absent)
	}
	s.joinAntimeridian()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t := &topology{
		Graph:  &Graph{Ways: b.ways.records, translations: b.ways.translations, textEnds: b.texts.ends, text: b.texts.heap},
		stops:  map[uint32]*rawNode{},
		nodeOf: map[int64]uint32{}, edgesOf: map[int64][]uint32{},
		lengths: make([]wayLength, len(b.ways.records)), gateways: map[uint32]profile.Limits{},
	}
	s.count()
	s.makeNodes(t)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.makeEdges(t, report)
	t.link()
	t.measureBearings()
	t.resolveRestrictions(b, report)
	return t, ctx.Err()
}

// resolve finds the slots of all nodes and returns how many the extract lacks.
func (s *splitter) resolve() (absent int) {
	s.slots = make([]uint32, len(s.ways.nodes))
	for i, id := range s.ways.nodes {
		s.slots[i] = None
		if _, ok := s.loc.Get(posm.NodeID(id)); !ok {
			absent++
			continue
		}
		slot, _ := s.loc.Slot(posm.NodeID(id))
		s.slots[i] = uint32(slot)
	}
	return absent
}

// joinAntimeridian makes one node of two that lie at the same place on ±180° of longitude: ways
// are commonly cut there, with a node on either side.
func (s *splitter) joinAntimeridian() {
	const edge, tolerance = 180 * geo.Scale, 10 // units of 1e-7 degree, about 0.1 m
	var west, east []uint32
	listed := map[uint32]bool{}
	for _, slot := range s.slots {
		if slot == None || listed[slot] {
			continue
		}
		switch lon := s.loc.At(int(slot)).Lon; {
		case lon <= -edge+tolerance:
			west, listed[slot] = append(west, slot), true
		case lon >= edge-tolerance:
			east, listed[slot] = append(east, slot), true
		}
	}
	if len(west) == 0 || len(east) == 0 {
		return
	}
	lat := func(slot uint32) int32 { return s.loc.At(int(slot)).Lat }
	byLat := func(a, b uint32) int { return cmp.Or(cmp.Compare(lat(a), lat(b)), cmp.Compare(a, b)) }
	slices.SortFunc(west, byLat)
	twin := map[uint32]uint32{}
	for _, e := range east {
		i, _ := slices.BinarySearchFunc(west, lat(e)-tolerance, func(w uint32, min int32) int { return cmp.Compare(lat(w), min) })
		if i < len(west) && lat(west[i]) <= lat(e)+tolerance {
			twin[e] = west[i]
		}
	}
	for i, slot := range s.slots {
		if w, ok := twin[slot]; ok {
			s.slots[i] = w
		}
	}
}

// parts yields the stretches of a way that the extract holds, as ranges among all nodes: a way at
// the edge of an extract can lack some of them.
func (s *splitter) parts(way int, yield func(from, to int)) {
	first, end := int(s.ways.first[way]), int(s.ways.first[way+1])
	for i := first; i < end; i++ {
		if s.slots[i] == None {
			continue
		}
		from := i
		for i < end && s.slots[i] != None {
			i++
		}
		if i-from > 1 {
			yield(from, i)
		}
	}
}

// count finds what becomes a node: ends of ways and of their parts, and whatever ways pass twice.
func (s *splitter) count() {
	for way := range s.ways.records {
		s.parts(way, func(from, to int) {
			for i := from; i < to; i++ {
				slot := s.slots[i]
				switch {
				case i == from || i == to-1:
					s.seen[slot] = 2
				case i > from && s.slots[i-1] == slot: // a repeated node
				case s.seen[slot] < 2:
					s.seen[slot]++
				}
			}
		})
	}
}

// makeNodes numbers the nodes along a Hilbert curve, so that neighbours lie together in memory.
func (s *splitter) makeNodes(t *topology) {
	stopAt := map[uint32]*rawNode{}
	for i := range s.stops {
		if slot, ok := s.loc.Slot(posm.NodeID(s.stops[i].id)); ok && s.seen[slot] > 0 {
			s.seen[slot] = 2
			stopAt[uint32(slot)] = &s.stops[i]
		}
	}
	type place struct {
		key  uint64
		slot uint32
	}
	var places []place
	for slot, n := range s.seen {
		if n > 1 {
			places = append(places, place{geo.HilbertKey(s.loc.At(slot)), uint32(slot)})
		}
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.slot, b.slot))
	})
	s.number = make([]uint32, len(s.seen))
	t.Nodes = make([]geo.Fixed, len(places))
	t.NodeIDs = make([]int64, len(places))
	t.NodeFlags = make([]NodeFlags, len(places))
	t.settings = make([]setting, len(places))
	for v, p := range places {
		s.number[p.slot] = uint32(v)
		t.Nodes[v] = s.loc.At(int(p.slot))
		t.settings[v] = settingOf(s.lands, t.Nodes[v])
		if t.settings[v]&keepsLeft != 0 {
			t.NodeFlags[v] |= LeftHand
		}
		if raw := stopAt[p.slot]; raw != nil {
			t.stops[uint32(v)] = raw
			t.NodeFlags[v] |= raw.flags()
			if raw.exit != 0 {
				t.exits = append(t.exits, Exit{uint32(v), raw.exit})
			}
		}
	}
	named, _ := s.named()
	for i, slot := range s.slots {
		if slot != None && s.seen[slot] > 1 {
			v := s.number[slot]
			id := s.ways.nodes[i]
			t.NodeIDs[v] = id
			if named[id] {
				t.nodeOf[id] = v
			}
		}
	}
}

func (raw *rawNode) flags() (f NodeFlags) {
	if raw.junction.Control == profile.Signals {
		f |= Signals
	}
	if raw.junction.MiniRoundabout {
		f |= MiniRoundabout
	}
	if raw.junction.TurningPlace {
		f |= TurningPlace
	}
	return f
}

// draft is an edge before edges are sorted.
type draft struct {
	Edge
	piece piece
	end   uint32 // of its inner points
	limit profile.Limits
}

// makeEdges cuts the ways at the nodes and sorts the edges by their nodes.
func (s *splitter) makeEdges(t *topology, report *region.Report) {
	var drafts []draft
	var inner []geo.Fixed
	for way := range s.ways.records {
		first := s.ways.first[way]
		held := 0
		s.parts(way, func(from, to int) {
			held += to - from
			start, metres := from, 0.0
			last := s.loc.At(int(s.slots[from]))
			shape := uint32(len(inner))
			for i := from + 1; i < to; i++ {
				slot := s.slots[i]
				p := s.loc.At(int(slot))
				metres += geo.Distance(last.Point(), p.Point())
				if s.seen[slot] < 2 {
					if p != last {
						inner = append(inner, p)
					}
					last = p
					continue
				}
				last = p
				e := Edge{From: s.number[s.slots[start]], To: s.number[slot], Shape: shape, Way: uint32(way), Length: millimetres(metres)}
				if e.From != e.To || metres > 0 {
					drafts = append(drafts, draft{e, piece{2 * (uint32(start) - first), 2 * (uint32(i) - first)}, uint32(len(inner)), profile.Limits{}})
					t.lengths[way].mm += uint64(e.Length)
				}
				start, metres, shape = i, 0, uint32(len(inner))
			}
		})
		t.lengths[way].cut = held < int(s.ways.first[way+1]-first)
	}
	drafts = s.gateways(t, drafts, &inner)
	drafts = thin(drafts, len(t.Nodes), report)
	slices.SortStableFunc(drafts, func(a, b draft) int {
		if c := cmp.Or(cmp.Compare(min(a.From, a.To), min(b.From, b.To)), cmp.Compare(max(a.From, a.To), max(b.From, b.To))); c != 0 {
			return c
		}
		return s.byName(a.Way, b.Way)
	})
	_, named := s.named()
	t.Edges = make([]Edge, len(drafts))
	t.pieces = make([]piece, len(drafts))
	t.Shapes = make([]geo.Fixed, 0, len(inner))
	for i, d := range drafts {
		points := inner[d.Shape:d.end]
		d.Shape = uint32(len(t.Shapes))
		t.Edges[i], t.pieces[i] = d.Edge, d.piece
		t.Shapes = append(t.Shapes, points...)
		if d.limit != (profile.Limits{}) {
			t.gateways[uint32(i)] = d.limit
		}
		if id := s.ways.records[d.Way].ID; named[id] {
			t.edgesOf[id] = append(t.edgesOf[id], uint32(i))
		}
	}
}

// byName orders ways by their names, those without one last. Searches prefer the first of several
// equal roads, as where two ways lie on each other: better one that can be named.
func (s *splitter) byName(a, b uint32) int {
	x, y := s.ways.records[a].Name, s.ways.records[b].Name
	switch {
	case x == y:
		return 0
	case x == 0:
		return 1
	case y == 0:
		return -1
	}
	return cmp.Compare(s.texts.text(x), s.texts.text(y))
}

// maxLength bounds the length of one edge, in millimetres.
const maxLength = 2_000_000_000

func millimetres(metres float64) uint32 {
	return uint32(math.Min(math.Round(metres*1000), maxLength))
}

// thin drops the roads beyond MaxDegree at any node.
func thin(drafts []draft, nodes int, report *region.Report) []draft {
	degree := make([]uint32, nodes)
	kept := drafts[:0]
	for _, d := range drafts {
		if d.From == d.To && degree[d.From]+2 > MaxDegree || max(degree[d.From], degree[d.To]) == MaxDegree {
			continue
		}
		degree[d.From]++
		degree[d.To]++
		kept = append(kept, d)
	}
	if n := len(drafts) - len(kept); n > 0 {
		report.Skip("roads where too many meet at one point", n)
	}
	return kept
}

// link makes the adjacency of a graph.
func (g *Graph) link() {
	g.First = make([]uint32, len(g.Nodes)+1)
	for _, e := range g.Edges {
		g.First[e.From+1]++
		g.First[e.To+1]++
	}
	for v := range g.Nodes {
		g.First[v+1] += g.First[v]
	}
	g.Out = make([]uint32, 2*len(g.Edges))
	g.Slots = make([]uint8, 2*len(g.Edges))
	next := slices.Clone(g.First[:len(g.Nodes)])
	put := func(v, arc uint32) {
		g.Slots[arc] = uint8(next[v] - g.First[v])
		g.Out[next[v]] = arc
		next[v]++
	}
	for i, e := range g.Edges {
		put(e.From, uint32(2*i))
		put(e.To, uint32(2*i+1))
	}
}
