package guide

import (
	"fmt"
	"strings"
)

// A tag stands in phrases for what differs.
type tag uint8

const (
	noTag tag = iota
	tagStreet
	tagBefore
	tagDirection
	tagSide
	tagCompass
	tagOrdinal
	tagSign
	tagRing
	tagPlace
	tagPlaces
	tagLength
	tagNumber
	tagOn
	tagOnto
	tagToward
	tagFor
	tagCount
)

// tags are the tags by their names, which locale explains.
var tags = map[string]tag{
	"street": tagStreet, "before": tagBefore, "direction": tagDirection, "side": tagSide, "compass": tagCompass,
	"ordinal": tagOrdinal, "sign": tagSign, "ring": tagRing, "place": tagPlace, "places": tagPlaces,
	"length": tagLength, "number": tagNumber, "on": tagOn, "onto": tagOnto, "toward": tagToward, "for": tagFor,
}

// A template is a phrase cut behind its tags.
type template []piece

type piece struct {
	text string // before the tag
	tag  tag    // noTag at the end of the phrase
}

// newTemplate cuts a phrase. A tag that nothing fills is an error.
func newTemplate(phrase string) (template, error) {
	var t template
	for {
		open := strings.IndexByte(phrase, '{')
		if open < 0 {
			break
		}
		name, rest, closed := strings.Cut(phrase[open+1:], "}")
		if !closed || tags[name] == noTag {
			return nil, fmt.Errorf("nothing fills {%s}", name)
		}
		t = append(t, piece{phrase[:open], tags[name]})
		phrase = rest
	}
	if phrase != "" {
		t = append(t, piece{text: phrase})
	}
	return t, nil
}

// newTemplates cuts the phrases of a list.
func newTemplates(phrases map[string]string) (map[string]template, error) {
	out := make(map[string]template, len(phrases))
	for key, phrase := range phrases {
		t, err := newTemplate(phrase)
		if err != nil {
			return nil, fmt.Errorf("phrase %q: %w", key, err)
		}
		out[key] = t
	}
	return out, nil
}
