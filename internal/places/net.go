package places

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm"
	"github.com/paulmach/orb"
	posm "github.com/paulmach/osm"
)

// role is what a way is to people on foot.
type role uint8

const (
	apart  role = iota // neither a way to walk on nor a stream
	stream             // also where it runs through a culvert
	street             // drivable
	path
)

// netRole returns a way's role. Driveways, parking aisles and pavements are apart: they end and meet at
// every house.
func netRole(tags posm.Tags) role {
	switch tags.Find("waterway") {
	case "river", "canal", "stream", "ditch", "drain", "brook", "tidal_channel":
		return stream
	}
	if hidden(tags) || tags.Find("area") == "yes" {
		return apart
	}
	switch tags.Find("service") {
	case "driveway", "parking_aisle", "drive-through", "alley":
		return apart
	}
	switch tags.Find("footway") {
	case "sidewalk", "crossing":
		return apart
	}
	k, ok := classify(posm.Tags{{Key: "highway", Value: tags.Find("highway")}})
	switch {
	case !ok || k.tag == "highway=motorway" || k.tag == "highway=motorway_link":
		return apart
	case k.class == Road:
		return street
	}
	return path
}

// netWay is a way with a role, with its nodes as a range of Builder.nodes.
type netWay struct {
	role     role
	from, to int
}

// addNet adds the spots that ways make by how they meet: dead ends, junctions of paths, and crossings of
// paths and streams.
func (b *Builder) addNet(ctx context.Context, p *packer, loc *osm.Locations) error {
	b.addNodes(p, loc)
	if err := ctx.Err(); err != nil {
		return err
	}
	return b.addCrossings(ctx, p, loc)
}

// addNodes adds dead ends and junctions: nodes from which one, or more than two, arms of ways lead away.
func (b *Builder) addNodes(p *packer, loc *osm.Locations) {
	type arms struct {
		node posm.NodeID
		n    uint8
		path bool
	}
	var all []arms
	for _, w := range b.net {
		if w.role == stream {
			continue
		}
		for i, id := range b.nodes[w.from:w.to] {
			n := uint8(2)
			if i == 0 || i == w.to-w.from-1 {
				n = 1
			}
			all = append(all, arms{id, n, w.role == path})
		}
	}
	slices.SortFunc(all, func(a, b arms) int { return cmp.Compare(a.node, b.node) })
	for i := 0; i < len(all); {
		node, n, onPath := all[i].node, 0, false
		for ; i < len(all) && all[i].node == node; i++ {
			n += int(all[i].n)
			onPath = onPath || all[i].path
		}
		tag := ""
		switch {
		case n == 1:
			tag = DeadEnd
		case n > 2 && onPath:
			tag = Junction
		default:
			continue
		}
		if at, ok := loc.Get(node); ok {
			p.addPoint(kind{Spot, tag, spot}, at.Point(), 0)
		}
	}
}

const (
	// streamSegments is how many segments of a stream are found by one box.
	streamSegments = 16
	// sameCrossing in metres is how near to its last crossing a path crosses nothing anew.
	sameCrossing = 15
)

// addCrossings adds the places where paths cross streams on the map.
func (b *Builder) addCrossings(ctx context.Context, p *packer, loc *osm.Locations) error {
	var runs [][]geo.Fixed
	var boxes []geo.Box
	for _, w := range b.net {
		if w.role != stream {
			continue
		}
		for _, line := range fixedParts(b.nodes[w.from:w.to], loc) {
			for from := 0; from < len(line)-1; from += streamSegments {
				run := line[from:min(len(line), from+streamSegments+1)]
				runs, boxes = append(runs, run), append(boxes, geo.BoxOf(run...))
			}
		}
	}
	tree := geo.BuildRTree(boxes)
	for n, w := range b.net {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if w.role != path {
			continue
		}
		for _, line := range fixedParts(b.nodes[w.from:w.to], loc) {
			var met []orb.Point
			for i := 1; i < len(line); i++ {
				tree.Search(geo.BoxOf(line[i-1], line[i]), func(r uint32) bool {
					for k := 1; k < len(runs[r]); k++ {
						if at, ok := crossing(line[i-1], line[i], runs[r][k-1], runs[r][k]); ok {
							met = append(met, at)
						}
					}
					return true
				})
			}
			for i, at := range met {
				near := func(other orb.Point) bool {
					x, y := geo.NewRuler(at).XY(other)
					return math.Hypot(x, y) < sameCrossing
				}
				if !slices.ContainsFunc(met[:i], near) {
					p.addPoint(kind{Spot, StreamCrossing, spot}, at, 0)
				}
			}
		}
	}
	return nil
}

// fixedParts returns the positions of a way, in several parts where the extract lacks nodes.
func fixedParts(nodes []posm.NodeID, loc *osm.Locations) [][]geo.Fixed {
	var parts [][]geo.Fixed
	var part []geo.Fixed
	for _, id := range nodes {
		p, ok := loc.Get(id)
		if !ok {
			parts, part = append(parts, part), nil
			continue
		}
		part = append(part, p)
	}
	return slices.DeleteFunc(append(parts, part), func(l []geo.Fixed) bool { return len(l) < 2 })
}

// crossing returns where the segments ab and cd meet, false where they do not or run along each other.
func crossing(a, b, c, d geo.Fixed) (orb.Point, bool) {
	turn := func(p, q, r geo.Fixed) int64 {
		return (int64(q.Lon)-int64(p.Lon))*(int64(r.Lat)-int64(p.Lat)) - (int64(q.Lat)-int64(p.Lat))*(int64(r.Lon)-int64(p.Lon))
	}
	c1, d1 := turn(a, b, c), turn(a, b, d)
	a1, b1 := turn(c, d, a), turn(c, d, b)
	if c1 == d1 || c1 > 0 && d1 > 0 || c1 < 0 && d1 < 0 || a1 > 0 && b1 > 0 || a1 < 0 && b1 < 0 {
		return orb.Point{}, false
	}
	t := float64(a1) / float64(a1-b1)
	p, q := a.Point(), b.Point()
	return orb.Point{p[0] + t*(q[0]-p[0]), p[1] + t*(q[1]-p[1])}, true
}
