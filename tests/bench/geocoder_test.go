package bench_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/build"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/embedded"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/poi"
	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/paulmach/orb"
)

var extractPath = flag.String("extract", "", "extract whose geocoder is built and measured; Delaware when there is none")

// extract returns the extract to build of.
func extract(b *testing.B) string {
	b.Helper()
	if *extractPath != "" {
		return *extractPath
	}
	return osmtest.Delaware(b)
}

// imported is the geocoder of the extract, which is built once.
var imported struct {
	sync.Once
	file      *region.File
	documents int // docs and house numbers
	size      uint64
	cpu       time.Duration
	peak      int64 // bytes of memory
	err       error
}

// importGeocoder builds the geocoder's parts of a region and nothing else.
func importGeocoder(b *testing.B) {
	b.Helper()
	imported.Do(func() {
		dir, err := os.MkdirTemp("", "footstepd-bench-")
		if err != nil {
			imported.err = err
			return
		}
		defer os.RemoveAll(dir) // the mapping outlives the name
		path := filepath.Join(dir, "geocoder.region")
		began := cpuTime()
		summary, err := build.Import(context.Background(), build.Options{
			Inputs: []string{extract(b)}, Output: path,
			Parts: []build.Part{{Name: "geocoder index", Builder: index.NewBuilder()}, {Name: "places by category", Builder: poi.NewBuilder()}},
		})
		if err != nil {
			imported.err = err
			return
		}
		imported.cpu, imported.peak = cpuTime()-began, peakMemory()
		if imported.file, imported.err = region.Open(path); imported.err != nil {
			return
		}
		for _, s := range imported.file.Sections() {
			if s.Name != "meta" {
				imported.size += s.Length
			}
		}
		x, err := index.Open(imported.file)
		if err != nil {
			imported.err = err
			return
		}
		imported.documents = x.Len() + summary.Report.Counts["house numbers"]
	})
	if imported.err != nil {
		b.Fatal(imported.err)
	}
}

