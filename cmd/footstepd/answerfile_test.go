package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/footstepd/footstepd/internal/region"
)

// state is what a folder holds, but for times.
func state(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		text := "" // that of links is their target's
		if info.Mode().IsRegular() {
			b, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			text = string(b)
		}
		all[e.Name()] = info.Mode().String() + " " + text
	}
	return all
}

func TestWriteAnswerFile(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, mode := range map[string]fs.FileMode{"open": 0o666, "closed": 0o600} {
		if err := os.WriteFile(at(name), []byte("earlier and longer"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(at(name), mode); err != nil {
			t.Fatal(err)
		}
	}
	for from, to := range map[string]string{"link": "closed", "dangling": "target"} {
		if err := os.Symlink(to, at(from)); err != nil {
			t.Fatal(err)
		}
	}
	long := strings.Repeat("n", 255)
	for _, name := range []string{"new", "open", "link", "dangling", long} {
		if err := writeAnswerFile(at(name), []byte("answer")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	want := map[string]string{
		"new": "-rw-r----- answer", "open": "-rw-rw-rw- answer", "closed": "-rw------- answer", "target": "-rw-r----- answer",
		"link": "Lrwxrwxrwx ", "dangling": "Lrwxrwxrwx ", long: "-rw-r----- answer",
	}
	got := state(t, dir)
	for name, s := range want {
		if got[name] != s {
			t.Errorf("%s is %q, want %q", name, got[name], s)
		}
	}
	if len(got) != len(want) {
		t.Errorf("the folder holds %v", got)
	}
}

// An error names the file that was asked for.
func TestWriteAnswerFileNowhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "a.kml")
	if err := writeAnswerFile(path, nil); err == nil || !strings.Contains(err.Error(), " "+path+": ") {
		t.Errorf("%v, want one that names %s", err, path)
	}
}

// A file that cannot be written whole leaves an earlier one and nothing else.
func TestWriteAnswerFileFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.kml")
	if err := os.WriteFile(path, []byte("earlier"), 0o600); err != nil {
		t.Fatal(err)
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	small := limit
	small.Cur = 4096
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small); err != nil {
		t.Skip(err)
	}
	err := writeAnswerFile(path, make([]byte, 10_000))
	if e := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); e != nil {
		t.Fatal(e)
	}
	if err == nil {
		t.Fatal("10,000 bytes are written where files may have 4,096")
	}
	if got := state(t, dir); len(got) != 1 || got["a.kml"] != "-rw------- earlier" {
		t.Errorf("the folder holds %v after %v", got, err)
	}
}

func TestWriteAnswerFileToPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	read := make(chan string, 1)
	go func() {
		b, _ := os.ReadFile(path)
		read <- string(b)
	}()
	if err := writeAnswerFile(path, []byte("answer")); err != nil {
		t.Fatal(err)
	}
	if got := <-read; got != "answer" {
		t.Errorf("the pipe gave %q", got)
	}
}

func TestCheckAnswerFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	w, err := region.Create(at("x.region"))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(region.Meta{Name: "x"}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at("a.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("x.region", at("link")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ path, arguments, want string }{
		{at("x.region"), "", "is a region file"},
		{at("link"), "", "is a region file"},
		{at("a.json"), "@" + at("a.json"), "holds the arguments"},
		{dir, "", "is a folder"},
		{at("a.json"), "@" + at("b.json"), ""},
		{at("a.json"), "{}", ""},
		{at("new"), "", ""},
		{at("none/new"), "", ""}, // found when it is written
		{os.DevNull, "", ""},
	} {
		err := checkAnswerFile(test.path, test.arguments)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s for %q: %v, want %q", test.path, test.arguments, err, test.want)
		}
	}
}
