package pbf

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
)

// inflater unpacks blobs. It is not safe for concurrent use.
type inflater struct {
	in   bytes.Reader
	zlib io.ReadCloser
	zstd *zstd.Decoder
	buf  []byte
}

// close frees what the decompressors hold.
func (z *inflater) close() {
	if z.zstd != nil {
		z.zstd.Close()
	}
}

// unpack returns the content of a blob. It is valid until the next call.
func (z *inflater) unpack(blob []byte) ([]byte, error) {
	size := int64(-1)
	var method uint64
	var data []byte
	f := fields{rest: blob}
	for f.next() {
		switch f.num {
		case 2:
			size = int64(int32(f.value))
		case 1, 3, 4, 5, 6, 7:
			method, data = uint64(f.num), f.data
		}
	}
	switch {
	case f.err != nil:
		return nil, f.err
	case method == 0:
		return nil, errors.New("it has no content")
	case method == 1:
		return data, nil
	case size < 0 || size > maxBlobSize:
		return nil, fmt.Errorf("it unpacks to %d bytes, more than the %d allowed", size, maxBlobSize)
	}
	if int64(cap(z.buf)) < size {
		z.buf = make([]byte, size, size+size/4)
	}
	out := z.buf[:size]
	var err error
	switch method {
	case 3:
		err = z.unzlib(out, data)
	case 6:
		err = unlz4(out, data)
	case 7:
		err = z.unzstd(out, data)
	default:
		name := map[uint64]string{4: "lzma", 5: "bzip2"}[method]
		return nil, fmt.Errorf("it is packed with %s, which is not supported; convert the file with `osmium cat -o new.osm.pbf old.osm.pbf`", name)
	}
	if err != nil {
		return nil, fmt.Errorf("its content is damaged: %w", err)
	}
	return out, nil
}

func (z *inflater) unzlib(out, data []byte) error {
	z.in.Reset(data)
	if z.zlib == nil {
		r, err := zlib.NewReader(&z.in)
		if err != nil {
			return err
		}
		z.zlib = r
	} else if err := z.zlib.(zlib.Resetter).Reset(&z.in, nil); err != nil {
		return err
	}
	if _, err := io.ReadFull(z.zlib, out); err != nil {
		return err
	}
	// Only at its end does the reader check the checksum.
	var one [1]byte
	if n, err := z.zlib.Read(one[:]); n > 0 {
		return errors.New("it is longer than it says")
	} else if err != io.EOF {
		return err
	}
	return nil
}

func (z *inflater) unzstd(out, data []byte) error {
	if z.zstd == nil {
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBlobSize), zstd.WithDecoderMaxWindow(maxBlobSize))
		if err != nil {
			return err
		}
		z.zstd = d
	}
	got, err := z.zstd.DecodeAll(data, out[:0])
	if err != nil {
		return err
	}
	if len(got) != len(out) {
		return fmt.Errorf("it has %d bytes and says %d", len(got), len(out))
	}
	return nil
}
