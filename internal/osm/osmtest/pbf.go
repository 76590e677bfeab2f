package osmtest

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"math"
	"os"
	"testing"
	"time"

	"github.com/paulmach/osm"
	"google.golang.org/protobuf/encoding/protowire"
)

// WritePBF writes objects to a PBF file in the given order, which for a valid extract is nodes,
// ways, relations, each sorted by id.
func WritePBF(tb testing.TB, path string, objects ...osm.Object) {
	tb.Helper()
	if err := os.WriteFile(path, PBF{}.Encode(objects...), 0o644); err != nil {
		tb.Fatalf("osmtest: %v", err)
	}
}

// PBF tells how a PBF file is to be written. The zero value writes what common tools write:
// dense nodes, zlib, 8,000 objects to a block.
type PBF struct {
	BlockSize   int                                                    // objects per block; 0 is 8,000
	Compress    func(raw []byte) (field protowire.Number, data []byte) // of a Blob; nil is zlib, field 3
	PlainNodes  bool                                                   // one message per node in place of dense nodes
	NoInfo      bool                                                   // leave versions and time stamps out
	Located     bool                                                   // write the positions of way nodes into the ways
	Granularity int64                                                  // nanodegrees; 0 is 100
	Required    []string                                               // features in addition to the usual two
	Bounds      *osm.Bounds                                            // nil leaves it out
	Timestamp   time.Time                                              // of the data; zero leaves it out
}

// Encode returns the objects as a PBF file.
func (p PBF) Encode(objects ...osm.Object) []byte {
	out := p.Header()
	size := p.BlockSize
	if size == 0 {
		size = 8000
	}
	for len(objects) > 0 {
		n := 1
		for n < len(objects) && n < size && objects[n].ObjectID().Type() == objects[0].ObjectID().Type() {
			n++
		}
		out = append(out, p.Block(objects[:n]...)...)
		objects = objects[n:]
	}
	return out
}

// Header returns the first block of a PBF file.
func (p PBF) Header() []byte { return p.FileBlock("OSMHeader", p.header()) }

// Block returns objects of one type as one block of a PBF file.
func (p PBF) Block(objects ...osm.Object) []byte { return p.FileBlock("OSMData", p.block(objects)) }

// FileBlock returns one framed block of a PBF file: its length, its header and its blob.
func (p PBF) FileBlock(kind string, raw []byte) []byte {
	compress := p.Compress
	if compress == nil {
		compress = Zlib
	}
	field, data := compress(raw)
	var blob []byte
	if field != 1 {
		blob = varint(blob, 2, uint64(len(raw)))
	}
	blob = message(blob, field, data)
	head := message(nil, 1, []byte(kind))
	head = varint(head, 3, uint64(len(blob)))
	out := binary.BigEndian.AppendUint32(nil, uint32(len(head)))
	return append(append(out, head...), blob...)
}

// Zlib is the usual compression of blobs.
func Zlib(raw []byte) (protowire.Number, []byte) {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write(raw)
	_ = z.Close()
	return 3, b.Bytes()
}

// Raw leaves blobs uncompressed.
func Raw(raw []byte) (protowire.Number, []byte) { return 1, raw }

func (p PBF) header() []byte {
	var h []byte
	if b := p.Bounds; b != nil {
		var box []byte
		for i, deg := range []float64{b.MinLon, b.MaxLon, b.MaxLat, b.MinLat} {
			box = varint(box, protowire.Number(i+1), protowire.EncodeZigZag(int64(math.Round(deg*1e9))))
		}
		h = message(h, 1, box)
	}
	for _, f := range append([]string{"OsmSchema-V0.6", "DenseNodes"}, p.Required...) {
		h = message(h, 4, []byte(f))
	}
	h = message(h, 16, []byte("osmtest"))
	if !p.Timestamp.IsZero() {
		h = varint(h, 32, uint64(p.Timestamp.Unix()))
	}
	return h
}

// block encodes objects of one type as a primitive block.
func (p PBF) block(objects []osm.Object) []byte {
	e := blockEncoder{PBF: p, index: map[string]uint64{"": 0}, strings: []string{""}}
	if e.Granularity == 0 {
		e.Granularity = 100
	}
	var group []byte
	if _, ok := objects[0].(*osm.Node); ok && !p.PlainNodes {
		group = message(group, 2, e.dense(objects))
	} else {
		for _, o := range objects {
			switch o := o.(type) {
			case *osm.Node:
				group = message(group, 1, e.node(o))
			case *osm.Way:
				group = message(group, 3, e.way(o))
			case *osm.Relation:
				group = message(group, 4, e.relation(o))
			}
		}
	}
	var table []byte
	for _, s := range e.strings {
		table = message(table, 1, []byte(s))
	}
	out := message(nil, 1, table)
	out = message(out, 2, group)
	if p.Granularity != 0 {
		out = varint(out, 17, uint64(p.Granularity))
	}
	return out
}

