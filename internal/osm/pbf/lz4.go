package pbf

import "errors"

var errLZ4 = errors.New("malformed lz4 data")

// unlz4 unpacks an lz4 block that must fill out exactly. A block is a row of sequences: a token
// with two lengths, literal bytes, and a two-byte distance back to what is repeated; the last
// sequence is literals only. See https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md.
func unlz4(out, in []byte) error {
	n := 0 // bytes of out that are filled
	// length reads the bytes that continue a length of 15.
	length := func(v int) (int, bool) {
		if v < 15 {
			return v, true
		}
		for len(in) > 0 {
			b := in[0]
			in = in[1:]
			v += int(b)
			if b < 255 {
				return v, v <= len(out)
			}
		}
		return 0, false
	}
	for len(in) > 0 {
		token := in[0]
		in = in[1:]
		literals, ok := length(int(token >> 4))
		if !ok || literals > len(in) || literals > len(out)-n {
			return errLZ4
		}
		n += copy(out[n:], in[:literals])
		in = in[literals:]
		if len(in) == 0 {
			break
		}
		if len(in) < 2 {
			return errLZ4
		}
		back := int(in[0]) | int(in[1])<<8
		in = in[2:]
		match, ok := length(int(token & 15))
		match += 4
		if !ok || back == 0 || back > n || match > len(out)-n {
			return errLZ4
		}
		// What is repeated may reach into what is being written, so byte by byte.
		for range match {
			out[n] = out[n-back]
			n++
		}
	}
	if n != len(out) {
		return errLZ4
	}
	return nil
}
