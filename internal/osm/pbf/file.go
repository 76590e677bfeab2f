package pbf

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"time"
)

// A File is a PBF file that is scanned several times. The first complete scan also notes what
// each block holds, so that later ones skip the blocks they do not need, and computes the file's
// digest. A File is not safe for concurrent use.
type File struct {
	path     string
	size     int64
	modified time.Time
	header   Header
	blocks   []blockAt // set by the first complete scan
	digest   [sha256.Size]byte
}

// blockAt is where a block lies and what it holds.
type blockAt struct {
	offset, size int64
	kind         Kinds
}

// Open reads the header of a file.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("is not a regular file; it must be read several times")
	}
	file := &File{path: path, size: info.Size(), modified: info.ModTime()}
	fr, err := readFrame(bufio.NewReader(f), 0, nil)
	if err == io.EOF {
		return nil, errors.New("is empty")
	}
	if err != nil {
		return nil, err
	}
	if fr.kind != "OSMHeader" {
		return nil, &OffsetError{0, fmt.Errorf("the file begins with a block of type %q in place of its header", fr.kind)}
	}
	var z inflater
	defer z.close()
	data, err := z.unpack(fr.blob)
	if err != nil {
		return nil, &OffsetError{0, err}
	}
	if file.header, err = decodeHeader(data); err != nil {
		return nil, &OffsetError{0, err}
	}
	return file, nil
}

// Header returns what the file says about itself.
func (f *File) Header() Header { return f.header }

// Size returns the length of the file in bytes.
func (f *File) Size() int64 { return f.size }

// Digest returns the file's SHA-256 digest, false before the first complete scan.
func (f *File) Digest() (sum [sha256.Size]byte, ok bool) { return f.digest, f.blocks != nil }

// Scan begins a scan for objects of some kinds, decoding with the given number of goroutines. The
// scanner must be closed.
func (f *File) Scan(ctx context.Context, want Kinds, workers int) (*Scanner, error) {
	r, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	info, err := r.Stat()
	if err == nil && (info.Size() != f.size || !info.ModTime().Equal(f.modified)) {
		err = errors.New("the file has changed since it was opened")
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	s := newScanner(ctx, f, r, want, workers)
	if f.blocks == nil {
		s.first, s.digest, s.total = true, sha256.New(), f.size
		go s.readAll(bufio.NewReaderSize(r, 1<<20))
	} else {
		for _, b := range f.blocks {
			if b.kind&want != 0 {
				s.total += b.size
			}
		}
		go s.readWanted(r)
	}
	return s, nil
}

// learn keeps what the first complete scan found out.
func (f *File) learn(blocks []blockAt, digest hash.Hash) {
	f.blocks = append([]blockAt{}, blocks...) // never nil from now on
	digest.Sum(f.digest[:0])
}