type blockEncoder struct {
	PBF
	index   map[string]uint64
	strings []string
}

func (e *blockEncoder) sid(s string) uint64 {
	i, ok := e.index[s]
	if !ok {
		i = uint64(len(e.strings))
		e.index[s] = i
		e.strings = append(e.strings, s)
	}
	return i
}

func (e *blockEncoder) units(deg float64) int64 {
	return int64(math.Round(deg * 1e9 / float64(e.Granularity)))
}

func (e *blockEncoder) dense(objects []osm.Object) []byte {
	var ids, lats, lons, keyvals, versions, times, visibles []byte
	var id, lat, lon, at int64
	timed := false
	for _, o := range objects {
		n := o.(*osm.Node)
		ids, id = delta(ids, id, int64(n.ID))
		lats, lat = delta(lats, lat, e.units(n.Lat))
		lons, lon = delta(lons, lon, e.units(n.Lon))
		for _, t := range n.Tags {
			keyvals = protowire.AppendVarint(keyvals, e.sid(t.Key))
			keyvals = protowire.AppendVarint(keyvals, e.sid(t.Value))
		}
		keyvals = append(keyvals, 0)
		versions = protowire.AppendVarint(versions, uint64(n.Version))
		times, at = delta(times, at, seconds(n.Timestamp))
		timed = timed || !n.Timestamp.IsZero()
		visibles = protowire.AppendVarint(visibles, protowire.EncodeBool(n.Visible))
	}
	out := message(nil, 1, ids)
	if !e.NoInfo {
		info := message(nil, 1, versions)
		if timed {
			info = message(info, 2, times)
		}
		info = message(info, 6, visibles)
		out = message(out, 5, info)
	}
	out = message(out, 8, lats)
	out = message(out, 9, lons)
	if len(keyvals) > len(objects) { // all zeros means no tags at all: then it may be left out
		out = message(out, 10, keyvals)
	}
	return out
}

func (e *blockEncoder) node(n *osm.Node) []byte {
	out := varint(nil, 1, protowire.EncodeZigZag(int64(n.ID)))
	out = e.tags(out, n.Tags)
	out = e.info(out, n.Version, n.Timestamp, n.Visible)
	out = varint(out, 8, protowire.EncodeZigZag(e.units(n.Lat)))
	return varint(out, 9, protowire.EncodeZigZag(e.units(n.Lon)))
}

func (e *blockEncoder) way(w *osm.Way) []byte {
	out := varint(nil, 1, uint64(w.ID))
	out = e.tags(out, w.Tags)
	out = e.info(out, w.Version, w.Timestamp, w.Visible)
	var refs, lats, lons []byte
	var ref, lat, lon int64
	for _, n := range w.Nodes {
		refs, ref = delta(refs, ref, int64(n.ID))
		lats, lat = delta(lats, lat, e.units(n.Lat))
		lons, lon = delta(lons, lon, e.units(n.Lon))
	}
	out = message(out, 8, refs)
	if e.Located {
		out = message(out, 9, lats)
		out = message(out, 10, lons)
	}
	return out
}

func (e *blockEncoder) relation(r *osm.Relation) []byte {
	out := varint(nil, 1, uint64(r.ID))
	out = e.tags(out, r.Tags)
	out = e.info(out, r.Version, r.Timestamp, r.Visible)
	var roles, refs, types []byte
	var ref int64
	for _, m := range r.Members {
		roles = protowire.AppendVarint(roles, e.sid(m.Role))
		refs, ref = delta(refs, ref, m.Ref)
		types = protowire.AppendVarint(types, map[osm.Type]uint64{osm.TypeNode: 0, osm.TypeWay: 1, osm.TypeRelation: 2}[m.Type])
	}
	out = message(out, 8, roles)
	out = message(out, 9, refs)
	return message(out, 10, types)
}

func (e *blockEncoder) tags(out []byte, tags osm.Tags) []byte {
	var keys, values []byte
	for _, t := range tags {
		keys = protowire.AppendVarint(keys, e.sid(t.Key))
		values = protowire.AppendVarint(values, e.sid(t.Value))
	}
	if len(tags) == 0 {
		return out
	}
	return message(message(out, 2, keys), 3, values)
}

func (e *blockEncoder) info(out []byte, version int, at time.Time, visible bool) []byte {
	if e.NoInfo {
		return out
	}
	info := varint(nil, 1, uint64(version))
	if !at.IsZero() {
		info = varint(info, 2, uint64(at.Unix()))
	}
	info = varint(info, 6, protowire.EncodeBool(visible))
	return message(out, 4, info)
}

func seconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}

func delta(b []byte, last, value int64) ([]byte, int64) {
	return protowire.AppendVarint(b, protowire.EncodeZigZag(value-last)), value
}

func varint(b []byte, field protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), v)
}

func message(b []byte, field protowire.Number, data []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), data)
}
