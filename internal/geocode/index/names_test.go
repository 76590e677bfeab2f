package index

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/region"
	"pgregory.net/rapid"
)

// writeNames writes an index that holds the names of a book and as many docs as they need.
func writeNames(t testing.TB, book *nameBook) *Index {
	t.Helper()
	path := filepath.Join(t.TempDir(), "names.region")
	w, err := region.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	terms, names := book.number()
	docs := 0
	for _, e := range book.names {
		for _, d := range e.docs {
			docs = max(docs, int(d>>1)+1)
		}
	}
	var dw docWriter
	var keys []Key
	var chains chainWriter
	var addresses addressWriter
	chain, err := chains.add(0, nil)
	for i := range docs {
		dw.add(newRecord(geo.Fixed{}, 0, Venue, 10, chain), Details{Street: NoName, Postcode: NoName, City: NoName})
		keys = append(keys, NewKey(Object, "node", int64(i)))
	}
	empty := packLeaves(nil)
	_, addressErr := addresses.write(w, addresses.lists(nil))
	rangesErr := writeRanges(w, nil, book)
	for _, err := range []error{
		err, addressErr, rangesErr, addKeys(w, secOtherIDs, nil), terms.write(w), names.write(w, len(terms.words), docs), dw.write(w), w.Add(secIDs, packed.AppendKeys(nil, keys, nil)), chains.heap.write(w, secChains),
		w.Add(secStreets, empty), w.Add(secVenues, empty), w.Add(secAreas, empty),
		region.AddSlice(w, secHeader, []header{{Names: uint32(len(names.importance)), Docs: uint32(docs), Chains: uint32(chains.heap.n)}}),
		w.Commit(region.Meta{}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	f, err := region.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	x, err := Open(f)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// A namesModel is what an index of names must answer, kept plainly.
type namesModel struct {
	texts []string
	words [][]string
	docs  map[string][]Doc
}

func drawNames(t *rapid.T) (*nameBook, *namesModel) {
	word := rapid.SampledFrom([]string{"a", "b", "ab", "Abc", "Bø", "c", "Ca", "main", "street"})
	book, m := newNameBook(), &namesModel{docs: map[string][]Doc{}}
	for doc := range rapid.IntRange(1, 40).Draw(t, "docs") {
		text := strings.Join(rapid.SliceOfN(word, 1, 4).Draw(t, "name"), " ")
		book.add(text, Doc(doc), false, 1+doc)
		m.docs[text] = append(m.docs[text], Doc(doc))
	}
	for text, e := range book.names {
		m.texts = append(m.texts, text)
		m.words = append(m.words, e.words)
	}
	return book, m
}

func TestNames(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		book, model := drawNames(rt)
		x := writeNames(t, book)
		if x.Names() != len(model.texts) {
			rt.Fatalf("got %d names, want %d", x.Names(), len(model.texts))
		}
		seqs := make([][]Term, x.Names())
		for i := range seqs {
			seqs[i] = x.Sequence(nil, Name(i))
			text := x.Text(Name(i))
			var got []Doc
			x.Docs(Name(i), func(d Doc, other bool) bool { got = append(got, d); return true })
			if !slices.Equal(got, model.docs[text]) {
				rt.Fatalf("docs of %q: got %v, want %v", text, got, model.docs[text])
			}
			if w := x.Weight(Name(i)); int(w) != 1+int(slices.Max(got)) {
				rt.Fatalf("weight of %q: got %d, want %d", text, w, 1+slices.Max(got))
			}
		}
		if !slices.IsSortedFunc(seqs, slices.Compare[[]Term]) {
			rt.Fatal("names are not sorted by their terms")
		}
		// Ranges against a walk over all names.
		prefix := seqs[rapid.IntRange(0, len(seqs)-1).Draw(rt, "prefix")]
		prefix = prefix[:rapid.IntRange(0, len(prefix)).Draw(rt, "length")]
		first := Term(rapid.IntRange(0, x.Terms()).Draw(rt, "first"))
		end := Term(rapid.IntRange(0, x.Terms()).Draw(rt, "end"))
		from, to := x.Range(prefix, first, end)
		for i, seq := range seqs {
			begins := len(seq) >= len(prefix) && slices.Equal(seq[:len(prefix)], prefix)
			want := begins && (end == 0 || len(seq) > len(prefix) && seq[len(prefix)] >= first && seq[len(prefix)] < end)
			if got := Name(i) >= from && Name(i) < to; got != want {
				rt.Fatalf("name %v in the range of %v, %d to %d: got %v, want %v", seq, prefix, first, end, got, want)
			}
		}
		// What follows a first term, and reading in any order, against a walk.
		var reader Reader
		reader.Reset(x)
		begin, stop := x.List(seqs[len(seqs)/2][0]).Begun()
		lo, hi := x.Followed(begin, stop, first, max(first, end))
		for _, i := range rapid.SliceOf(rapid.IntRange(0, len(seqs)-1)).Draw(rt, "order") {
			seq := seqs[i]
			if got := reader.Sequence(nil, Name(i)); !slices.Equal(got, seq) || reader.First(Name(i)) != seq[0] || x.Length(Name(i)) != len(seq) {
				rt.Fatalf("name %d: got %v, want %v", i, got, seq)
			}
			begins := seq[0] == seqs[len(seqs)/2][0]
			if got := Name(i) >= begin && Name(i) < stop; got != begins {
				rt.Fatalf("name %v among those that begin with %d: got %v", seq, seqs[len(seqs)/2][0], got)
			}
			want := begins && len(seq) > 1 && seq[1] >= first && seq[1] < end
			if got := Name(i) >= lo && Name(i) < hi; got != want {
				rt.Fatalf("name %v followed by %d to %d: got %v, want %v", seq, first, end, got, want)
			}
		}
		for _, c := range x.Common() {
			lighter := 0
			for t := range Term(x.Terms()) {
				if x.TermWeight(t) < x.TermWeight(c) {
					lighter++
				}
			}
			if lighter >= maxCommon {
				rt.Fatalf("%d terms tell less than one of the common", lighter)
			}
		}
		// Postings against a walk.
		a, b := Term(rapid.IntRange(0, x.Terms()-1).Draw(rt, "a")), Term(rapid.IntRange(0, x.Terms()-1).Draw(rt, "b"))
		var one, both []Name
		for i, seq := range seqs {
			if slices.Contains(seq, a) {
				one = append(one, Name(i))
				if slices.Contains(seq, b) {
					both = append(both, Name(i))
				}
			}
		}
		if got := x.List(a).Append(nil); !slices.Equal(got, one) || x.List(a).Len() != len(one) {
			rt.Fatalf("names with term %d: got %v of %d, want %v", a, got, x.List(a).Len(), one)
		}
		if got := x.List(a).AppendBoth(nil, x.List(b)); !slices.Equal(got, both) {
			rt.Fatalf("names with terms %d and %d: got %v, want %v", a, b, got, both)
		}
	})
}

// Long postings are kept as bitmaps; they must answer like short ones.
func TestLongPostings(t *testing.T) {
	book := newNameBook()
	for i := range 3 * longPosting {
		text := "street " + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676))
		if i%2 == 0 {
			text += " north"
		}
		if i%100 == 0 {
			text += " rare"
		}
		book.add(text, Doc(i), false, 1)
	}
	x := writeNames(t, book)
	term := func(w string) Term {
		id, ok := x.Lookup(w)
		if !ok {
			t.Fatalf("no term %q", w)
		}
		return id
	}
	for _, tc := range []struct {
		a, b string
		want int
	}{{"street", "north", 3 * longPosting / 2}, {"north", "street", 3 * longPosting / 2}, {"street", "rare", 8}, {"rare", "street", 8}, {"rare", "north", 8}, {"rare", "rare", 8}} {
		got := x.List(term(tc.a)).AppendBoth(nil, x.List(term(tc.b)))
		if len(got) != tc.want || !slices.IsSortedFunc(got, cmp.Compare[Name]) {
			t.Errorf("names with %q and %q: got %d, want %d, in order", tc.a, tc.b, len(got), tc.want)
		}
	}
	if got := len(x.List(term("street")).Append(nil)); got != 3*longPosting || x.List(term("street")).Len() != got {
		t.Errorf("names with street: got %d, want %d", got, 3*longPosting)
	}
}

