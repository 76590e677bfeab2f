//go:build unix

package index

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"
)

// fault reads a page that a file under a memory map no longer has.
func fault(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cut")
	if err := os.WriteFile(path, make([]byte, 1<<16), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := syscall.Mmap(int(f.Fd()), 0, 1<<16, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		t.Skipf("no memory maps: %v", err)
	}
	defer syscall.Munmap(b) //nolint:errcheck // the test is over
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	t.Log(b[1<<15])
}

func TestFaultsAreNotSwallowed(t *testing.T) {
	for name, tc := range map[string]struct {
		fail func(*testing.T)
		pass bool // the panic goes through
	}{
		"a damaged dictionary": {func(*testing.T) { var b []byte; _ = b[len(b)] }, false},
		"a cut file":           {fault, true},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if r := recover(); (r != nil) != tc.pass {
					t.Errorf("got through: %v, want %v", r, tc.pass)
				} else if _, ok := r.(runtime.Error); tc.pass && !ok {
					t.Errorf("got %T, want the runtime's own error", r)
				}
			}()
			func() {
				defer func() {
					if !damaged(recover()) {
						t.Error("nothing was recovered")
					}
				}()
				tc.fail(t)
			}()
		})
	}
}
