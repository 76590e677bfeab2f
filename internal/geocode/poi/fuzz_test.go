package poi

import "testing"

// FuzzTags reads tags of any bytes: no panic, and no end of them.
func FuzzTags(f *testing.F) {
	tags, texts := packTags([]object{{tags: []Tag{{"name", "cafe"}, {"opening_hours", "24/7"}}}, {tags: []Tag{{"name", "cafe"}}}, {}})
	f.Add(tags, texts, uint8(1))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}, texts, uint8(0))
	f.Add([]byte{}, []byte{}, uint8(0))
	f.Fuzz(func(t *testing.T, tags, texts []byte, object uint8) {
		var s Store
		if s.tags.openTexts(texts) != nil || s.tags.open(tags, 40) != nil {
			return
		}
		o := Object(object)
		if n := len(s.Tags(o)); n > 8*len(tags) {
			t.Errorf("%d tags of %d bytes", n, len(tags))
		}
		s.IsOfKind(o, "x")
		s.Tag(o, "name")
		_ = s.tags.check(o)
	})
}
