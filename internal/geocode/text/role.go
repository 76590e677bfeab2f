package text

import "strings"

// Role is what a word does in names, as far as it tells how much is missing where it is left out.
type Role uint8

// The roles.
const (
	Plain      Role = iota
	Direction       // a part of the compass: people leave it out of "North King Street"
	Designator      // what a place is and whose: people leave it out of "Cape Henlopen State Park"
)

// Folded words of the roles, in the languages of the abbreviation files.
const (
	directions = "n s e w ne nw se sw north south east west northeast northwest southeast southwest northern southern eastern western " +
		"nord sud ost est ouest norte sur este oeste noord zuid oost norr soder oster vaster ost vest syd pohjoinen etela ita lansi severni jizni " +
		"nordre sondre ostre vestre norra sodra ostra vastra"
	designators = "state national county city regional municipal international memorial public community park preserve reserve forest refuge wildlife " +
		"airport airfield station center centre museum library hospital university college church cemetery lighthouse monument " +
		"flughafen bahnhof museum bibliothek krankenhaus universitat gare aeroport musee estacion aeropuerto museo stazione aeroporto " +
		"luchthaven bibliotheek ziekenhuis dworzec lotnisko muzeum nadrazi letiste lufthavn flygplats lentoasema station"
)

var roles = func() map[string]Role {
	out := map[string]Role{}
	for word := range strings.FieldsSeq(designators) {
		out[word] = Designator
	}
	for word := range strings.FieldsSeq(directions) {
		out[word] = Direction
	}
	return out
}()

// Roles calls visit with the words that have a role, in no order.
func Roles(visit func(word string, r Role)) {
	for word, r := range roles {
		visit(word, r)
	}
}

// Generic tells whether a folded word has a role or is a street type, a title or the like, or a short form
// of one: it says what kind of thing a name stands for, or too little to tell it from others.
func Generic(word string) bool { return roles[word] != Plain || len(Equivalents(word)) > 0 }
