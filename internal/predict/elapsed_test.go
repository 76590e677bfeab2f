package predict

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/paulmach/orb"
)

// lastSeen returns a moment before that of all requests.
func lastSeen(ago time.Duration) *time.Time { return ptr(when.Add(-ago)) }

// TestElapsed checks that with more time the mass beyond any walking distance never gets less, that
// mass is conserved, and that with time enough the rings are what they are without.
func TestElapsed(t *testing.T) {
	m := delaware(t)
	for _, name := range []string{"Newark", "Lewes", "Bombay Hook marsh"} {
		for _, bearing := range []*float64{nil, ptr(80.0)} {
			req := circle("dementia_alzheimers", sites[name], 5000)
			req.InitialBearing = bearing
			_, ground := prepare(t, m, &req)
			still := solveOn(t, m, ground, &req, environment{urban: 0.5})
			var before []float64
			for _, ago := range []time.Duration{0, 10 * time.Minute, 30 * time.Minute, time.Hour, 3 * time.Hour, 12 * time.Hour, 23 * time.Hour} {
				req.LastSeen = lastSeen(ago)
				s := solveOn(t, m, ground, &req, environment{urban: 0.5})
				checkSurface(t, name, s.answer())
				var beyond []float64
				for limit := 100.0; limit <= 8000; limit += 100 {
					sum := 1 - s.inside
					for _, i := range s.order {
						if s.reach[i].metres[samples/2] > limit {
							sum += s.mass[i]
						}
					}
					beyond = append(beyond, sum)
				}
				for k, now := range beyond {
					// Walking distances within a cell differ from its middle's.
					if before != nil && now < before[k]-0.004 {
						t.Errorf("%s, %v: mass beyond %d m falls from %.4f to %.4f", name, ago, 100*(k+1), before[k], now)
					}
				}
				before = beyond
				if ago == 23*time.Hour && math.Abs(s.inside-still.inside) > 0.02 {
					t.Errorf("%s: after %v %.4f is inside, without a time %.4f", name, ago, s.inside, still.inside)
				}
				if ago == 10*time.Minute && s.inside < still.inside+0.05 {
					t.Errorf("%s: after %v %.4f is inside, without a time %.4f", name, ago, s.inside, still.inside)
				}
			}
		}
	}
}

// TestPace checks that the old are slower, and a distance of the median speed is covered by half.
func TestPace(t *testing.T) {
	m := fakeModel(t, &fakeSource{})
	task := &task{profile: m.figures.Profiles["dementia_alzheimers"]}
	if got := m.pace(task, ptr(85.0)).median; math.Abs(got-0.72) > 1e-9 {
		t.Errorf("at 85 with dementia: %g m/s, want 0.9 · 0.8", got)
	}
	if old, young := m.pace(task, ptr(85.0)).median, m.pace(task, ptr(50.0)).median; old >= young {
		t.Errorf("at 85 %g m/s, at 50 %g m/s", old, young)
	}
	p := pace{1.3, 0.35}
	if got := p.covers(1300, 1000); math.Abs(got-0.5) > 1e-12 {
		t.Errorf("the median covers %g", got)
	}
	if p.covers(0, 60) != 1 || p.covers(math.Inf(1), 60) != 0 {
		t.Error("no distance and no way are not 1 and 0")
	}
}

// TestSurvival checks that the targets move to the places of the dead after a day.
func TestSurvival(t *testing.T) {
	m := fakeModel(t, &fakeSource{})
	for profile, p := range m.figures.Profiles {
		if p.Finds == nil {
			continue
		}
		for name, table := range map[string]*classTable{"alive": &p.Finds.Shares, "dead": &p.Finds.Dead} {
			var sum float64
			for _, v := range table {
				sum += v
			}
			if math.Abs(sum-1) > 0.005 {
				t.Errorf("%s: shares of the %s add up to %g", profile, name, sum)
			}
		}
		shares := func(ago time.Duration) *classTable {
			req := circle(profile, rodney, 2000)
			req.LastSeen = lastSeen(ago)
			task, err := m.check(&req)
			if err != nil {
				t.Fatal(err)
			}
			return m.newSurface(&req, task, environment{}).finds()
		}
		water := classOf[openWater]
		day, oneDay, twoDays := shares(20*time.Hour), shares(30*time.Hour), shares(50*time.Hour)
		if *day != p.Finds.Shares || !(day[water] < oneDay[water] && oneDay[water] < twoDays[water] && twoDays[water] < p.Finds.Dead[water]) {
			t.Errorf("%s: water gets %.4f within a day, %.4f after, %.4f after two", profile, day[water], oneDay[water], twoDays[water])
		}
	}
}

// TestLastSeenErrors checks moments that cannot be.
func TestLastSeenErrors(t *testing.T) {
	m := fakeModel(t, &fakeSource{})
	req := circle("despondent", rodney, 2000)
	req.LastSeen = lastSeen(-time.Minute)
	if _, err := m.Predict(context.Background(), req); !isInput(err, "last_seen_at") {
		t.Errorf("seen after the scenario: %v", err)
	}
	req.LastSeen = lastSeen(31 * 24 * time.Hour)
	if _, err := m.Predict(context.Background(), req); !isUnsupported(err) {
		t.Errorf("seen a month ago: %v", err)
	}
	req = Request{Profile: "despondent", AreaType: Polygon, Polygon: orb.MultiPolygon{square(rodney, 1000)}, Time: when, LastSeen: lastSeen(time.Hour)}
	if _, err := m.Predict(context.Background(), req); !isUnsupported(err) {
		t.Errorf("no point to walk from: %v", err)
	}
}
