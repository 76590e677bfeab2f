package guide

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

var tagPattern = regexp.MustCompile(`\{([^}]*)\}`)

// tagsOf lists the tags of a phrase in alphabetical order.
func tagsOf(phrase string) []string {
	var out []string
	for _, m := range tagPattern.FindAllStringSubmatch(phrase, -1) {
		out = append(out, m[1])
	}
	slices.Sort(out)
	return out
}

// Every language has every phrase of English with the same tags.
func TestLocales(t *testing.T) {
	all := locales()
	english := all[fallback]
	for language, l := range all {
		t.Run(language, func(t *testing.T) {
			compare(t, "phrase", l.Phrases, english.Phrases)
			compare(t, "fragment", l.Fragments, english.Fragments)
			compare(t, "direction", l.Directions, english.Directions)
			compare(t, "side", l.Sides, english.Sides)
			compare(t, "unit", l.Units, english.Units)
			for key, phrase := range l.Phrases {
				if !strings.HasSuffix(phrase, ".") {
					t.Errorf("phrase %q does not end in a full stop: %q", key, phrase)
				}
			}
			for key, fragment := range l.Fragments {
				if !strings.HasPrefix(fragment, " ") {
					t.Errorf("fragment %q does not begin with a space: %q", key, fragment)
				}
			}
			if len(l.Compass) != 8 {
				t.Errorf("%d points of the compass, want 8", len(l.Compass))
			}
			if !slices.Equal(tagsOf(l.Ordinal), []string{"number"}) || len(l.Ordinals) == 0 {
				t.Errorf("ordinals %q, then %q", l.Ordinals, l.Ordinal)
			}
			if l.Decimal == "" || len(l.Ferry) == 0 {
				t.Errorf("decimal %q, words for a ferry %q", l.Decimal, l.Ferry)
			}
		})
	}
}

func compare(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for _, key := range slices.Sorted(maps.Keys(want)) {
		phrase, ok := got[key]
		if !ok || phrase == "" {
			t.Errorf("no %s %q", what, key)
			continue
		}
		if g, w := tagsOf(phrase), tagsOf(want[key]); !slices.Equal(g, w) {
			t.Errorf("%s %q has tags %v, want %v", what, key, g, w)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[key]; !ok {
			t.Errorf("%s %q is not used", what, key)
		}
	}
}

func TestLanguages(t *testing.T) {
	if got, want := Languages(), []string{"de", "en", "es", "fr"}; !slices.Equal(got, want) {
		t.Errorf("languages %v, want %v", got, want)
	}
	for tag, want := range map[string]string{"": "en", "en-GB": "en", "de": "de", "de-AT": "de", "FR_ca": "fr", "tlh": "en"} {
		if localeOf(tag) != locales()[want] {
			t.Errorf("language %q is not told in %q", tag, want)
		}
	}
}

func TestReadLocalesFault(t *testing.T) {
	for text, want := range map[string]string{
		"{": "", `{"phrases": {"a": "To {nowhere}."}}`: `phrase "a": nothing fills {nowhere}`, `{"ordinal": "{number"}`: "{number",
	} {
		_, err := readLocales(fstest.MapFS{"locales/xx.json": {Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), "xx.json") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one that names the file and says %q", text, err, want)
		}
	}
}

func TestLength(t *testing.T) {
	en, de := locales()["en"], locales()["de"]
	for _, test := range []struct {
		l      *locale
		metres float64
		miles  bool
		want   string
	}{
		{en, 0, false, "10 m"},
		{en, 47, false, "50 m"},
		{en, 94, false, "90 m"},
		{en, 95, false, "100 m"},
		{en, 320, false, "300 m"},
		{en, 974, false, "950 m"},
		{en, 975, false, "1 km"},
		{en, 1240, false, "1.2 km"},
		{en, 9949, false, "9.9 km"},
		{en, 9950, false, "10 km"},
		{en, 123400, false, "123 km"},
		{de, 1240, false, "1,2 km"},
		{en, 0, true, "10 feet"},
		{en, 25, true, "80 feet"},
		{en, 150, true, "500 feet"},
		{en, 161, true, "0.1 miles"},
		{en, 1609, true, "1 mile"},
		{en, 1931, true, "1.2 miles"},
		{en, 20000, true, "12 miles"},
		{de, 1931, true, "1,2 Meilen"},
	} {
		if got := string(test.l.appendLength(nil, test.metres, test.miles)); got != test.want {
			t.Errorf("%v m: %q, want %q", test.metres, got, test.want)
		}
	}
}

func TestOrdinals(t *testing.T) {
	for language, want := range map[string][2]string{"en": {"2nd", "11th"}, "de": {"2.", "11."}, "fr": {"2e", "11e"}, "es": {"2.ª", "11.ª"}} {
		if got := [2]string{locales()[language].nth(2), locales()[language].nth(11)}; got != want {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
	}
}

func TestCompass(t *testing.T) {
	for bearing, want := range map[float64]string{0: "north", 22: "north", 23: "northeast", 90: "east", 225: "southwest", 338: "north", 359.9: "north"} {
		if got := locales()["en"].direction(bearing); got != want {
			t.Errorf("%v degrees: %q, want %q", bearing, got, want)
		}
	}
}
