package region

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"sync/atomic"
	"unsafe"

	mmap "github.com/edsrzf/mmap-go"
)

// VerifyLimit is the file size in bytes up to which Open checks every section's checksum. It
// takes some 20 ms; larger files would delay the start and page everything in, so for them
// Verify is left to the caller.
const VerifyLimit = 256 << 20

// A File is a mapped region file. It is safe for concurrent use. It counts its readers, so that
// a file can be replaced under load: Close unmaps it when the last reader has released it.
type File struct {
	path     string
	file     *os.File    // kept open to see whether it is changed
	opened   os.FileInfo // as it was when it was mapped
	data     mmap.MMap
	sections []Section
	meta     Meta
	refs     atomic.Int64 // readers, plus one until Close
	closed   atomic.Bool
}

// Open maps the region file at path and checks its header, its directory and, up to VerifyLimit,
// its content. Errors wrap ErrNotRegion, ErrVersion or ErrDamaged. The file must not be changed in
// place while it is open; replacing it by renaming another one over it is safe.
func Open(path string) (*File, error) {
	// Asked by name first: opening a pipe would wait for a writer.
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("region: %w", err)
	}
	if !info.Mode().IsRegular() || info.Size() < headerSize {
		return nil, fmt.Errorf("region %s: %w", path, ErrNotRegion)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("region: %w", err)
	}
	if info, err = f.Stat(); err != nil {
		f.Close()
		return nil, fmt.Errorf("region: %w", err)
	}
	data, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("region %s: map: %w", path, err)
	}
	r := &File{path: path, file: f, opened: info, data: data}
	r.refs.Store(1)
	if err := r.load(); err != nil {
		r.Close()
		return nil, fmt.Errorf("region %s: %w", path, err)
	}
	return r, nil
}

// Is tells whether the file at path begins like a region file, whatever its version and state.
func Is(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, fmt.Errorf("region: %w", err)
	}
	defer f.Close()
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(f, head); err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return false, fmt.Errorf("region: %w", err)
	}
	return string(head) == magic, nil
}

func (f *File) load() error {
	if !littleEndian() {
		return errors.New("region files can be read on little-endian machines only")
	}
	h, err := decodeHeader(f.data)
	if err != nil {
		return err
	}
	if h.version != Version {
		return fmt.Errorf("%w: it has version %d, this program reads %d", ErrVersion, h.version, Version)
	}
	size := uint64(len(f.data))
	if h.size != size {
		return damaged("it has %d bytes and should have %d; it was cut short or added to", size, h.size)
	}
	if h.sections > maxSections || h.directory > size || size-h.directory != uint64(h.sections)*entrySize {
		return damaged("directory does not fit the file")
	}
	dir := f.data[h.directory:]
	if crc32.Checksum(dir, castagnoli) != h.dirCRC {
		return damaged("directory checksum")
	}
	names := map[string]bool{}
	for ; len(dir) > 0; dir = dir[entrySize:] {
		s := decodeSection(dir)
		if s.Name == "" || names[s.Name] {
			return damaged("section name %q is empty or taken", s.Name)
		}
		names[s.Name] = true
		if s.Offset%pageSize != 0 || s.Offset > h.directory || s.Length > h.directory-s.Offset {
			return damaged("section %q lies outside the file", s.Name)
		}
		f.sections = append(f.sections, s)
	}
	if size <= VerifyLimit {
		if err := f.Verify(context.Background()); err != nil {
			return err
		}
	}
	text, err := f.Section(metaSection)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &f.meta); err != nil {
		return damaged("description: %v", err)
	}
	return f.meta.check()
}

// Path returns the path that the file was opened with.
func (f *File) Path() string { return f.path }

// Meta returns the description of the region.
func (f *File) Meta() Meta { return f.meta }

// Size returns the length of the file in bytes.
func (f *File) Size() int64 { return int64(len(f.data)) }

// Sections returns the directory, in file order.
func (f *File) Sections() []Section { return f.sections }

// Section returns the content of a section; it must not be written to. The error wraps
// ErrNoSection when there is none of that name, ErrClosed when nobody holds the file any more.
func (f *File) Section(name string) ([]byte, error) {
	if f.refs.Load() <= 0 {
		return nil, fmt.Errorf("region %s: %w", f.path, ErrClosed)
	}
	for _, s := range f.sections {
		if s.Name == name {
			return f.data[s.Offset : s.Offset+s.Length : s.Offset+s.Length], nil
		}
	}
	return nil, fmt.Errorf("%w: %q", ErrNoSection, name)
}

// Slice returns a section as a slice of fixed-size values that lie in the mapped file; it must
// not be written to. T must be the type that AddSlice wrote.
func Slice[T any](f *File, name string) ([]T, error) {
	b, err := f.Section(name)
	if err != nil || len(b) == 0 {
		return nil, err
	}
	var zero T
	size := int(unsafe.Sizeof(zero))
	if len(b)%size != 0 {
		return nil, damaged("section %q has %d bytes, not a multiple of %d", name, len(b), size)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), len(b)/size), nil
}

// Verify checks the checksum of every section, which reads the whole file. The error wraps
// ErrDamaged and names the section.
func (f *File) Verify(ctx context.Context) error {
	const step = 16 << 20
	for _, s := range f.sections {
		rest, crc := f.data[s.Offset:s.Offset+s.Length], uint32(0)
		for len(rest) > 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			n := min(step, len(rest))
			crc, rest = crc32.Update(crc, castagnoli, rest[:n]), rest[n:]
		}
		if crc != s.CRC {
			return damaged("checksum of section %q", s.Name)
		}
	}
	return nil
}

// Forget lets the system take back the memory of what was read so far, such as by the checks at the
// start; pages come back from its cache when they are used.
func (f *File) Forget() { forget(f.data) }

// Changed tells whether the mapped file was cut or written to since it was opened: what is read from
// it may be wrong, or may not be there. The caller must hold a reference.
func (f *File) Changed() bool {
	now, err := f.file.Stat()
	return err != nil || now.Size() != f.opened.Size() || !now.ModTime().Equal(f.opened.ModTime())
}

// Replaced tells whether another file stands at the path by now, or none. The mapped one is as good
// as it was.
func (f *File) Replaced() bool {
	now, err := os.Stat(f.path)
	return err != nil || !os.SameFile(now, f.opened)
}

// Acquire takes a reference: the file stays mapped until Release. It returns false when the file
// is closed already.
func (f *File) Acquire() bool {
	for {
		n := f.refs.Load()
		if n == 0 || f.closed.Load() {
			return false
		}
		if f.refs.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// Release gives a reference back.
func (f *File) Release() {
	if f.refs.Add(-1) == 0 {
		_ = f.data.Unmap()
		_ = f.file.Close()
	}
}

// Close lets the file be unmapped as soon as no reader holds it. A second Close does nothing.
func (f *File) Close() {
	if !f.closed.Swap(true) {
		f.Release()
	}
}

func littleEndian() bool {
	x := uint16(1)
	return *(*byte)(unsafe.Pointer(&x)) == 1
}
