package elevation

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
)

// maxPacked bounds a packed tile: nothing that unpacks to maxHGT bytes is longer.
const maxPacked = maxHGT + maxHGT/8

// opened is a tile's file, packed or not.
type opened struct {
	path   string
	form   string // "", ".gz" or ".zip"
	bytes  int64  // of the file
	size   int64  // of the tile within, as the file says
	member string // of an archive
}

// open looks at a file that holds one tile, packed or not.
func open(path, form string) (*opened, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	o := &opened{path: path, form: form, bytes: info.Size(), size: info.Size()}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", path)
	}
	if o.bytes > maxPacked {
		return nil, fmt.Errorf("%s has %d bytes, more than any SRTM tile; remove it from the folder", path, o.bytes)
	}
	switch form {
	case ".zip":
		return o, o.findMember()
	case ".gz":
		return o, o.readClaim()
	}
	return o, nil
}

// readClaim reads how long the tile is from the end of the file. It is no more than a claim until it is
// unpacked.
func (o *opened) readClaim() error {
	f, err := os.Open(o.path)
	if err != nil {
		return err
	}
	defer f.Close()
	var end [4]byte
	if _, err := f.ReadAt(end[:], max(0, o.bytes-4)); err != nil {
		return fmt.Errorf("%s cannot be read as gzip (%w); fetch it again", o.path, err)
	}
	o.size = int64(binary.LittleEndian.Uint32(end[:]))
	return nil
}

// findMember finds the tile in an archive.
func (o *opened) findMember() error {
	z, err := zip.OpenReader(o.path)
	if err != nil {
		return fmt.Errorf("%s cannot be read as a zip archive (%w); fetch it again", o.path, err)
	}
	defer z.Close()
	for _, f := range z.File {
		if !strings.EqualFold(path.Ext(f.Name), ".hgt") || strings.HasPrefix(path.Base(f.Name), ".") {
			continue
		}
		if o.member != "" {
			return fmt.Errorf("%s holds several tiles; unpack it into the folder", o.path)
		}
		if f.UncompressedSize64 > maxHGT {
			return fmt.Errorf("%s unpacks to %d bytes, more than any SRTM tile; fetch it again", o.path, f.UncompressedSize64)
		}
		o.member, o.size = f.Name, int64(f.UncompressedSize64)
	}
	if o.member == "" {
		return fmt.Errorf("%s holds no .hgt file; remove it from the folder", o.path)
	}
	return nil
}

// unpack returns the bytes of the tile and the SHA-256 of the file. It reads no more than the longest
// tile holds.
func (o *opened) unpack(ctx context.Context) (raw []byte, sum string, err error) {
	f, err := os.Open(o.path)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	packed, err := readUpTo(ctx, f, maxPacked)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", o.path, err)
	}
	digest := sha256.Sum256(packed)
	raw, err = unpack(ctx, packed, o.form, o.member)
	if err != nil {
		return nil, "", fmt.Errorf("%s cannot be unpacked (%w); fetch it again", o.path, err)
	}
	if int64(len(raw)) != o.size {
		return nil, "", fmt.Errorf("%s unpacks to %d bytes and says %d; fetch it again", o.path, len(raw), o.size)
	}
	return raw, hex.EncodeToString(digest[:]), nil
}

// unpack returns what a packed file of a form holds; of an archive the named member.
func unpack(ctx context.Context, packed []byte, form, member string) ([]byte, error) {
	switch form {
	case ".gz":
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return nil, err
		}
		return readUpTo(ctx, z, maxHGT)
	case ".zip":
		z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
		if err != nil {
			return nil, err
		}
		for _, f := range z.File {
			if f.Name != member {
				continue
			}
			r, err := f.Open()
			if err != nil {
				return nil, err
			}
			defer r.Close()
			return readUpTo(ctx, r, maxHGT)
		}
		return nil, errors.New("the archive was changed")
	}
	return packed, nil
}

// readUpTo reads everything, unless that is more than limit bytes.
func readUpTo(ctx context.Context, r io.Reader, limit int64) ([]byte, error) {
	var out bytes.Buffer
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		_, err := io.CopyN(&out, r, min(4<<20, limit+1-int64(out.Len())))
		if int64(out.Len()) > limit {
			return nil, fmt.Errorf("it holds more than %d bytes", limit)
		}
		if err == io.EOF {
			return out.Bytes(), nil
		}
		if err != nil {
			return nil, err
		}
	}
}
