// Package atlas opens region files and puts the engines together over them. It hands the loaded
// regions to the tools and can replace them while they are in use.
package atlas

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/paulmach/orb"
)

// An Atlas holds the loaded regions, in the order of their paths. Regions may overlap: a request
// goes to the first one that contains all its points. An Atlas is safe for concurrent use and
// implements tools.Regions; until the first Load it holds nothing. Make one with New.
type Atlas struct {
	engines func(*region.File) (*tools.Region, error)

	mu      sync.Mutex // guards paths and closed, and serialises loading
	paths   []string
	closed  bool
	current atomic.Pointer[sheet]
}

// ErrClosed is returned when an Atlas is used after Close.
var ErrClosed = errors.New("atlas: closed")

// New returns an empty atlas.
func New() *Atlas { return &Atlas{engines: engines} }

// Load opens the region files and replaces the present regions by them. When one cannot be opened,
// the present regions stay and the error names the file.
func (a *Atlas) Load(ctx context.Context, paths []string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.load(ctx, paths); err != nil {
		return err
	}
	a.paths = slices.Clone(paths)
	return nil
}

// Reload opens the files of the last Load again, for when they have been replaced on disk.
func (a *Atlas) Reload(ctx context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.load(ctx, a.paths)
}

// Close lets go of all regions; files are unmapped as soon as no call uses them. A second Close
// does nothing.
func (a *Atlas) Close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	a.replace(nil)
}

// load is Load without the lock.
func (a *Atlas) load(ctx context.Context, paths []string) error {
	if a.closed {
		return ErrClosed
	}
	next := &sheet{}
	next.refs.Store(1)
	for _, path := range paths {
		err := ctx.Err()
		if err == nil {
			err = next.open(path, a.engines)
		}
		if err != nil {
			next.release()
			return err
		}
	}
	if len(next.regions) == 0 {
		next.release()
		next = nil
	}
	a.replace(next)
	return nil
}

// replace puts a sheet in place of the present one, which is let go of.
func (a *Atlas) replace(next *sheet) {
	if old := a.current.Swap(next); old != nil {
		old.release()
	}
}

// Acquire implements tools.Regions.
func (a *Atlas) Acquire() (regions []*tools.Region, release func()) {
	for {
		s := a.current.Load()
		if s == nil {
			return nil, func() {}
		}
		if s.acquire() {
			return s.regions, sync.OnceFunc(s.release)
		}
		// The sheet was replaced between the two steps: take the next.
	}
}

// Drift returns the names of the regions whose files were changed in place since they were loaded,
// which makes their answers unsound, and of those whose files were replaced by others, which are not
// in use before the next Reload.
func (a *Atlas) Drift() (changed, replaced []string) {
	s := a.current.Load()
	for s != nil && !s.acquire() { // it was replaced in between
		s = a.current.Load()
	}
	if s == nil {
		return nil, nil
	}
	defer s.release()
	for _, f := range s.files {
		switch {
		case f.Changed():
			changed = append(changed, f.Meta().Name)
		case f.Replaced():
			replaced = append(replaced, f.Meta().Name)
		}
	}
	return changed, replaced
}

// A sheet is a set of regions that was loaded at once. It is let go of as a whole.
type sheet struct {
	files   []*region.File
	regions []*tools.Region
	refs    atomic.Int64 // calls that use it, and one while it is the present one
}

// open adds a region file.
func (s *sheet) open(path string, engines func(*region.File) (*tools.Region, error)) error {
	f, err := region.Open(path)
	if err != nil {
		return Explain(path, err)
	}
	s.files = append(s.files, f)
	r, err := engines(f)
	if err != nil {
		return Explain(path, err)
	}
	f.Forget() // what the checks have read
	r.Name, r.Version, r.Bound = f.Meta().Name, version(f), bound(f)
	s.regions = append(s.regions, r)
	return nil
}

// bound is the box of a region's data, with Min[0] > Max[0] across the antimeridian.
func bound(f *region.File) orb.Bound {
	b := f.Meta().BBox
	return orb.Bound{Min: orb.Point{b[0], b[1]}, Max: orb.Point{b[2], b[3]}}
}

// version is a digest of everything in a region file, made of its sections' checksums.
func version(f *region.File) string {
	h := sha256.New()
	for _, s := range f.Sections() {
		h.Write([]byte(s.Name))
		var b [16]byte
		binary.LittleEndian.PutUint64(b[:], s.Length)
		binary.LittleEndian.PutUint32(b[8:], s.CRC)
		h.Write(b[:])
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// acquire takes a reference, unless the last one is gone.
func (s *sheet) acquire() bool {
	for {
		n := s.refs.Load()
		if n == 0 {
			return false
		}
		if s.refs.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// release gives a reference back; the last one closes the files.
func (s *sheet) release() {
	if s.refs.Add(-1) == 0 {
		for _, f := range s.files {
			f.Close()
		}
	}
}
