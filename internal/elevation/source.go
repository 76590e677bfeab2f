package elevation

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/orb"
)

// Sections is what the names of all sections of heights begin with.
const Sections = "heights."

// Section names; their layout is described in docs/region-format.md.
const (
	gridsSection  = Sections + "grids"
	blocksSection = Sections + "blocks"
	dataSection   = Sections + "data"
	aboutSection  = Sections + "about"
)

// A Source tells how high the ground lies. It is safe for concurrent use, as long as the file that it
// was opened from stays open. A nil Source knows no height.
type Source struct {
	grids  []grid // the finest first
	blocks []block
	data   []byte
	about  About
}

// New returns a source over rasters in memory; where several know a height, the finest counts. Heights
// are kept to 1 m where all of a raster are whole metres, else to 0.1 m.
func New(rasters ...Raster) (*Source, error) {
	var data bytes.Buffer
	p := packer{out: &data}
	s := &Source{}
	rasters = slices.Clone(rasters)
	slices.SortStableFunc(rasters, func(a, b Raster) int { return finer(a.grid(1), b.grid(1)) })
	for i := range rasters {
		r := &rasters[i]
		if err := r.check(); err != nil {
			return nil, err
		}
		g := r.grid(1)
		if slices.ContainsFunc(r.Heights, func(h float32) bool { return known(h) && h != float32(math.Trunc(float64(h))) }) {
			g.PerMetre = 10
		}
		g.First = uint32(len(p.blocks))
		if err := p.strip(r.Heights, r.Columns, g.PerMetre); err != nil {
			return nil, err
		}
		s.grids = append(s.grids, g)
	}
	if err := p.finish(); err != nil {
		return nil, err
	}
	s.blocks, s.data = p.blocks, data.Bytes()
	return s, s.check()
}

// finer orders grids, the finest first.
func finer(a, b grid) int { return cmp.Compare(b.PerLon*b.PerLat, a.PerLon*a.PerLat) }

// Open reads the sections that a Builder wrote. It returns nil, which knows no height, where a region
// has none. Errors wrap region.ErrDamaged.
func Open(file *region.File) (*Source, error) {
	s := &Source{}
	var err error
	if s.grids, err = region.Slice[grid](file, gridsSection); err != nil {
		if errors.Is(err, region.ErrNoSection) {
			return nil, nil
		}
		return nil, fmt.Errorf("elevation: %w", err)
	}
	if s.blocks, err = region.Slice[block](file, blocksSection); err != nil {
		return nil, incomplete(err)
	}
	if s.data, err = file.Section(dataSection); err != nil {
		return nil, incomplete(err)
	}
	text, err := file.Section(aboutSection)
	if err != nil {
		return nil, incomplete(err)
	}
	if s.about, err = decodeAbout(text); err != nil {
		return nil, err
	}
	return s, s.check()
}

// incomplete tells that a region has some of the sections only.
func incomplete(err error) error {
	if errors.Is(err, region.ErrNoSection) {
		return damaged("%v", err)
	}
	return fmt.Errorf("elevation: %w", err)
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("elevation: %w: "+format, append([]any{region.ErrDamaged}, args...)...)
}

// check makes sure that no height is read from outside the sections.
func (s *Source) check() error {
	if len(s.grids) == 0 {
		return damaged("no grid")
	}
	blocks := uint64(0)
	for i := range s.grids {
		g := &s.grids[i]
		if err := g.check(); err != nil {
			return damaged("grid %d: %v", i, err)
		}
		if uint64(g.First) != blocks {
			return damaged("grid %d begins at block %d, not %d", i, g.First, blocks)
		}
		n := uint64(g.across()) * uint64(g.down())
		if uint64(g.First)+n > uint64(len(s.blocks)) {
			return damaged("grid %d has %d blocks from %d of %d", i, n, g.First, len(s.blocks))
		}
		blocks += n
	}
	if blocks != uint64(len(s.blocks)) {
		return damaged("%d blocks for grids of %d", len(s.blocks), blocks)
	}
	if len(s.data) < padding {
		return damaged("%d bytes of heights", len(s.data))
	}
	chunks := uint64(len(s.data)-padding) / chunk
	for i, b := range s.blocks {
		if b.Bits > maxBits || b.Void > 1 || uint64(b.Start)+uint64(b.Bits) > chunks || b.Min < 10*lowest || b.Min > 10*highest {
			return damaged("block %d", i)
		}
	}
	return nil
}

