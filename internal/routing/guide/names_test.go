package guide

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestClean(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"plain", "King Street", "King Street"},
		{"umlauts", "Schönbergerstraße", "Schönbergerstraße"},
		{"line ends", "King\r\nStreet\tNorth", "King Street North"},
		{"spaces", "  King   Street ", "King Street"},
		{"control characters", "King\x00\x1bStreet\u0085", "King Street"},
		{"text that would be reordered", "King \u202eteertS", "King teertS"},
		{"joiners within words stay", "می\u200cخواهم", "می\u200cخواهم"},
		{"broken bytes", "King\xff Street", "King Street"},
		{"as long as values get", strings.Repeat("🐼", mostNameRunes), strings.Repeat("🐼", mostNameRunes)},
		{"too long", strings.Repeat("ä", mostNameRunes+1), strings.Repeat("ä", mostNameRunes-1) + "…"},
		{"nothing left", "\n\t", ""},
	} {
		if got := clean(test.in); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"King Street", "\x00", "a\u202eb", strings.Repeat("x", 300), "\xff\xfe"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := clean(s)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > mostNameRunes || strings.ContainsFunc(got, unicode.IsControl) ||
			strings.TrimSpace(got) != got {
			t.Errorf("clean(%q) = %q", s, got)
		}
		if again := clean(got); again != got {
			t.Errorf("cleaned twice: %q, then %q", got, again)
		}
	})
}

func TestSplit(t *testing.T) {
	for in, want := range map[string][]string{
		"":                   nil,
		"US 13":              {"US 13"},
		"I 95; US 202;;I 95": {"I 95", "US 202"},
		" ; ":                nil,
	} {
		if got := split(in); !slices.Equal(got, want) {
			t.Errorf("split(%q) = %q, want %q", in, got, want)
		}
	}
}
