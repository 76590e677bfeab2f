package elevation

import (
	"encoding/binary"
	"io"
	"math"
	"math/bits"
)

// Heights are stored in square blocks of one width each, so that a height is one read of so many
// bits: nothing is decoded and nothing cached. Small blocks have little relief and need few bits.
const (
	blockShift = 4
	blockSide  = 1 << blockShift
	blockMask  = blockSide - 1
	blockCells = blockSide * blockSide
	// chunk is the number of bytes of a block for each bit of its heights, and the unit of its place.
	chunk = blockCells / 8
	// maxBits is enough for all heights that can be, at tenths of a metre.
	maxBits = 18
	// padding follows the last block, so that a height can be read as part of eight bytes.
	padding = 8
)

// grid is a stored grid. Its blocks follow one another row by row from First.
type grid struct {
	West, North    float64 // of the first height, in degrees
	PerLon, PerLat float64 // heights per degree
	Columns, Rows  uint32
	First          uint32
	PerMetre       uint32 // stored units in a metre: 1 or 10
}

// block is a stored block: the heights above Min, in Bits bits each. Where Void is 1, the greatest
// number of so many bits (with no bits: all of them) stands for an unknown height.
type block struct {
	Start uint32 // where the block begins, in chunks
	Min   int32
	Bits  uint16
	Void  uint16
}

// across and down return the number of blocks in a row and in a column.
func (g *grid) across() uint32 { return (g.Columns + blockMask) >> blockShift }
func (g *grid) down() uint32   { return (g.Rows + blockMask) >> blockShift }

// A packer writes blocks.
type packer struct {
	out    io.Writer
	blocks []block
	at     uint32 // chunks written
	buf    []byte
	cells  [blockCells]int32
}

// strip packs the rows of a strip of a grid, the first of which begins a block.
func (p *packer) strip(heights []float32, columns int, perMetre uint32) error {
	rows := len(heights) / columns
	for top := 0; top < rows; top += blockSide {
		for left := 0; left < columns; left += blockSide {
			for i := range p.cells {
				row, col := top+i>>blockShift, left+i&blockMask
				p.cells[i] = unknown
				if row < rows && col < columns {
					p.cells[i] = toUnits(heights[row*columns+col], perMetre)
				}
			}
			if err := p.block(); err != nil {
				return err
			}
		}
	}
	return nil
}

// unknown stands for an unknown height among units.
const unknown = math.MinInt32

func toUnits(h float32, perMetre uint32) int32 {
	if !known(h) {
		return unknown
	}
	return int32(math.Round(float64(h) * float64(perMetre)))
}

// block packs the cells.
func (p *packer) block() error {
	low, high, holes := int32(math.MaxInt32), int32(math.MinInt32), 0
	for _, v := range p.cells {
		if v == unknown {
			holes++
			continue
		}
		low, high = min(low, v), max(high, v)
	}
	b := block{Start: p.at}
	switch {
	case holes == blockCells:
		b.Void = 1
	case holes > 0:
		b.Min, b.Void = low, 1
		b.Bits = uint16(bits.Len32(uint32(high-low) + 1))
	default:
		b.Min = low
		b.Bits = uint16(bits.Len32(uint32(high - low)))
	}
	p.blocks = append(p.blocks, b)
	p.at += uint32(b.Bits)
	p.buf = p.buf[:0]
	var word uint64
	var have uint
	for _, v := range p.cells {
		u := uint64(1)<<b.Bits - 1
		if v != unknown {
			u = uint64(v - b.Min)
		}
		word |= u << have
		for have += uint(b.Bits); have >= 8; have -= 8 {
			p.buf = append(p.buf, byte(word))
			word >>= 8
		}
	}
	_, err := p.out.Write(p.buf)
	return err
}

// finish writes the padding.
func (p *packer) finish() error {
	_, err := p.out.Write(make([]byte, padding))
	return err
}

// unit returns a stored height in units, and false where it is unknown or outside.
func (s *Source) unit(g *grid, col, row int) (int32, bool) {
	if uint(col) >= uint(g.Columns) || uint(row) >= uint(g.Rows) {
		return 0, false
	}
	b := &s.blocks[int(g.First)+row>>blockShift*int(g.across())+col>>blockShift]
	bit := uint(row&blockMask<<blockShift|col&blockMask) * uint(b.Bits)
	full := uint64(1)<<b.Bits - 1
	v := binary.LittleEndian.Uint64(s.data[uint(b.Start)*chunk+bit>>3:]) >> (bit & 7) & full
	return b.Min + int32(v), b.Void == 0 || v != full
}
