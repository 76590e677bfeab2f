// Package regiontest damages region files for tests.
package regiontest

import (
	"encoding/binary"
	"hash/crc32"
)

// Reseal makes the checksums of a region file's bytes right again after its sections were changed
// in place, so that a test reaches the readers behind the checksums. The directory itself must be
// intact.
func Reseal(data []byte) {
	le := binary.LittleEndian
	table := crc32.MakeTable(crc32.Castagnoli)
	directory := data[le.Uint64(data[16:]):]
	for at := 0; at < len(directory); at += 64 {
		entry := directory[at : at+64]
		offset, length := le.Uint64(entry[32:]), le.Uint64(entry[40:])
		le.PutUint32(entry[48:], crc32.Checksum(data[offset:offset+length], table))
	}
	le.PutUint32(data[32:], crc32.Checksum(directory, table))
	le.PutUint32(data[60:], crc32.Checksum(data[:60], table))
}
