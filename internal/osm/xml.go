package osm

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/paulmach/osm"
)

// maxDepth bounds how deep elements may nest; OSM needs three levels.
const maxDepth = 16

// xmlParser reads an OSM XML document element by element.
type xmlParser struct {
	dec      *xml.Decoder
	out      *xmlContent
	strings  map[string]string // tags seen before, so that equal ones share memory
	node     *osm.Node         // the object that the current element belongs to
	way      *osm.Way
	relation *osm.Relation
}

// parseXML reads a whole document. Errors name the byte offset in the unpacked text.
func parseXML(r io.Reader) (*xmlContent, error) {
	p := &xmlParser{dec: xml.NewDecoder(r), out: &xmlContent{}, strings: map[string]string{}}
	p.dec.CharsetReader = func(name string, _ io.Reader) (io.Reader, error) { return nil, &encodingError{name} }
	depth, started := 0, false
	for {
		token, err := p.dec.Token()
		if err == io.EOF && started {
			return p.out, nil
		}
		if err != nil {
			return nil, p.tokenError(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return nil, p.errorf("elements nest more than %d deep; this is not OSM XML", maxDepth)
			}
			started = true
			if err := p.start(depth, t); err != nil {
				return nil, err
			}
		case xml.EndElement:
			if depth--; depth == 1 {
				p.node, p.way, p.relation = nil, nil, nil
			}
		}
	}
}

// encodingError is returned for a document in an encoding other than UTF-8, which OSM XML always has.
type encodingError struct{ name string }

func (e *encodingError) Error() string {
	return fmt.Sprintf("is in the encoding %q; only UTF-8 can be read, so convert it first, as by iconv -t UTF-8, and correct its first line", e.name)
}

func (p *xmlParser) errorf(format string, args ...any) error {
	return fmt.Errorf("at byte %d of the text: "+format, append([]any{p.dec.InputOffset()}, args...)...)
}

func (p *xmlParser) tokenError(err error) error {
	var syntax *xml.SyntaxError
	var encoding *encodingError
	switch {
	case errors.As(err, &encoding):
		return encoding
	case err == io.EOF, errors.As(err, &syntax) && syntax.Msg == "unexpected EOF":
		return fmt.Errorf("is cut short: the document ends at byte %d of the text before its end tag; download it again", p.dec.InputOffset())
	case syntax != nil:
		return p.errorf("line %d: %s", syntax.Line, syntax.Msg)
	}
	return err
}

func (p *xmlParser) start(depth int, e xml.StartElement) error {
	name := e.Name.Local
	switch {
	case depth == 1 && name == "osm":
		return p.root(e)
	case depth == 1 && strings.EqualFold(name, "osmChange"):
		return errors.New("is a change file, not an extract; apply it to one with `osmium apply-changes`")
	case depth == 1:
		return fmt.Errorf("is XML but not OSM XML: its first element is <%s>, not <osm>", name)
	case depth == 2:
		return p.object(e)
	case depth == 3 && (p.node != nil || p.way != nil || p.relation != nil):
		return p.part(e)
	}
	return nil
}

func (p *xmlParser) root(e xml.StartElement) error {
	for _, a := range e.Attr {
		if a.Name.Local == "timestamp" || a.Name.Local == "osm_base" {
			p.timestamp(a.Value)
		}
	}
	return nil
}

// timestamp takes the time of the data; what is no time is no reason to refuse a document.
func (p *xmlParser) timestamp(text string) {
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		p.out.timestamp = t.UTC()
	}
}

func (p *xmlParser) object(e xml.StartElement) error {
	switch e.Name.Local {
	case "node":
		p.node = &osm.Node{Visible: true}
		located := 0
		err := p.attributes(e, &meta{(*int64)(&p.node.ID), &p.node.Version, &p.node.Timestamp, &p.node.Visible}, func(a xml.Attr) (err error) {
			switch a.Name.Local {
			case "lat":
				p.node.Lat, err = strconv.ParseFloat(a.Value, 64)
				located++
			case "lon":
				p.node.Lon, err = strconv.ParseFloat(a.Value, 64)
				located++
			}
			return err
		})
		if err != nil {
			return err
		}
		if located < 2 && p.node.Visible {
			return p.errorf("node %d has no position", p.node.ID)
		}
		p.out.nodes = append(p.out.nodes, p.node)
	case "way":
		p.way = &osm.Way{Visible: true}
		if err := p.attributes(e, &meta{(*int64)(&p.way.ID), &p.way.Version, &p.way.Timestamp, &p.way.Visible}, nil); err != nil {
			return err
		}
		p.out.ways = append(p.out.ways, p.way)
	case "relation":
		p.relation = &osm.Relation{Visible: true}
		if err := p.attributes(e, &meta{(*int64)(&p.relation.ID), &p.relation.Version, &p.relation.Timestamp, &p.relation.Visible}, nil); err != nil {
			return err
		}
		p.out.relations = append(p.out.relations, p.relation)
	case "bounds":
		return p.bounds(e)
	case "meta":
		return p.root(e)
	case "remark":
		return errors.New("is incomplete: the server that made it ended it with a remark, mostly since a time or size limit was reached; ask it again")
	}
	return nil
}

