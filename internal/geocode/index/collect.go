package index

import (
	"slices"
	"strconv"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/footstepd/footstepd/internal/geocode/text"
	source "github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/territory"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// A Builder makes the index of an extract: it keeps what has a name or a house number in the
// passes and writes the sections in Finish. See build.Builder.
type Builder struct {
	// Lands tells in which country a place lies where no border and no tag does, and is asked when Finish
	// begins; the coarse map of the world does where it is nil.
	Lands func() *territory.Map

	assembler *source.Assembler
	relations []*osm.Relation
	ways      []*osm.Way  // roads, buildings, areas and lines with a name or number, but for plots
	nodes     []*osm.Node // but for those that are nothing but houses
	houses    houses
	plots     []plot                   // those of the houses that are ways
	streetOf  map[osm.FeatureID]string // members of associatedStreet relations
	nameless  []*osm.Relation          // such relations without a name
	centres   map[osm.NodeID]osm.RelationID
	outers    map[osm.WayID]osm.RelationID // ways that bound a kept relation, the first one
	countries map[admin.Country]int        // what the tags of the extract name
	mailNodes []*osm.Node                  // neither name nor number, but a postcode or town
	mailWays  []*osm.Way

	interpolations []*osm.Way // that stand for the house numbers along them
}

// NewBuilder returns a builder for one import.
func NewBuilder() *Builder {
	b := &Builder{
		streetOf:  map[osm.FeatureID]string{},
		centres:   map[osm.NodeID]osm.RelationID{},
		outers:    map[osm.WayID]osm.RelationID{},
		countries: map[admin.Country]int{},
	}
	b.assembler = source.NewAssembler(func(r *osm.Relation) bool { return source.IsArea(r) && wanted(r.Tags) })
	return b
}

// wanted tells whether an object has anything to be found by.
func wanted(tags osm.Tags) bool {
	named, number := false, false
	for _, t := range tags {
		switch t.Key {
		case "name", "postal_code", "addr:housename":
			named = named || t.Value != ""
		case "addr:housenumber", "addr:conscriptionnumber", "addr:provisionalnumber", "addr:streetnumber":
			number = number || t.Value != ""
		default:
			named = named || len(t.Key) > 5 && t.Key[:5] == "name:" && languageTag(t.Key[5:])
		}
	}
	return named || number
}

// mailed tells whether an object says which postcode or town it belongs to.
func mailed(tags osm.Tags) bool {
	return tags.Find("addr:postcode") != "" || tags.Find("addr:city") != ""
}

// Relation keeps areas that have a name and the house members of street relations.
func (b *Builder) Relation(r *osm.Relation) error {
	b.note(r.Tags)
	if err := b.assembler.Relation(r); err != nil {
		return err
	}
	switch kind := r.Tags.Find("type"); {
	case b.assembler.Has(r.ID):
		b.relations = append(b.relations, r)
		for _, m := range r.Members {
			switch {
			case m.Type == osm.TypeNode && (m.Role == "label" || m.Role == "admin_centre"):
				if _, taken := b.centres[osm.NodeID(m.Ref)]; !taken || m.Role == "label" {
					b.centres[osm.NodeID(m.Ref)] = r.ID
				}
			case m.Type == osm.TypeWay:
				if _, taken := b.outers[osm.WayID(m.Ref)]; !taken {
					b.outers[osm.WayID(m.Ref)] = r.ID
				}
			}
		}
	case kind == "associatedStreet" || kind == "street":
		if name := clean(r.Tags.Find("name")); hasWords(name) {
			b.houseStreets(r, name)
		} else {
			b.nameless = append(b.nameless, r)
		}
	}
	return nil
}

// houseStreets notes that the houses of a relation stand in a street.
func (b *Builder) houseStreets(r *osm.Relation, name string) {
	for _, m := range r.Members {
		if m.Role == "house" || m.Role == "address" || m.Role == "" {
			b.streetOf[featureID(m)] = name
		}
	}
}

// nameStreets gives relations of streets without a name that of the road in them.
func (b *Builder) nameStreets() {
	if len(b.nameless) == 0 {
		return
	}
	names := map[int64]string{}
	for _, w := range b.ways {
		if _, road := roadImportance(w.Tags.Find("highway")); road {
			names[int64(w.ID)], _ = namesOf(w.Tags)
		}
	}
	for _, r := range b.nameless {
		for _, m := range r.Members {
			if name := names[m.Ref]; m.Type == osm.TypeWay && m.Role == "street" && hasWords(name) {
				b.houseStreets(r, name)
				break
			}
		}
	}
}

func featureID(m osm.Member) osm.FeatureID {
	switch m.Type {
	case osm.TypeWay:
		return osm.WayID(m.Ref).FeatureID()
	case osm.TypeRelation:
		return osm.RelationID(m.Ref).FeatureID()
	}
	return osm.NodeID(m.Ref).FeatureID()
}

// Way keeps ways that have a name or a number.
func (b *Builder) Way(w *osm.Way, need source.Need) error {
	if err := b.assembler.Way(w, need); err != nil {
		return err
	}
	if len(w.Nodes) == 0 {
		return nil
	}
	if interpolates(w) {
		b.interpolations = append(b.interpolations, w)
		need.Way(w)
		return nil
	}
	_, road := roadImportance(w.Tags.Find("highway"))
	if mailed(w.Tags) && !wanted(w.Tags) {
		b.mailWays = append(b.mailWays, w)
		need.Node(w.Nodes[0].ID)
	}
	if !wanted(w.Tags) && !(road && w.Tags.Find("ref") != "") {
		return nil
	}
	b.note(w.Tags)
	need.Way(w)
	if w.Tags.Find("addr:housenumber") != "" && onlyHouse(w.Tags) {
		if a := addressOf(w.Tags); a.number != "" {
			h := b.houses.add(NewKey(Object, osm.TypeWay, int64(w.ID)), a, geo.Fixed{}, nil)
			b.plots = append(b.plots, newPlot(h, w.Nodes))
			return nil
		}
	}
	b.ways = append(b.ways, w)
	return nil
}

// Node keeps nodes that have a name or a number.
func (b *Builder) Node(n *osm.Node) error {
	if len(n.Tags) == 0 {
		return nil
	}
	if !wanted(n.Tags) {
		if mailed(n.Tags) {
			b.mailNodes = append(b.mailNodes, n)
		}
		return nil
	}
	b.note(n.Tags)
	if _, central := b.centres[n.ID]; !central && onlyHouse(n.Tags) {
		if a := addressOf(n.Tags); a.number != "" {
			b.houses.add(NewKey(Object, osm.TypeNode, int64(n.ID)), a, geo.ToFixed(orb.Point{n.Lon, n.Lat}), nil)
			return nil
		}
	}
	b.nodes = append(b.nodes, n)
	return nil
}

// note counts the countries that an object names.
func (b *Builder) note(tags osm.Tags) {
	if c := countryOf(tags); c != 0 {
		b.countries[c]++
		return
	}
	if in := tags.Find("is_in"); in != "" {
		parts := strings.FieldsFunc(in, func(r rune) bool { return r == ',' || r == ';' })
		if len(parts) > 1 {
			if c := admin.CountryOf(admin.FoldName(parts[len(parts)-1])); c != 0 {
				b.countries[c]++
			}
		}
	}
}

// entity is a doc in the making.
type entity struct {
	key        Key
	kind       Kind
	role       admin.Role
	rank       int
	level      int // admin_level of boundaries
	name       string
	others     []tagName
	at         geo.Fixed
	box        geo.Box
	importance int
	category   string
	address    tagAddress
	country    admin.Country // as its own tags say
	lines      [][]geo.Fixed
	polygons   [][][]geo.Fixed // each a shell and its holes, not closed
	merged     []Key           // other objects that this doc stands for
	reach      float64         // metres; see admin.PlaceRank
	size       float64         // of areas, square degrees of the box
	links      []link
	numbered   bool             // of roads: the name is its number
	within     map[*entity]bool // of numbered roads: the areas that all of it lies in
	stretch    bool             // of areas: no more is known than a stretch of the border
	houses     []*house
	twins      []*house // left out beside one of the same number, of another postcode or town
	stretches  []*stretch
	cities     []string // of the addresses, the most frequent first
	postcodes  []string
	doc        Doc
}

// link is a Link whose area has no number yet.
type link struct {
	role admin.Role
	area *entity
}

// objectName returns the name of an object and its further names. A missing name is made good by
// one in another language, English first; names without letters and digits are none.
func objectName(tags osm.Tags) (string, []tagName) {
	name, others := namesOf(tags)
	others = slices.DeleteFunc(others, func(o tagName) bool {
		twice := func(n tagName) bool { return n.kind != operatorKind && strings.EqualFold(n.text, o.text) }
		return !hasWords(o.text) || o.kind == operatorKind && (strings.EqualFold(name, o.text) || slices.ContainsFunc(others, twice))
	})
	if hasWords(name) {
		return name, mergeNames(others, aliasesOf(name, others))
	}
	name = ""
	if house := clean(tags.Find("addr:housename")); tags.Find("addr:housenumber") == "" && hasWords(house) {
		name = house // a house that has a name instead of a number
	}
	for _, o := range others {
		if o.kind == "name:en" || name == "" && strings.HasPrefix(o.kind, "name:") {
			name = o.text
		}
	}
	return name, others
}

// hasWords tells whether there is anything in a text to search for.
func hasWords(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; digit(s[i]) || 'a' <= c && c <= 'z' {
			return true
		}
	}
	return len(text.Split(nil, s)) > 0
}

