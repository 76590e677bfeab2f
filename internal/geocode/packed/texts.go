package packed

import "encoding/binary"

// textGroup is how many texts lie behind each other, each told from the one before it.
const textGroup = 8

// Texts are numbered texts. Of each are stored how many bytes it shares with the one before it in its
// group, and the rest in symbols. They are the smaller the more neighbours have in common. The zero
// value has none.
type Texts struct {
	n       int
	symbols *Symbols
	starts  Table
	data    []byte
}

// OpenTexts reads texts.
func OpenTexts(b []byte) (t Texts, err error) {
	n, b := uvarint(b)
	if b == nil || n > maxRows {
		return t, ErrDamaged
	}
	t.n = int(n)
	if t.symbols, b, err = OpenSymbols(b); err != nil {
		return Texts{}, err
	}
	if t.starts, t.data, err = OpenTable(b, 1); err != nil {
		return Texts{}, err
	}
	if t.starts.Len() != (t.n+textGroup-1)/textGroup || !t.starts.Ascending(0, 0, int64(len(t.data))) {
		return Texts{}, ErrDamaged
	}
	return t, nil
}

// Len returns the number of texts.
func (t *Texts) Len() int { return t.n }

// Append appends text i, nothing when there is none.
func (t *Texts) Append(dst []byte, i uint32) []byte {
	if int64(i) >= int64(t.n) {
		return dst
	}
	b := t.data[t.starts.At(i/textGroup, 0):]
	from := len(dst)
	for j := i / textGroup * textGroup; ; j++ {
		shared, size, rest := CutPair(b)
		if rest == nil || size > uint64(len(rest)) || shared > uint64(len(dst)-from) {
			return dst[:from]
		}
		dst = t.symbols.Decode(dst[:from+int(shared)], rest[:size])
		if j == i {
			return dst
		}
		b = rest[size:]
	}
}

// At returns text i, "" when there is none.
func (t *Texts) At(i uint32) string {
	var buf [256]byte
	return string(t.Append(buf[:0], i))
}

// AppendTexts appends texts.
func AppendTexts(b []byte, texts []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(texts)))
	rests := make([][]byte, len(texts))
	shared := make([]int, len(texts))
	for i, s := range texts {
		if i%textGroup != 0 {
			shared[i] = Shared(texts[i-1], s)
		}
		rests[i] = []byte(s[shared[i]:])
	}
	symbols := TrainSymbols(rests)
	var starts []uint64
	var data, codes []byte
	for i, rest := range rests {
		if i%textGroup == 0 {
			starts = append(starts, uint64(len(data)))
		}
		codes = symbols.Encode(codes[:0], rest)
		data = append(AppendPair(data, shared[i], len(codes)), codes...)
	}
	return append(AppendColumn(symbols.Append(b), starts), data...)
}

// Shared returns how many bytes two texts begin with in common.
func Shared(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
