package synthetic

import (
	"fmt"
	"io"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/paulmach/osm"
)

// blockObjects is how many objects a block of the file holds at most, as in common extracts.
const blockObjects = 8000

// Write writes the world as a PBF extract: nodes, ways and relations, each sorted by id. No more than a
// block is held in memory.
func (w *World) Write(to io.Writer) error {
	format := osmtest.PBF{NoInfo: true}
	if _, err := to.Write(format.Header()); err != nil {
		return fmt.Errorf("synthetic: %w", err)
	}
	block := make([]osm.Object, 0, blockObjects)
	flush := func() error {
		if len(block) == 0 {
			return nil
		}
		_, err := to.Write(format.Block(block...))
		block = block[:0]
		return err
	}
	err := w.Objects(func(o osm.Object) error {
		if len(block) == blockObjects || len(block) > 0 && block[0].ObjectID().Type() != o.ObjectID().Type() {
			if err := flush(); err != nil {
				return err
			}
		}
		block = append(block, o)
		return nil
	})
	if err == nil {
		err = flush()
	}
	if err != nil {
		return fmt.Errorf("synthetic: %w", err)
	}
	return nil
}
