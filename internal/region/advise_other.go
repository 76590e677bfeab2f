//go:build !unix

package region

// forget does nothing where the system takes no advice on mapped pages.
func forget([]byte) {}