// BenchmarkImportGeocoder builds the geocoder of an extract, once, and tells its size, in bytes and as a
// share of the extract, and the most memory that the process has taken.
func BenchmarkImportGeocoder(b *testing.B) {
	importGeocoder(b)
	source, err := os.Stat(extract(b))
	if err != nil {
		b.Fatal(err)
	}
	for _, s := range imported.file.Sections() {
		if testing.Verbose() && s.Name != "meta" {
			b.Logf("%-28s %10d bytes", s.Name, s.Length)
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(imported.cpu.Seconds(), "cpu-s")
	b.ReportMetric(float64(imported.peak)/1e6, "peak-MB")
	b.ReportMetric(float64(imported.documents), "documents")
	b.ReportMetric(float64(imported.size), "bytes")
	b.ReportMetric(float64(imported.size)/float64(source.Size()), "of-extract")
}

// A question is a text of the region with what it asks for.
type question struct {
	text  string
	point orb.Point
}

// questions are drawn from a region, with a fixed seed.
type questions struct {
	x *index.Index
	g *embedded.Geocoder
	r *rand.Rand
	// docs by kind
	streets, venues, areas []index.Doc
	blocks                 uint32
}

func newQuestions(x *index.Index, g *embedded.Geocoder) *questions {
	q := &questions{x: x, g: g, r: rand.New(rand.NewPCG(11, 4))}
	for doc := range index.Doc(x.Len()) {
		switch k := x.Record(doc).Kind(); {
		case k == index.Street:
			q.streets = append(q.streets, doc)
		case k == index.Venue:
			q.venues = append(q.venues, doc)
		case k.Area():
			q.areas = append(q.areas, doc)
		}
	}
	for b := uint32(0); int(b) < x.Blocks(); b++ {
		q.blocks = b + 1
	}
	return q
}

// of returns the row of a random one of some docs, false when there are none.
func (q *questions) of(docs []index.Doc) (*geocode.Place, bool) {
	if len(docs) == 0 {
		return nil, false
	}
	return q.row(q.x.Key(docs[q.r.IntN(len(docs))]).String())
}

func (q *questions) row(id string) (*geocode.Place, bool) {
	p, err := q.g.Place(context.Background(), id, "")
	return p, err == nil && p != nil
}

// house returns the row of a random house number.
func (q *questions) house() (*geocode.Place, bool) {
	if q.blocks == 0 {
		return nil, false
	}
	var keys []index.Key
	q.x.Addresses(q.r.Uint32N(q.blocks), nil, func(a *index.Address) bool {
		keys = append(keys, q.x.HouseKey(a.ID))
		return true
	})
	return q.row(keys[q.r.IntN(len(keys))].String())
}

// misspelt changes one letter of a text: leaves it out, doubles it, changes it or swaps it with the next.
func (q *questions) misspelt(s string) string {
	for range 50 {
		i := 1 + q.r.IntN(max(1, len(s)-2))
		if i+1 >= len(s) || !letter(s[i-1]) || !letter(s[i]) || !letter(s[i+1]) {
			continue
		}
		switch q.r.IntN(4) {
		case 0:
			return s[:i] + s[i+1:]
		case 1:
			return s[:i] + s[i:i+1] + s[i:]
		case 2:
			return s[:i] + "q" + s[i+1:]
		default:
			return s[:i] + s[i+1:i+2] + s[i:i+1] + s[i+2:]
		}
	}
	return s
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// draw makes one question of a kind, false when the draw gave none.
func (q *questions) draw(kind string) (question, bool) {
	switch kind {
	case "address":
		p, ok := q.house()
		if !ok {
			return question{}, false
		}
		return question{text: p.Label}, true
	case "place":
		p, ok := q.of(q.areas)
		return question{text: label(p)}, ok
	case "poi":
		p, ok := q.of(q.venues)
		return question{text: townOf(p)}, ok
	case "street and city":
		p, ok := q.of(q.streets)
		return question{text: townOf(p)}, ok
	case "intersection":
		p, ok := q.of(q.streets)
		if !ok {
			return question{}, false
		}
		r, err := q.g.Reverse(context.Background(), geocode.ReverseQuery{Point: p.Point, Types: []geocode.PlaceType{geocode.Intersection}, Radius: 500, Size: 1})
		if err != nil || len(r.Places) == 0 {
			return question{}, false
		}
		return question{text: r.Places[0].Name}, true
	case "typo":
		docs := q.streets
		if q.r.IntN(2) == 0 {
			docs = q.venues
		}
		p, ok := q.of(docs)
		if q.r.IntN(3) == 0 {
			p, ok = q.house()
		}
		if !ok {
			return question{}, false
		}
		wrong := q.misspelt(p.Name)
		text, found := strings.CutPrefix(p.Label, p.Name)
		return question{text: wrong + text}, found && wrong != p.Name
	case "autocomplete":
		p, ok := q.of([][]index.Doc{q.streets, q.venues, q.areas}[q.r.IntN(3)])
		if !ok {
			return question{}, false
		}
		letters := []rune(p.Label)
		return question{text: string(letters[:min(len(letters), 1+q.r.IntN(20))])}, true
	case "category":
		p, ok := q.of(q.venues)
		if !ok {
			return question{}, false
		}
		c := poi.Category(q.r.IntN(poi.Count()))
		return question{text: strings.ReplaceAll(c.ID(), "_", " "), point: p.Point}, true
	default: // reverse
		p, ok := q.of(q.streets)
		if h, numbered := q.house(); numbered && q.r.IntN(2) == 0 {
			p, ok = h, true
		}
		if !ok {
			return question{}, false
		}
		at := p.Point
		at[0] += (q.r.Float64() - 0.5) * 1e-3
		at[1] += (q.r.Float64() - 0.5) * 1e-3
		return question{point: at}, true
	}
}

func label(p *geocode.Place) string {
	if p == nil {
		return ""
	}
	return p.Label
}

// townOf returns the name of a row and its town.
func townOf(p *geocode.Place) string {
	if p == nil {
		return ""
	}
	if p.Locality == "" {
		return p.Name
	}
	return p.Name + ", " + p.Locality
}

// asked is how many questions of each kind are drawn.
const asked = 1500

// BenchmarkGeocoder asks questions of each kind that are drawn from the region itself.
func BenchmarkGeocoder(b *testing.B) {
	var f *region.File
	if *regionPath != "" {
		f = open(b)
	} else {
		importGeocoder(b)
		f = imported.file
	}
	x, err := index.Open(f)
	if err != nil {
		b.Fatal(err)
	}
	g, err := embedded.New(f)
	if err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	for _, kind := range []string{"address", "place", "poi", "street and city", "intersection", "typo", "autocomplete", "reverse", "category"} {
		b.Run(kind, func(b *testing.B) {
			q := newQuestions(x, g)
			var list []question
			for tries := 0; len(list) < asked && tries < 20*asked; tries++ {
				if one, ok := q.draw(kind); ok {
					list = append(list, one)
				}
			}
			if len(list) < asked {
				b.Skipf("the region has %d of %d questions", len(list), asked)
			}
			took := newTimes()
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				one := &list[i%asked]
				began := time.Now()
				switch kind {
				case "reverse":
					_, err = g.Reverse(ctx, geocode.ReverseQuery{Point: one.point, Size: 1})
				case "category":
					_, err = g.Find(ctx, geocode.FindQuery{Text: one.text, Near: &one.point, Radius: 2000, Size: 20})
				default:
					_, err = g.Search(ctx, geocode.Query{Text: one.text, Size: 5, Autocomplete: kind == "autocomplete"})
				}
				took.add(time.Since(began))
				if err != nil {
					b.Fatalf("%q at %v: %v", one.text, one.point, err)
				}
			}
			took.percentiles(b)
		})
	}
}
