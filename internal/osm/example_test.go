package osm_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/footstepd/footstepd/internal/osm"
	posm "github.com/paulmach/osm"
)

// benches is a consumer that wants nodes only.
type benches struct{ found int }

func (b *benches) Relation(*posm.Relation) error { return nil }
func (b *benches) Way(*posm.Way, osm.Need) error { return nil }
func (b *benches) Node(n *posm.Node) error {
	if n.Tags.Find("amenity") == "bench" {
		b.found++
	}
	return nil
}

func ExampleRead() {
	dir, _ := os.MkdirTemp("", "osm")
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "park.osm")
	_ = os.WriteFile(path, []byte(`<osm version="0.6">
		<node id="1" lat="39.7" lon="-75.5"><tag k="amenity" v="bench"/></node>
		<node id="2" lat="39.8" lon="-75.5"><tag k="amenity" v="bench"/></node>
		<node id="3" lat="39.8" lon="-75.4"/>
	</osm>`), 0o644)

	src, err := osm.Open(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	var b benches
	if _, err := osm.Read(context.Background(), src, nil, &b); err != nil {
		fmt.Println(err)
		return
	}
	box, _ := src.Box()
	fmt.Println(b.found, "benches of", src.Stats().Nodes, "nodes in", box)
	// Output: 2 benches of 3 nodes in [-75.5 39.7 -75.4 39.8]
}

// parks collects the areas of park relations.
type parks struct{ *osm.Assembler }

func ExampleAssembler() {
	dir, _ := os.MkdirTemp("", "osm")
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "park.osm")
	_ = os.WriteFile(path, []byte(`<osm version="0.6">
		<node id="1" lat="0" lon="0"/><node id="2" lat="0" lon="1"/><node id="3" lat="1" lon="1"/><node id="4" lat="1" lon="0"/>
		<way id="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/></way>
		<way id="2"><nd ref="1"/><nd ref="4"/><nd ref="3"/></way>
		<relation id="5"><member type="way" ref="2" role="outer"/><member type="way" ref="1" role="outer"/>
			<tag k="type" v="multipolygon"/><tag k="leisure" v="park"/></relation>
	</osm>`), 0o644)

	p := parks{osm.NewAssembler(func(r *posm.Relation) bool { return osm.IsArea(r) && r.Tags.Find("leisure") == "park" })}
	src, err := osm.Open(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	loc, err := osm.Read(context.Background(), src, nil, p)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, id := range p.Relations() {
		area, report := p.Rings(id, loc)
		fmt.Println(id, area, report.Complete())
	}
	// Output: 5 [[[[0 0] [1 0] [1 1] [0 1] [0 0]]]] true
}
