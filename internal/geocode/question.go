package geocode

import (
	"slices"
	"strings"
	"sync"
)

// questions lead to the name of a place without being part of it, in the languages of the abbreviation files; longer ones
// come before those that they begin with.
var questions = Phrases(`where is|where's|wheres|where are|where can i find|where do i find|find|find me|find the way to|show|show me|show me the way to|directions to|give me directions to|get directions to
	|how do i get to|how to get to|take me to|navigate to|route to|way to|locate|search for|look up|look for|what is the address of|address of|location of|i am looking for|i'm looking for
	|wo ist|wo sind|wo liegt|wo befindet sich|wo finde ich|finde|suche|such|zeig mir|zeige mir|weg nach|weg zu|weg zum|weg zur|route nach|route zu|route zum|route zur|wie komme ich nach|wie komme ich zu|wie komme ich zum|wie komme ich zur|adresse von
	|où est|ou est|où sont|où se trouve|ou se trouve|où se trouvent|où se situe|trouver|trouve|trouve-moi|montre-moi|montrez-moi|cherche|je cherche|itinéraire vers|aller à|comment aller à|adresse de
	|dónde está|donde esta|dónde están|dónde queda|donde queda|dónde se encuentra|encuentra|encontrar|busca|buscar|muéstrame|cómo llegar a|como llegar a|ruta a|dirección de
	|dov'è|dove|dove è|dove si trova|dove sono|trova|trovare|cerca|mostrami|mostra|come arrivo a|indicazioni per|indirizzo di
	|waar is|waar ligt|waar zijn|waar vind ik|vind|zoek|toon|route naar|weg naar|hoe kom ik bij|adres van
	|gdzie jest|gdzie są|gdzie leży|gdzie znajduje się|znajdź|szukaj|pokaż|pokaż mi|trasa do|jak dojechać do|jak dojść do|adres
	|onde fica|onde é|onde está|onde ficam|encontre|procurar|procura|mostra-me|como chegar a|como chegar ao|como chegar à|morada de|endereço de
	|hvor er|hvor ligger|hvor finder jeg|find vej til|vis|vis mig|rute til|vej til|hvordan kommer jeg til|adressen på
	|var är|var ligger|var finns|hitta|visa|visa mig|sök|väg till|vägen till|hur kommer jag till|adress till
	|hvor finnes|hvor finner jeg|finn|vis meg|vei til|veien til|hvordan kommer jeg til|adressen til
	|missä on|missä ovat|missä sijaitsee|etsi|näytä|reitti kohteeseen|miten pääsen|osoite
	|kde je|kde jsou|kde leží|kde se nachází|najdi|hledej|hledám|ukaž|ukaž mi|cesta do|cesta k|jak se dostanu do|jak se dostanu k|adresa`)

// pleas end a question without being part of the name of a place.
var pleas = Phrases(`please|located|on the map|on a map|bitte|auf der karte|s'il vous plaît|sur la carte|por favor|en el mapa|per favore|sulla mappa|alstublieft|op de kaart|proszę|na mapie
	|no mapa|på kortet|tak|på kartan|tack|på kartet|takk|kartalla|kiitos|prosím|na mapě`)

// articles may follow a question.
var articles = Phrases(`the|der|die|das|den|dem|le|la|les|l'|el|los|las|il|lo|gli|de|het|o|a|os|as`)

// Phrases reads a list of phrases in lower case, parted by strokes, when they are first asked for: as their words, the longest first.
func Phrases(list string) func() [][]string {
	return sync.OnceValue(func() [][]string {
		var out [][]string
		for phrase := range strings.SplitSeq(list, "|") {
			if words := strings.Fields(phrase); len(words) > 0 {
				out = append(out, words)
			}
		}
		slices.SortStableFunc(out, func(a, b []string) int { return len(b) - len(a) })
		return out
	})
}

// TrimQuestion returns what a question asks for: "Where is the Hagley Museum?" asks for the Hagley Museum; false when a
// text is none. Names may begin like questions, so that the text itself comes first.
func TrimQuestion(text string) (rest string, asks bool) {
	first, _, more := strings.Cut(strings.TrimLeft(text, " \u00a0"), " ")
	if !more || !questionWords()[PlainWord(first)] {
		return text, false
	}
	words := strings.Fields(strings.TrimRight(text, " ?!.\u00a0"))
	lower := make([]string, len(words))
	for i, w := range words {
		lower[i] = PlainWord(w)
	}
	n := leading(lower, questions())
	if n == 0 {
		return text, false
	}
	if m := leading(lower[n:], articles()); n+m < len(words) {
		n += m
	}
	words, lower = words[n:], lower[n:]
	for _, p := range pleas() {
		if k := len(words) - len(p); k > 0 && slices.Equal(lower[k:], p) {
			words = words[:k]
			break
		}
	}
	if rest = strings.TrimRight(strings.Join(words, " "), " ,?"); rest == "" {
		return text, false
	}
	return rest, true
}

// questionWords are the first words of questions.
var questionWords = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, p := range questions() {
		set[p[0]] = true
	}
	return set
})

// PlainWord returns a word as phrases have it: in lower case, without the signs around it.
func PlainWord(w string) string {
	return strings.Trim(strings.ReplaceAll(strings.ToLower(w), "’", "'"), `"¿?¡!,;:()`)
}

// leading returns how many words the longest phrase takes that a text begins with, 0 for none, and where nothing would be left.
func leading(words []string, list [][]string) int {
	for _, p := range list {
		if len(words) > len(p) && slices.Equal(words[:len(p)], p) {
			return len(p)
		}
	}
	return 0
}
