package embedded_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/graph"
	"github.com/footstepd/footstepd/internal/routing/graph/graphtest"
	"github.com/paulmach/orb"
	"github.com/paulmach/osm"
)

// monday returns a time on a Monday.
func monday(hour int) routing.Options {
	return routing.Options{DepartAt: time.Date(2026, 11, 30, hour, 30, 0, 0, time.UTC)}
}

func TestRulesThatHoldAtTimes(t *testing.T) {
	for _, tc := range []struct {
		name                      string
		tags                      []string
		mode                      routing.Mode
		at8, at12, at23, whenever string
	}{
		{"closed at night", []string{"motor_vehicle:conditional=no @ (22:00-06:00)"}, routing.Auto, "Low", "Low", "High", "Low"},
		{"closed at night, on foot", []string{"motor_vehicle:conditional=no @ (22:00-06:00)"}, routing.Pedestrian, "Low", "Low", "Low", "Low"},
		{"open in the morning", []string{"motor_vehicle=no", "motor_vehicle:conditional=yes @ (Mo-Fr 06:00-10:00)"}, routing.Auto, "Low", "High", "High", "High"},
		{"no lorries by day", []string{"hgv:conditional=no @ (Mo-Fr 07:00-20:00)"}, routing.Truck, "High", "High", "Low", "Low"},
		{"one-way against us by day", []string{"oneway:conditional=-1 @ (07:00-19:00)"}, routing.Auto, "High", "High", "Low", "Low"},
		{"no through traffic in the morning", []string{"access:conditional=destination @ (07:00-09:00)"}, routing.Auto, "High", "Low", "Low", "Low"},
		{"at weekends", []string{"access:conditional=no @ (Sa,Su)"}, routing.Auto, "Low", "Low", "Low", "Low"},
		{"for heavy vehicles", []string{"access:conditional=no @ (weight>7.5)"}, routing.Auto, "Low", "Low", "Low", "Low"},
		{"opens what is closed", []string{"vehicle=no", "vehicle:conditional=yes @ (11:00-13:00)"}, routing.Bicycle, "High", "Low", "High", "High"},
		{"the last that holds counts", []string{"access:conditional=no @ (07:00-20:00); yes @ (12:00-13:00)"}, routing.Auto, "High", "Low", "Low", "Low"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := engineFor(t, ladder(tc.tags, nil), tc.mode)
			for hour, want := range map[int]string{8: tc.at8, 12: tc.at12, 23: tc.at23} {
				if got := through(t, e, tc.mode, monday(hour)); got != want {
					t.Errorf("at %d goes by %s, want %s", hour, got, want)
				}
			}
			if got := through(t, e, tc.mode, routing.Options{}); got != tc.whenever {
				t.Errorf("without a time goes by %s, want %s", got, tc.whenever)
			}
		})
	}
}

func TestTurnsThatAreBannedAtTimes(t *testing.T) {
	for _, tc := range []struct {
		rule     string
		to       int64
		at8, at7 string
	}{
		{"restriction:conditional=no_straight_on @ (Mo-Fr 08:00-10:00)", 1, "High", "Low"},
		{"restriction:conditional=only_left_turn @ (Mo-Fr 08:00-10:00)", 2, "High", "Low"},
		{"restriction:hgv:conditional=no_straight_on @ (Mo-Fr 08:00-10:00)", 1, "Low", "Low"},
		{"restriction:conditional=no_straight_on @ (Su 08:00-10:00)", 1, "Low", "Low"},
	} {
		m := ladder(nil, nil).Relation(1, []osm.Member{osmtest.WayMember(3, "from"), osmtest.NodeMember(1, "via"), osmtest.WayMember(tc.to, "to")}, "type=restriction", tc.rule)
		e := engineFor(t, m, routing.Auto)
		got := []string{through(t, e, routing.Auto, monday(8)), through(t, e, routing.Auto, monday(7)), through(t, e, routing.Auto, routing.Options{})}
		if want := []string{tc.at8, tc.at7, tc.at7}; !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", tc.rule, got, want)
		}
	}
}

