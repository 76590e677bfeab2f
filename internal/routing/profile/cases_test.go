package profile_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/profile"
	"github.com/paulmach/osm"
)

// caseFile holds the routability cases of another engine, relative to this folder.
const caseFile = "../../../../shared/cases/osrm/public.json"

// dissent lists rows whose expectation these profiles do not share on purpose, with the reason.
// The key is the profile and the tags, sorted.
var dissent = map[string]string{
	"car access=private highway=service":                         "trips begin and end on private drives; only passing through is barred, which a single way cannot show",
	"bicycle access=psv highway=service oneway=yes railway=tram": "access=psv reserves the way to buses and taxis; without bicycle=yes riding there is not allowed",
}

type cell struct {
	Usable bool   `json:"usable"`
	Mode   string `json:"mode"`
	Speed  *value `json:"speed"`
	Time   *value `json:"time"`
}

type value struct {
	Value     float64 `json:"value"`
	Tolerance float64 `json:"tolerance"`
}

// TestRoutabilityCases judges every row of the case file by the profile alone.
func TestRoutabilityCases(t *testing.T) {
	data, err := os.ReadFile(filepath.FromSlash(caseFile))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the case file is not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ID, Profile string
			Routability []struct {
				Tags     map[string]string `json:"tags"`
				NodeTags map[string]string `json:"node_tags"`
				Want     map[string]cell   `json:"want"`
			} `json:"routability"`
		} `json:"cases"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	modes := map[string]routing.Mode{"car": routing.Auto, "bicycle": routing.Bicycle, "foot": routing.Pedestrian}
	passed, total, speeds, speedTotal, excluded := map[string]int{}, map[string]int{}, 0, 0, map[string]bool{}
	for _, c := range file.Cases {
		p, ok := profile.For(modes[c.Profile])
		if !ok {
			t.Fatalf("no profile for %q", c.Profile)
		}
		for _, row := range c.Routability {
			name := c.Profile + " " + describe(row.Tags)
			total[c.Profile]++
			way := p.Way(tagsOf(row.Tags), profile.Context{})
			node := p.Node(tagsOf(row.NodeTags))
			good := true
			for col, want := range row.Want {
				for dir, d := range map[string]profile.Direction{"forw": way.Forward, "backw": way.Backward} {
					if col != dir && col != "bothw" {
						continue
					}
					usable := d.Access != profile.No && node.Access != profile.No &&
						d.Limits.And(profile.LimitsAt(tagsOf(row.NodeTags))).Admits(profile.VehicleOf(p.Mode())) ||
						d.Access != profile.No && node.Access != profile.No && p.Mode() != routing.Auto
					if usable != want.Usable || usable && want.Mode != "" && !travels(want.Mode, d.Travel) {
						good = false
						if _, ok := dissent[name]; ok {
							continue
						}
						t.Errorf("%s: %s node %s: %s: got %v %s, want %v %s", c.ID, name, describe(row.NodeTags), dir, usable, d.Travel, want.Usable, want.Mode)
						continue
					}
					if usable && (want.Speed != nil || want.Time != nil) {
						speedTotal++
						if near(want, d.SpeedKPH) {
							speeds++
						} else {
							t.Logf("%s: %s: %s: got %.1f km/h, want %v %v", c.ID, name, dir, d.SpeedKPH, want.Speed, want.Time)
						}
					}
				}
			}
			if reason := dissent[name]; reason != "" {
				excluded[name] = true
				if good {
					t.Errorf("%s: passes, though it is listed as dissent", name)
				}
			}
			if good {
				passed[c.Profile]++
			}
		}
	}
	for _, p := range slices.Sorted(maps.Keys(total)) {
		t.Logf("%s: %d of %d rows", p, passed[p], total[p])
	}
	t.Logf("speeds: %d of %d", speeds, speedTotal)
	for name := range dissent {
		if !excluded[name] {
			t.Errorf("dissent on %q, which is not in the file", name)
		}
	}
}

func travels(want string, got routing.TravelMode) bool {
	switch want {
	case "driving":
		return got == routing.Drive
	case "cycling":
		return got == routing.Cycle
	case "walking", "pushing bike":
		return got == routing.Walk
	}
	return false
}

// near compares a speed in km/h, or the seconds for 200 m, as generously as the case file asks.
func near(want cell, kph float64) bool {
	w, got := want.Speed, kph
	if want.Time != nil {
		w, got = want.Time, 200/kph*3.6
	}
	return abs(got-w.Value) <= max(0.25*w.Value, 1, w.Tolerance)
}

func abs(x float64) float64 { return max(x, -x) }

func tagsOf(m map[string]string) osm.Tags {
	var tags osm.Tags
	for _, k := range slices.Sorted(maps.Keys(m)) {
		tags = append(tags, osm.Tag{Key: k, Value: m[k]})
	}
	return tags
}

func describe(m map[string]string) string {
	var list []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if k != "name" {
			list = append(list, k+"="+m[k])
		}
	}
	return strings.Join(list, " ")
}
