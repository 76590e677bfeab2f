package pbf

import (
	"errors"

	"github.com/pierrec/lz4/v4"
)

var errLZ4 = errors.New("malformed lz4 data")

// unlz4 unpacks an lz4 block that must fill out exactly.
func unlz4(out, in []byte) error {
	n, err := lz4.UncompressBlock(in, out)
	if err != nil || n != len(out) {
		return errLZ4
	}
	return nil
}
