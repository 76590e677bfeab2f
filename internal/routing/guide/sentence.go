package guide

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/footstepd/footstepd/internal/routing"
)

// A teller writes the sentences of one path.
type teller struct {
	p     *Path
	l     *locale
	miles bool
	tags  tags // of the sentence being written
}

// tags are the values of the tags of a phrase.
type tags map[string]string

// leastTold is the length of a stretch in metres from which on its length is worth telling.
const leastTold = 200

// sentence tells a manoeuvre that a stretch of the given length follows.
func (t *teller) sentence(m manoeuvre, metres float64) string {
	road := &t.p.Roads[m.road]
	if t.tags == nil {
		t.tags = tags{}
	}
	v := t.tags
	clear(v)
	v["street"] = t.display(m.name, road.Class)
	v["direction"] = t.l.Directions[direction(m.kind)]
	v["side"] = t.l.Sides[sideName(m.kind)]
	v["ring"] = m.ring.name
	if m.road == 0 {
		v["compass"] = t.l.direction(t.p.heading())
	}
	if m.exit > 0 {
		v["ordinal"] = t.l.nth(m.exit)
	}
	if road.Exit != "" {
		v["sign"] = strings.Join(split(road.Exit), ", ")
	}
	if m.road > 0 {
		before := &t.p.Roads[m.road-1]
		v["before"] = t.display(streetOf(before.Name, before.Ref), before.Class)
	}
	if metres >= leastTold {
		v["length"] = t.l.length(metres, t.miles)
	}
	v["places"] = places(t.signpost(m))
	noun := nouns[road.Class]
	if m.road > 0 && m.note < pushBicycle && noun == nouns[t.p.Roads[m.road-1].Class] && v["before"] == "" {
		noun = "" // from one path to the next
	}
	t.fragments(v, noun)
	return t.fill(t.l.Phrases[t.phrase(m, v, road)], v)
}

// arrival tells the end of the path.
func (t *teller) arrival(kind routing.StepType) string {
	v := tags{"place": clean(t.p.DestinationName), "side": t.l.Sides[sideName(kind)]}
	key := "arrive"
	if v["place"] != "" {
		key += ".place"
	}
	if v["side"] != "" {
		key += ".side"
	}
	return t.fill(t.l.Phrases[key], v)
}

// fragments fills the tags that stand for parts of a sentence. A street without a name is called by
// the noun, if there is one.
func (t *teller) fragments(v tags, noun string) {
	for _, name := range [...]string{"on", "onto"} {
		switch {
		case v["street"] != "":
			v[name] = t.fill(t.l.Fragments[name], v)
		case noun != "":
			v[name] = t.l.Fragments[name+"."+noun]
		}
	}
	if v["places"] != "" {
		v["toward"] = t.fill(t.l.Fragments["toward"], v)
	}
	if v["length"] != "" {
		v["for"] = t.fill(t.l.Fragments["for"], v)
	}
}

// nouns are what roads without a name are called by their class.
var nouns = map[string]string{
	"footway": "walkway", "pedestrian": "walkway", "platform": "walkway",
	"path": "path", "bridleway": "path", "cycleway": "cycleway", "track": "track", "service": "service",
}

// phrase chooses the phrase of a manoeuvre.
func (t *teller) phrase(m manoeuvre, v tags, road *Road) string {
	stay := m.note == sameStreet && v["street"] != ""
	turned := v["direction"] != "" || m.kind == routing.SlightLeft || m.kind == routing.SlightRight
	switch {
	case m.note == pushBicycle && v["direction"] != "":
		return "push.turn"
	case m.note == pushBicycle:
		return "push"
	case m.note == rideBicycle && v["direction"] != "":
		return "ride.turn"
	case m.note == rideBicycle:
		return "ride"
	case turned && m.note == endOfRoad && v["direction"] != "":
		return "turn.end"
	}
	switch m.kind {
	case routing.Start, routing.StartLeft, routing.StartRight:
		switch road.Travel {
		case routing.Walk:
			return either(t.p.Mode == routing.Bicycle, "start.push", "start.walk")
		case routing.Cycle:
			return "start.ride"
		case routing.TakeBoat:
			return ferryPhrase(v["street"])
		}
		return "start.drive"
	case routing.Becomes:
		if v["before"] != "" && v["street"] != "" && v["before"] != v["street"] {
			return "becomes"
		}
		return "continue"
	case routing.Continue:
		return either(stay, "continue.stay", "continue.straight")
	case routing.SlightLeft, routing.SlightRight:
		return either(stay, "bear.stay", "bear")
	case routing.Left, routing.Right, routing.SharpLeft, routing.SharpRight:
		return either(stay, "turn.stay", "turn")
	case routing.UturnLeft, routing.UturnRight:
		return either(stay, "uturn.stay", "uturn")
	case routing.RampStraight:
		return "ramp.straight"
	case routing.RampLeft, routing.RampRight:
		return "ramp"
	case routing.ExitLeft, routing.ExitRight:
		return either(v["sign"] != "", "exit.sign", "exit")
	case routing.StayStraight:
		return "keep.straight"
	case routing.StayLeft, routing.StayRight:
		return either(stay, "keep.stay", "keep")
	case routing.Merge:
		return "merge"
	case routing.MergeLeft, routing.MergeRight:
		return "merge.side"
	case routing.RoundaboutEnter:
		key := either(v["ring"] != "", "roundabout.named", "roundabout")
		return either(m.exit > 0, key+".exit", key)
	case routing.RoundaboutExit:
		return "roundabout.leave"
	case routing.FerryEnter:
		return ferryPhrase(v["street"])
	case routing.FerryExit:
		return "ferry.leave"
	case routing.StepsEnter:
		return "steps"
	case routing.ElevatorEnter:
		return "elevator"
	case routing.EscalatorEnter:
		return "escalator"
	case routing.BuildingEnter:
		return "building.enter"
	case routing.BuildingExit:
		return "building.leave"
	}
	return "continue"
}

