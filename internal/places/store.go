package places

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/orb"
)

// A Store reads the features of a mapped region file. It is safe for concurrent use as long as
// the file stays open. It implements Source.
type Store struct {
	kinds  []kind
	data   []byte
	blocks []uint64 // start of each block in data, and the end
	tree   *geo.RTree
	coast  *coast
	pool   sync.Pool // of *decoder
}

// Open reads the sections that a Builder wrote. Errors wrap region.ErrNoSection or
// region.ErrDamaged.
func Open(file *region.File) (*Store, error) {
	s := &Store{}
	s.pool.New = func() any { return &decoder{} }
	text, err := file.Section(kindsSection)
	if err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	if s.kinds, err = decodeKinds(text); err != nil {
		return nil, err
	}
	if s.data, err = file.Section(dataSection); err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	if s.blocks, err = region.Slice[uint64](file, blocksSection); err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	boxes, err := region.Slice[geo.Box](file, boxesSection)
	if err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	items, err := region.Slice[uint32](file, itemsSection)
	if err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	if s.tree, err = geo.OpenRTree(boxes, items); err != nil {
		return nil, damaged("%v", err)
	}
	if len(s.blocks) != len(items)+1 {
		return nil, damaged("%d block offsets for %d blocks", len(s.blocks), len(items))
	}
	if s.blocks[len(s.blocks)-1] != uint64(len(s.data)) || !slices.IsSorted(s.blocks) {
		return nil, damaged("block offsets do not fit the data")
	}
	for _, item := range items {
		if int(item) >= len(items) {
			return nil, damaged("block %d of %d", item, len(items))
		}
	}
	if s.coast, err = openCoast(file); err != nil {
		return nil, err
	}
	return s, nil
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("places: %w: "+format, append([]any{region.ErrDamaged}, args...)...)
}

func decodeKinds(text []byte) ([]kind, error) {
	var kinds []kind
	for l := range strings.Lines(string(text)) {
		name, tag, ok := strings.Cut(strings.TrimSuffix(l, "\n"), " ")
		class := slices.Index(classNames[:], name)
		if !ok || class < 0 {
			return nil, damaged("kind %d", len(kinds))
		}
		kinds = append(kinds, kind{class: Class(class), tag: tag})
	}
	return kinds, nil
}

// Search implements Source. A block whose content is damaged ends early; see Check.
func (s *Store) Search(box geo.Box, visit func(*Feature) bool) {
	d := s.pool.Get().(*decoder)
	defer s.pool.Put(d)
	s.tree.Search(box, func(block uint32) bool {
		d.reset(s.kinds, s.data[s.blocks[block]:s.blocks[block+1]])
		for d.next() {
			if d.box.Intersects(box) && !visit(&d.feature) {
				return false
			}
		}
		return true
	})
}

// AtSea implements Source.
func (s *Store) AtSea(p orb.Point) bool { return s.coast.atSea(p) }

// Check decodes every feature of a file and reports the first fault. The error wraps
// region.ErrDamaged.
func Check(ctx context.Context, file *region.File) error {
	s, err := Open(file)
	if err != nil {
		if errors.Is(err, region.ErrNoSection) {
			return fmt.Errorf("%w: %w", region.ErrDamaged, err)
		}
		return err
	}
	boxes := make([]geo.Box, len(s.tree.Items))
	for leaf, item := range s.tree.Items {
		boxes[item] = s.tree.Boxes[leaf]
	}
	var d decoder
	for i := range boxes {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		d.reset(s.kinds, s.data[s.blocks[i]:s.blocks[i+1]])
		for n := 0; d.next(); n++ {
			if d.box.Union(boxes[i]) != boxes[i] {
				return damaged("feature %d of block %d lies outside its block's box", n, i)
			}
		}
		if d.err != nil {
			return damaged("block %d: %v", i, d.err)
		}
	}
	return s.coast.check()
}
