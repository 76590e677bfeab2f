package region

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"unsafe"
)

// A Writer builds a region file beside its final place. Every Writer must end with Commit or
// Abort; Abort after Commit does nothing, so it can be deferred. A Writer is not safe for
// concurrent use.
type Writer struct {
	path     string
	file     *os.File
	buf      *bufio.Writer
	offset   uint64
	sections []Section
	open     *sectionWriter
	done     bool
	err      error
}

// Create begins a region file that will stand at path, in a temporary file beside it. It removes
// what writers that were killed have left behind there.
func Create(path string) (*Writer, error) {
	f, err := createTemp(path)
	if err != nil {
		return nil, fmt.Errorf("region: create: %w", err)
	}
	w := &Writer{path: path, file: f, buf: bufio.NewWriterSize(f, 1<<20), offset: headerSize}
	if _, err := w.buf.Write(make([]byte, headerSize)); err != nil {
		w.Abort()
		return nil, fmt.Errorf("region: create: %w", err)
	}
	return w, nil
}

// Section begins a new section and returns its writer; the section ends when the next one begins
// or the file is committed. Names are 1 to 32 bytes and unique.
func (w *Writer) Section(name string) (io.Writer, error) {
	if err := w.endSection(); err != nil {
		return nil, err
	}
	if name == "" || len(name) > nameSize {
		return nil, fmt.Errorf("region: section name %q must have 1 to %d bytes", name, nameSize)
	}
	for _, s := range w.sections {
		if s.Name == name {
			return nil, fmt.Errorf("region: section %q written twice", name)
		}
	}
	if len(w.sections) == maxSections {
		return nil, fmt.Errorf("region: more than %d sections", maxSections)
	}
	if err := w.pad(); err != nil {
		return nil, err
	}
	w.open = &sectionWriter{w: w, section: Section{Name: name, Offset: w.offset}}
	return w.open, nil
}

// Add writes a whole section.
func (w *Writer) Add(name string, data []byte) error {
	s, err := w.Section(name)
	if err != nil {
		return err
	}
	if _, err := s.Write(data); err != nil {
		return err
	}
	return w.endSection()
}

// AddSlice writes a slice of fixed-size values as a section, little-endian, as they lie in memory.
// T must be made of sized integers and floating-point numbers without padding between them.
func AddSlice[T any](w *Writer, name string, values []T) error {
	if err := checkLayout(reflect.TypeFor[T]()); err != nil {
		return fmt.Errorf("region: section %q: %w", name, err)
	}
	return w.Add(name, asBytes(values))
}

// Commit writes the description and the directory, syncs the file and renames it into place.
func (w *Writer) Commit(meta Meta) (err error) {
	defer func() {
		if err != nil {
			w.Abort()
		}
	}()
	if err := meta.check(); err != nil {
		return fmt.Errorf("region: %w", err)
	}
	text, err := json.Marshal(meta)
	if err != nil {
		return fmt.Errorf("region: %w", err)
	}
	if err := w.Add(metaSection, text); err != nil {
		return err
	}
	if err := w.pad(); err != nil {
		return err
	}
	h := header{version: Version, sections: uint32(len(w.sections)), directory: w.offset}
	for _, s := range w.sections {
		entry := s.encode()
		h.dirCRC = crc32.Update(h.dirCRC, castagnoli, entry)
		if err := w.write(entry); err != nil {
			return err
		}
	}
	h.size = w.offset
	if err := w.buf.Flush(); err != nil {
		return fmt.Errorf("region: write: %w", err)
	}
	if _, err := w.file.WriteAt(h.encode(), 0); err != nil {
		return fmt.Errorf("region: write: %w", err)
	}
	if err := w.file.Chmod(0o644); err != nil {
		return fmt.Errorf("region: write: %w", err)
	}
	if err := w.file.Sync(); err != nil {
		return fmt.Errorf("region: sync: %w", err)
	}
	// Renamed before it is closed: while it is open its lock keeps others from removing it.
	if err := os.Rename(w.file.Name(), w.path); err != nil {
		return fmt.Errorf("region: rename: %w", err)
	}
	w.done = true
	if err := w.file.Close(); err != nil {
		return fmt.Errorf("region: close: %w", err)
	}
	syncDir(filepath.Dir(w.path))
	return nil
}

// Abort removes the unfinished file. It does nothing after Commit.
func (w *Writer) Abort() {
	if w.done {
		return
	}
	w.done = true
	w.file.Close()
	os.Remove(w.file.Name())
}

// Err returns why writing has failed, or nil. What wraps it, once for every section that could not be
// written either, need not be told.
func (w *Writer) Err() error { return w.err }

// Size returns the number of bytes written so far.
func (w *Writer) Size() int64 { return int64(w.offset) }

func (w *Writer) endSection() error {
	if w.done {
		return errors.New("region: writer is finished")
	}
	if w.open == nil {
		return w.err
	}
	w.sections = append(w.sections, w.open.section)
	w.open = nil
	return w.err
}

func (w *Writer) pad() error {
	return w.write(make([]byte, -w.offset&(pageSize-1)))
}

func (w *Writer) write(b []byte) error {
	if w.err != nil {
		return w.err
	}
	n, err := w.buf.Write(b)
	w.offset += uint64(n)
	if err != nil {
		w.err = fmt.Errorf("region: write: %w", err)
	}
	return w.err
}

type sectionWriter struct {
	w       *Writer
	section Section
}

func (s *sectionWriter) Write(b []byte) (int, error) {
	if s.w.open != s {
		return 0, errors.New("region: section is finished")
	}
	if err := s.w.write(b); err != nil {
		return 0, err
	}
	s.section.Length += uint64(len(b))
	s.section.CRC = crc32.Update(s.section.CRC, castagnoli, b)
	return len(b), nil
}

func asBytes[T any](values []T) []byte {
	if len(values) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), len(values)*int(unsafe.Sizeof(values[0])))
}

// syncDir makes a rename durable. Not every system lets a folder be opened and synced; the rename
// itself has happened all the same.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
