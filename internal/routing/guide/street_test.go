package guide

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSameStreet(t *testing.T) {
	s := NewStreet
	for _, test := range []struct {
		name string
		a, b *Street
		want bool
	}{
		{"equal names", s("Oak", ""), s("Oak", ""), true},
		{"other names", s("Oak", ""), s("Elm", ""), false},
		{"other names, one number", s("Oak", "US 13"), s("Elm", "US 13"), false},
		{"a compass point before", s("North Market Street", ""), s("Market Street", ""), true},
		{"two compass points", s("4th Street Northeast", ""), s("4th Street Northwest", ""), true},
		{"a name that is a compass point", s("North", ""), s("South", ""), false},
		{"one has no name, one number", s("Oak", "US 13"), s("", "DE 1;US 13"), true},
		{"numbers only", s("", "US 13"), s("", "DE 1"), false},
		{"nothing known", s("", ""), s("", ""), false},
	} {
		if got := test.a.same(test.b); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
		if got := test.b.same(test.a); got != test.want {
			t.Errorf("%s, the other way: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestEntries(t *testing.T) {
	for _, test := range []struct {
		s    *Street
		want []string
	}{
		{NewStreet("King Street", "US 13;DE 9"), []string{"King Street", "US 13", "DE 9"}},
		{NewStreet("US 13", "US 13"), []string{"US 13"}},
		{NewStreet("", "US 13"), []string{"US 13"}},
		{NewStreet("", ""), nil},
	} {
		if got := test.s.entries; !slices.Equal(got, test.want) {
			t.Errorf("%+v: %q, want %q", test.s, got, test.want)
		}
	}
}

// Names are folded just as strings.EqualFold folds them.
func TestFold(t *testing.T) {
	word := rapid.StringOf(rapid.OneOf(rapid.RuneFrom([]rune("aAkKsSäÄßẞσςΣ\u212a\u017fıIiİ éÉ")), rapid.Rune()))
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		if rapid.Bool().Draw(t, "alike") {
			b = strings.ToUpper(a)
		}
		if got, want := fold(a) == fold(b), strings.EqualFold(a, b); got != want {
			t.Errorf("%q and %q: %v, want %v", a, b, got, want)
		}
	})
}
