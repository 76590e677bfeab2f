package pbf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// The format's limits; larger blocks are refused.
const (
	maxHeaderSize = 64 << 10
	maxBlobSize   = 32 << 20
)

// frame is one block of a file as it lies there: what kind it is, where it begins, and its blob.
type frame struct {
	kind   string
	offset int64 // of the block's length
	size   int64 // of the whole block with length and header
	blob   []byte
}

// An OffsetError tells which block of a file is at fault.
type OffsetError struct {
	Offset int64 // of the block's first byte
	Err    error
}

func (e *OffsetError) Error() string { return fmt.Sprintf("block at byte %d: %v", e.Offset, e.Err) }

func (e *OffsetError) Unwrap() error { return e.Err }

// ErrCut is in the chain of errors about a file that ends in the middle of a block.
var ErrCut = errors.New("file is cut short; download it again")

// readFrame reads the block that begins at offset. At the end of r it returns io.EOF. buf is used
// for the blob when it is large enough.
func readFrame(r io.Reader, offset int64, buf []byte) (frame, error) {
	var length [4]byte
	if n, err := io.ReadFull(r, length[:]); err != nil {
		if err == io.EOF {
			return frame{}, io.EOF
		}
		return frame{}, readError(offset, int64(n), err)
	}
	size := binary.BigEndian.Uint32(length[:])
	if size == 0 || size > maxHeaderSize {
		return frame{}, &OffsetError{offset, fmt.Errorf("its header has %d bytes where 1 to %d are allowed; this is not OSM PBF data", size, maxHeaderSize)}
	}
	head := make([]byte, size)
	if n, err := io.ReadFull(r, head); err != nil {
		return frame{}, readError(offset, 4+int64(n), err)
	}
	fr := frame{offset: offset}
	blob := int64(-1)
	f := fields{rest: head}
	for f.next() {
		switch f.num {
		case 1:
			fr.kind = string(f.data)
		case 3:
			blob = int64(int32(f.value))
		}
	}
	if f.err != nil || fr.kind == "" || blob < 0 {
		return frame{}, &OffsetError{offset, errors.New("its header is malformed; this is not OSM PBF data")}
	}
	if blob > maxBlobSize {
		return frame{}, &OffsetError{offset, fmt.Errorf("it has %d bytes, more than the %d allowed", blob, maxBlobSize)}
	}
	if int64(cap(buf)) < blob {
		buf = make([]byte, blob, blob+blob/4)
	}
	fr.blob = buf[:blob]
	fr.size = 4 + int64(size) + blob
	if n, err := io.ReadFull(r, fr.blob); err != nil {
		return frame{}, readError(offset, 4+int64(size)+int64(n), err)
	}
	return fr, nil
}

// readError makes an error of a read that ended early after n bytes of the block at offset.
func readError(offset, n int64, err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return fmt.Errorf("%w: it ends at byte %d, in the middle of the block that begins at byte %d", ErrCut, offset+n, offset)
	}
	return &OffsetError{offset, err}
}
