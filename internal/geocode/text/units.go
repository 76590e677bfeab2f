package text

import (
	"strings"
	"sync"
)

// unitWords say that a flat, floor, staircase or post box follows or stands before them, in the
// languages of the abbreviation files.
const unitWords = `apt apartment apartments ste suite unit flat floor fl flr bldg building rm room level lvl lot spc space dept
og eg ug dg stock stockwerk whg wohnung top tur tuer stiege links rechts erdgeschoss dachgeschoss postfach
sal st tv th mf kl lejl lejlighed dor etage kaelder stuen
krs kerros as asunto porras rappu huoneisto bst lh trappa lgh lagenhet bostad van
appt appartement app bloc bat batiment escalier esc porte rdc bp bte boite
int interno scala piano sc piso puerta planta bajo bajos atico entresuelo principal esq baixos entresol atic pral andar bus verdieping
lok mieszkanie m pietro po box pob co byt patro`

var units = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(unitWords) {
		set[w] = true
	}
	return set
})

// UnitWord tells whether a folded word names a part of a building or a post box.
func UnitWord(word string) bool { return units()[word] }

var grounds = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq("eg og ug dg erdgeschoss dachgeschoss links rechts st stuen kl kaelder tv th mf rdc bp bajo bajos baixos atico atic entresuelo entresol principal pral parter suterren") {
		set[w] = true
	}
	return set
})

// Ground tells whether a unit word names a part of a building by itself, such as the ground floor.
func Ground(word string) bool { return grounds()[word] }
