package fetch

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// server offers one extract and writes down what it is asked for.
type server struct {
	*httptest.Server
	mu       sync.Mutex
	content  []byte
	sum      string
	requests []string // of the extract: the ranges, "" for all
	// answer, when set, handles the nth request of the extract, counted from 0, and returns
	// whether it did.
	answer func(n int, w http.ResponseWriter, r *http.Request) bool
}

func newServer(t *testing.T, size int) *server {
	content := make([]byte, size)
	rng := rand.NewChaCha8([32]byte{1})
	_, _ = rng.Read(content)
	sum := md5.Sum(content)
	s := &server{content: content, sum: hex.EncodeToString(sum[:])}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/base/europe/andorra-latest.osm.pbf.md5":
			fmt.Fprintf(w, "%s  andorra-latest.osm.pbf\n", s.sum)
		case "/base/europe/andorra-latest.osm.pbf":
			s.mu.Lock()
			n := len(s.requests)
			s.requests = append(s.requests, r.Header.Get("Range"))
			s.mu.Unlock()
			if s.answer == nil || !s.answer(n, w, r) {
				http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(s.content))
			}
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// cut sends the first n bytes of what was asked for and breaks the connection.
func (s *server) cut(w http.ResponseWriter, from, n int) {
	w.Header().Set("Content-Length", fmt.Sprint(len(s.content)-from))
	if from > 0 {
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(s.content)-1, len(s.content)))
		w.WriteHeader(http.StatusPartialContent)
	}
	_, _ = w.Write(s.content[from : from+n])
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

func (s *server) options(dir string) Options {
	return Options{BaseURL: s.URL + "/base/", Name: "europe/andorra", Dir: dir, Pause: time.Millisecond}
}

func check(t *testing.T, s *server, path string, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, s.content) {
		t.Errorf("content differs, %v", err)
	}
	entries, _ := os.ReadDir(filepath.Dir(path))
	if len(entries) != 1 || filepath.Base(path) != "andorra-latest.osm.pbf" {
		t.Errorf("left behind: %v", entries)
	}
}

func TestExtract(t *testing.T) {
	const size = 1 << 20
	for _, tc := range []struct {
		name   string
		answer func(s *server) func(n int, w http.ResponseWriter, r *http.Request) bool
		want   []string // ranges
	}{
		{"at once", nil, []string{""}},
		{"broken twice", func(s *server) func(int, http.ResponseWriter, *http.Request) bool {
			return func(n int, w http.ResponseWriter, _ *http.Request) bool {
				if n < 2 {
					s.cut(w, n*1000, 1000)
				}
				return false
			}
		}, []string{"", "bytes=1000-", "bytes=2000-"}},
		{"broken, then no ranges", func(s *server) func(int, http.ResponseWriter, *http.Request) bool {
			return func(n int, w http.ResponseWriter, _ *http.Request) bool {
				if n == 0 {
					s.cut(w, 0, 5000)
				}
				_, _ = w.Write(s.content)
				return true
			}
		}, []string{"", "bytes=5000-"}},
		{"busy for a while", func(s *server) func(int, http.ResponseWriter, *http.Request) bool {
			return func(n int, w http.ResponseWriter, _ *http.Request) bool {
				if n < 3 {
					http.Error(w, "busy", []int{503, 429, 500}[n])
					return true
				}
				return false
			}
		}, []string{"", "", "", ""}},
		{"stalls", func(s *server) func(int, http.ResponseWriter, *http.Request) bool {
			return func(n int, w http.ResponseWriter, r *http.Request) bool {
				if n == 0 {
					_, _ = w.Write(s.content[:3000])
					w.(http.Flusher).Flush()
					<-r.Context().Done()
					return true
				}
				return false
			}
		}, []string{"", "bytes=3000-"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newServer(t, size)
			if tc.answer != nil {
				s.answer = tc.answer(s)
			}
			o := s.options(t.TempDir())
			o.Stall = 300 * time.Millisecond
			var last int64
			o.Progress = func(done, total int64) {
				if done > total {
					t.Errorf("%d of %d", done, total)
				}
				last = done
			}
			path, err := Extract(context.Background(), o)
			check(t, s, path, err)
			if !slices.Equal(s.requests, tc.want) {
				t.Errorf("ranges %q, want %q", s.requests, tc.want)
			}
			if last != size {
				t.Errorf("progress ended at %d", last)
			}
		})
	}
}

