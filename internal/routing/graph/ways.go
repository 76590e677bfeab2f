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
	left    []map[uint32]uint32     // per mode: the ways whose use is another where traffic keeps left
	timed   []map[uint32][]timedUse // per mode: the ways whose use is another at times
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
	for range modes {
		r.uses = append(r.uses, nil)
		r.left = append(r.left, map[uint32]uint32{})
		r.timed = append(r.timed, map[uint32][]timedUse{})
		r.kinds = append(r.kinds, &useTable{number: map[profile.Way]uint32{}})
	}
}

// addWay keeps a way if any mode can use it.
func (b *Builder) addWay(w *osm.Way) bool {
	var found [8]profile.Way
	uses := found[:0]
	usable := false
	tags := b.ferries.tags(w)
	for _, p := range b.profiles {
		use := p.Way(tags, profile.Context{})
		usable = usable || use.Usable()
		uses = append(uses, use)
	}
	variants := profile.Variants(tags)
	for _, v := range variants {
		for _, p := range b.profiles {
			usable = usable || p.Way(v.Tags, profile.Context{}).Usable()
		}
	}
	sided := namesSide(tags)
	if !usable && !sided {
		return false
	}
	index := uint32(len(b.ways.records))
	for i, use := range uses {
		number := b.ways.kinds[i].add(use)
		b.ways.uses[i] = append(b.ways.uses[i], number)
		if sided {
			if other := b.ways.kinds[i].add(b.profiles[i].Way(tags, profile.Context{LeftHand: true})); other != number {
				b.ways.left[i][index] = other
			}
		}
	}
	b.addVariants(index, variants)
	b.ferries.keep(w, index)
	b.ways.records = append(b.ways.records, b.record(w))
	for _, n := range w.Nodes {
		b.ways.nodes = append(b.ways.nodes, int64(n.ID))
	}
	b.ways.first = append(b.ways.first, uint32(len(b.ways.nodes)))
	return true
}

// addVariants takes note of what a way is at times, for the modes to which it makes a difference.
func (b *Builder) addVariants(way uint32, variants []profile.Variant) {
	for i, p := range b.profiles {
		var list []timedUse
		differs := false
		for _, v := range variants {
			use := b.ways.kinds[i].add(p.Way(v.Tags, profile.Context{}))
			differs = differs || use != b.ways.uses[i][way]
			list = append(list, timedUse{b.texts.add(v.Hours), use})
		}
		if differs {
			b.ways.timed[i][way] = list
		}
	}
}

// namesSide tells whether a way's rules can depend on the side on which traffic keeps: that of the
// tags that name a side of the road.
func namesSide(tags osm.Tags) bool {
	for i := range tags {
		if k := tags[i].Key; strings.Contains(k, ":left") || strings.Contains(k, ":right") {
			return true
		}
	}
	return false
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
