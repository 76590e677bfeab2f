package osm

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/footstepd/footstepd/internal/osm/pbf"
	"github.com/paulmach/osm"
)

// document is an XML file as an input. It is read once, by the first pass, and held in memory:
// XML cannot be read in part, and unpacking and parsing it three times would take too long.
type document struct {
	name    string
	size    int64
	packing packing
	read    int64       // bytes of the file
	digest  string      // empty until it is read
	content *xmlContent // nil until it is read
}

// xmlContent is what an XML document holds, in its order.
type xmlContent struct {
	bounds    []osm.Bounds
	located   bool // a way holds positions
	timestamp time.Time
	nodes     []*osm.Node
	ways      []*osm.Way
	relations []*osm.Relation
}

func (d *document) path() string { return d.name }

func (d *document) describe() description {
	out := description{Extract: Extract{Path: d.name, Bytes: d.size, SHA256: d.digest}}
	if d.content != nil {
		out.bounds, out.located, out.Timestamp = d.content.bounds, d.content.located, d.content.timestamp
	}
	return out
}

func (d *document) scan(ctx context.Context, kind pbf.Kinds, report func()) (stream, error) {
	return &documentStream{ctx: ctx, doc: d, kind: kind, first: d.content == nil, report: report}, nil
}

// load reads and parses the file.
func (d *document) load(ctx context.Context, report func()) error {
	f, err := os.Open(d.name)
	if err != nil {
		return err
	}
	defer f.Close()
	digest := sha256.New()
	d.read = 0
	counted := readerFunc(func(b []byte) (int, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		n, err := f.Read(b)
		digest.Write(b[:n])
		d.read += int64(n)
		report()
		return n, err
	})
	raw := bufio.NewReaderSize(counted, 1<<18)
	text, err := unpack(raw, d.packing)
	if err == nil {
		d.content, err = parseXML(&boundedReader{r: text})
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case d.packing != plain && errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("is cut short: it ends at byte %d in the middle of its %s data; download it again", d.read, d.packing)
	case err != nil:
		d.content = nil
		return err
	}
	if n, err := io.Copy(io.Discard, raw); err != nil {
		return err
	} else if n > 0 {
		return fmt.Errorf("has %d bytes behind the end of its %s data", n, d.packing)
	}
	d.digest = hex.EncodeToString(digest.Sum(nil))
	d.size = d.read
	return nil
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// documentStream yields the objects of one kind. The first stream of a document reads it when it
// is asked for its first object.
type documentStream struct {
	ctx    context.Context
	doc    *document
	kind   pbf.Kinds
	first  bool
	at     int
	report func()
}

func (s *documentStream) next() (osm.Object, error) {
	if s.doc.content == nil {
		if err := s.doc.load(s.ctx, s.report); err != nil {
			return nil, err
		}
	}
	i, c := s.at, s.doc.content
	if i%1024 == 0 && s.ctx.Err() != nil {
		return nil, s.ctx.Err()
	}
	s.at++
	switch {
	case s.kind == pbf.Nodes && i < len(c.nodes):
		return c.nodes[i], nil
	case s.kind == pbf.Ways && i < len(c.ways):
		return c.ways[i], nil
	case s.kind == pbf.Relations && i < len(c.relations):
		return c.relations[i], nil
	}
	return nil, io.EOF
}

// progress counts the first pass only, since later ones read nothing.
func (s *documentStream) progress() (done, total int64) {
	if !s.first {
		return 0, 0
	}
	return s.doc.read, s.doc.size
}

func (s *documentStream) close() {}
