package packed

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
)

// Symbols are up to 255 strings of 1 to 8 bytes that stand for a byte each in packed texts, after FSST
// (Boncz, Neumann and Leis, 2020). The last byte value says that the next byte stands for itself. The
// zero value has no symbols.
type Symbols struct {
	of      [escape][maxSymbol]byte
	size    [escape]uint8
	n       int
	byFirst [256][]uint8 // the longest first; for writing
}

const (
	maxSymbol = 8
	escape    = 255
)

// OpenSymbols reads symbols from the head of bytes and returns what is behind them.
func OpenSymbols(b []byte) (s *Symbols, rest []byte, err error) {
	n, b := uvarint(b)
	if b == nil || n > escape {
		return nil, nil, ErrDamaged
	}
	s = &Symbols{}
	for range n {
		if len(b) == 0 || b[0] == 0 || b[0] > maxSymbol || int(b[0]) >= len(b) {
			return nil, nil, ErrDamaged
		}
		s.add(b[1 : 1+b[0]])
		b = b[1+b[0]:]
	}
	return s, b, nil
}

func (s *Symbols) add(symbol []byte) {
	s.size[s.n] = uint8(copy(s.of[s.n][:], symbol))
	s.n++
}

// Append appends the symbols.
func (s *Symbols) Append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(s.n))
	for i := range s.n {
		b = append(append(b, s.size[i]), s.of[i][:s.size[i]]...)
	}
	return b
}

// Decode appends the text that codes stand for.
func (s *Symbols) Decode(dst, codes []byte) []byte {
	for i := 0; i < len(codes); i++ {
		c := codes[i]
		if c != escape {
			dst = append(dst, s.of[c][:s.size[c]]...)
		} else if i++; i < len(codes) {
			dst = append(dst, codes[i])
		}
	}
	return dst
}

// next returns the code of the longest symbol that a text begins with and its length; with code
// escape, the first byte stands for itself.
func (s *Symbols) next(text []byte) (code uint8, size int) {
	for _, c := range s.byFirst[text[0]] {
		if n := int(s.size[c]); n <= len(text) && bytes.Equal(s.of[c][:n], text[:n]) {
			return c, n
		}
	}
	return escape, 1
}

// Encode appends the codes of a text. The symbols must come from TrainSymbols.
func (s *Symbols) Encode(dst, text []byte) []byte {
	for len(text) > 0 {
		code, n := s.next(text)
		dst = append(dst, code)
		if code == escape {
			dst = append(dst, text[0])
		}
		text = text[n:]
	}
	return dst
}

// sampleBytes is how much text symbols are made of, and generations how often they are improved.
const (
	sampleBytes = 1 << 18
	generations = 5
)

// TrainSymbols makes symbols that suit some texts: those that occur most often in a sample, counted
// and joined with their neighbours over some generations.
func TrainSymbols(texts [][]byte) *Symbols {
	total := 0
	for _, t := range texts {
		total += len(t)
	}
	step := 1 + total/sampleBytes
	s := &Symbols{}
	for range generations {
		counts := map[string]int{}
		for i := 0; i < len(texts); i += step {
			last := ""
			for t := texts[i]; len(t) > 0; {
				_, n := s.next(t)
				this := string(t[:n])
				counts[this]++
				if n == 1 { // single bytes would lose against what holds them
					counts[this]++
				}
				if last != "" && len(last)+n <= maxSymbol {
					counts[last+this]++
				}
				last, t = this, t[n:]
			}
		}
		s = bestSymbols(counts)
	}
	return s
}

// bestSymbols picks those that stand for the most bytes.
func bestSymbols(counts map[string]int) *Symbols {
	type candidate struct {
		text string
		gain int
	}
	list := make([]candidate, 0, len(counts))
	for t, n := range counts {
		if n > 1 {
			list = append(list, candidate{t, n * len(t)})
		}
	}
	slices.SortFunc(list, func(a, b candidate) int { return cmp.Or(cmp.Compare(b.gain, a.gain), cmp.Compare(a.text, b.text)) })
	list = list[:min(len(list), escape)]
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(len(b.text), len(a.text)), cmp.Compare(a.text, b.text))
	})
	s := &Symbols{}
	for _, c := range list {
		s.byFirst[c.text[0]] = append(s.byFirst[c.text[0]], uint8(s.n))
		s.add([]byte(c.text))
	}
	return s
}
