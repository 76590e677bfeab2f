package text

import (
	"strings"
	"sync"
)

// StateCode and BareNumber stand for the letters of a system of roads in RoadSystems: the code of a state, and none.
const (
	StateCode  = "*"
	BareNumber = ""
)

// roadWords are what people call systems of roads, and the letters that stand before the numbers of such roads on
// maps; "-" for none.
const roadWords = `
	interstate: i
	interstate highway: i
	us route: us
	us highway: us
	us hwy: us
	u s route: us
	u s highway: us
	federal highway: us
	state route: * sr
	state road: * sr
	state highway: * sh
	state hwy: * sh
	sr: *
	rt: us * -
	rte: us * -
	route: us * n d -
	highway: us * sh -
	hwy: us * sh -
	county road: cr co
	county route: cr co
	motorway: m a
	autobahn: a
	bab: a
	bundesautobahn: a
	bundesstrasse: b
	landesstrasse: l
	landstrasse: l
	staatsstrasse: st
	kreisstrasse: k
	nationalstrasse: a n
	hauptstrasse: h
	autoroute: a
	route nationale: n
	nationale: n
	rn: n
	route departementale: d
	departementale: d
	rd: d
	autostrada: a
	strada statale: ss
	statale: ss
	strada regionale: sr
	strada provinciale: sp
	provinciale: sp
	autovia: a
	autopista: ap a
	carretera nacional: n
	carretera: n cg
	carretera general: cg
	autoestrada: a
	estrada nacional: n en
	estrada: n en
	autosnelweg: a
	snelweg: a
	rijksweg: a n
	provinciale weg: n
	droga krajowa: dk -
	droga ekspresowa: s
	droga wojewodzka: dw -
	dalnice: d
	silnice: i ii iii -
	europavej: e
	europavag: e
	europavei: e
	eurooppatie: e
	europastrasse: e
	european route: e
	motorvej: e m
	motorvag: e
	riksvag: rv -
	lansvag: lv -
	riksvei: rv -
	fylkesvei: fv -
	valtatie: vt -
	kantatie: kt -
	seututie: st mt -
	yhdystie: mt -
	maantie: mt -
	vt: -
	kt: -
	ring: o ring`

// maxRoadWords is the most words that such a name has.
const maxRoadWords = 3

type roadSystems struct {
	first   map[string]bool // words that such a name begins with
	letters map[string][]string
}

var roads = sync.OnceValue(func() *roadSystems {
	t := &roadSystems{first: map[string]bool{}, letters: map[string][]string{}}
	for line := range strings.Lines(roadWords) {
		words, letters, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			continue
		}
		first, _, _ := strings.Cut(words, " ")
		t.first[first] = true
		for l := range strings.FieldsSeq(letters) {
			if l == "-" {
				l = BareNumber
			}
			t.letters[words] = append(t.letters[words], l)
		}
	}
	return t
})

// RoadSystems reads the name of a system of roads where atoms begin: how many of them it takes, 0 for none, and the
// letters that the numbers of its roads may begin with, folded: "state route" gives StateCode, "valtatie"
// BareNumber. The answer must not be changed.
func RoadSystems(atoms []Atom) (n int, letters []string) {
	t := roads()
	if len(atoms) == 0 || !t.first[atoms[0].Text] {
		return 0, nil
	}
	var buf [maxRoadWords * (MaxAtomSize + 1)]byte
	b := buf[:0]
	for i := range atoms[:min(len(atoms), maxRoadWords)] {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, atoms[i].Text...)
		if l, ok := t.letters[string(b)]; ok {
			n, letters = i+1, l
		}
	}
	return n, letters
}
