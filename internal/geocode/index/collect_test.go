package index

import (
	"testing"

	"github.com/footstepd/footstepd/internal/geocode/text"
	"pgregory.net/rapid"
)

// TestHasWords compares the quick look at a text with taking it apart.
func TestHasWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ '.,#&a-zA-Z0-9-]{0,4}`), rapid.StringMatching(`[^a-z]{0,3}`)).Draw(t, "text")
		if got, want := hasWords(s), len(text.Split(nil, s)) > 0; got != want {
			t.Errorf("%q has words: %t, want %t", s, got, want)
		}
	})
}
