package profile

import (
	"math"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/osm"
)

// FuzzProfiles judges ways, nodes and relations with arbitrary tags, given as lines of key=value.
func FuzzProfiles(f *testing.F) {
	for _, s := range []string{
		"highway=primary\noneway=-1\ncycleway:left=opposite_lane\nmaxspeed:forward=DE:zone:30",
		"route=ferry\nduration=PT1H30M\nmotor_vehicle=private;delivery",
		"highway=steps\nconveying=forward\nfoot:backward=no\nsurface=mud",
		"highway=service\nservice=alley\nwidth=0,5\nmaxheight=13'7\"\nlanes=1",
		"highway=motorway\njunction=roundabout\noneway=alternating\nhov:lanes=designated|",
		"railway=tram\nbicycle=yes\nrestriction:motorcar=only_left_turn\nexcept=;;psv",
		"amenity=parking\nbarrier=gate\nlocked=yes\naccess=;;;\nkerb=flush",
		"highway=service\nmaxweight:hgv=7.5 t\nmaxheight:physical=0\nmaxaxleload=1e9\nhazmat=destination\nbusway=opposite_lane\nlanes:psv:backward=1",
		"highway=primary\nhgv:forward:conditional=no @ (weight>=7.5); no @ length>\nmaxheight:backward=3\nmaxweight:hgv:forward=none\naxles=9",
		"highway=trunk\nbridge=movable\nduration=99999\nsidewalk=separate\nmotorroad=yes",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var tags osm.Tags
		for line := range strings.SplitSeq(s, "\n") {
			key, value, _ := strings.Cut(line, "=")
			tags = append(tags, osm.Tag{Key: key, Value: value})
		}
		for _, p := range []Profile{car, truck, bus, bicycle{}, foot{}} {
			for _, c := range []Context{{}, {LeftHand: true}, {OpenTrunks: true}, {LeftHand: true, OpenTrunks: true}} {
				checkWay(t, p, p.Way(tags, c))
			}
			b := p.Node(tags)
			if b.Access > Open || !(b.Seconds >= 0 && b.Seconds <= 120) {
				t.Errorf("%s: barrier %+v", p.Mode(), b)
			}
			if p.RestrictionApplies(tags) != (p.Restriction(tags) != Unrestricted) {
				t.Errorf("%s: RestrictionApplies and Restriction disagree", p.Mode())
			}
		}
		a := AttributesOf(tags)
		if a.Class >= classes || a.Lanes < 0 || a.Lanes > 99 {
			t.Errorf("attributes %+v", a)
		}
		JunctionOf(tags)
	})
}

func checkWay(t *testing.T, p Profile, w Way) {
	t.Helper()
	for _, d := range []Direction{w.Forward, w.Backward} {
		if d.Access == No {
			if d != (Direction{}) {
				t.Errorf("%s: closed direction %+v", p.Mode(), d)
			}
			continue
		}
		if d.Access > Open || !(d.SpeedKPH > 0 && d.SpeedKPH <= 200) || !(d.Penalty >= 1 && d.Penalty <= 100) || d.Travel == "" {
			t.Errorf("%s: direction %+v", p.Mode(), d)
		}
		for _, metres := range []float64{0, 0.001, 1, 1e3, 1e7} {
			if kph := w.Speed(d, metres); !(kph >= minCarriedKPH && kph <= 200) {
				t.Errorf("%s: %v km/h over %v m", p.Mode(), kph, metres)
			}
		}
		drive, auto := d.Travel == routing.Drive, p.Mode() != routing.Bicycle && p.Mode() != routing.Pedestrian
		if d.Travel != routing.TakeBoat && drive != auto {
			t.Errorf("%s travels by %s", p.Mode(), d.Travel)
		}
	}
	if !(w.DurationSeconds >= 0 && w.DurationSeconds <= maxDuration) || math.IsNaN(w.DurationSeconds) {
		t.Errorf("%s: duration %v", p.Mode(), w.DurationSeconds)
	}
}

// Tags have no order: shuffled ones are judged alike.
func TestOrderOfTagsDoesNotMatter(t *testing.T) {
	for _, list := range []string{
		"highway=primary, oneway=no, oneway:motorcar=yes, access=no, motor_vehicle:backward=yes, motor_vehicle=destination, maxspeed=50, maxspeed:forward=30, surface=gravel",
		"highway=residential, oneway=yes, cycleway:left=lane, cycleway:left:oneway=-1, bicycle=yes, foot=no, sidewalk=both, maxspeed:advisory=20, maxspeed=30",
		"route=ferry, highway=primary, duration=10, bicycle=no, foot:forward=no, foot=yes, access=private",
	} {
		tags := tagsOf(list)
		for _, p := range []Profile{car, truck, bus, bicycle{}, foot{}} {
			want := p.Way(tags, Context{})
			wantAttributes := AttributesOf(tags)
			for range tags {
				tags = append(tags[1:len(tags):len(tags)], tags[0])
				if got := p.Way(tags, Context{}); got != want {
					t.Errorf("%s on %v: got %+v, want %+v", p.Mode(), tags, got, want)
				}
				if got := AttributesOf(tags); got != wantAttributes {
					t.Errorf("%v: got %+v, want %+v", tags, got, wantAttributes)
				}
			}
		}
	}
}

// Ways of an average extract: most are roads with a few tags, many no roads at all.
var benchWays = []osm.Tags{
	tagsOf("highway=residential, name=Oak Street, tiger:cfcc=A41, tiger:county=Kent, tiger:name_base=Oak, tiger:name_type=St"),
	tagsOf("highway=secondary, name=Main Street, ref=DE 9, lanes=2, maxspeed=35 mph, surface=asphalt, oneway=yes, cycleway:right=lane"),
	tagsOf("highway=service, service=driveway, access=private"),
	tagsOf("highway=footway, footway=sidewalk, surface=concrete"),
	tagsOf("building=yes, addr:housenumber=12, addr:street=Oak Street, height=7"),
	tagsOf("landuse=forest, name=Great Wood, source=survey"),
}

func BenchmarkWay(b *testing.B) {
	for _, p := range []Profile{car, truck, bus, bicycle{}, foot{}} {
		b.Run(string(p.Mode()), func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				p.Way(benchWays[i%len(benchWays)], Context{})
			}
		})
	}
}

func BenchmarkAttributesOf(b *testing.B) {
	b.ReportAllocs()
	for i := range b.N {
		AttributesOf(benchWays[i%len(benchWays)])
	}
}

func BenchmarkNode(b *testing.B) {
	nodes := []osm.Tags{nil, tagsOf("highway=crossing, crossing=marked"), tagsOf("barrier=gate, access=private"), tagsOf("highway=traffic_signals")}
	b.ReportAllocs()
	for i := range b.N {
		car.Node(nodes[i%len(nodes)])
	}
}

// Judging ways must not allocate: it is done for every way of an extract and every mode.
func TestWayDoesNotAllocate(t *testing.T) {
	for _, p := range []Profile{car, truck, bus, bicycle{}, foot{}} {
		if n := testing.AllocsPerRun(100, func() {
			for _, tags := range benchWays {
				p.Way(tags, Context{})
				AttributesOf(tags)
			}
		}); n > 0 {
			t.Errorf("%s: %v allocations", p.Mode(), n)
		}
	}
}
