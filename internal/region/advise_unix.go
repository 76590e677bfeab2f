//go:build unix

package region

import "golang.org/x/sys/unix"

// forget tells the system that the pages read so far need not stay mapped. It is advice: where it is
// refused nothing changes.
func forget(data []byte) { _ = unix.Madvise(data, unix.MADV_DONTNEED) }
