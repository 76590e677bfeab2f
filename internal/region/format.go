package region

import (
	"encoding/binary"
	"hash/crc32"
	"time"
)

// Version is the format version that this program reads and writes. It changes whenever the
// layout or the meaning of any section does.
const Version = 9

const (
	magic      = "FSTEPRGN"
	pageSize   = 4096
	headerSize = 64
	entrySize  = 64
	nameSize   = 32
	// maxSections bounds the directory, so that a damaged count cannot make a reader allocate.
	maxSections = 1024
	metaSection = "meta"
)

// checksum table: CRC-32C, which current processors compute in hardware.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Meta is the description of a region file, kept as JSON in its own section. It holds nothing that
// depends on when or where the file was made, so that the same input gives the same file.
type Meta struct {
	Name      string         `json:"name"`
	BBox      [4]float64     `json:"bbox"` // west, south, east, north in degrees; west > east across the antimeridian
	Generator string         `json:"generator"`
	Sources   []Source       `json:"sources"`
	Profiles  []string       `json:"profiles"`
	Counts    map[string]int `json:"counts,omitempty"`
	Countries []Country      `json:"countries,omitempty"`
}

// Country is one that a region lies in, or a part of one where other rules hold.
type Country struct {
	Code        string   `json:"code,omitempty"` // ISO 3166-1 alpha-3
	DrivingSide string   `json:"driving_side"`   // left or right
	SpeedUnit   string   `json:"speed_unit"`     // km/h or mph
	TimeZones   []string `json:"time_zones"`     // IANA names, in alphabetical order
}

// check tells whether the area is one on earth.
func (m Meta) check() error {
	for i, limit := range [4]float64{180, 90, 180, 90} {
		if m.BBox[i] < -limit || m.BBox[i] > limit {
			return damaged("description: bounding box %v", m.BBox)
		}
	}
	if m.BBox[1] > m.BBox[3] {
		return damaged("description: bounding box %v", m.BBox)
	}
	return nil
}

// Source describes one extract that a region was made from.
type Source struct {
	Name      string    `json:"name"` // file name without folder
	Bytes     int64     `json:"bytes"`
	SHA256    string    `json:"sha256"`
	Timestamp time.Time `json:"timestamp,omitzero"` // of the data, where the extract says so
}

// header is the first headerSize bytes of a file:
//
//	0  magic "FSTEPRGN"
//	8  uint32 format version
//	12 uint32 number of sections
//	16 uint64 offset of the directory
//	24 uint64 length of the whole file
//	32 uint32 CRC-32C of the directory
//	36 zeros
//	60 uint32 CRC-32C of bytes 0 to 59
type header struct {
	version   uint32
	sections  uint32
	directory uint64
	size      uint64
	dirCRC    uint32
}

func (h header) encode() []byte {
	b := make([]byte, headerSize)
	copy(b, magic)
	le := binary.LittleEndian
	le.PutUint32(b[8:], h.version)
	le.PutUint32(b[12:], h.sections)
	le.PutUint64(b[16:], h.directory)
	le.PutUint64(b[24:], h.size)
	le.PutUint32(b[32:], h.dirCRC)
	le.PutUint32(b[60:], crc32.Checksum(b[:60], castagnoli))
	return b
}

func decodeHeader(b []byte) (header, error) {
	if len(b) < 8 || string(b[:8]) != magic {
		return header{}, ErrNotRegion
	}
	if len(b) < headerSize {
		return header{}, damaged("header cut short")
	}
	le := binary.LittleEndian
	if le.Uint32(b[60:]) != crc32.Checksum(b[:60], castagnoli) {
		return header{}, damaged("header checksum")
	}
	return header{
		version:   le.Uint32(b[8:]),
		sections:  le.Uint32(b[12:]),
		directory: le.Uint64(b[16:]),
		size:      le.Uint64(b[24:]),
		dirCRC:    le.Uint32(b[32:]),
	}, nil
}

// Section describes one section of a file. In the directory it takes entrySize bytes:
//
//	0  name, padded with zeros
//	32 uint64 offset, a multiple of 4096
//	40 uint64 length
//	48 uint32 CRC-32C of the content
//	52 zeros
type Section struct {
	Name   string
	Offset uint64
	Length uint64
	CRC    uint32
}

func (s Section) encode() []byte {
	b := make([]byte, entrySize)
	copy(b, s.Name)
	le := binary.LittleEndian
	le.PutUint64(b[32:], s.Offset)
	le.PutUint64(b[40:], s.Length)
	le.PutUint32(b[48:], s.CRC)
	return b
}

func decodeSection(b []byte) Section {
	n := 0
	for n < nameSize && b[n] != 0 {
		n++
	}
	le := binary.LittleEndian
	return Section{string(b[:n]), le.Uint64(b[32:]), le.Uint64(b[40:]), le.Uint32(b[48:])}
}
