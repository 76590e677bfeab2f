package envelope

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// The long text holds every line and warning, which the text for a model cuts.
func TestLongText(t *testing.T) {
	build := func(mode TextMode) string {
		b := New(Flags{}, mode)
		b.Headline("A way.")
		for i := range 60 {
			b.Line("%d. Turn left onto Street %d.", i+1, i)
		}
		for i := range 5 {
			b.Warn(fmt.Sprintf("Mind number %d. %s", i, strings.Repeat("x", 150)))
		}
		return b.Answer(context.Background()).Text
	}
	long, short := build(Long), build(Prose)
	for _, want := range []string{"A way.\n1. Turn", "\n60. Turn", "Warning: Mind number 4. " + strings.Repeat("x", 150), Attribution} {
		if !strings.Contains(long, want) {
			t.Errorf("the long text lacks %q:\n%s", want, long)
		}
	}
	if strings.Contains(short, "60. Turn") || len(short) > maxText || strings.Contains(long, "more in structuredContent") {
		t.Errorf("%d bytes of prose:\n%s", len(short), short)
	}
}
