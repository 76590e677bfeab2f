package graph

import (
	"iter"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/routing/profile"
	"github.com/footstepd/footstepd/internal/territory"
	"github.com/paulmach/osm"
)

// setting is a set of what the rules of a way can depend on beside its tags: see profile.Context.
type setting uint8

const (
	keepsLeft  setting = 1 << iota // traffic keeps left
	openTrunks                     // trunk roads are open to all
)

// placed is a way where a setting holds.
type placed struct {
	way  uint32
	here setting
}

// settingOf returns what holds at a position.
func settingOf(lands *territory.Map, p geo.Fixed) (s setting) {
	land := lands.At(p)
	if land == nil {
		return 0
	}
	if land.Left {
		s |= keepsLeft
	}
	if profile.OpenTrunks(land.Code) {
		s |= openTrunks
	}
	return s
}

func (s setting) context() profile.Context {
	return profile.Context{LeftHand: s&keepsLeft != 0, OpenTrunks: s&openTrunks != 0}
}

// all lists the subsets of a setting, none at all first.
func (s setting) all() iter.Seq[setting] {
	return func(yield func(setting) bool) {
		for sub := setting(0); ; sub = (sub - s) & s { // the next larger subset
			if !yield(sub) || sub == s {
				return
			}
		}
	}
}

// varying returns what the rules of a way with the tags can depend on: the side on which traffic keeps if a tag names
// a side of the road, the country if it is a trunk road.
func varying(tags osm.Tags) (s setting) {
	for i := range tags {
		switch t := &tags[i]; {
		case strings.Contains(t.Key, ":left"), strings.Contains(t.Key, ":right"):
			s |= keepsLeft
		case t.Key == "highway" && (t.Value == "trunk" || t.Value == "trunk_link"):
			s |= openTrunks
		}
	}
	return s
}
