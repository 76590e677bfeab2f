package osm

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/footstepd/footstepd/internal/osm/pbf"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// merger yields the objects of one kind of several files in the order of ids, each once.
type merger struct {
	source *Source
	name   string
	heads  []*sortedStream
}

func (s *Source) merge(ctx context.Context, name string, kind pbf.Kinds) (*merger, error) {
	m := &merger{source: s, name: name}
	for _, in := range s.inputs {
		st, err := in.scan(ctx, kind, m.report)
		if err != nil {
			m.close()
			return nil, fileError(in.path(), err)
		}
		m.heads = append(m.heads, &sortedStream{stream: st, source: s, path: in.path()})
	}
	for _, h := range m.heads {
		if err := h.advance(); err != nil {
			m.close()
			return nil, err
		}
	}
	return m, nil
}

// next returns the next object, nil at the end.
func (m *merger) next() (osm.Object, error) {
	var best *sortedStream
	for _, h := range m.heads {
		if h.object == nil {
			continue
		}
		if best == nil || h.key.id < best.key.id || h.key.id == best.key.id && h.key.newer(best.key) {
			best = h
		}
	}
	if best == nil {
		m.report()
		return nil, nil
	}
	object, id := best.object, best.key.id
	for _, h := range m.heads {
		if h.object == nil || h.key.id != id {
			continue
		}
		if h != best {
			m.source.stats.Duplicates++
		}
		if err := h.advance(); err != nil {
			return nil, err
		}
	}
	return object, nil
}

func (m *merger) report() {
	if m.source.progress == nil {
		return
	}
	var done, total int64
	for _, h := range m.heads {
		d, t := h.stream.progress()
		done, total = done+d, total+t
	}
	m.source.progress(m.name, done, total)
}

func (m *merger) close() {
	for _, h := range m.heads {
		h.stream.close()
	}
}

// sortedStream checks the order of a file's objects and leaves out what is to be skipped.
type sortedStream struct {
	stream stream
	source *Source
	path   string
	object osm.Object // the current one, nil at the end
	key    key
}

func (s *sortedStream) advance() error {
	last := s.key.id
	for {
		o, err := s.stream.next()
		if err == io.EOF {
			s.object = nil
			return nil
		}
		if err != nil {
			return fileError(s.path, err)
		}
		k := keyOf(o)
		switch {
		case k.id <= 0:
			return fileError(s.path, fmt.Errorf("%s %d has a number that is not positive, as editors give to what was not uploaded yet; renumber the file with `osmium renumber`", k.kind, k.id))
		case k.id == last:
			return fileError(s.path, fmt.Errorf("%s %d occurs twice; if this is a history file, make an extract of one moment with `osmium time-filter`", k.kind, k.id))
		case k.id < last:
			return fileError(s.path, fmt.Errorf("%s %d comes after %s %d, so the file is not sorted; sort it with `osmium sort`", k.kind, k.id, k.kind, last))
		}
		last = k.id
		switch {
		case k.deleted:
			s.source.stats.Deleted++
		case !k.onEarth:
			s.source.stats.OffEarth++
		default:
			s.object, s.key = o, k
			return nil
		}
	}
}

// key is what order and choice between versions depend on.
type key struct {
	kind    osm.Type
	id      int64
	version int
	at      time.Time
	deleted bool
	onEarth bool
}

func (k key) newer(o key) bool {
	if k.version != o.version {
		return k.version > o.version
	}
	return k.at.After(o.at)
}

func keyOf(o osm.Object) key {
	switch o := o.(type) {
	case *osm.Node:
		return key{osm.TypeNode, int64(o.ID), o.Version, o.Timestamp, !o.Visible, onEarth(orb.Point{o.Lon, o.Lat})}
	case *osm.Way:
		return key{osm.TypeWay, int64(o.ID), o.Version, o.Timestamp, !o.Visible, true}
	case *osm.Relation:
		return key{osm.TypeRelation, int64(o.ID), o.Version, o.Timestamp, !o.Visible, true}
	}
	return key{}
}

// onEarth tells whether a point has a position; NaN is none.
func onEarth(p orb.Point) bool {
	return p[0] >= -180 && p[0] <= 180 && p[1] >= -90 && p[1] <= 90
}
