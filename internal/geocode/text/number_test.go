package text

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func TestParseNumber(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want Number
	}{
		{"", Number{}},
		{" - ", Number{}},
		{"12", Number{"12", 12, 12, ""}},
		{"12 A", Number{"12a", 12, 12, "a"}},
		{"4 bis", Number{"4bis", 4, 4, "bis"}},
		{"1140S", Number{"1140s", 1140, 1140, "s"}},
		{"20–28", Number{"20-28", 20, 28, ""}},
		{"119 - 121", Number{"119-121", 119, 121, ""}},
		{"7;9;11", Number{"7,9,11", 7, 11, ""}},
		{"123/45", Number{"123/45", 45, 123, ""}},
		{"A", Number{"a", 0, 0, ""}},
		{"99999999999", Number{"99999999999", 0, 0, ""}},
	} {
		if got := ParseNumber(tc.in); got != tc.want {
			t.Errorf("ParseNumber(%q) = %+v, want %+v", tc.in, got, tc.want)
		}
	}
}

func TestMeets(t *testing.T) {
	for _, tc := range []struct {
		asked, house string
		want         Fit
	}{
		{"12", "12", Same},
		{"12a", "12 A", Same},
		{"123/45", "123/45", Same},
		{"24", "20-28", Covered},
		{"25", "20-28", NoFit}, // the other side of the street
		{"22", "19-24", Covered},
		{"22-26", "20-28", Covered},
		{"9", "7;9;11", Covered},
		{"8", "7;9;11", NoFit},
		{"31/33", "33", Part},
		{"31/33", "31", Other},
		{"7/212", "212", Part},
		{"14-18", "14", Part},
		{"14-18", "18", Other},
		{"48-50", "40-48", Part},
		{"12", "12a", Relative},
		{"12b", "12a", Relative},
		{"12", "13", NoFit},
		{"12", "", NoFit},
		{"", "12", NoFit},
		{"30", "24-102", Covered},
		{"100", "1-2001", NoFit}, // too wide to be one building
	} {
		if got := ParseNumber(tc.asked).Meets(ParseNumber(tc.house)); got != tc.want {
			t.Errorf("%q asked, %q on the house: got %d, want %d", tc.asked, tc.house, got, tc.want)
		}
	}
}

// A range covers exactly its ends and the numbers between them on its side of the street, or on
// both when its ends stand on different ones.
func TestMeetsRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.IntRange(1, 500).Draw(t, "first")
		last := first + rapid.IntRange(1, MaxSpan).Draw(t, "span")
		n := rapid.IntRange(1, 800).Draw(t, "n")
		want := n >= first && n <= last && ((last-first)%2 == 1 || (n-first)%2 == 0)
		house := ParseNumber(fmt.Sprintf("%d-%d", first, last))
		if got := ParseNumber(fmt.Sprint(n)).Meets(house) == Covered; got != want {
			t.Fatalf("%d in %s: got %v, want %v", n, house.Text, got, want)
		}
	})
}

func FuzzParseNumber(f *testing.F) {
	for _, s := range []string{"12", "20-28", "7/212", "7;9", "½", "12a-14b/3", "٣", "--"} {
		f.Add(s, "12")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		n, m := ParseNumber(a), ParseNumber(b)
		if n.First > n.Last || len(n.Text) > MaxAtomSize+8 {
			t.Fatalf("ParseNumber(%q) = %+v", a, n)
		}
		if again := ParseNumber(n.Text); len(n.Text) < MaxAtomSize && again != n {
			t.Fatalf("ParseNumber(%q) = %+v, and of its text %+v", a, n, again)
		}
		if n.Text != "" && n.Meets(n) != Same {
			t.Fatalf("%q does not meet itself", a)
		}
		n.Meets(m)
	})
}
