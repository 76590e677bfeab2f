package tools

import (
	"testing"

	"pgregory.net/rapid"
)

func TestReadWish(t *testing.T) {
	for query, want := range map[string]wish{
		"pharmacy open now near Dover":                {"pharmacy near Dover", true, false, true},
		"pharmacy near Dover open now":                {"pharmacy near Dover", true, false, true},
		"open now pharmacy":                           {"pharmacy", true, false, true},
		"pharmacy, open now":                          {"pharmacy", true, false, true},
		"where is the nearest ATM?":                   {"ATM", false, false, true},
		"find a pharmacy near me":                     {"pharmacy", false, true, true},
		"closest gas station that is open now nearby": {"gas station", true, true, true},
		"nächste Apotheke jetzt geöffnet":             {"Apotheke", true, false, true},
		"Apotheke in der Nähe":                        {"Apotheke", false, true, true},
		"Apotheke in der Nähe von Bad Urach":          {"Apotheke in der Nähe von Bad Urach", false, false, false},
		"pharmacie ouverte maintenant près de moi":    {"pharmacie", true, true, true},
		"où est la pharmacie la plus proche ?":        {"pharmacie", false, false, true},
		"apteekki lähellä Turku":                      {"apteekki lähellä Turku", false, false, false},
		"apteekki auki nyt":                           {"apteekki", true, false, true},
		"Nearby Café House":                           {"Café House", false, true, true},
		"nearest":                                     {"nearest", false, false, false},
		"open now":                                    {"open now", false, false, false},
		", open now":                                  {", open now", false, false, false},
		"cafe in Newark":                              {"cafe in Newark", false, false, false},
		"The Nearest Faraway Place":                   {"Faraway Place", false, false, true},
	} {
		if got := readWish(query); got != want {
			t.Errorf("%q: got %+v, want %+v", query, got, want)
		}
	}
}

func TestReadWishOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		query := rapid.OneOf(rapid.String(), rapid.StringMatching(`(find |nearest )?[a-zé ,]{0,8}( open now| near me|,)?( in [a-z]{0,3})?`)).Draw(t, "query")
		if w := readWish(query); trimmed(query) != "" && trimmed(w.text) == "" || !w.trimmed && w.text != query {
			t.Fatalf("%q: got %+v", query, w)
		}
	})
}
