package main

import (
	"crypto/md5"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestDownload(t *testing.T) {
	data, err := os.ReadFile(crossing().PBF(t))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/test/crossing-latest.osm.pbf.md5":
			fmt.Fprintf(w, "%x  crossing-latest.osm.pbf\n", md5.Sum(data))
		case r.URL.Path == "/test/crossing-latest.osm.pbf" && strings.HasPrefix(r.UserAgent(), "footstepd/"):
			http.ServeContent(w, r, "", time.Time{}, strings.NewReader(string(data)))
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	t.Setenv("FOOTSTEPD_DOWNLOAD_BASE_URL", server.URL)
	dir := t.TempDir()

	status, out, errs := command(t, "region", "download", "test/crossing", "--dir", dir, "--no-import")
	if status != exitOK || !strings.Contains(errs, "download: done") {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	extract := filepath.Join(dir, "crossing-latest.osm.pbf")
	if got, err := os.ReadFile(extract); err != nil || string(got) != string(data) || !strings.Contains(out, extract) {
		t.Errorf("extract: %v; %s", err, out)
	}
	if status, out, errs = command(t, "region", "download", "test/crossing", "--dir", dir, "--profiles", "pedestrian"); status != exitOK {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	if status, out, _ = command(t, "region", "info", filepath.Join(dir, "crossing.region")); status != exitOK || !strings.Contains(out, "profiles  pedestrian\n") {
		t.Errorf("region: %d, %s", status, out)
	}
	if status, _, errs = command(t, "region", "download", "test/none", "--dir", dir); status != exitFailure || !strings.Contains(errs, "no such extract") {
		t.Errorf("unknown extract: %d, %s", status, errs)
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", -1000: "-1,000", -100: "-100", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// A progress that stops in the middle of a phase says so.
func TestProgress(t *testing.T) {
	var b strings.Builder
	p := newProgress(&b)
	p.phase("one", 0)
	p.phase("one", 1)
	p.phase("two", 0.25)
	p.end()
	p.end()
	lines := strings.Split(b.String(), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "one: done, ") || !strings.HasPrefix(lines[1], "two: stopped at 25 %, ") {
		t.Errorf("got %q", lines)
	}
}