// check tells why a grid is not one on earth.
func (g *grid) check() error {
	switch {
	case !(g.West >= -360 && g.West <= 360 && g.North >= -91 && g.North <= 91): // half a cell may stick out
		return fmt.Errorf("corner %g, %g", g.West, g.North)
	case !(g.PerLon > 0 && g.PerLon <= maxPerDegree && g.PerLat > 0 && g.PerLat <= maxPerDegree):
		return fmt.Errorf("%g by %g heights per degree", g.PerLon, g.PerLat)
	case g.Columns == 0 || g.Rows == 0 || g.Columns > maxCells || g.Rows > maxCells:
		return fmt.Errorf("%d columns, %d rows", g.Columns, g.Rows)
	case g.PerMetre != 1 && g.PerMetre != 10:
		return fmt.Errorf("%d units in a metre", g.PerMetre)
	}
	return nil
}

// At returns the height of the ground in metres above the sea, bilinear between the four heights
// around a point, and false where it is unknown: outside, or where the nearest height is missing. It
// allocates nothing.
func (s *Source) At(p orb.Point) (metres float64, ok bool) {
	if s == nil {
		return 0, false
	}
	for i := range s.grids {
		if metres, ok = s.at(&s.grids[i], p); ok {
			return metres, true
		}
	}
	return 0, false
}

func (s *Source) at(g *grid, p orb.Point) (float64, bool) {
	x, y := g.locate(p)
	// Half a cell beyond the outermost heights is still theirs. Written so that NaN falls through.
	if !(x >= -0.5 && x < float64(g.Columns)-0.5+edge && y >= -0.5 && y < float64(g.Rows)-0.5+edge) {
		return 0, false
	}
	left, top := math.Floor(x), math.Floor(y)
	fx, fy := x-left, y-top
	col, row := int(left), int(top)
	near := 0
	if fx >= 0.5 {
		near |= 1
	}
	if fy >= 0.5 {
		near |= 2
	}
	var sum, weight float64
	for k := range 4 {
		v, ok := s.unit(g, col+k&1, row+k>>1)
		if !ok {
			if k == near {
				return 0, false
			}
			continue
		}
		w := (1 - fx + float64(k&1)*(2*fx-1)) * (1 - fy + float64(k>>1)*(2*fy-1))
		sum, weight = sum+w*float64(v), weight+w
	}
	return sum / weight / float64(g.PerMetre), true
}

// edge makes up for rounding where grids end at a tile's edge.
const edge = 1e-6

// locate returns where a point lies in columns and rows.
func (g *grid) locate(p orb.Point) (x, y float64) {
	x = p[0] - g.West
	if x < 0 {
		x += 360
	}
	if x >= 360 {
		x -= 360
	}
	if x *= g.PerLon; x >= float64(g.Columns)-0.5+edge { // half a cell west of it, or outside
		x -= 360 * g.PerLon
	}
	return x, (g.North - p[1]) * g.PerLat
}

// About tells where the heights come from.
func (s *Source) About() About {
	if s == nil {
		return About{}
	}
	return s.about
}

// Check reads the heights of a region file, if it has any, and reports the first fault. The error
// wraps region.ErrDamaged.
func Check(ctx context.Context, file *region.File) error {
	s, err := Open(file)
	if s == nil || err != nil {
		return err
	}
	next := uint64(0)
	for i, b := range s.blocks {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if uint64(b.Start) != next {
			return damaged("block %d begins at %d, not %d", i, b.Start, next)
		}
		next += uint64(b.Bits)
	}
	if next*chunk+padding != uint64(len(s.data)) {
		return damaged("%d bytes of heights for blocks of %d", len(s.data), next*chunk+padding)
	}
	for i := range s.grids {
		g := &s.grids[i]
		for row := range int(g.Rows) {
			if row%256 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			for col := range int(g.Columns) {
				v, ok := s.unit(g, col, row)
				if ok && !known(float32(v)/float32(g.PerMetre)) {
					return damaged("grid %d holds a height of %d", i, v)
				}
			}
		}
	}
	return nil
}
