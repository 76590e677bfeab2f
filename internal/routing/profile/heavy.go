package profile

import (
	"strings"

	"github.com/paulmach/osm"
)

// sizeBans reads bans on vehicles beyond a size, hgv:conditional = no @ (weight>7.5), which are limits in
// other words. The key has to be at least as specific as the one that otherwise says of the direction
// whether the vehicle may use the way.
func (c keyChain) sizeBans(tags osm.Tags, forward, backward ruling) (f, b Limits) {
	for i := range tags {
		key, ok := strings.CutSuffix(tags[i].Key, ":conditional")
		if !ok {
			continue
		}
		base, onward := strings.CutSuffix(key, ":forward")
		base, back := strings.CutSuffix(base, ":backward")
		rank := indexOf(c, base)
		if rank < 0 {
			continue
		}
		for value, condition := range clauses(tags[i].Value) {
			l, ok := beyond(condition)
			if !ok || c.parse(value, rank) != denied {
				continue
			}
			if !back && rank <= forward.rank {
				f = f.And(l)
			}
			if !onward && rank <= backward.rank {
				b = b.And(l)
			}
		}
	}
	return f, b
}

// sizes are the names of limits as conditions write them.
var sizes = [limitKeys]string{"height", "width", "length", "weight", "weightrating", "axleload", "axles"}

// beyond reads a condition that vehicles meet beyond a limit, such as weight>7.5 or length >= 12 m, and
// returns that limit. Conditions of several parts are none.
func beyond(condition string) (l Limits, ok bool) {
	name, value, ok := strings.Cut(condition, ">")
	if !ok {
		return Limits{}, false
	}
	value, including := strings.CutPrefix(value, "=")
	key := indexOf(sizes[:], strings.TrimPrefix(strings.TrimSpace(name), "max"))
	if key < 0 {
		return Limits{}, false
	}
	v := limit(key, strings.TrimSpace(value))
	if including && v > 1 {
		v--
	}
	switch key {
	case maxHeight:
		l.Height = v
	case maxWidth:
		l.Width = v
	case maxLength:
		l.Length = v
	case maxWeight, maxRating:
		l.Weight = v
	case maxAxleLoad:
		l.AxleLoad = v
	case maxAxles:
		l.Axles = uint8(v)
	}
	return l, v > 0
}