// What an interrupted run has fetched is not fetched again, unless the extract has changed since.
func TestResume(t *testing.T) {
	for _, changed := range []bool{false, true} {
		s := newServer(t, 1<<20)
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(context.Background())
		s.answer = func(n int, w http.ResponseWriter, r *http.Request) bool {
			if n > 0 {
				return false
			}
			_, _ = w.Write(s.content[:70_000])
			w.(http.Flusher).Flush()
			time.Sleep(50 * time.Millisecond)
			cancel()
			<-r.Context().Done()
			return true
		}
		if _, err := Extract(ctx, s.options(dir)); !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v", err)
		}
		want := "bytes=70000-"
		if changed {
			s.content[0]++
			sum := md5.Sum(s.content)
			s.sum, want = hex.EncodeToString(sum[:]), ""
		}
		path, err := Extract(context.Background(), s.options(dir))
		check(t, s, path, err)
		if got := s.requests[len(s.requests)-1]; got != want {
			t.Errorf("changed %v: range %q, want %q", changed, got, want)
		}
		// A third run finds everything in place.
		n := len(s.requests)
		if path, err = Extract(context.Background(), s.options(dir)); len(s.requests) != n {
			t.Error("fetched again")
		}
		check(t, s, path, err)
	}
}

// A partial file that is complete already, such as after a crash before it was renamed.
func TestCompletePartial(t *testing.T) {
	s := newServer(t, 5000)
	dir := t.TempDir()
	part := filepath.Join(dir, ".andorra-latest.osm.pbf."+s.sum+".part")
	if err := os.WriteFile(part, s.content, 0o644); err != nil {
		t.Fatal(err)
	}
	path, err := Extract(context.Background(), s.options(dir))
	check(t, s, path, err)
	// And one that has grown too long starts anew.
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, filepath.Base(part)), append(s.content, 1), 0o644); err != nil {
		t.Fatal(err)
	}
	path, err = Extract(context.Background(), s.options(dir))
	check(t, s, path, err)
}

func TestFailures(t *testing.T) {
	s := newServer(t, 5000)
	dir := t.TempDir()
	for _, tc := range []struct {
		name   string
		change func(o *Options)
		want   error
		text   string
	}{
		{"unknown", func(o *Options) { o.Name = "europe/atlantis" }, ErrUnknown, "atlantis"},
		{"no name", func(o *Options) { o.Name = "" }, ErrName, "europe/andorra"},
		{"path that climbs", func(o *Options) { o.Name = "../etc/passwd" }, ErrName, ""},
		{"path from the root", func(o *Options) { o.Name = "/europe/andorra" }, ErrName, ""},
		{"query", func(o *Options) { o.Name = "europe/andorra?x" }, ErrName, ""},
		{"no address", func(o *Options) { o.BaseURL = "download.geofabrik.de" }, nil, "not an http or https address"},
		{"no folder", func(o *Options) { o.Dir = filepath.Join(dir, "none") }, os.ErrNotExist, ""},
		{"nobody listens", func(o *Options) { o.BaseURL = "http://127.0.0.1:1" }, nil, "refused"},
		{"no such host", func(o *Options) { o.BaseURL = "http://no-such-host.invalid" }, nil, "no-such-host.invalid"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := s.options(dir)
			tc.change(&o)
			o.Again = func(err error, _ time.Duration) { t.Errorf("tries again after %v", err) }
			_, err := Extract(context.Background(), o)
			if err == nil || tc.want != nil && !errors.Is(err, tc.want) || !strings.Contains(err.Error(), tc.text) {
				t.Errorf("got %v, want %v with %q", err, tc.want, tc.text)
			}
		})
	}
	s.sum = strings.Repeat("0", 32)
	if _, err := Extract(context.Background(), s.options(dir)); !errors.Is(err, ErrChecksum) {
		t.Errorf("wrong checksum: %v", err)
	}
	s.sum = "<html>"
	if _, err := Extract(context.Background(), s.options(dir)); err == nil || !strings.Contains(err.Error(), "no MD5 checksum") {
		t.Errorf("no checksum: %v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("left behind: %v", entries)
	}
}

// Whoever waits is told before each further try what was wrong, also of a server that goes away in between.
func TestAgain(t *testing.T) {
	s := newServer(t, 1000)
	s.answer = func(n int, w http.ResponseWriter, _ *http.Request) bool {
		if n == 0 {
			http.Error(w, "busy", http.StatusServiceUnavailable)
			s.Listener.Close()
		}
		return n == 0
	}
	s.Config.SetKeepAlivesEnabled(false)
	o := s.options(t.TempDir())
	o.Retries = 2
	var told []string
	o.Again = func(err error, in time.Duration) { told = append(told, fmt.Sprint(in, " ", err)) }
	if _, err := Extract(context.Background(), o); err == nil || !strings.Contains(err.Error(), "refused") {
		t.Errorf("got %v", err)
	}
	if len(told) != 2 || !strings.HasPrefix(told[0], "1ms ") || !strings.Contains(told[0], "503") ||
		!strings.HasPrefix(told[1], "2ms ") || !strings.Contains(told[1], "refused") {
		t.Errorf("told %q", told)
	}
}
