package pbf

import (
	"unsafe"

	"github.com/paulmach/osm"
	"google.golang.org/protobuf/encoding/protowire"
)

const (
	nodeSize     = int(unsafe.Sizeof(osm.Node{})) + 8
	waySize      = int(unsafe.Sizeof(osm.Way{})) + 8
	relationSize = int(unsafe.Sizeof(osm.Relation{})) + 8
	refSize      = int(unsafe.Sizeof(osm.WayNode{}))
	memberSize   = int(unsafe.Sizeof(osm.Member{}))
)

// slabSize is how many nodes without tags are allocated together. They make up most of any file
// and are hardly ever kept; a tagged node, which may be, is allocated by itself.
const slabSize = 64

func (d *blockDecoder) dense(data []byte) error {
	var ids, lats, lons, keyvals, versions, times, visibles packed
	f := fields{rest: data}
	for f.next() {
		switch f.num {
		case 1:
			ids.add(&f)
		case 5:
			in := fields{rest: f.data}
			for in.next() {
				switch in.num {
				case 1:
					versions.add(&in)
				case 2:
					times.add(&in)
				case 6:
					visibles.add(&in)
				}
			}
			if in.err != nil {
				return in.err
			}
		case 8:
			lats.add(&f)
		case 9:
			lons.add(&f)
		case 10:
			keyvals.add(&f)
		}
	}
	if f.err != nil {
		return f.err
	}
	count := ids.count()
	if err := d.spend(count, nodeSize); err != nil {
		return err
	}
	if d.block.Nodes == nil {
		d.block.Nodes = make([]*osm.Node, 0, count)
	}
	hasVersion, hasTime, hasVisible := versions.more(), times.more(), visibles.more()
	var slab []osm.Node
	var id, lat, lon, at int64
	for ids.more() {
		tags, err := d.denseTags(&keyvals)
		if err != nil {
			return err
		}
		var n *osm.Node
		if tags != nil {
			n = &osm.Node{Tags: tags}
		} else {
			if len(slab) == 0 {
				slab = make([]osm.Node, min(slabSize, count+1)) // one more for a value that is cut short
			}
			n, slab = &slab[0], slab[1:]
		}
		id += ids.sint()
		lat += lats.sint()
		lon += lons.sint()
		n.ID = osm.NodeID(id)
		n.Lat, n.Lon = d.degrees(d.latOffset, lat), d.degrees(d.lonOffset, lon)
		n.Visible = true
		if hasVersion {
			n.Version = int(int32(versions.uint()))
		}
		if hasTime {
			at += times.sint()
			n.Timestamp = d.time(at)
		}
		if hasVisible {
			n.Visible = visibles.uint() != 0
		}
		d.block.Nodes = append(d.block.Nodes, n)
	}
	for _, p := range []packed{ids, lats, lons, keyvals, versions, times, visibles} {
		if p.bad || p.more() {
			return errLengths
		}
	}
	return nil
}

// denseTags takes the tags of the next node off the list: pairs of string numbers up to a zero.
// The list is empty when no node of the group has tags.
func (d *blockDecoder) denseTags(keyvals *packed) (osm.Tags, error) {
	if !keyvals.more() {
		return nil, nil
	}
	if keyvals.data[0] == 0 {
		keyvals.data = keyvals.data[1:]
		return nil, nil
	}
	n := 0
	for _, b := range keyvals.data {
		if b == 0 {
			break
		}
		if b < 0x80 {
			n++
		}
	}
	if err := d.spend(n, 16); err != nil {
		return nil, err
	}
	tags := make(osm.Tags, 0, n/2)
	for {
		key := keyvals.uint()
		if keyvals.bad {
			return nil, errLengths
		}
		if key == 0 {
			return tags, nil
		}
		k, err := d.string(key)
		if err != nil {
			return nil, err
		}
		v, err := d.string(keyvals.uint())
		if err != nil {
			return nil, err
		}
		tags = append(tags, osm.Tag{Key: k, Value: v})
	}
}

// object holds the fields that the messages of all types share.
type object struct {
	id           int64
	keys, values packed
	info         info
}

func (d *blockDecoder) field(o *object, f *fields) (err error) {
	switch f.num {
	case 1:
		o.id = int64(f.value)
	case 2:
		o.keys.add(f)
	case 3:
		o.values.add(f)
	case 4:
		o.info, err = d.info(f.data)
	}
	return err
}

