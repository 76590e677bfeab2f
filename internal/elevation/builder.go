package elevation

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	source "github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/osm"
)

// reach is how far beyond the extract heights are kept, in degrees of latitude: some 6 km, since
// predictions look 5 km around a place.
const reach = 0.055

// A Builder stores the heights of the files of a folder, as far as the extract needs them. It is a part
// of an import; see build.Builder.
type Builder struct {
	folder string
	files  []candidate
	about  About
	source *Source
}

// NewBuilder looks for height files in a folder and below it. Errors name the file at fault and what to
// do about it.
func NewBuilder(folder string) (*Builder, error) {
	files, err := scan(folder)
	return &Builder{folder: folder, files: files}, err
}

// About tells what Finish has stored.
func (b *Builder) About() About { return b.about }

// Source returns the heights that Finish has stored, for parts of the import that finish later; before, it is
// nil and knows none.
func (b *Builder) Source() *Source { return b.source }

// Relation implements osm.Consumer.
func (b *Builder) Relation(*osm.Relation) error { return nil }

// Way implements osm.Consumer.
func (b *Builder) Way(*osm.Way, source.Need) error { return nil }

// Node implements osm.Consumer.
func (b *Builder) Node(*osm.Node) error { return nil }

// Finish reads the files that meet the extract and writes their heights.
func (b *Builder) Finish(ctx context.Context, loc *source.Locations, w *region.Writer, report *region.Report, progress func(float64)) error {
	box, ok := loc.Box()
	if !ok {
		return fmt.Errorf("elevation: the extract covers nothing")
	}
	tiles, err := b.open(box, report)
	if err != nil {
		return err
	}
	mosaics := assemble(tiles, around(box))
	if len(mosaics) == 0 {
		return fmt.Errorf("elevation: none of the %d height files in %s meets the extract, which lies between west %.4f, south %.4f, east %.4f and north %.4f; fetch the tiles of that area",
			len(b.files), b.folder, box[0], box[1], box[2], box[3])
	}
	data, err := w.Section(dataSection)
	if err != nil {
		return err
	}
	var kept bytes.Buffer
	p := packer{out: io.MultiWriter(data, &kept)}
	tally := newTally(box, loc)
	var rows, done int
	for _, m := range mosaics {
		rows += m.area.rows
	}
	grids := make([]grid, len(mosaics))
	for i, m := range mosaics {
		grids[i] = m.grid(uint32(len(p.blocks)))
		err := m.strips(ctx, func(row int, heights []float32, filled int) error {
			progress(float64(done+row) / float64(rows))
			tally.strip(&grids[i], row, heights, filled)
			return p.strip(heights, m.area.columns, grids[i].PerMetre)
		})
		if err != nil {
			return err
		}
		done += m.area.rows
		tally.about.Files = append(tally.about.Files, m.files()...)
	}
	if err := p.finish(); err != nil {
		return err
	}
	b.about = tally.finish()
	b.source = &Source{grids: grids, blocks: p.blocks, data: kept.Bytes(), about: b.about}
	report.Count("heights", b.about.Heights)
	if err := region.AddSlice(w, blocksSection, p.blocks); err != nil {
		return err
	}
	if err := region.AddSlice(w, gridsSection, grids); err != nil {
		return err
	}
	text, err := json.Marshal(b.about)
	if err != nil {
		return fmt.Errorf("elevation: %w", err)
	}
	return w.Add(aboutSection, text)
}

// open opens the files that meet the surroundings of a box.
func (b *Builder) open(box [4]float64, report *region.Report) ([]*tile, error) {
	var tiles []*tile
	for _, c := range b.files {
		if !geo.BoxesMeet(c.box, around(box)) {
			report.Skip("height files that do not meet the extract", 1)
			continue
		}
		t, err := c.open()
		if err != nil {
			return nil, fmt.Errorf("elevation: %w", err)
		}
		tiles = append(tiles, t)
	}
	return tiles, nil
}

// around returns a box grown by the reach.
func around(box [4]float64) [4]float64 {
	poleward := max(math.Abs(box[1]), math.Abs(box[3])) + reach
	wide := 180.0
	if cos := math.Cos(poleward * math.Pi / 180); poleward < 90 && cos > reach/wide {
		wide = reach / cos
	}
	grown := geo.GrowBox(box, wide)
	grown[1], grown[3] = max(-90, box[1]-reach), min(90, box[3]+reach)
	return grown
}

// assemble puts tiles together that lie on one lattice, as far as they meet a box; the finest first.
func assemble(tiles []*tile, box [4]float64) []*mosaic {
	if box[0] > box[2] {
		box[2] += 360
	}
	var mosaics []*mosaic
	for _, t := range tiles {
		for turns := -1; turns <= 1; turns++ {
			p := t.place(turns)
			shared := p.area().meet(p.cover(box))
			if shared.empty() {
				continue
			}
			i := slices.IndexFunc(mosaics, func(m *mosaic) bool { return m.lattice.same(p.lattice) })
			if i < 0 {
				i = len(mosaics)
				mosaics = append(mosaics, &mosaic{lattice: p.lattice, whole: true, area: shared})
			}
			m := mosaics[i]
			m.tiles, m.area, m.whole = append(m.tiles, p), m.area.join(shared), m.whole && t.whole
		}
	}
	slices.SortStableFunc(mosaics, func(a, b *mosaic) int {
		return cmp.Or(cmp.Compare(b.perLon*b.perLat, a.perLon*a.perLat), cmp.Compare(a.lon, b.lon), cmp.Compare(a.lat, b.lat))
	})
	return mosaics
}

// files describes the files of a mosaic whose heights were read.
func (m *mosaic) files() []File {
	var out []File
	for i := range m.tiles {
		t := &m.tiles[i]
		f := File{filepath.Base(t.path), 3600 / m.perLon, 3600 / m.perLat, t.bytes, m.sums[t.path]}
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}
