package guide

import (
	"sync"

	"github.com/footstepd/footstepd/internal/routing"
)

// A room is the memory that telling a path needs, kept for the next.
type room struct {
	options    []option
	manoeuvres []manoeuvre
	text       []byte
}

var rooms = sync.Pool{New: func() any { return new(room) }}

func steps(p Path, language string, miles bool) []routing.Step {
	if len(p.Roads) == 0 || len(p.Shape) == 0 {
		return nil
	}
	if len(p.Junctions) != len(p.Roads)-1 {
		p.Junctions = make([]Junction, len(p.Roads)-1) // nothing is known of what meets the path
	}
	p.room = rooms.Get().(*room)
	defer rooms.Put(p.room)
	p.room.manoeuvres = p.manoeuvres()
	list, last := p.trim(p.room.manoeuvres)
	list = p.merge(list)
	t := teller{p: &p, l: localeOf(language), miles: miles, out: p.room.text}
	out := make([]routing.Step, 0, len(list)+1)
	for i, m := range list {
		end := len(p.Roads)
		if i+1 < len(list) {
			end = list[i+1].road
		}
		s := routing.Step{
			Type: m.kind, Streets: m.name.entries, ExitNumber: m.exit, Travel: p.Roads[m.road].Travel,
			From: p.Roads[m.road].From, To: p.Roads[end-1].To,
		}
		for _, r := range p.Roads[m.road:end] {
			s.Distance += r.Length
			s.Duration += r.Duration
			s.Toll = s.Toll || r.Features&routing.Toll != 0
			s.Highway = s.Highway || r.Features&routing.Highway != 0
			s.Ferry = s.Ferry || r.Features&routing.Ferry != 0
		}
		s.Instruction = t.sentence(m, s.Distance)
		out = append(out, s)
	}
	kind := p.destinationKind()
	end := p.Roads[len(p.Roads)-1].To
	out = append(out, routing.Step{
		Type: kind, Streets: p.street(last).entries, Travel: p.Roads[last].Travel, From: end, To: end,
		Instruction: t.arrival(kind),
	})
	p.room.text = t.out
	return out
}
