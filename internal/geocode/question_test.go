package geocode

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestTrimQuestion(t *testing.T) {
	for text, want := range map[string]string{
		"where is the Hagley Museum?": "Hagley Museum", "Where's Rodney Square": "Rodney Square", "WHERE IS DOVER": "DOVER", "wo ist der Bahnhof?": "Bahnhof", "Wo liegt Vaduz?": "Vaduz",
		"Où est la gare de Monaco ?": "gare de Monaco", "où se trouve le Casino": "Casino", "find Main Street, Newark": "Main Street, Newark", "find me a pharmacy": "pharmacy",
		"show me King Street": "King Street", "directions to 500 North King Street, Wilmington": "500 North King Street, Wilmington", "¿Dónde está la catedral?": "catedral",
		"Dov'è il duomo?": "duomo", "dov’è il duomo": "duomo", "waar is het station": "station", "gdzie jest dworzec": "dworzec", "onde fica o castelo": "castelo", "hvor er Rådhuset": "Rådhuset",
		"var ligger stadshuset": "stadshuset", "missä on rautatieasema": "rautatieasema", "kde je nádraží": "nádraží", "where is Dover located?": "Dover", "take me to the airport please": "airport",
		"how do I get to Newark": "Newark",
	} {
		if got, asks := TrimQuestion(text); !asks || got != want {
			t.Errorf("%q: got %q, %v, want %q", text, got, asks, want)
		}
	}
	for _, text := range []string{"", "Find", "where is", "Whereham", "Findlay Street", "Showell", "Wolf Road", "The Hague", "Rodney Square?", "  ", "?"} {
		if got, asks := TrimQuestion(text); asks || got != text {
			t.Errorf("%q: got %q, %v", text, got, asks)
		}
	}
}

// What is asked for is a part of the text, and never nothing.
func TestTrimQuestionOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`(where is|find|wo ist|show me) (the |der )?[A-Za-z ?.,]{0,12}`)).Draw(t, "text")
		rest, asks := TrimQuestion(text)
		plain := strings.Join(strings.Fields(text), " ")
		if asks && (strings.TrimSpace(rest) == "" || !strings.Contains(plain, rest)) || !asks && rest != text {
			t.Fatalf("%q: got %q, %v", text, rest, asks)
		}
	})
}
