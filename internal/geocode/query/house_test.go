package query

import (
	"strconv"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode/text"
	"pgregory.net/rapid"
)

// A house that is passed over by its digits and letters alone does not fit the number either when it is read.
func TestOnlyLetters(t *testing.T) {
	passed := 0
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Uint32Range(0, 30).Draw(t, "value")
		rest := rapid.SampledFrom([]string{"", "a", "B", " bis", "-12", "/3", ",14", "½", "a-c", "é", "a2", "[", "@"}).Draw(t, "rest")
		n := text.ParseNumber(strconv.Itoa(rapid.IntRange(0, 30).Draw(t, "asked")) + rapid.SampledFrom([]string{"", "a", "b", "bis"}).Draw(t, "suffix"))
		number := rest
		if value > 0 {
			number = strconv.Itoa(int(value)) + rest
		}
		if n.First == 0 || value == n.First || !onlyLetters(rest) {
			return
		}
		passed++
		if fit := n.Meets(text.ParseNumber(number)); fit != text.NoFit {
			t.Fatalf("%q meets %q: %d", n.Text, number, fit)
		}
	})
	if passed == 0 {
		t.Error("no house was passed over")
	}
}
