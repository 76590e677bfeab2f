//go:build unix && !solaris && !aix

package region

import (
	"os"
	"syscall"
)

// lock takes the lock of an open file, which ends with the process at the latest. It returns false
// when another has it or the file system knows no locks.
func lock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
