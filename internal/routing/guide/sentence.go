package guide

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/footstepd/footstepd/internal/routing"
)

// A teller writes the sentences of one path.
type teller struct {
	p      *Path
	l      *locale
	miles  bool
	values [tagCount]string // of the tags of the sentence that is being written
	noun   string           // for a street without a name, "" when there is none
	metres float64          // of the stretch to follow
	out    []byte
}

// leastTold is the length of a stretch in metres from which on its length is worth telling.
const leastTold = 200

// sentence tells a manoeuvre that a stretch of the given length follows.
func (t *teller) sentence(m manoeuvre, metres float64) string {
	road := &t.p.Roads[m.road]
	t.values = [tagCount]string{}
	v := &t.values
	v[tagStreet] = display(m.name, road.Class)
	v[tagDirection] = t.l.Directions[direction(m.kind)]
	v[tagSide] = t.l.Sides[sideName(m.kind)]
	if m.ring != nil {
		v[tagRing] = m.ring.name
	}
	if m.exit > 0 {
		v[tagOrdinal] = t.l.nth(m.exit)
	}
	if road.Exit != "" {
		v[tagSign] = strings.Join(split(road.Exit), ", ")
	}
	t.noun = nouns[road.Class]
	if m.road == 0 {
		v[tagCompass] = t.l.direction(t.p.heading())
	} else {
		before := &t.p.Roads[m.road-1]
		v[tagBefore] = display(before.street(), before.Class)
		if m.note < pushBicycle && t.noun == nouns[before.Class] && v[tagBefore] == "" {
			t.noun = "" // from one path to the next
		}
	}
	t.metres = metres
	v[tagPlaces] = places(t.signpost(m))
	return t.fill(t.phrase(m, road))
}

// arrival tells the end of the path.
func (t *teller) arrival(kind routing.StepType) string {
	t.values = [tagCount]string{tagPlace: clean(t.p.DestinationName), tagSide: t.l.Sides[sideName(kind)]}
	key := "arrive"
	if t.values[tagPlace] != "" {
		key += ".place"
	}
	if t.values[tagSide] != "" {
		key += ".side"
	}
	return t.fill(key)
}

// fill writes a phrase with the values of its tags. Values are names from outside and may hold braces
// themselves; those are left alone.
func (t *teller) fill(phrase string) string {
	t.out = t.out[:0]
	t.write(t.l.phrases[phrase])
	return string(t.out)
}

func (t *teller) write(phrase template) {
	start := len(t.out)
	for _, p := range phrase {
		t.out = append(t.out, p.text...)
		switch p.tag {
		case tagOn:
			t.writeStreet("on")
		case tagOnto:
			t.writeStreet("onto")
		case tagToward:
			if t.values[tagPlaces] != "" {
				t.write(t.l.fragments["toward"])
			}
		case tagFor:
			if t.metres >= leastTold {
				t.write(t.l.fragments["for"])
			}
		case tagLength:
			if t.metres >= leastTold {
				t.out = t.l.appendLength(t.out, t.metres, t.miles)
			}
		case tagDirection, tagSide:
			value := t.values[p.tag]
			if len(t.out) == start && value != "" {
				first, size := utf8.DecodeRuneInString(value)
				t.out, value = utf8.AppendRune(t.out, unicode.ToUpper(first)), value[size:]
			}
			t.out = append(t.out, value...)
		default:
			t.out = append(t.out, t.values[p.tag]...)
		}
	}
}

// writeStreet writes the fragment of a street, which is called by the noun, if there is one, where it has
// no name.
func (t *teller) writeStreet(fragment string) {
	switch {
	case t.values[tagStreet] != "":
		t.write(t.l.fragments[fragment])
	case t.noun != "":
		t.write(t.l.fragments[fragment+"."+t.noun])
	}
}

// nouns are what roads without a name are called by their class.
var nouns = map[string]string{
	"footway": "walkway", "pedestrian": "walkway", "platform": "walkway",
	"path": "path", "bridleway": "path", "cycleway": "cycleway", "track": "track", "service": "service",
}

// phrase chooses the phrase of a manoeuvre.
func (t *teller) phrase(m manoeuvre, road *Road) string {
	v := &t.values
	stay := m.note == sameStreet && v[tagStreet] != ""
	turned := v[tagDirection] != "" || m.kind == routing.SlightLeft || m.kind == routing.SlightRight
	switch {
	case m.note == pushBicycle && v[tagDirection] != "":
		return "push.turn"
	case m.note == pushBicycle:
		return "push"
	case m.note == rideBicycle && v[tagDirection] != "":
		return "ride.turn"
	case m.note == rideBicycle:
		return "ride"
	case m.note == pushRound && v[tagDirection] != "":
		return "push.round"
	case m.note == pushRound:
		return "push.across"
	case turned && m.note == endOfRoad && v[tagDirection] != "":
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
			return ferryPhrase(v[tagStreet])
		}
		return "start.drive"
	case routing.Becomes:
		if v[tagBefore] != "" && v[tagStreet] != "" && v[tagBefore] != v[tagStreet] {
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
		return either(v[tagSign] != "", "exit.sign", "exit")
	case routing.StayStraight:
		return "keep.straight"
	case routing.StayLeft, routing.StayRight:
		return either(stay, "keep.stay", "keep")
	case routing.Merge:
		return "merge"
	case routing.MergeLeft, routing.MergeRight:
		return "merge.side"
	case routing.RoundaboutEnter:
		key := either(v[tagRing] != "", "roundabout.named", "roundabout")
		return either(m.exit > 0, key+".exit", key)
	case routing.RoundaboutExit:
		return "roundabout.leave"
	case routing.FerryEnter:
		return ferryPhrase(v[tagStreet])
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
	_, last, ok := strings.Cut(string(kind), "_")
	if !ok {
		last = string(kind)
	}
	if last == "left" || last == "right" {
		return last
	}
	return ""
}

// display writes a street in a sentence: its name, or its number; both on roads like motorways,
// whose signs show the number.
func display(s *Street, class string) string {
	if fast(class) {
		return s.sign
	}
	return s.label
}

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
			if next := display(t.p.street(i+1), t.p.Roads[i+1].Class); next != "" {
				return []string{next}
			}
		}
	}
	return nil
}

// places joins what a signpost says; more than three places are too many to read.
func places(list []string) string { return strings.Join(list[:min(3, len(list))], ", ") }
