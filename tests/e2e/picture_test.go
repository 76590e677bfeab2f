package e2e_test

import (
	"encoding/xml"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestPicture draws the worked example of docs/prediction.md as the page says.
func TestPicture(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3, which draws the picture, is not installed")
	}
	request, err := os.ReadFile("../../docs/prediction-example.json")
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, string(request), nil, "call", "--region", region(t), "get_prediction", "-", "--format", "geojson")
	if r.status != 0 {
		t.Fatalf("%+v", r)
	}
	cmd := exec.Command(python, "../../scripts/prediction_picture.py")
	cmd.Stdin, cmd.Stderr = strings.NewReader(r.stdout), os.Stderr
	picture, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var svg struct {
		XMLName xml.Name
		Texts   []string `xml:"text"`
	}
	if err := xml.Unmarshal(picture, &svg); err != nil || svg.XMLName.Local != "svg" {
		t.Fatalf("%v: %.200s", err, picture)
	}
	all := strings.Join(svg.Texts, "|") + "|"
	for _, text := range []string{"A|", "E|", "Searched 1, POD 70 %|", "50 % ring|", "© OpenStreetMap contributors", "decision aid"} {
		if !strings.Contains(all, text) {
			t.Errorf("the picture does not say %q: %s", text, all)
		}
	}
	if len(picture) > 150_000 {
		t.Errorf("the picture has %d bytes", len(picture))
	}
	kept, err := os.ReadFile("../../docs/prediction-example.svg")
	if err != nil || len(kept) > 150_000 || !strings.Contains(string(kept), "© OpenStreetMap contributors") {
		t.Errorf("docs/prediction-example.svg: %d bytes, %v", len(kept), err)
	}
}
