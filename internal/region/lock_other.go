//go:build !unix || solaris || aix

package region

import "os"

// lock does nothing where there is no flock; abandoned files stay there.
func lock(*os.File) bool { return false }