// operatorKind is the kind of names that tell who runs a venue. People ask for it rarely, and much of
// what it names goes by other names: it counts operatorLoss less than they do.
const (
	operatorKind = "operator"
	operatorLoss = 40
)

// without leaves out further names of some kinds: numbers name roads but not other things, and nobody
// calls a road or a town after who runs it.
func without(others []tagName, kinds ...string) []tagName {
	return slices.DeleteFunc(others, func(o tagName) bool { return slices.Contains(kinds, o.kind) })
}

// rings converts an area to rings without closing points, thinned.
func rings(area orb.MultiPolygon, metres float64) [][][]geo.Fixed {
	var out [][][]geo.Fixed
	for _, polygon := range area {
		var rs [][]geo.Fixed
		for _, r := range polygon {
			if len(r) < 4 {
				continue
			}
			ring := make([]geo.Fixed, 0, len(r)-1)
			for _, p := range r[:len(r)-1] {
				ring = append(ring, geo.ToFixed(p))
			}
			rs = append(rs, thinRing(ring, metres))
		}
		if len(rs) > 0 {
			out = append(out, rs)
		}
	}
	return out
}

func polygonsBox(polygons [][][]geo.Fixed) geo.Box {
	box := geo.BoxOf(polygons[0][0]...)
	for _, p := range polygons {
		box = box.Union(geo.BoxOf(p[0]...))
	}
	return box
}

func boxSize(b geo.Box) float64 {
	return (float64(b.MaxLon) - float64(b.MinLon)) / geo.Scale * (float64(b.MaxLat) - float64(b.MinLat)) / geo.Scale
}

func level(tags osm.Tags) int {
	n, _ := strconv.Atoi(strings.TrimSpace(tags.Find("admin_level")))
	return n
}