func either(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// ferryPhrase chooses how a ferry is called: by its line, or by a name that says that it is one.
func ferryPhrase(name string) string {
	if name == "" {
		return "ferry"
	}
	lower := strings.ToLower(name)
	for _, l := range locales() {
		for _, word := range l.Ferry {
			if strings.Contains(lower, word) {
				return "ferry.named"
			}
		}
	}
	return "ferry.line"
}

// direction is the key of a turn among the directions, "" for other manoeuvres.
func direction(kind routing.StepType) string {
	switch kind {
	case routing.Left, routing.Right, routing.SharpLeft, routing.SharpRight:
		return string(kind)
	}
	return ""
}

// sideName is the side that the name of a kind ends in, "" when it has none.
func sideName(kind routing.StepType) string {
	for _, s := range [...]string{"left", "right"} {
		if strings.HasSuffix(string(kind), "_"+s) || string(kind) == s {
			return s
		}
	}
	return ""
}

// display writes a street in a sentence: its name, or its number; both on roads like motorways,
// whose signs show the number.
func (t *teller) display(s street, class string) string {
	numbers := strings.Join(s.refs[:min(mostNumbers, len(s.refs))], "/")
	switch {
	case s.name == "", numbers == s.name, fast(class) && saysNumber(s.name, s.refs):
		return numbers
	case fast(class) && numbers != "":
		return numbers + " (" + s.name + ")"
	}
	return s.name
}

// mostNumbers is how many numbers of a road a sentence names; most are shared with one other at most.
const mostNumbers = 2

// signpost is where the road to follow leads as its signs tell. A ramp without signs leads to the
// first street with a name behind it.
func (t *teller) signpost(m manoeuvre) []string {
	road := &t.p.Roads[m.road]
	if road.Destination != "" {
		return split(road.Destination)
	}
	if m.name.known() || !ramp(road.Class) {
		return nil
	}
	for i := m.road; i < len(t.p.Roads) && t.p.Roads[i].Link; i++ {
		if i+1 < len(t.p.Roads) && !t.p.Roads[i+1].Link {
			if next := t.display(t.p.street(i+1), t.p.Roads[i+1].Class); next != "" {
				return []string{next}
			}
		}
	}
	return nil
}

// places joins what a signpost says; more than three places are too many to read.
func places(list []string) string { return strings.Join(list[:min(3, len(list))], ", ") }

// fill replaces the tags of a phrase. Values are names from outside and may hold braces themselves;
// those are left alone.
func (t *teller) fill(phrase string, v tags) string {
	var b strings.Builder
	for {
		open := strings.IndexByte(phrase, '{')
		if open < 0 {
			break
		}
		end := open + strings.IndexByte(phrase[open:], '}')
		if end < open {
			break
		}
		b.WriteString(phrase[:open])
		value := v[phrase[open+1:end]]
		if tag := phrase[open+1 : end]; b.Len() == 0 && (tag == "direction" || tag == "side") {
			first, size := utf8.DecodeRuneInString(value)
			value = string(unicode.ToUpper(first)) + value[size:]
		}
		b.WriteString(value)
		phrase = phrase[end+1:]
	}
	b.WriteString(phrase)
	return b.String()
}
