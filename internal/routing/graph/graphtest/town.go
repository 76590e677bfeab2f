package graphtest

import (
	"math/rand/v2"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// A Town is a small made-up map that can be changed in ways whose effect on routes is known.
type Town struct {
	Nodes        []TownNode
	Ways         []TownWay
	Restrictions []TownRestriction
	Corners      []orb.Point // of its streets, to route between
}

// TownNode is a node of a town.
type TownNode struct {
	ID    int64
	Point orb.Point
	Tags  []string
}

// TownWay is a way of a town.
type TownWay struct {
	ID    int64
	Nodes []int64
	Tags  []string
}

// TownRestriction is a turn restriction: over a node when Via is empty.
type TownRestriction struct {
	Kind     string // no_left_turn, only_straight_on …
	From, To int64  // ways
	Node     int64
	Via      []int64 // ways
	Hours    string  // when it holds, "" for always
	Vehicle  string  // whom it binds, "" for all vehicles
}

// Numbers of a random town's grid.
const (
	townSize = 5
	townStep = 0.002 // degrees
)

// RandomTown returns a grid of streets with gaps, bends, one-way streets, footpaths, private roads,
// gates and traffic lights, near the equator at longitude 10. All streets between two corners are
// ways of their own, so that restrictions can name them.
func RandomTown(seed uint64) *Town {
	r := rand.New(rand.NewPCG(seed, 99))
	t := &Town{}
	corner := func(c, row int) int64 { return int64(1 + row*townSize + c) }
	for row := range townSize {
		for c := range townSize {
			jitter := func() float64 { return (r.Float64() - 0.5) * townStep / 2 }
			n := TownNode{ID: corner(c, row), Point: orb.Point{10 + float64(c)*townStep + jitter(), float64(row)*townStep + jitter()}}
			switch r.IntN(20) {
			case 0:
				n.Tags = []string{"highway=traffic_signals"}
			case 1:
				n.Tags = []string{"barrier=gate", "access=private"}
			case 2:
				n.Tags = []string{"highway=turning_circle"}
			}
			t.Nodes = append(t.Nodes, n)
			t.Corners = append(t.Corners, n.Point)
		}
	}
	next := int64(1000)
	street := func(from, to int64) {
		if r.IntN(7) == 0 {
			return
		}
		w := TownWay{ID: int64(100 + len(t.Ways)), Nodes: []int64{from, to}}
		class := []string{"residential", "residential", "residential", "tertiary", "primary", "service", "footway"}[r.IntN(7)]
		w.Tags = []string{"highway=" + class}
		switch r.IntN(10) {
		case 0, 1:
			w.Tags = append(w.Tags, "oneway=yes")
		case 2:
			w.Tags = append(w.Tags, "oneway=-1")
		case 3:
			w.Tags = append(w.Tags, "access=private")
		}
		if r.IntN(3) == 0 { // a bend
			a, b := t.Nodes[from-1].Point, t.Nodes[to-1].Point
			p := orb.Point{(a[0]+b[0])/2 + (r.Float64()-0.5)*townStep/2, (a[1]+b[1])/2 + (r.Float64()-0.5)*townStep/2}
			t.Nodes = append(t.Nodes, TownNode{ID: next, Point: p})
			w.Nodes = []int64{from, next, to}
			next++
		}
		t.Ways = append(t.Ways, w)
	}
	for row := range townSize {
		for c := range townSize {
			if c+1 < townSize {
				street(corner(c, row), corner(c+1, row))
			}
			if row+1 < townSize {
				street(corner(c, row), corner(c, row+1))
			}
		}
	}
	return t
}

// Restrict adds random turn restrictions over nodes and over up to three ways.
func (t *Town) Restrict(seed uint64, count int, kinds ...string) *Town {
	r := rand.New(rand.NewPCG(seed, 7))
	at := map[int64][]TownWay{}
	for _, w := range t.Ways {
		for _, n := range []int64{w.Nodes[0], w.Nodes[len(w.Nodes)-1]} {
			at[n] = append(at[n], w)
		}
	}
	far := func(w TownWay, near int64) int64 {
		if w.Nodes[0] == near {
			return w.Nodes[len(w.Nodes)-1]
		}
		return w.Nodes[0]
	}
	for range count {
		from := t.Ways[r.IntN(len(t.Ways))]
		node := from.Nodes[len(from.Nodes)-1]
		if r.IntN(2) == 0 {
			node = from.Nodes[0]
		}
		x := TownRestriction{Kind: kinds[r.IntN(len(kinds))], From: from.ID, Node: node}
		used := []int64{from.ID}
		for range r.IntN(4) {
			via := at[node][r.IntN(len(at[node]))]
			if slices.Contains(used, via.ID) {
				break
			}
			used = append(used, via.ID)
			x.Via = append(x.Via, via.ID)
			node = far(via, node)
		}
		to := at[node][r.IntN(len(at[node]))]
		if len(x.Via) > 0 && to.ID == x.Via[len(x.Via)-1] {
			continue
		}
		x.To = to.ID
		t.Restrictions = append(t.Restrictions, x)
	}
	return t
}

// Map returns the town as a map.
func (t *Town) Map() *osmtest.Map {
	m := &osmtest.Map{}
	for _, n := range t.Nodes {
		m.Node(n.ID, n.Point[0], n.Point[1], n.Tags...)
	}
	for _, w := range t.Ways {
		m.Way(w.ID, w.Nodes, w.Tags...)
	}
	for i, x := range t.Restrictions {
		members := []osm.Member{osmtest.WayMember(x.From, "from"), osmtest.WayMember(x.To, "to")}
		if len(x.Via) == 0 {
			members = append(members, osmtest.NodeMember(x.Node, "via"))
		}
		for _, via := range x.Via {
			members = append(members, osmtest.WayMember(via, "via"))
		}
		rule := "restriction"
		if x.Vehicle != "" {
			rule += ":" + x.Vehicle
		}
		if x.Hours != "" {
			rule += ":conditional=" + x.Kind + " @ (" + x.Hours + ")"
		} else {
			rule += "=" + x.Kind
		}
		m.Relation(int64(i+1), members, "type=restriction", rule)
	}
	return m
}

// clone returns a deep enough copy.
func (t *Town) clone() *Town {
	c := &Town{slices.Clone(t.Nodes), slices.Clone(t.Ways), slices.Clone(t.Restrictions), slices.Clone(t.Corners)}
	for i := range c.Ways {
		c.Ways[i].Nodes = slices.Clone(c.Ways[i].Nodes)
		c.Ways[i].Tags = slices.Clone(c.Ways[i].Tags)
	}
	return c
}

// Split cuts every way with a bend in two at it.
func (t *Town) Split() *Town {
	c := t.clone()
	for i := range t.Ways {
		if w := &c.Ways[i]; len(w.Nodes) == 3 {
			c.Ways = append(c.Ways, TownWay{w.ID + 10_000, w.Nodes[1:], w.Tags})
			w = &c.Ways[i]
			w.Nodes = w.Nodes[:2]
		}
	}
	return c
}

// WithIsland adds another town that is joined to this one nowhere.
func (t *Town) WithIsland(seed uint64) *Town {
	c := t.clone()
	for _, n := range RandomTown(seed).Nodes {
		n.ID += 100_000
		n.Point[1] += 1
		c.Nodes = append(c.Nodes, n)
	}
	for _, w := range RandomTown(seed).Ways {
		w.ID += 100_000
		w.Nodes = slices.Clone(w.Nodes)
		for i := range w.Nodes {
			w.Nodes[i] += 100_000
		}
		c.Ways = append(c.Ways, w)
	}
	return c
}

// Reversed turns all one-way streets and prohibited turns round.
func (t *Town) Reversed() *Town {
	c := t.clone()
	for _, w := range c.Ways {
		for i, tag := range w.Tags {
			switch tag {
			case "oneway=yes":
				w.Tags[i] = "oneway=-1"
			case "oneway=-1":
				w.Tags[i] = "oneway=yes"
			}
		}
	}
	for i := range c.Restrictions {
		x := &c.Restrictions[i]
		x.From, x.To = x.To, x.From
	}
	return c
}

// Shifted moves the town east.
func (t *Town) Shifted(degrees float64) *Town {
	c := t.clone()
	for i := range c.Nodes {
		c.Nodes[i].Point[0] = geo.NormalizeLon(c.Nodes[i].Point[0] + degrees)
	}
	for i := range c.Corners {
		c.Corners[i][0] = geo.NormalizeLon(c.Corners[i][0] + degrees)
	}
	return c
}

// Slowed gives one of the ways a lower speed limit.
func (t *Town) Slowed(way int) *Town {
	c := t.clone()
	w := &c.Ways[way%len(c.Ways)]
	w.Tags = append(w.Tags, "maxspeed=5")
	return c
}