func TestPrefix(t *testing.T) {
	words := rapid.SliceOfNDistinct(rapid.StringMatching(`[abz]{1,4}`), 1, 40, rapid.ID[string])
	rapid.Check(t, func(rt *rapid.T) {
		list := words.Draw(rt, "words")
		slices.Sort(list)
		x := dictionary(t, list)
		prefix := rapid.StringMatching(`[abz]{0,5}`).Draw(rt, "prefix")
		first, end := x.Prefix(prefix)
		for i, w := range list {
			if got := Term(i) >= first && Term(i) < end; got != strings.HasPrefix(w, prefix) {
				rt.Fatalf("%q among the words in %q: %v", w, prefix, got)
			}
		}
	})
}

func TestAliases(t *testing.T) {
	x := dictionary(t, []string{"København", "Grüße", "Main"})
	for word, of := range map[string]string{"koebenhavn": "kobenhavn", "gruesse": "grusse"} {
		alias, ok := x.Lookup(word)
		want, ok2 := x.Lookup(of)
		if got := x.AliasesOf(alias); !ok || !ok2 || len(got) != 1 || got[0].Of != want {
			t.Errorf("aliases of %q: got %v (%v), want %d", word, got, ok, want)
		}
	}
	if main, _ := x.Lookup("main"); len(x.AliasesOf(main)) != 0 {
		t.Error("main is no other spelling of anything")
	}
}
