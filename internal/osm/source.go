package osm

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/footstepd/footstepd/internal/osm/pbf"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// A Source is one or several extracts that are read as one. Each pass yields the objects of one
// type sorted by id; an object that several files hold comes once, in its newest version. A Source
// is not safe for concurrent use.
//
// Every file must hold the objects of a type in rising order of their ids, which are positive, each
// in one version. What is deleted and nodes that do not lie on the earth are skipped and counted.
type Source struct {
	inputs   []input
	progress Progress
	stats    Stats
	coverage coverage
}

// input is one file of a source.
type input interface {
	path() string
	// scan begins a pass over the objects of one kind. report is called as reading goes on.
	scan(ctx context.Context, kind pbf.Kinds, report func()) (stream, error)
	// describe returns what is known of the file; all of it after a complete pass.
	describe() description
}

type description struct {
	Extract
	bounds  []osm.Bounds // that the file says it covers
	located bool         // ways carry positions
}

// stream yields the objects of a pass.
type stream interface {
	next() (osm.Object, error) // io.EOF at the end
	progress() (done, total int64)
	close()
}

// Extract describes one file of a source.
type Extract struct {
	Path      string
	Bytes     int64
	SHA256    string    // hexadecimal
	Timestamp time.Time // of the data, zero where the file does not say
}

// Stats counts what the passes have met. Objects that several files hold count once.
type Stats struct {
	Nodes, Ways, Relations int
	Deleted                int // objects that are marked as deleted, skipped
	OffEarth               int // nodes without a position on earth, skipped
	Duplicates             int // objects left out since another file holds them as new or newer
}

// Open checks the formats and headers of the given files. The passes read them again, so they
// must stay in place and unchanged until the import ends. Errors name the file and what is wrong
// with it.
func Open(paths ...string) (*Source, error) {
	if len(paths) == 0 {
		return nil, errors.New("osm: no extract given")
	}
	s := &Source{}
	for _, path := range paths {
		for _, in := range s.inputs {
			if in.path() == path {
				return nil, fmt.Errorf("osm: %s is given twice", path)
			}
		}
		in, err := openInput(path)
		if err != nil {
			return nil, fileError(path, err)
		}
		s.inputs = append(s.inputs, in)
	}
	return s, nil
}

// Extracts describes the files. The digests are known after the first complete pass and empty
// before.
func (s *Source) Extracts() []Extract {
	out := make([]Extract, len(s.inputs))
	for i, in := range s.inputs {
		out[i] = in.describe().Extract
	}
	return out
}

// Stats returns what the passes have met so far.
func (s *Source) Stats() Stats { return s.stats }

// Box returns the area that the data cover, as west, south, east, north in degrees, with west
// greater than east across the antimeridian: what the files say they cover, and what reaches beyond
// it by up to a tenth of a degree, but no farther than that from all data. Where one of them says nothing or names an area without nodes it
// is the area of all nodes. It is known after the pass over the nodes, and ok is false when there
// are none.
func (s *Source) Box() (box [4]float64, ok bool) { return s.coverage.box() }

// cover takes a node's position into account. What the files say is known by the first node.
func (s *Source) cover(p orb.Point) {
	if !s.coverage.begun {
		s.coverage = newCoverage(s.inputs)
	}
	s.coverage.add(p)
}

// located tells whether a file has positions on its ways in place of nodes without tags.
func (s *Source) located() bool {
	for _, in := range s.inputs {
		if in.describe().located {
			return true
		}
	}
	return false
}

// Relations yields the relations of all files.
func (s *Source) Relations(ctx context.Context) iter.Seq2[*osm.Relation, error] {
	s.stats.Relations = 0
	return pass(ctx, s, "relations", pbf.Relations, func(*osm.Relation) { s.stats.Relations++ })
}

// Ways yields the ways of all files.
func (s *Source) Ways(ctx context.Context) iter.Seq2[*osm.Way, error] {
	s.stats.Ways = 0
	return pass(ctx, s, "ways", pbf.Ways, func(*osm.Way) { s.stats.Ways++ })
}

// Nodes yields the nodes of all files.
func (s *Source) Nodes(ctx context.Context) iter.Seq2[*osm.Node, error] {
	s.stats.Nodes, s.coverage = 0, coverage{}
	return pass(ctx, s, "nodes", pbf.Nodes, func(n *osm.Node) {
		s.stats.Nodes++
		s.cover(orb.Point{n.Lon, n.Lat})
	})
}

// pass merges the objects of one kind of all files.
func pass[T osm.Object](ctx context.Context, s *Source, name string, kind pbf.Kinds, count func(T)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		m, err := s.merge(ctx, name, kind)
		if err != nil {
			yield(none, err)
			return
		}
		defer m.close()
		for {
			o, err := m.next()
			if err != nil {
				yield(none, err)
				return
			}
			if o == nil {
				return
			}
			object := o.(T)
			count(object)
			if !yield(object, nil) {
				return
			}
		}
	}
}

func fileError(path string, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("osm: %s: %w", path, err)
}
