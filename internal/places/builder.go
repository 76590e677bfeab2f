package places

import (
	"context"
	"fmt"
	"math"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/orb"
	posm "github.com/paulmach/osm"
)

const (
	// smallBuilding is the size in square metres up to which a building is kept as its centre and
	// size. Cells of the prediction are 2,000 m² or more, so its outline would not show.
	smallBuilding = 600
	// smallestArea is the size in square metres below which land cover is left out: a twentieth of
	// the smallest cell.
	smallestArea = 100
	// tolerance in metres to which lines and outlines are thinned (Douglas and Peucker).
	tolerance = 2
)

// A Builder collects features during an import. It implements build.Builder.
type Builder struct {
	areas     *osm.Assembler
	relations map[posm.RelationID]kind
	ways      []wayFeature
	nodes     []posm.NodeID // of all ways, one after another
	spots     []spotNode
	net       []netWay
}

// wayFeature is a way that counts, with its nodes as a range of Builder.nodes.
type wayFeature struct {
	kind     kind
	from, to int
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder {
	b := &Builder{relations: map[posm.RelationID]kind{}}
	b.areas = osm.NewAssembler(func(r *posm.Relation) bool {
		_, ok := b.relations[r.ID]
		return ok
	})
	return b
}

// Relation keeps multipolygons that count.
func (b *Builder) Relation(r *posm.Relation) error {
	if r.Tags.Find("type") == "multipolygon" {
		if k, ok := classify(r.Tags); ok && k.shape != line {
			b.relations[r.ID] = k
		}
	}
	return b.areas.Relation(r)
}

// Way keeps ways that count.
func (b *Builder) Way(w *posm.Way, need osm.Need) error {
	if err := b.areas.Way(w, need); err != nil {
		return err
	}
	if len(w.Nodes) < 2 {
		return nil
	}
	closed := len(w.Nodes) >= 4 && w.Nodes[0].ID == w.Nodes[len(w.Nodes)-1].ID
	kinds := spotsOfWay(w.Tags, closed)
	if k, ok := classifyWay(w.Tags, closed); ok {
		kinds = append(kinds, k)
	}
	role := netRole(w.Tags)
	if len(kinds) == 0 && role == apart {
		return nil
	}
	from := len(b.nodes)
	for _, n := range w.Nodes {
		b.nodes = append(b.nodes, n.ID)
	}
	need.Way(w)
	for _, k := range kinds {
		b.ways = append(b.ways, wayFeature{k, from, len(b.nodes)})
	}
	if role != apart {
		b.net = append(b.net, netWay{role, from, len(b.nodes)})
	}
	return nil
}

// classifyWay returns what a way counts as with its shape, false for outlines that are open: they bound
// nothing, and as parts of a relation they are seen there.
func classifyWay(tags posm.Tags, closed bool) (kind, bool) {
	k, ok := classify(tags)
	if k.shape == either {
		k.shape = line
		if closed && tags.Find("area") == "yes" {
			k.shape = area
		}
	}
	return k, ok && (k.shape == line || closed)
}

// Node keeps nodes that are spots.
func (b *Builder) Node(n *posm.Node) error {
	for _, k := range spotsOf(n.Tags) {
		b.spots = append(b.spots, spotNode{k, n.Point()})
	}
	return nil
}

// Finish writes the sections of the features and of the coastline.
func (b *Builder) Finish(ctx context.Context, loc *osm.Locations, w *region.Writer, report *region.Report, progress func(float64)) error {
	p := newPacker()
	var coast coastBuilder
	total := float64(max(1, len(b.ways)+len(b.relations)))
	done := 0
	step := func() error {
		if done++; done%1024 == 0 {
			progress(0.7 * float64(done) / total)
			return ctx.Err()
		}
		return nil
	}
	var missing int
	for _, id := range b.areas.Relations() {
		if err := step(); err != nil {
			return err
		}
		rings, lacks := b.areas.Rings(id, loc)
		if !lacks.Complete() {
			missing++
		}
		addArea(p, b.relations[id], rings, report)
	}
	for _, way := range b.ways {
		if err := step(); err != nil {
			return err
		}
		nodes := b.nodes[way.from:way.to]
		if way.kind.shape != line {
			list := make(posm.WayNodes, len(nodes))
			for i, id := range nodes {
				list[i].ID = id
			}
			rings, _ := osm.WayArea(list, loc)
			addArea(p, way.kind, rings, report)
			continue
		}
		if way.kind.tag == coastlineTag {
			coast.add(nodes)
		}
		for _, part := range wayParts(nodes, loc) {
			p.addLine(way.kind, thinLine(part))
		}
	}
	for _, s := range b.spots {
		p.addPoint(s.kind, s.at, 0)
	}
	if err := b.addNet(ctx, p, loc); err != nil {
		return err
	}
	progress(0.8)
	if missing > 0 {
		report.Skip("land cover areas with missing members", missing)
	}
	report.Count("features", p.len())
	if err := p.write(ctx, w); err != nil {
		return fmt.Errorf("places: %w", err)
	}
	progress(0.95)
	if err := coast.write(loc, w); err != nil {
		return fmt.Errorf("places: %w", err)
	}
	progress(1)
	return nil
}

// addArea adds each polygon of an area.
func addArea(p *packer, k kind, area orb.MultiPolygon, report *region.Report) {
	for _, polygon := range area {
		ruler := geo.NewRuler(polygon[0][0])
		size, centre := measure(ruler, polygon)
		switch {
		case k.shape == spot:
			p.addPoint(k, centre, 0)
		case k.shape == building && size <= smallBuilding:
			p.addPoint(k, centre, max(1, size))
		case k.shape != building && size < smallestArea:
			report.Skip("land cover under 100 m²", 1)
		default:
			p.addPolygon(k, thinPolygon(ruler, polygon))
		}
	}
}

// measure returns the area of a polygon in square metres and the centroid of its shell.
func measure(ruler geo.Ruler, polygon orb.Polygon) (size float64, centre orb.Point) {
	for i, ring := range polygon {
		var sum, cx, cy float64
		for j := 1; j < len(ring); j++ {
			x0, y0 := ruler.XY(ring[j-1])
			x1, y1 := ruler.XY(ring[j])
			cross := x0*y1 - x1*y0
			sum += cross
			cx += (x0 + x1) * cross
			cy += (y0 + y1) * cross
		}
		if i == 0 {
			size = math.Abs(sum) / 2
			centre = polygon[0][0]
			if sum != 0 {
				centre = ruler.Point(cx/(3*sum), cy/(3*sum))
			}
			continue
		}
		size -= math.Abs(sum) / 2
	}
	return max(0, size), centre
}

// wayParts returns the positions of a way, in several parts where the extract lacks nodes.
func wayParts(nodes []posm.NodeID, loc *osm.Locations) []orb.LineString {
	var parts []orb.LineString
	var part orb.LineString
	for _, id := range nodes {
		p, ok := loc.Get(id)
		if !ok {
			if len(part) > 1 {
				parts = append(parts, part)
			}
			part = nil
			continue
		}
		if q := p.Point(); len(part) == 0 || part[len(part)-1] != q {
			part = append(part, q)
		}
	}
	if len(part) > 1 {
		parts = append(parts, part)
	}
	return parts
}