// A path over whole ways is banned in its hours, and its parts are not.
func TestPathsThatAreBannedAtTimes(t *testing.T) {
	for _, rule := range []string{
		"restriction:conditional=no_u_turn @ (Mo-Fr 08:00-10:00)", "restriction:conditional=only_straight_on @ (08:00-10:00)",
		"restriction:motorcar:conditional=no_entry @ (08:00-10:00)",
	} {
		// West leads over Low to East; the rule speaks of West, the first half of Low, then the second.
		to := int64(6)
		if strings.Contains(rule, "only_") {
			to = 7
		}
		m := new(osmtest.Map)
		node(node(node(node(m, 1, 0, 0), 2, 500, 0), 3, 1000, 0), 4, -300, 0)
		node(node(node(m, 5, 500, -400), 6, 0, 2000), 7, 1000, 2000)
		m.Way(3, []int64{4, 1}, "highway=residential", "name=West").Way(5, []int64{1, 2}, "highway=residential", "name=Low").
			Way(6, []int64{2, 3}, "highway=residential", "name=Low").Way(7, []int64{2, 5}, "highway=residential", "oneway=yes", "name=Down").
			Way(8, []int64{1, 6, 7, 3}, "highway=residential", "name=High").
			Relation(1, []osm.Member{osmtest.WayMember(3, "from"), osmtest.WayMember(5, "via"), osmtest.WayMember(to, "to")}, "type=restriction", rule)
		e := engineFor(t, m, routing.Auto)
		for _, tc := range []struct {
			name     string
			from, to orb.Point
			o        routing.Options
			want     []string
		}{
			{"in its hours", at(-200, 0), at(900, 0), monday(8), []string{"West", "High", "Low"}},
			{"after them", at(-200, 0), at(900, 0), monday(10), []string{"West", "Low"}},
			{"at no hour", at(-200, 0), at(900, 0), routing.Options{}, []string{"West", "Low"}},
			{"from the way between", at(100, 0), at(900, 0), monday(8), []string{"Low"}},
			{"elsewhere", at(-200, 0), at(500, -300), monday(8), []string{"West", "Low", "Down"}},
			{"from elsewhere", at(0, 500), at(900, 0), monday(8), []string{"High", "Low"}},
		} {
			r, err := e.Route(context.Background(), routing.RouteRequest{Mode: routing.Auto, Stops: []orb.Point{tc.from, tc.to}, Options: tc.o})
			if err != nil {
				t.Fatal(err)
			}
			if got := (&result{r}).streets(); !slices.Equal(got, tc.want) {
				t.Errorf("%s, %s: %v, want %v", rule, tc.name, got, tc.want)
			}
			if tells := len(r.Warnings) > 0; tells != (tc.name == "at no hour") {
				t.Errorf("%s, %s: warnings %q", rule, tc.name, r.Warnings)
			}
		}
	}
}

// A metric says when prices do not tell all.
func TestPlainMetrics(t *testing.T) {
	m := ladder([]string{"access:conditional=destination @ (07:00-09:00)"}, nil)
	n := graphtest.Graph(t, m, routing.Auto).Network(routing.Auto)
	for hour, want := range map[int]bool{8: true, 12: false} {
		x, err := graph.NewMetric(n, monday(hour))
		if err != nil || x.Plain() != want {
			t.Errorf("at %d: plain %v, want %v (%v)", hour, x.Plain(), want, err)
		}
	}
}

// Who gives no hour is told where it matters, and not elsewhere.
func TestHoursThatMatterAreToldOf(t *testing.T) {
	turn := ladder(nil, nil).Relation(1, []osm.Member{osmtest.WayMember(3, "from"), osmtest.NodeMember(1, "via"), osmtest.WayMember(1, "to")},
		"type=restriction", "restriction:conditional=no_straight_on @ (Su)")
	for _, tc := range []struct {
		name string
		m    *osmtest.Map
		mode routing.Mode
		o    routing.Options
		want int
	}{
		{"road", ladder([]string{"motor_vehicle:conditional=no @ (22:00-06:00)"}, nil), routing.Auto, routing.Options{}, 1},
		{"road, at an hour", ladder([]string{"motor_vehicle:conditional=no @ (22:00-06:00)"}, nil), routing.Auto, monday(8), 0},
		{"road of other vehicles", ladder([]string{"hgv:conditional=no @ (22:00-06:00)"}, nil), routing.Auto, routing.Options{}, 0},
		{"turn", turn, routing.Auto, routing.Options{}, 1},
		{"turn of vehicles", turn, routing.Pedestrian, routing.Options{}, 0},
		{"nothing", ladder(nil, nil), routing.Auto, routing.Options{}, 0},
	} {
		r, err := engineFor(t, tc.m, tc.mode).Route(context.Background(), routing.RouteRequest{Mode: tc.mode, Stops: []orb.Point{at(-200, 0), at(1200, 0)}, Options: tc.o})
		if err != nil || len(r.Warnings) != tc.want {
			t.Errorf("%s: %v, warnings %q", tc.name, err, r.Warnings)
		}
	}
}
