package osm

import (
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// openInput recognises a file by its content; its name serves only to say what is wrong.
func openInput(path string) (input, error) {
	// Asked by name first: opening a pipe would wait for a writer.
	info, err := os.Stat(path)
	switch {
	case err != nil:
		if fault := (*fs.PathError)(nil); errors.As(err, &fault) {
			return nil, fault.Err // the caller names the file
		}
		return nil, err
	case info.IsDir():
		return nil, errors.New("is a folder, not an extract")
	case !info.Mode().IsRegular():
		return nil, errors.New("is not a regular file; extracts are read several times")
	case info.Size() == 0:
		return nil, errors.New("is empty")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head, err := readHead(f)
	if err != nil {
		return nil, err
	}
	if isPBF(head) {
		return openBinary(path)
	}
	pack := packingOf(head)
	if pack != plain {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		r, err := unpack(f, pack)
		if err != nil {
			return nil, fmt.Errorf("is not valid %s data: %w", pack, err)
		}
		// A short file that is cut is found out when it is read whole.
		if head, err = readHead(r); err != nil && len(head) == 0 {
			return nil, fmt.Errorf("is not valid %s data: %w", pack, err)
		}
	}
	if pack != plain && isPBF(head) {
		return nil, fmt.Errorf("is a PBF file that was compressed with %s once more; unpack it first", pack)
	}
	if err := checkXML(head); err != nil {
		if pack != plain {
			return nil, fmt.Errorf("holds %s data that %w", pack, err)
		}
		return nil, err
	}
	return &document{name: path, size: info.Size(), packing: pack}, nil
}

// headSize is how much of a file is looked at to recognise it.
const headSize = 4096

func readHead(r io.Reader) ([]byte, error) {
	head := make([]byte, headSize)
	n, err := io.ReadFull(r, head)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
		if n == 0 {
			err = io.ErrUnexpectedEOF
		}
	}
	return head[:n], err
}

// isPBF tells whether a file begins like a PBF file: the length of a short message whose first
// field is the type of a block.
func isPBF(head []byte) bool {
	return len(head) > 8 && head[0] == 0 && head[1] == 0 && bytes.HasPrefix(head[4:], []byte("\x0a")) &&
		bytes.HasPrefix(head[6:], []byte("OSM"))
}

// packing is how a file is compressed as a whole.
type packing string

const (
	plain      packing = ""
	packedGzip packing = "gzip"
	packedBzip packing = "bzip2"
)

func packingOf(head []byte) packing {
	switch {
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return packedGzip
	case bytes.HasPrefix(head, []byte("BZh")):
		return packedBzip
	}
	return plain
}

func unpack(r io.Reader, p packing) (io.Reader, error) {
	switch p {
	case packedGzip:
		return gzip.NewReader(r)
	case packedBzip:
		return bzip2.NewReader(r), nil
	}
	return r, nil
}

// foreign lists what people hand over by mistake, by the first bytes, lower case.
var foreign = []struct{ prefix, what string }{
	{"<!doctype html", "is an HTML page, not an extract; the download may have failed"},
	{"<html", "is an HTML page, not an extract; the download may have failed"},
	{"<osmchange", "is a change file, not an extract; apply it to one with `osmium apply-changes`"},
	{"<gpx", "is a GPX track, not an extract"},
	{"<kml", "is a KML file, not an extract"},
	{"{", "is JSON; only PBF and XML extracts can be read, so ask the server for XML"},
	{"[", "is JSON; only PBF and XML extracts can be read, so ask the server for XML"},
	{"pk\x03\x04", "is a zip archive; unpack it first"},
	{"\xfd7zxz\x00", "is compressed with xz; unpack it first"},
	{"\x28\xb5\x2f\xfd", "is compressed with zstd; unpack it first"},
	{"7z\xbc\xaf\x27\x1c", "is a 7-Zip archive; unpack it first"},
	{"\xff\xe0", "is an o5m file; convert it with `osmium cat -o new.osm.pbf`"},
	{"sqlite format 3", "is an SQLite database, not an extract"},
	{"fsteprgn", "is a region file already; import takes the extract it was made from"},
	{"%pdf", "is a PDF document, not an extract"},
	{"\x1f\x8b", "is compressed with gzip once more; unpack it first"},
	{"bzh", "is compressed with bzip2 once more; unpack it first"},
}

// checkXML tells what is wrong when head is not the beginning of an OSM XML document. It looks for
// the first element behind the declaration and comments; when that lies beyond head, the reader
// of the document has to judge.
func checkXML(head []byte) error {
	text := lowerASCII(bytes.TrimPrefix(head, []byte("\ufeff")))
	text = strings.TrimLeft(text, " \t\r\n")
	for {
		var end string
		switch {
		case strings.HasPrefix(text, "<?"):
			end = "?>"
		case strings.HasPrefix(text, "<!--"):
			end = "-->"
		case strings.HasPrefix(text, "<!doctype osm"):
			end = ">"
		}
		if end == "" {
			break
		}
		_, rest, found := strings.Cut(text, end)
		if !found {
			return nil
		}
		text = strings.TrimLeft(rest, " \t\r\n")
	}
	if strings.HasPrefix(text, "<osm") && !strings.HasPrefix(text, "<osmchange") || text == "" && bytes.HasPrefix(head, []byte("<")) {
		return nil
	}
	start := lowerASCII(head)
	for _, f := range foreign {
		if strings.HasPrefix(text, f.prefix) || strings.HasPrefix(start, f.prefix) {
			return errors.New(f.what)
		}
	}
	switch {
	case strings.HasPrefix(text, "<"):
		return errors.New("is XML but not OSM XML: its first element is not <osm>")
	case len(head) > 262 && string(head[257:262]) == "ustar":
		return errors.New("is a tar archive; unpack it first")
	}
	return errors.New("is neither PBF nor XML; extracts are .osm.pbf, .osm, .osm.gz or .osm.bz2 files")
}

// lowerASCII leaves bytes that are no text as they are.
func lowerASCII(b []byte) string {
	b = bytes.Clone(b)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
