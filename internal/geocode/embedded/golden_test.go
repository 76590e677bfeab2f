package embedded

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// goldenQueries are texts as people type them and what they mean in Delaware.
var goldenQueries = []string{
	"Wilmington, DE", "Wilmington", "wilmington delaware", "Newark", "Dover", "Delaware", "Sussex County", "Rodney Square", "Rodney Square, Wilmington",
	"King Street, Wilmington", "N King St, Wilmington DE", "19801", "DE 19711", "19713-0001", "University of Delaware", "New Castle County Courthouse",
	"500 North King Street, Wilmington", "500 N Market St Wilmington", "501 N Market St Wilmington, DE 19801", "815 Colorado Drive, Newark, DE 19713",
	"Colorado Dr 815, Newark", "108 Miners Lane Apt 3, Newark, DE 19713", "816 Colorado Drive", "9999 Colorado Drive, Newark", "Colorado Drive, Dover",
	"King Street & 4th Street, Wilmington", "corner of Tennyson Drive and Lyric Drive", "I-95", "Coastal Highway, Lewes", "Dallam Road",
	"Univrsity of Delaware", "Wilmingtn", "117 Syraxuse Drive, Newark", "39.7459, -75.5466", "zdgpclzf",
	"I95", "Interstate 95", "Route 1", "US 13, Seaford", "Highway 13", "DE 1 and DE 16", "I-95 & Naamans Road", "King Street & Rodney Square", "Concord Pike & Market Street",
	"where is Rodney Square?", "wo ist die University of Delaware", "où se trouve Newark ?", "Wilmington train station", "164 S. College Avenue", "Γουίλμινγκτον", "Ντόβερ", "Уилмингтон", "Chattanooga", "", "!!", "12", "Saint Georges Bridge",
}

type goldenRow struct {
	ID, Type, Level, Label string
	Confidence             float64
}

type golden struct {
	Query    string
	Total    int
	Warnings []string    `json:",omitempty"`
	Rows     []goldenRow // the first three
}

func TestSearchGolden(t *testing.T) {
	g := open(t)
	var got []golden
	for _, text := range goldenQueries {
		r := search(t, g, geocode.Query{Text: text, Size: 3})
		line := golden{Query: text, Total: r.Total, Warnings: r.Warnings, Rows: []goldenRow{}}
		for _, p := range r.Places {
			line.Rows = append(line.Rows, goldenRow{p.ID, string(p.Type), string(p.MatchLevel), p.Label, float64(int(p.Confidence*100+0.5)) / 100})
		}
		got = append(got, line)
	}
	path := filepath.Join("testdata", "delaware.golden.json")
	if *update {
		b, err := json.MarshalIndent(got, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(b, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var want []golden
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("answers changed; run with -update if they are right (-want +got):\n%s", d)
	}
}
