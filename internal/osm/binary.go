package osm

import (
	"context"
	"encoding/hex"
	"runtime"

	"github.com/footstepd/footstepd/internal/osm/pbf"
	"github.com/paulmach/osm"
)

// binary is a PBF file as an input.
type binary struct {
	name string
	file *pbf.File
}

func openBinary(path string) (input, error) {
	f, err := pbf.Open(path)
	if err != nil {
		return nil, err
	}
	return &binary{path, f}, nil
}

func (b *binary) path() string { return b.name }

func (b *binary) describe() description {
	h := b.file.Header()
	d := description{Extract: Extract{b.name, b.file.Size(), "", h.Timestamp}, located: h.Located()}
	if h.Bounds != nil {
		d.bounds = []osm.Bounds{*h.Bounds}
	}
	if sum, ok := b.file.Digest(); ok {
		d.SHA256 = hex.EncodeToString(sum[:])
	}
	return d
}

func (b *binary) scan(ctx context.Context, kind pbf.Kinds, report func()) (stream, error) {
	sc, err := b.file.Scan(ctx, kind, runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, err
	}
	return &binaryStream{scanner: sc, block: &pbf.Block{}, report: report}, nil
}

// binaryStream yields the objects of one block after the other. A scan is for one kind, so only
// one of a block's lists is filled.
type binaryStream struct {
	scanner *pbf.Scanner
	block   *pbf.Block
	at      int
	report  func()
}

func (s *binaryStream) next() (osm.Object, error) {
	for {
		i := s.at
		s.at++
		switch {
		case i < len(s.block.Nodes):
			return s.block.Nodes[i], nil
		case i < len(s.block.Ways):
			return s.block.Ways[i], nil
		case i < len(s.block.Relations):
			return s.block.Relations[i], nil
		}
		block, err := s.scanner.Next()
		if err != nil {
			return nil, err // io.EOF among them
		}
		s.block, s.at = block, 0
		s.report()
	}
}

func (s *binaryStream) progress() (done, total int64) { return s.scanner.Progress() }

func (s *binaryStream) close() { s.scanner.Close() }
