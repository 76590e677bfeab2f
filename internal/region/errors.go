package region

import (
	"errors"
	"fmt"
)

var (
	// ErrNotRegion is returned when a file does not begin like a region file.
	ErrNotRegion = errors.New("not a footstepd region file")
	// ErrVersion is returned when a file has another format version than this program reads.
	ErrVersion = errors.New("region file of another format version")
	// ErrDamaged is returned when a file is cut short or its content does not match its checksums.
	ErrDamaged = errors.New("region file is damaged")
	// ErrNoSection is returned when a file lacks a section that is asked for.
	ErrNoSection = errors.New("region file lacks a section")
	// ErrClosed is returned when a file is used after it was closed.
	ErrClosed = errors.New("region file is closed")
)

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrDamaged}, args...)...)
}
