package tools

import (
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/geocode"
)

// What people add to the word of a category, in the languages of the categories. It is no part of a name, except that a
// name may hold it: it counts only at the beginning or the end, or before a joiner.
var (
	nearestWords = geocode.Phrases(`nearest|closest|the nearest|the closest|nächste|nächster|nächstes|nächsten|die nächste|der nächste|das nächste|nächstgelegene|más cercano|más cercana|le plus proche|la plus proche|plus proche|les plus proches
		|più vicino|più vicina|dichtstbijzijnde|de dichtstbijzijnde|najbliższy|najbliższa|najbliższe|mais próximo|mais próxima|nærmeste|närmaste|lähin|nejbližší`)
	hereWords = geocode.Phrases(`near me|nearby|around me|around here|close to me|close by|in my area|near here|in der nähe|hier in der nähe|in meiner nähe|près de moi|près d'ici|à proximité|autour de moi|cerca de mí|cerca de aquí|aquí cerca
		|vicino a me|qui vicino|in zona|bij mij in de buurt|in de buurt|dichtbij|w pobliżu|blisko mnie|niedaleko|perto de mim|perto daqui|i nærheden|tæt på mig|nära mig|i närheten|här i närheten|i nærheten|nær meg|lähellä|lähellä minua|tässä lähellä|v okolí|poblíž|blízko mě`)
	nowWords = geocode.Phrases(`open now|that is open now|that's open now|open right now|currently open|still open|jetzt geöffnet|jetzt offen|gerade geöffnet|derzeit geöffnet|ouvert maintenant|ouverte maintenant|ouvert actuellement|abierto ahora|abierta ahora|aperto ora|aperta ora|aperto adesso
		|nu open|nu geopend|otwarte teraz|teraz otwarte|otwarta teraz|czynne teraz|aberto agora|aberta agora|åben nu|åbent nu|öppet nu|öppen nu|åpen nå|åpent nå|auki nyt|avoinna nyt|otevřeno nyní|teď otevřeno|nyní otevřeno`)
)

// wish is a query of search_places without what only asks.
type wish struct {
	text    string
	now     bool // for what is open at the time of the question
	here    bool // for what is near the one who asks
	trimmed bool
}

// readWish takes off a query what only asks: "find the nearest pharmacy open now near Dover?" asks for "pharmacy near Dover".
// What would leave nothing stays.
func readWish(query string) wish {
	w := wish{text: query}
	if rest, asks := geocode.TrimQuestion(query); asks {
		w.text, w.trimmed = rest, true
	}
	w.cut(nearestWords())
	w.now = w.cut(nowWords())
	w.here = w.cut(hereWords())
	w.now = w.cut(nowWords()) || w.now
	return w
}

// cut takes the first phrase of a list out that stands at the beginning or the end of the text or before a joiner.
func (w *wish) cut(list [][]string) bool {
	words := strings.Fields(w.text)
	lower := make([]string, len(words))
	for i, word := range words {
		lower[i] = geocode.PlainWord(word)
	}
	for _, p := range list {
		for i := 0; i+len(p) <= len(words) && len(words) > len(p); i++ {
			end := i + len(p)
			if !slices.Equal(lower[i:end], p) || i > 0 && end < len(words) && !joins(lower[end:]) {
				continue
			}
			if strings.Join(lower[:i], "")+strings.Join(lower[end:], "") == "" { // nothing but commas would be left
				continue
			}
			if i > 0 && end == len(words) {
				words[i-1] = strings.TrimRight(words[i-1], ",;:")
			}
			w.text, w.trimmed = strings.TrimRight(strings.Join(slices.Delete(words, i, end), " "), " ?"), true
			return true
		}
	}
	return false
}

// joins tells whether words begin with a joiner that a place follows.
func joins(words []string) bool {
	text := " " + strings.Join(words, " ") + " "
	return slices.ContainsFunc(joiners, func(joiner string) bool { return strings.HasPrefix(text, joiner) })
}
