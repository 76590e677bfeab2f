package guide

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/routing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// journeys use every phrase of every language.
func journeys() []struct {
	name string
	Path
} {
	type journey = struct {
		name string
		Path
	}
	ring := func(name string, angle float64) road { return named(name, angle).ring().long(15) }
	bike := build(routing.Bicycle,
		named("Oak Street", 0).by(routing.Walk),
		named("Oak Street", 0).by(routing.Cycle),
		named("Oak Street", 0).by(routing.Walk),
		named("Elm Street", 90, way("Oak Street", 0)).by(routing.Cycle),
		named("Pine Street", -90, way("Elm Street", 0)).by(routing.Walk),
		classed("cycleway", "", "", 0).by(routing.Cycle),
		classed("cycleway", "", "", 90, way("Fir", 0)).by(routing.Cycle))
	barred := build(routing.Bicycle, named("Oak Street", 0), named("Elm Street", 90, way("Oak Street", 0)), named("Elm Street", 0, way("Pine Street", 90), way("Pine Street", -90)),
		named("", -90, way("Elm Street", 0)))
	for i := range barred.Junctions {
		barred.Junctions[i].Afoot = true
	}
	named2 := build(routing.Auto, named("Oak Street", 0))
	named2.DestinationName = "Rodney Square"
	beside := named2
	beside.Destination = geo.NewRuler(testOrigin).Point(-20, 100)
	unnamedBeside := beside
	unnamedBeside.DestinationName = ""
	return []journey{
		{"in town", build(routing.Auto,
			named("North Market Street", 0).long(1900),
			named("4th Street", 90, way("North Market Street", 0)).long(400),
			named("4th Street", -90, way("Elm Street", 0)),
			named("Pine Street", 0, way("Elm Street", -90), way("Elm Street", 90)),
			named("Fir Street", -30, way("Pine Street", 0)),
			named("Fir Street", 30, way("Ash Street", 0)),
			named("Ash Street", 150, way("Fir Street", 0)),
			named("Beech Street", -90, way("Beech Street", 90)),
			named("Beech Street", 180),
			named("Beech Street", 0, way("Beech Street", 10)),
			named("Beech Street", 20, way("Beech Street", -55)),
			named("Lime Street", 0, way("Beech Street", 90)),
			named("Maple Street", 25, way("Cedar Street", -25)),
			named("Maple Street", 25, way("Maple Street", -25)),
			named("Birch Street", 5, way("Cedar Street", -25), way("Alder Street", 30)),
			classed("service", "", "", 90, way("Birch Street", 0)),
			classed("track", "", "", 90, wayOf("service", "", 0)),
			named("Willow Street", 0).long(500))},
		{"turns that may not be ridden", barred},
		{"turning back", build(routing.Auto, named("Oak Street", 0).oneway(),
			named("", -90, way("Oak Street", 0)).long(15),
			classed("residential", "", "", -90, inbound("residential", "", 90)).oneway())},
		{"motorway", build(routing.Auto,
			classed("primary", "King Street", "US 13", 0),
			classed("motorway_link", "", "", 60, wayOf("primary", "King Street", 0)).to("Baltimore;Wilmington"),
			classed("motorway", "Interstate 95", "I 95;US 202", 15, inbound("motorway", "", -165)),
			classed("motorway", "", "I 495", 12, wayOf("motorway", "", -12)).to("Philadelphia"),
			classed("motorway_link", "", "", 15, wayOf("motorway", "", 0)).numbered("5A;5B").to("Newport;Newark;Dover;Lewes"),
			classed("motorway_link", "", "DE 141", -10, wayOf("motorway_link", "", 10)),
			classed("motorway_link", "", "DE 141", -10, wayOf("motorway_link", "", 10)),
			classed("motorway", "Turnpike", "DE 141", 0, inbound("motorway", "", 180)),
			classed("motorway_link", "", "", -15, wayOf("motorway", "", 0)),
			classed("motorway_link", "", "", 0, wayOf("motorway_link", "", 20), wayOf("motorway_link", "", -20)),
			classed("trunk", "", "US 40", 0))},
		{"ramp ahead", build(routing.Auto, classed("primary", "Oak Street", "", 0),
			classed("motorway_link", "", "", 0, wayOf("primary", "Oak Street", -60), wayOf("primary", "Oak Street", 60)),
			classed("motorway", "", "I 95", 0))},
		{"roundabouts", build(routing.Auto, named("Oak Street", 0), ring("", 60), named("Elm Street", 60),
			ring("Monument Circle", 60), ring("", -40), named("", 60), ring("", 60))},
		{"ending on a named roundabout", build(routing.Auto, named("Oak Street", 0), ring("Monument Circle", 60))},
		{"ferries", build(routing.Auto, named("Oak Street", 0),
			classed("ferry", "Cape May - Lewes Ferry", "", 0).by(routing.TakeBoat), named("Elm Street", 0),
			classed("ferry", "Lewes - Cape May", "", 0).by(routing.TakeBoat), named("", 0),
			classed("ferry", "", "", 0).by(routing.TakeBoat), named("", 0))},
		{"at sea", build(routing.Auto, classed("ferry", "Lewes - Cape May", "", 0).by(routing.TakeBoat))},
		{"on foot", build(routing.Pedestrian, classed("footway", "", "", 0),
			classed("path", "", "", 90, way("", 0)), classed("footway", "", "", 90, way("", 0)),
			named("", 0).kind("steps"), named("", 0).kind("elevator"), named("", 0).kind("escalator"),
			named("", 0).kind("corridor"), classed("cycleway", "", "", 0))},
		{"by bicycle", build(routing.Bicycle, named("Oak Street", 0).long(300))},
		{"with a bicycle", bike},
		{"to a place", named2},
		{"to a place beside the road", beside},
		{"to somewhere beside the road", unnamedBeside},
	}
}

