package osm

import (
	"bytes"
	"fmt"
	"io"
)

const (
	// maxXML is how long an XML document may be when unpacked. It is held in memory, some five
	// bytes to one at worst, so larger ones should come as PBF.
	maxXML = 2 << 30
	// maxToken is how long a single tag or text may be. OSM allows 255 characters to a tag.
	maxToken = 1 << 20
)

// boundedReader ends with an error where a document or a piece of it gets too long, since the XML
// decoder itself would go on collecting it, and a few packed bytes can stand for many.
type boundedReader struct {
	r     io.Reader
	total int64
	token int64 // bytes since the last angle bracket
}

func (b *boundedReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	b.total += int64(n)
	if i := bytes.LastIndexAny(p[:n], "<>"); i >= 0 {
		b.token = int64(n - i)
	} else {
		b.token += int64(n)
	}
	switch {
	case b.total > maxXML:
		return 0, fmt.Errorf("is longer than %d GiB of XML; convert it with `osmium cat -o new.osm.pbf`", maxXML>>30)
	case b.token > maxToken:
		return 0, fmt.Errorf("holds a piece of more than %d KiB without a tag at byte %d of the text; this is not OSM XML", maxToken>>10, b.total)
	}
	return n, err
}
