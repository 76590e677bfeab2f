package predict

import "github.com/uber/h3-go/v4"

// Coarser describes cells of one resolution by those of a coarser one: it returns the cells whose middle
// cell is among those given, in their order. A cell of the coarser resolution has one middle cell, so
// that lists that share no cell still share none. Text that is no cell's index is passed over, and nil is
// returned for a resolution that is not coarser.
func Coarser(hexes []string, resolution int) []string {
	var out []string
	for _, hex := range hexes {
		cell := h3.Cell(h3.IndexFromString(hex))
		if !cell.IsValid() || resolution < 0 || resolution >= cell.Resolution() {
			continue
		}
		if parent := cell.Parent(resolution); parent.CenterChild(cell.Resolution()) == cell {
			out = append(out, name(parent))
		}
	}
	return out
}
