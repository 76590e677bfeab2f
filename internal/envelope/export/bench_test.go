package export_test

import (
	"context"
	"fmt"
	"io"
	"testing"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/envelope/export"
	"github.com/paulmach/orb"
)

// cells returns an answer with n cells, described as those of a prediction are.
func cells(n int) envelope.Answer {
	values := make([]envelope.CellValue, n)
	for i := range values {
		values[i] = envelope.CellValue{Hex: fmt.Sprintf("8a2aac%09x", i), Value: float64(30 - 30*i/n)}
	}
	b := envelope.New(envelope.Flags{}, envelope.Prose)
	i := 0
	b.Draw(envelope.CellLayer("Search priority", &envelope.Cells{
		Values: values, Shown: 1, Range: [2]float64{0, 30},
		Outline: func(string) orb.Ring {
			x, y := -75+float64(i%100)*0.001, 39+float64(i/100)*0.001
			i++
			return orb.Ring{{x, y}, {x + 0.0005, y - 0.0003}, {x + 0.001, y}, {x + 0.001, y + 0.0005}, {x + 0.0005, y + 0.0008}, {x, y + 0.0005}, {x, y}}
		},
		Describe: func(i int) envelope.Note {
			return envelope.Note{
				Title: fmt.Sprintf("#%05d, 0.1 %%", i+1), Text: "0.1 % of comparable cases, score 12 of 30, in segment A: within the 50 % ring",
				Facts: struct {
					Rank        int     `json:"rank"`
					Probability float64 `json:"probability"`
					Segment     string  `json:"segment"`
				}{i + 1, 0.001, "A"},
			}
		},
	}))
	return b.Answer(context.Background())
}

// BenchmarkExport writes a prediction of 12,000 cells.
func BenchmarkExport(b *testing.B) {
	a := cells(12_000)
	for _, format := range export.Formats() {
		b.Run(format, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := export.Write(io.Discard, format, a); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
