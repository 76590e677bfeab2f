package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	format "github.com/footstepd/footstepd/internal/region"
)

// What goes wrong with files and ports is said in one plain line that tells what to do next.
func TestFaults(t *testing.T) {
	dir := t.TempDir()
	extract := crossing().PBF(t)
	region := filepath.Join(dir, "x.region")
	if status, _, errs := command(t, "import", extract, "-o", region); status != exitOK {
		t.Fatal(errs)
	}
	data, err := os.ReadFile(region)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(dir, "cut.region")
	if err := os.WriteFile(cut, data[:len(data)-100], 0o600); err != nil {
		t.Fatal(err)
	}
	old := filepath.Join(dir, "old.region")
	data[8] = 8
	binary.LittleEndian.PutUint32(data[60:], crc32.Checksum(data[:60], crc32.MakeTable(crc32.Castagnoli)))
	if err := os.WriteFile(old, data, 0o600); err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	ask := `{"text": "x"}`
	for _, tc := range []struct {
		name string
		args []string
		want string
	}{
		{"an extract as a region", []string{"call", "--region", extract, "geocode", ask}, "is an extract, and no region file yet; import it first: footstepd import " + extract},
		{"info of an extract", []string{"region", "info", extract}, "import it first: footstepd import"},
		{"no region file", []string{"call", "--region", region + "x", "geocode", ask}, "does not exist; make it of an extract: footstepd import"},
		{"info of nothing", []string{"region", "info", region + "x"}, "does not exist; make it of an extract"},
		{"verify of nothing", []string{"region", "verify", region + "x"}, "does not exist; make it of an extract"},
		{"verify of a cut file", []string{"region", "verify", cut}, "is damaged (it has"},
		{"info of another version", []string{"region", "info", old}, old + " was made by another version of footstepd (it has version 8, this program reads " + fmt.Sprint(format.Version) + "); import the extract again with this version of footstepd\n"},
		{"verify of a cut file, what next", []string{"region", "verify", cut}, "import the extract again, or copy the file again"},
		{"http without its file", []string{"http", "--region", region + "x", "--listen", "127.0.0.1:0"}, "does not exist; make it of an extract"},
		{"a port in use", []string{"http", "--region", region, "--listen", taken.Addr().String()}, "another program already listens at " + taken.Addr().String() + "; choose another place with --listen"},
		{"no folder to write into", []string{"import", extract, "-o", filepath.Join(dir, "none", "x.region")}, "there is no folder " + filepath.Join(dir, "none") + " to write x.region into; make it first"},
		{"a folder to write over", []string{"import", extract, "-o", dir}, "is a folder; name a file in it"},
		{"a file as a folder", []string{"import", extract, "-o", filepath.Join(region, "y.region")}, region},
		{"no folder to download into", []string{"region", "download", "a/b", "--dir", filepath.Join(dir, "none")}, "there is no folder " + filepath.Join(dir, "none")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			status, out, errs := command(t, tc.args...)
			if status != exitFailure || !strings.Contains(errs, tc.want) || out != "" {
				t.Errorf("status %d, want %q: %s%s", status, tc.want, out, errs)
			}
			if lines := strings.Count(strings.TrimSpace(errs), "\n"); lines > 0 || !strings.HasPrefix(errs, "footstepd: ") {
				t.Errorf("more than one plain line: %s", errs)
			}
		})
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".footstepd-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A download says whether the host is unknown or nothing listens there, and which setting names it.
func TestDownloadOffline(t *testing.T) {
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone.Close()
	for base, want := range map[string]string{
		"http://no-such-host.invalid":    "the host no-such-host.invalid is unknown, or there is no network",
		"http://" + gone.Addr().String(): "cannot be reached",
	} {
		t.Setenv("FOOTSTEPD_DOWNLOAD_BASE_URL", base)
		status, _, errs := command(t, "region", "download", "a/b", "--dir", t.TempDir())
		if status != exitFailure || !strings.Contains(errs, want) || !strings.Contains(errs, "FOOTSTEPD_DOWNLOAD_BASE_URL") {
			t.Errorf("status %d: %s", status, errs)
		}
	}
}

// Without a region, calls are told what is the matter, and that is not to try again.
func TestNoRegion(t *testing.T) {
	t.Setenv("FOOTSTEPD_REGION", "")
	status, out, _ := command(t, "call", "geocode", `{"text": "x"}`, "--text")
	if status != exitFailure || !strings.HasPrefix(out, "not_ready: no region is configured") || !strings.Contains(out, "--region FILE") || !strings.Contains(out, "FOOTSTEPD_REGION") || strings.Contains(out, "again") {
		t.Errorf("status %d: %s", status, out)
	}

	const requests = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"geocode","arguments":{"text":"x"}}}
`
	// As a host does, leave the input open.
	in, keep := io.Pipe()
	defer keep.Close()
	go func() { _, _ = io.WriteString(keep, requests) }()
	var answers, errs bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	status = run(ctx, []string{"stdio", "--region", filepath.Join(t.TempDir(), "secret", "x.region")}, in, &answers, &errs)
	if status != exitFailure || !strings.Contains(errs.String(), "does not exist; make it of an extract") {
		t.Errorf("status %d: %s", status, errs.String())
	}
	if got := answers.String(); !strings.Contains(got, "not_ready: the configured region file does not exist") || strings.Contains(got, "timeout") || strings.Contains(got, "secret") {
		t.Errorf("answers: %s", got)
	}
}
