package pbf

import (
	"fmt"
	"slices"
	"time"

	"github.com/paulmach/osm"
	"google.golang.org/protobuf/encoding/protowire"
)

// Header is what a file says about itself.
type Header struct {
	Bounds    *osm.Bounds // nil when it does not say; MinLon > MaxLon across the antimeridian
	Required  []string    // features that a reader must know
	Optional  []string    // features that it may make use of
	Program   string      // that wrote the file
	Timestamp time.Time   // of the data, zero when it does not say
}

// Located tells whether ways carry the positions of their nodes, so that nodes may be left out.
func (h Header) Located() bool {
	return slices.Contains(h.Optional, "LocationsOnWays") || slices.Contains(h.Required, "LocationsOnWays")
}

// known lists the required features that this package can read.
var known = []string{"OsmSchema-V0.6", "DenseNodes", "LocationsOnWays"}

func decodeHeader(data []byte) (Header, error) {
	var h Header
	f := fields{rest: data}
	for f.next() {
		switch f.num {
		case 1:
			bounds, err := decodeBounds(f.data)
			if err != nil {
				return Header{}, err
			}
			h.Bounds = bounds
		case 4:
			h.Required = append(h.Required, string(f.data))
		case 5:
			h.Optional = append(h.Optional, string(f.data))
		case 16:
			h.Program = string(f.data)
		case 32:
			// Beyond the year 9999 a time cannot be written as text any more.
			if s := int64(f.value); s > 0 && s < 253402300800 {
				h.Timestamp = time.Unix(s, 0).UTC()
			}
		}
	}
	if f.err != nil {
		return Header{}, f.err
	}
	for _, feature := range h.Required {
		switch {
		case slices.Contains(known, feature):
		case feature == "HistoricalInformation":
			return Header{}, fmt.Errorf("it is a history or change file; make an extract of one moment with `osmium time-filter`")
		default:
			return Header{}, fmt.Errorf("it requires the feature %q, which is not supported", feature)
		}
	}
	return h, nil
}

func decodeBounds(data []byte) (*osm.Bounds, error) {
	var v [5]float64 // by field number
	f := fields{rest: data}
	for f.next() {
		if f.num >= 1 && f.num <= 4 {
			v[f.num] = float64(protowire.DecodeZigZag(f.value)) / 1e9
		}
	}
	if f.err != nil {
		return nil, f.err
	}
	b := &osm.Bounds{MinLon: v[1], MaxLon: v[2], MaxLat: v[3], MinLat: v[4]}
	// Some tools write a box of zeros or of the largest numbers for "unknown".
	if b.MinLat >= b.MaxLat || b.MinLat < -90 || b.MaxLat > 90 || b.MinLon < -180 || b.MaxLon > 180 || b.MinLon > 180 || b.MaxLon < -180 || b.MinLon == b.MaxLon {
		return nil, nil
	}
	return b, nil
}