func TestSentences(t *testing.T) {
	for _, language := range Languages() {
		for _, miles := range []bool{false, true} {
			name := language
			if miles {
				name += "-miles"
			}
			var b strings.Builder
			for _, j := range journeys() {
				fmt.Fprintf(&b, "# %s\n", j.name)
				for _, s := range Steps(j.Path, language, miles) {
					fmt.Fprintf(&b, "%-17s %s\n", s.Type, s.Instruction)
				}
			}
			golden(t, name, b.String())
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "sentences-"+name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(g), len(w)) {
		switch {
		case i >= len(g):
			t.Errorf("%s line %d: nothing, want %q", path, i+1, w[i])
		case i >= len(w):
			t.Errorf("%s line %d: %q, want nothing", path, i+1, g[i])
		case g[i] != w[i]:
			t.Errorf("%s line %d: %q, want %q", path, i+1, g[i], w[i])
		}
	}
}

// The journeys of the golden files use every phrase, so that none goes unread.
func TestEveryPhraseIsRead(t *testing.T) {
	l := *locales()[fallback]
	l.Phrases = map[string]string{}
	for key := range locales()[fallback].Phrases {
		l.Phrases[key] = "<" + key + ">"
	}
	if err := l.compile(); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, j := range journeys() {
		p := j.Path
		p.room = new(room)
		told := teller{p: &p, l: &l}
		for _, m := range p.merge(p.manoeuvres()) {
			all.WriteString(told.sentence(m, 100))
		}
		all.WriteString(told.arrival(p.destinationKind()))
	}
	for key := range l.Phrases {
		if !strings.Contains(all.String(), "<"+key+">") {
			t.Errorf("no journey reads the phrase %q", key)
		}
	}
}

// Names come from strangers: they cannot bring tags of their own into a sentence.
func TestNamesWithBraces(t *testing.T) {
	steps := Steps(build(routing.Auto, named("Oak {street}", 0), named("{onto} }{", 90, way("Oak", 0))), "en", false)
	if got, want := steps[0].Instruction+steps[1].Instruction, "Drive north on Oak {street}.Turn right onto {onto} }{."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestDisplay(t *testing.T) {
	for _, test := range []struct{ class, name, ref, want string }{
		{"residential", "King Street", "US 13", "King Street"},
		{"residential", "", "US 13;DE 9;DE 2", "US 13/DE 9"},
		{"motorway", "Delaware Turnpike", "I 95", "I 95 (Delaware Turnpike)"},
		{"motorway", "Interstate 95", "I 95;US 202", "I 95/US 202"},
		{"motorway", "", "I 95", "I 95"},
		{"trunk", "US 13", "US 13", "US 13"},
		{"residential", "", "", ""},
	} {
		if got := display(NewStreet(test.name, test.ref), test.class); got != test.want {
			t.Errorf("%s %q %q: %q, want %q", test.class, test.name, test.ref, got, test.want)
		}
	}
}