func (d *blockDecoder) node(data []byte) error {
	o := object{info: info{visible: true}}
	var lat, lon int64
	f := fields{rest: data}
	for f.next() {
		switch f.num {
		case 8:
			lat = protowire.DecodeZigZag(f.value)
		case 9:
			lon = protowire.DecodeZigZag(f.value)
		default:
			if err := d.field(&o, &f); err != nil {
				return err
			}
		}
	}
	if f.err != nil {
		return f.err
	}
	if err := d.spend(1, nodeSize); err != nil {
		return err
	}
	tags, err := d.tags(o.keys, o.values)
	if err != nil {
		return err
	}
	d.block.Nodes = append(d.block.Nodes, &osm.Node{
		ID: osm.NodeID(protowire.DecodeZigZag(uint64(o.id))), Tags: tags,
		Lat: d.degrees(d.latOffset, lat), Lon: d.degrees(d.lonOffset, lon),
		Version: o.info.version, Timestamp: o.info.at, Visible: o.info.visible,
	})
	return nil
}

func (d *blockDecoder) way(data []byte) error {
	o := object{info: info{visible: true}}
	var refs, lats, lons packed
	f := fields{rest: data}
	for f.next() {
		switch f.num {
		case 8:
			refs.add(&f)
		case 9:
			lats.add(&f)
		case 10:
			lons.add(&f)
		default:
			if err := d.field(&o, &f); err != nil {
				return err
			}
		}
	}
	if f.err != nil {
		return f.err
	}
	n := refs.count()
	if err := d.spend(1, waySize+n*refSize); err != nil {
		return err
	}
	tags, err := d.tags(o.keys, o.values)
	if err != nil {
		return err
	}
	w := &osm.Way{
		ID: osm.WayID(o.id), Tags: tags,
		Version: o.info.version, Timestamp: o.info.at, Visible: o.info.visible,
	}
	if n > 0 {
		w.Nodes = make(osm.WayNodes, 0, n)
	}
	located := lats.more() && lons.more()
	var ref, lat, lon int64
	for refs.more() {
		ref += refs.sint()
		node := osm.WayNode{ID: osm.NodeID(ref)}
		if located {
			lat += lats.sint()
			lon += lons.sint()
			node.Lat, node.Lon = d.degrees(d.latOffset, lat), d.degrees(d.lonOffset, lon)
		}
		w.Nodes = append(w.Nodes, node)
	}
	for _, p := range []packed{refs, lats, lons} {
		if p.bad || p.more() {
			return errLengths
		}
	}
	d.block.Ways = append(d.block.Ways, w)
	return nil
}

func (d *blockDecoder) relation(data []byte) error {
	o := object{info: info{visible: true}}
	var roles, refs, types packed
	f := fields{rest: data}
	for f.next() {
		switch f.num {
		case 8:
			roles.add(&f)
		case 9:
			refs.add(&f)
		case 10:
			types.add(&f)
		default:
			if err := d.field(&o, &f); err != nil {
				return err
			}
		}
	}
	if f.err != nil {
		return f.err
	}
	n := refs.count()
	if err := d.spend(1, relationSize+n*memberSize); err != nil {
		return err
	}
	tags, err := d.tags(o.keys, o.values)
	if err != nil {
		return err
	}
	r := &osm.Relation{
		ID: osm.RelationID(o.id), Tags: tags,
		Version: o.info.version, Timestamp: o.info.at, Visible: o.info.visible,
	}
	if n > 0 {
		r.Members = make(osm.Members, 0, n)
	}
	var ref int64
	for refs.more() {
		ref += refs.sint()
		m := osm.Member{Ref: ref}
		if m.Role, err = d.string(roles.uint()); err != nil {
			return err
		}
		switch types.uint() {
		case 0:
			m.Type = osm.TypeNode
		case 1:
			m.Type = osm.TypeWay
		case 2:
			m.Type = osm.TypeRelation
		default:
			return errMember
		}
		r.Members = append(r.Members, m)
	}
	for _, p := range []packed{roles, refs, types} {
		if p.bad || p.more() {
			return errLengths
		}
	}
	d.block.Relations = append(d.block.Relations, r)
	return nil
}
