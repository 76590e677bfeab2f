package profile

import (
	"strings"
	"unicode"

	"github.com/paulmach/osm"
)

// A Variant is what a way is while certain hours last: its tags with the value of a conditional key put
// in the place of the key without the condition.
type Variant struct {
	Hours string // as OSM writes opening hours
	Tags  osm.Tags
}

// maxClauses bounds the clauses of a way or restriction.
const maxClauses = 8

// Variants returns what a way is at times, in the order in which it is tagged: motor_vehicle:conditional =
// no @ (22:00-06:00) gives one variant with motor_vehicle=no. Conditions other than hours are left out.
func Variants(tags osm.Tags) (all []Variant) {
	for i := range tags {
		key, ok := strings.CutSuffix(tags[i].Key, ":conditional")
		if !ok {
			continue
		}
		for value, hours := range conditions(tags[i].Value) {
			if len(all) == maxClauses {
				return all
			}
			other := make(osm.Tags, 0, len(tags))
			for j := range tags {
				if j != i && tags[j].Key != key {
					other = append(other, tags[j])
				}
			}
			all = append(all, Variant{hours, append(other, osm.Tag{Key: key, Value: value})})
		}
	}
	return all
}

// maxCondition bounds the text of a conditional value in bytes.
const maxCondition = 1000

// conditions yields the values of a conditional key with the hours at which they hold. Conditions
// other than hours (a weight, a purpose, the state of the road) are left out.
func conditions(text string) func(yield func(value, hours string) bool) {
	return func(yield func(value, hours string) bool) {
		for value, hours := range clauses(text) {
			if isHours(hours) && !yield(value, hours) {
				return
			}
		}
	}
}

// clauses yields the values of a conditional key with their conditions. What is not of the form
// "value @ (condition); value @ (condition)" is left out.
func clauses(text string) func(yield func(value, condition string) bool) {
	return func(yield func(value, condition string) bool) {
		if len(text) > maxCondition {
			return
		}
		for text != "" {
			value, rest, ok := strings.Cut(text, "@")
			if !ok {
				return
			}
			var when string
			when, text = condition(strings.TrimSpace(rest))
			value = strings.TrimSpace(value)
			if value != "" && !yield(value, when) {
				return
			}
		}
	}
}

// condition cuts a condition off: what is in brackets, or all up to the semicolon before the next value.
func condition(text string) (hours, rest string) {
	if !strings.HasPrefix(text, "(") {
		next := strings.IndexByte(text, '@')
		if next < 0 {
			return strings.Trim(text, "; "), ""
		}
		end := strings.LastIndexByte(text[:next], ';')
		if end < 0 {
			return "", ""
		}
		return strings.TrimSpace(text[:end]), text[end+1:]
	}
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return strings.TrimSpace(text[1:i]), strings.TrimLeft(text[i+1:], "; ")
			}
		}
	}
	return strings.TrimSpace(text[1:]), ""
}

// isHours tells whether a condition speaks of hours or dates alone.
func isHours(condition string) bool {
	if condition == "" || strings.ContainsAny(condition, "<>=\n") {
		return false
	}
	for _, word := range strings.Fields(condition) {
		if word == "AND" || word == "and" || word == "OR" {
			return false
		}
	}
	word := condition
	if end := strings.IndexFunc(condition, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		word = condition[:end]
	}
	return strings.ContainsAny(condition, "0123456789") || indexOf(hourWords, strings.ToLower(word)) >= 0
}

// hourWords are the words that hours can begin with.
var hourWords = strings.Fields("mo tu we th fr sa su ph sh jan feb mar apr may jun jul aug sep oct nov dec sunrise sunset dawn dusk")

// A TimedRestriction is a turn restriction that holds at times only.
type TimedRestriction struct {
	Kind  Restriction
	Hours string
}

// timedRestrictions reads the conditional keys of a restriction relation for a mode's vehicles.
func timedRestrictions(tags osm.Tags, vehicles []string) (all []TimedRestriction) {
	exempt := false // from what holds for vehicles in general
	for part := range parts(tags.Find("except")) {
		exempt = exempt || indexOf(vehicles, part) >= 0
	}
	for i := range tags {
		name, ok := strings.CutSuffix(tags[i].Key, ":conditional")
		if !ok {
			continue
		}
		switch vehicle, own := strings.CutPrefix(name, "restriction:"); {
		case own && indexOf(vehicles, vehicle) >= 0:
		case name != "restriction" || exempt:
			continue
		}
		for value, hours := range conditions(tags[i].Value) {
			if k := restrictionKind(value); k != Unrestricted && len(all) < maxClauses {
				all = append(all, TimedRestriction{k, hours})
			}
		}
	}
	return all
}
