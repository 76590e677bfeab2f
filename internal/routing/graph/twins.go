package graph

import (
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/routing/profile"
)

// Twin tells whether two arcs run over the same points in the same direction: one road that is mapped
// twice, or two that lie on each other.
func (g *Graph) Twin(a, b uint32) bool {
	if g.Tail(a) != g.Tail(b) || g.Head(a) != g.Head(b) || g.Edges[a>>1].Length != g.Edges[b>>1].Length {
		return false
	}
	p, q := g.inner(a>>1), g.inner(b>>1)
	if a&1 == b&1 {
		return slices.Equal(p, q)
	}
	return len(p) == len(q) && backwards(p, q)
}

// backwards tells whether two lines of the same number of points are each other's reverse.
func backwards(p, q []geo.Fixed) bool {
	for i := range p {
		if p[i] != q[len(q)-1-i] {
			return false
		}
	}
	return true
}

// alignTwins makes restricted the roads that are mapped twice, with the same class, once for everybody and
// once for those who have business there. One of the two is a mistake, and the sign that the stricter one
// tells of can hardly be; else the other one would lead through it.
func (b *networkBuilder) alignTwins() error {
	n := b.n
	for e := range n.Edges {
		for other := e + 1; other < len(n.Edges) && n.samePlaces(e, other); other++ {
			x, y := &n.Ways[n.Edges[e].Way], &n.Ways[n.Edges[other].Way]
			if x.Road != y.Road || (x.Flags^y.Flags)&Link != 0 {
				continue
			}
			arc, twin := uint32(2*e), uint32(2*other)
			if n.Tail(arc) != n.Tail(twin) {
				twin++
			}
			if !n.Twin(arc, twin) {
				continue
			}
			for range 2 {
				if err := b.alignTwin(arc, twin); err != nil {
					return err
				}
				arc, twin = arc^1, twin^1
			}
		}
	}
	return nil
}

// samePlaces tells whether two edges join the same nodes. Those that do follow each other.
func (g *Graph) samePlaces(a, b int) bool {
	x, y := &g.Edges[a], &g.Edges[b]
	return x.From == y.From && x.To == y.To || x.From == y.To && x.To == y.From
}

func (b *networkBuilder) alignTwin(x, y uint32) error {
	n := b.n
	switch px, py := n.ClassOf(x).Access, n.ClassOf(y).Access; {
	case px == profile.Restricted && py == profile.Open:
		return b.restrictArc(y)
	case px == profile.Open && py == profile.Restricted:
		return b.restrictArc(x)
	}
	return nil
}

// restrictArc makes an arc restricted.
func (b *networkBuilder) restrictArc(arc uint32) error {
	c := *b.n.ClassOf(arc)
	c.Access = profile.Restricted
	number, err := b.number(c)
	b.n.Arcs[arc] = number
	return err
}
