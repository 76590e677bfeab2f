package poi

import (
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/index"
)

// FuzzTags reads tags of any bytes: no panic, and no text that is not in the section.
func FuzzTags(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3}, []byte("namecafe24/7"), uint8(4))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}, []byte("x"), uint8(1))
	f.Add([]byte{}, []byte{}, uint8(0))
	f.Fuzz(func(t *testing.T, tags, text []byte, step uint8) {
		s := &Store{
			at: []geo.Fixed{{}}, keys: []index.Key{1}, byKey: []uint32{7}, sets: []uint16{9},
			tags: tags, tagsAt: []uint32{0, uint32(len(tags))}, chains: []chain{{hash("x"), 3}, {hash("x"), 0}},
		}
		s.words.data = text
		for at := 0; at <= len(text); at += int(step%16) + 1 {
			s.words.starts = append(s.words.starts, uint32(at))
		}
		for _, tag := range s.Tags(0) {
			if len(tag.Key)+len(tag.Value) > 2*len(text) {
				t.Errorf("tag %q", tag)
			}
		}
		s.IsOfKind(0, "x")
		s.Categories(0)
		s.Find(1)
		s.OfChain("x", func(Object, string) bool { return true })
	})
}
