package index

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/osm"
)

// TestHouses adds houses of a few streets: all come back as they were, in order, and share what is equal.
func TestHouses(t *testing.T) {
	var l houses
	const n = 3*chunkHouses + 7
	for i := range n {
		a := tagAddress{number: fmt.Sprintf("%da", i%50), street: fmt.Sprintf("Street %d", i%9), city: "Town"}
		l.add(NewKey(Object, osm.TypeNode, int64(i)), a, geo.Fixed{Lon: int32(i)}, nil)
	}
	all := l.all()
	if len(all) != n {
		t.Fatalf("%d houses, want %d", len(all), n)
	}
	for i, h := range all {
		if h.key.ID() != int64(i) || h.at.Lon != int32(i) || h.number.value != uint32(i%50) && i%50 != 0 || h.name() != fmt.Sprintf("Street %d", i%9) || h.address.city != "Town" || h.spelling() != "" {
			t.Fatalf("house %d is %+v with %+v", i, h, h.address)
		}
		if other := all[i%450]; h.number != other.number || h.address != other.address {
			t.Fatalf("houses %d and %d do not share their address or number", i, i%450)
		}
	}
	if size := unsafe.Sizeof(house{}); size > 64 {
		t.Errorf("a house takes %d bytes: millions of them must fit into memory", size)
	}
}

func TestOnlyHouse(t *testing.T) {
	for _, tc := range []struct {
		want bool
		tags osm.Tags
	}{
		{true, osm.Tags{{Key: "addr:housenumber", Value: "1"}, {Key: "addr:street", Value: "Main"}, {Key: "entrance", Value: "yes"}}},
		{false, osm.Tags{{Key: "addr:housenumber", Value: "1"}, {Key: "name", Value: "Inn"}}},
		{false, osm.Tags{{Key: "addr:housenumber", Value: "1"}, {Key: "name:fi", Value: "Majatalo"}}},
		{false, osm.Tags{{Key: "addr:conscriptionnumber", Value: "1"}, {Key: "addr:housename", Value: "The Mill"}}},
		{false, osm.Tags{{Key: "addr:housenumber", Value: "1"}, {Key: "place", Value: "farm"}}},
	} {
		if got := onlyHouse(tc.tags); got != tc.want {
			t.Errorf("%v: %t, want %t", tc.tags, got, tc.want)
		}
	}
}
