package graph

import "github.com/paulmach/osm"

// ferryRelations holds the times of ferry lines that are tagged on their relation and not on the
// ways: a line's time is then spread over all its ways by length.
type ferryRelations struct {
	durations []string          // per relation
	of        map[osm.WayID]int // relation of each member way
	ways      [][]uint32        // kept ways that take their time from the relation
	mixed     []bool            // some ways of the relation have a time of their own
}

func (f *ferryRelations) init() { f.of = map[osm.WayID]int{} }

func (f *ferryRelations) add(r *osm.Relation) {
	duration := r.Tags.Find("duration")
	if duration == "" {
		return
	}
	for _, m := range r.Members {
		if m.Type == osm.TypeWay {
			if _, taken := f.of[osm.WayID(m.Ref)]; !taken {
				f.of[osm.WayID(m.Ref)] = len(f.durations)
			}
		}
	}
	f.durations = append(f.durations, duration)
	f.ways = append(f.ways, nil)
	f.mixed = append(f.mixed, false)
}

// inherits returns the relation that a way takes its time from.
func (f *ferryRelations) inherits(w *osm.Way) (int, bool) {
	if len(f.of) == 0 {
		return 0, false
	}
	i, ok := f.of[w.ID]
	return i, ok && w.Tags.Find("route") == "ferry" && w.Tags.Find("duration") == ""
}

// tags returns the tags of a way, with the time of its line added if it has none of its own.
func (f *ferryRelations) tags(w *osm.Way) osm.Tags {
	i, ok := f.inherits(w)
	if !ok {
		return w.Tags
	}
	return append(w.Tags[:len(w.Tags):len(w.Tags)], osm.Tag{Key: "duration", Value: f.durations[i]})
}

// keep notes a way of the builder.
func (f *ferryRelations) keep(w *osm.Way, index uint32) {
	if i, ok := f.inherits(w); ok {
		f.ways[i] = append(f.ways[i], index)
	} else if i, ok := f.of[w.ID]; ok && w.Tags.Find("duration") != "" {
		f.mixed[i] = true
	}
}