// meta points to the fields that objects of all types share.
type meta struct {
	id      *int64
	version *int
	at      *time.Time
	visible *bool
}

// attributes reads the attributes of an object, those of one type through own.
func (p *xmlParser) attributes(e xml.StartElement, m *meta, own func(xml.Attr) error) error {
	hasID := false
	for _, a := range e.Attr {
		var err error
		switch a.Name.Local {
		case "id":
			*m.id, err = strconv.ParseInt(a.Value, 10, 64)
			hasID = true
		case "version":
			*m.version, err = strconv.Atoi(a.Value)
		case "timestamp":
			*m.at, err = time.Parse(time.RFC3339, a.Value)
		case "visible":
			*m.visible, err = strconv.ParseBool(a.Value)
		case "action": // editors mark so what is to be deleted
			if a.Value == "delete" {
				*m.visible = false
			}
		default:
			if own != nil {
				err = own(a)
			}
		}
		// A number too large for its type is read as infinite: it is off the earth.
		if err != nil && !(errors.Is(err, strconv.ErrRange) && (a.Name.Local == "lat" || a.Name.Local == "lon")) {
			return p.errorf("%s %d: %s=%q is not valid", e.Name.Local, *m.id, a.Name.Local, a.Value)
		}
	}
	if !hasID {
		return p.errorf("a %s has no id", e.Name.Local)
	}
	return nil
}

// bounds takes in the area that the document says it covers. Editors write several.
func (p *xmlParser) bounds(e xml.StartElement) error {
	b := osm.Bounds{MinLat: 91}
	for _, a := range e.Attr {
		v, err := strconv.ParseFloat(a.Value, 64)
		if err != nil {
			continue // such as its origin
		}
		switch a.Name.Local {
		case "minlat":
			b.MinLat = v
		case "minlon":
			b.MinLon = v
		case "maxlat":
			b.MaxLat = v
		case "maxlon":
			b.MaxLon = v
		}
	}
	if !(b.MinLat >= -90 && b.MinLat < b.MaxLat && b.MaxLat <= 90 && b.MinLon >= -180 && b.MaxLon <= 180 && b.MinLon <= 180 && b.MaxLon >= -180) {
		return nil
	}
	p.out.bounds = append(p.out.bounds, b)
	return nil
}

// part reads an element inside an object.
func (p *xmlParser) part(e xml.StartElement) error {
	attr := func(name string) string {
		for _, a := range e.Attr {
			if a.Name.Local == name {
				return a.Value
			}
		}
		return ""
	}
	switch name := e.Name.Local; {
	case name == "tag":
		tag := osm.Tag{Key: p.share(attr("k")), Value: p.share(attr("v"))}
		switch {
		case p.node != nil:
			p.node.Tags = append(p.node.Tags, tag)
		case p.way != nil:
			p.way.Tags = append(p.way.Tags, tag)
		default:
			p.relation.Tags = append(p.relation.Tags, tag)
		}
	case name == "nd" && p.way != nil:
		ref, err := strconv.ParseInt(attr("ref"), 10, 64)
		if err != nil {
			return p.errorf("way %d: nd ref=%q is not valid", p.way.ID, attr("ref"))
		}
		node := osm.WayNode{ID: osm.NodeID(ref)}
		if lat, lon := attr("lat"), attr("lon"); lat != "" && lon != "" {
			var bad [2]error
			node.Lat, bad[0] = strconv.ParseFloat(lat, 64)
			node.Lon, bad[1] = strconv.ParseFloat(lon, 64)
			if errors.Join(bad[:]...) != nil {
				return p.errorf("way %d: nd lat=%q lon=%q is not valid", p.way.ID, lat, lon)
			}
			p.out.located = true
		}
		p.way.Nodes = append(p.way.Nodes, node)
	case name == "member" && p.relation != nil:
		ref, err := strconv.ParseInt(attr("ref"), 10, 64)
		if err != nil {
			return p.errorf("relation %d: member ref=%q is not valid", p.relation.ID, attr("ref"))
		}
		kind := osm.Type(attr("type"))
		if kind != osm.TypeNode && kind != osm.TypeWay && kind != osm.TypeRelation {
			return p.errorf("relation %d: member type=%q is not valid", p.relation.ID, kind)
		}
		p.relation.Members = append(p.relation.Members, osm.Member{Type: shareType(kind), Ref: ref, Role: p.share(attr("role"))})
	}
	return nil
}

// shareType returns the constant equal to a type, so that the text it was read from can go.
func shareType(t osm.Type) osm.Type {
	for _, c := range []osm.Type{osm.TypeNode, osm.TypeWay, osm.TypeRelation} {
		if c == t {
			return c
		}
	}
	return t
}

// share returns the string that was seen first among equal ones.
func (p *xmlParser) share(s string) string {
	if old, ok := p.strings[s]; ok {
		return old
	}
	p.strings[s] = s
	return s
}
