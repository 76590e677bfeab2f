package embedded

import (
	"math"
	"strings"
	"sync"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/guide"
	"github.com/footstepd/footstepd/internal/routing/profile"
	"github.com/paulmach/orb"
)

// A sketch is the memory for the description of a path, kept for the next.
type sketch struct {
	arcs      []uint32
	roads     []guide.Road
	junctions []guide.Junction
	branches  []guide.Branch // of all junctions
}

var sketches = sync.Pool{New: func() any { return new(sketch) }}

// guidePath describes a path for guidance. Its shape is its own, the rest lies in s. aloft are the stretches
// that do not follow the ground; see routing.Leg.
func (t *trip) guidePath(s *sketch, path *dijkstra.Path, from, to orb.Point, language string) (p guide.Path, features routing.Feature, aloft [][2]int) {
	g, n := t.e.graph, t.m.Network
	arcs, points := s.arcs[:0], 1
	for _, state := range path.States {
		arc := n.Arc(state)
		arcs, points = append(arcs, arc), points+g.Points(arc>>1)-1
	}
	s.arcs, s.branches = arcs, s.branches[:0]
	p.Roads, p.Junctions, p.Shape = s.roads[:0], s.junctions[:0], make(orb.LineString, 0, max(2, points))
	language = baseLanguage(language)
	delay := uint64(0)
	for i, arc := range arcs {
		begin, end := uint32(0), g.Edges[arc>>1].Length
		if i == 0 {
			begin = path.From
		}
		if i == len(arcs)-1 {
			end = path.To
		}
		if i > 0 {
			ms, _ := n.Turn(arcs[i-1], arc)
			delay += uint64(ms)
		}
		// A stop at a junction can lie at the end of a road that is not travelled at all.
		if begin == end && len(arcs) > 1 && (i == 0 || i == len(arcs)-1 && len(p.Roads) > 0) {
			continue
		}
		if len(p.Roads) > 0 {
			p.Junctions = append(p.Junctions, t.junction(s, arcs[i-1], arc))
		}
		first := max(0, len(p.Shape)-1)
		p.Shape = g.AppendPart(p.Shape, arc, begin, end)
		road := t.road(arc, language)
		road.Length = metres(end - begin)
		road.Duration = seconds(t.m.OfArc(arc).Time.Over(end-begin) + delay)
		road.From, road.To = first, len(p.Shape)-1
		p.Roads = append(p.Roads, road)
		features |= road.Features
		if road.Features&(routing.Tunnel|routing.Ferry) != 0 || g.Way(arc).Flags&graph.Bridge != 0 {
			aloft = extend(aloft, road.From, road.To)
		}
		delay = 0
	}
	if delay > 0 {
		p.Roads[len(p.Roads)-1].Duration += seconds(delay)
	}
	p.Shape = ends(p.Shape, from, to)
	p.Roads[len(p.Roads)-1].To = len(p.Shape) - 1
	s.roads, s.junctions = p.Roads, p.Junctions
	p.LeftHand = g.NodeFlags[g.Tail(arcs[0])]&graph.LeftHand != 0
	return p, features, aloft
}

// extend adds a stretch to a list of stretches, joined to the last one where they meet.
func extend(list [][2]int, from, to int) [][2]int {
	if n := len(list); n > 0 && list[n-1][1] >= from {
		list[n-1][1] = to
		return list
	}
	return append(list, [2]int{from, to})
}

// road describes an arc.
func (t *trip) road(arc uint32, language string) guide.Road {
	g, n := t.e.graph, t.m.Network
	way := g.Way(arc)
	r := guide.Road{
		Street: t.e.street(g.NameText(g.Edges[arc>>1].Way, language), way.Ref),
		Class:  way.RoadClass(), Link: way.Flags&graph.Link != 0, Roundabout: way.Flags&graph.Roundabout != 0,
		OneWay:      !n.Usable(arc ^ 1),
		Destination: g.Text(way.Destination[arc&1]),
		Exit:        g.Text(way.Exits),
		Features:    way.Features,
		Travel:      n.ClassOf(arc).Travel.Mode(),
	}
	if r.Exit == "" {
		r.Exit = g.ExitAt(g.Tail(arc))
	}
	switch {
	case way.Flags&graph.Escalator != 0:
		r.Kind = "escalator"
	case way.Road == profile.Steps, way.Road == profile.Elevator, way.Road == profile.Corridor:
		r.Kind = way.Road.String()
	}
	return r
}

// junction describes the node between two arcs of a path. Its branches lie in s.
func (t *trip) junction(s *sketch, in, out uint32) guide.Junction {
	g, n := t.e.graph, t.m.Network
	v := g.Tail(out)
	j := guide.Junction{
		Point:   g.Nodes[v].Point(),
		Signals: g.NodeFlags[v]&graph.Signals != 0,
		Mini:    g.NodeFlags[v]&graph.MiniRoundabout != 0,
		Afoot:   n.Afoot(in, out),
		In:      math.Mod(g.Bearing(in^1)+180, 360),
		Out:     g.Bearing(out),
	}
	first := len(s.branches)
	for _, arc := range g.Leaving(v) {
		if arc == in^1 || arc == out || g.Twin(arc, in^1) || g.Twin(arc, out) {
			continue
		}
		way := g.Way(arc)
		_, allowed := n.Turn(in, arc)
		var travel routing.TravelMode
		if n.Usable(arc) {
			travel = n.ClassOf(arc).Travel.Mode()
		}
		s.branches = append(s.branches, guide.Branch{
			Street: t.e.street(way.Name, way.Ref),
			Class:  way.RoadClass(), Link: way.Flags&graph.Link != 0, Roundabout: way.Flags&graph.Roundabout != 0,
			Bearing:   g.Bearing(arc),
			Enterable: n.Usable(arc) && allowed,
			Public:    way.Flags&graph.Public != 0 || way.Name != 0,
			Oneway:    n.Usable(arc) != n.Usable(arc^1),
			Travel:    travel,
		})
	}
	j.Branches = s.branches[first:len(s.branches):len(s.branches)]
	return j
}

// baseLanguage returns the language of a BCP 47 tag as OSM's name keys write it.
func baseLanguage(tag string) string {
	base, _, _ := strings.Cut(tag, "-")
	return strings.ToLower(base)
}
