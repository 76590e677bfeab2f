package graph

import (
	"strings"

	"github.com/footstepd/footstepd/internal/routing/profile"
	"github.com/paulmach/osm"
)

// rawWays holds the kept ways of an extract in flat arrays: a country has millions.
type rawWays struct {
	records []Way
	first   []uint32 // of each way among nodes, and the end
	nodes   []int64
	uses    [][]uint32              // per mode and way: number among kinds
	varies  map[uint32]setting      // the ways whose rules can depend on where they are, and on what of it
	there   []map[placed]uint32     // per mode: the use of those elsewhere than in setting 0
	timed   []map[placed][]timedUse // per mode: the ways whose use is another at times
	kinds   []*useTable             // per mode

	translations []Translation
	lists        map[string]uint32 // start of a list of translations, by its spelling
}

// timedUse is another use of a way while certain hours last.
type timedUse struct {
	hours uint32 // text
	use   uint32
}

// useTable numbers the distinct uses of ways by one mode.
type useTable struct {
	number map[profile.Way]uint32
	list   []profile.Way
}

func (t *useTable) add(w profile.Way) uint32 {
	n, ok := t.number[w]
	if !ok {
		n = uint32(len(t.list))
		t.number[w] = n
		t.list = append(t.list, w)
	}
	return n
}

func (r *rawWays) init(modes int) {
	r.first = []uint32{0}
	r.lists = map[string]uint32{}
	r.varies = map[uint32]setting{}
	for range modes {
		r.uses = append(r.uses, nil)
		r.there = append(r.there, map[placed]uint32{})
		r.timed = append(r.timed, map[placed][]timedUse{})
		r.kinds = append(r.kinds, &useTable{number: map[profile.Way]uint32{}})
	}
}

// addWay keeps a way if any mode can use it anywhere, at any time.
func (b *Builder) addWay(w *osm.Way) bool {
	tags := b.ferries.tags(w)
	variants, varies := profile.Variants(tags), varying(tags)
	if !b.usable(tags, variants, varies) {
		return false
	}
	index := uint32(len(b.ways.records))
	if varies != 0 {
		b.ways.varies[index] = varies
	}
	for i, p := range b.profiles {
		for here := range varies.all() {
			use := b.ways.kinds[i].add(p.Way(tags, here.context()))
			if here == 0 {
				b.ways.uses[i] = append(b.ways.uses[i], use)
			} else {
				b.ways.there[i][placed{index, here}] = use
			}
			b.addVariants(i, placed{index, here}, use, variants)
		}
	}
	b.ferries.keep(w, index)
	b.ways.records = append(b.ways.records, b.record(w))
	for _, n := range w.Nodes {
		b.ways.nodes = append(b.ways.nodes, int64(n.ID))
	}
	b.ways.first = append(b.ways.first, uint32(len(b.ways.nodes)))
	return true
}

// usable tells whether any mode can use a way with the tags.
func (b *Builder) usable(tags osm.Tags, variants []profile.Variant, varies setting) bool {
	for here := range varies.all() {
		for _, p := range b.profiles {
			if p.Way(tags, here.context()).Usable() {
				return true
			}
			for _, v := range variants {
				if p.Way(v.Tags, here.context()).Usable() {
					return true
				}
			}
		}
	}
	return false
}

// addVariants takes note of what a way is at times, if that is another use by the mode than its usual one.
func (b *Builder) addVariants(mode int, at placed, usual uint32, variants []profile.Variant) {
	var list []timedUse
	differs := false
	for _, v := range variants {
		use := b.ways.kinds[mode].add(b.profiles[mode].Way(v.Tags, at.here.context()))
		differs = differs || use != usual
		list = append(list, timedUse{b.texts.add(v.Hours), use})
	}
	if differs {
		b.ways.timed[mode][at] = list
	}
}

// record makes the stored form of a way's attributes.
func (b *Builder) record(w *osm.Way) Way {
	a := profile.AttributesOf(w.Tags)
	r := Way{
		ID:          int64(w.ID),
		Name:        b.texts.add(a.Name),
		Ref:         b.texts.add(a.Ref),
		Destination: [2]uint32{b.texts.add(signpost(a.Forward)), b.texts.add(signpost(a.Backward))},
		Lanes:       [2]uint32{b.texts.add(a.Forward.TurnLanes), b.texts.add(a.Backward.TurnLanes)},
		Surface:     b.texts.add(a.Surface),
		Exits:       b.texts.add(a.Exits),
		Road:        a.Class,
		Features:    a.Features,
	}
	if a.Link {
		r.Flags |= Link
	}
	if a.Roundabout || a.Circular {
		r.Flags |= Roundabout
	}
	if a.Escalator {
		r.Flags |= Escalator
	}
	if a.Bridge {
		r.Flags |= Bridge
	}
	motor := b.motor.Way(w.Tags, profile.Context{})
	if motor.Forward.Access == profile.Open || motor.Backward.Access == profile.Open {
		r.Flags |= Public
	}
	r.Translations, r.Translated = b.translate(w.Tags)
	return r
}

// signpost joins what a sign says: route numbers, then places, else streets.
func signpost(s profile.Signs) string {
	places := s.Destination
	if places == "" {
		places = s.DestinationStreets
	}
	if s.DestinationRefs == "" || places == "" {
		return s.DestinationRefs + places
	}
	return s.DestinationRefs + ";" + places
}

// translate stores the names of a way in other languages and returns where they are.
func (b *Builder) translate(tags osm.Tags) (first uint32, count uint16) {
	var list []Translation
	var key []byte
	for _, t := range tags {
		lang, ok := strings.CutPrefix(t.Key, "name:")
		if !ok || t.Value == "" || !isLanguage(lang) || len(list) == 100 {
			continue
		}
		list = append(list, Translation{b.texts.add(lang), b.texts.add(t.Value)})
		key = append(key, lang...)
		key = append(key, 0)
		key = append(key, t.Value...)
		key = append(key, 0)
	}
	if len(list) == 0 {
		return 0, 0
	}
	first, ok := b.ways.lists[string(key)]
	if !ok {
		first = uint32(len(b.ways.translations))
		b.ways.translations = append(b.ways.translations, list...)
		b.ways.lists[string(key)] = first
	}
	return first, uint16(len(list))
}

// isLanguage tells whether the end of a name key is a language tag such as "de" or "zh-Hant", and
// not the name of a side or an etymology.
func isLanguage(s string) bool {
	head, rest, _ := strings.Cut(s, "-")
	if len(head) < 2 || len(head) > 3 || len(rest) > 16 {
		return false
	}
	for _, c := range []byte(head) {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}
