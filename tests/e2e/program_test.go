// Package e2e_test runs the real program the way people and hosts do: over standard streams, over
// HTTP and from the command line, with a region made of the Delaware extract.
package e2e_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
)

// workshop holds what all tests share, made when first needed and once a run.
var workshop struct {
	dir     string
	program func() (string, error)
	region  func(extract string) (string, error)
}

// Benchmarks can compare programs, and save the time of an import.
var (
	programPath = flag.String("program", "", "program to run; it is built from here when there is none")
	regionPath  = flag.String("region", "", "region file of Delaware to serve; it is imported when there is none")
)

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "footstepd-e2e")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	workshop.dir = dir
	workshop.program = sync.OnceValues(buildProgram)
	var once sync.Once
	var path string
	workshop.region = func(extract string) (string, error) {
		once.Do(func() { path, err = importRegion(extract) })
		return path, err
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

func buildProgram() (string, error) {
	if *programPath != "" {
		return *programPath, nil
	}
	path := filepath.Join(workshop.dir, "footstepd")
	cmd := exec.Command("go", "build", "-o", path, "-ldflags", "-X main.version=e2e", "./cmd/footstepd")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return path, nil
}

func importRegion(extract string) (string, error) {
	if *regionPath != "" {
		return *regionPath, nil
	}
	program, err := workshop.program()
	if err != nil {
		return "", err
	}
	path := filepath.Join(workshop.dir, "delaware.region")
	start := time.Now()
	out, err := exec.Command(program, "import", extract, "--name", "delaware", "-o", path).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("import: %w\n%s", err, out)
	}
	fmt.Fprintf(os.Stderr, "imported Delaware in %v\n", time.Since(start).Round(time.Millisecond))
	return path, nil
}

// program returns the path of the built program.
func program(tb testing.TB) string {
	tb.Helper()
	if testing.Short() {
		tb.Skip("builds the program and imports Delaware; not in -short")
	}
	path, err := workshop.program()
	if err != nil {
		tb.Fatal(err)
	}
	return path
}

// region returns the path of the Delaware region.
func region(tb testing.TB) string {
	tb.Helper()
	program(tb)
	path, err := workshop.region(osmtest.Delaware(tb))
	if err != nil {
		tb.Fatal(err)
	}
	return path
}

// environment is bare, as hosts give it, plus what a test adds.
func environment(extra ...string) []string {
	return append([]string{"HOME=/nonexistent", "PATH=/usr/bin:/bin"}, extra...)
}

// outcome is what a finished run left.
type outcome struct {
	status         int
	stdout, stderr string
}

// run runs the program to its end.
func run(tb testing.TB, stdin string, env []string, args ...string) outcome {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program(tb), args...)
	cmd.Env = environment(env...)
	cmd.Dir = tb.TempDir()
	cmd.Stdin = strings.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		tb.Fatal(err)
	}
	return outcome{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// server is a running HTTP server.
type server struct {
	url   string // without a path
	cmd   *exec.Cmd
	log   *lockedBuffer
	ended chan struct{}
}

// lockedBuffer may be read while a process writes to it.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

var (
	listening        = regexp.MustCompile(`"listen":"([^"]+)"[^\n]*serving MCP`)
	listeningMetrics = regexp.MustCompile(`"listen":"([^"]+)"[^\n]*serving metrics`)
)

// serve starts an HTTP server on a free port and waits until its regions are loaded.
func serve(tb testing.TB, env []string, args ...string) *server {
	tb.Helper()
	s := &server{log: &lockedBuffer{}, ended: make(chan struct{})}
	s.cmd = exec.Command(program(tb), append([]string{"http", "--listen", "127.0.0.1:0"}, args...)...)
	s.cmd.Env = environment(env...)
	s.cmd.Stderr = s.log
	if err := s.cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	go func() {
		_ = s.cmd.Wait()
		close(s.ended)
	}()
	tb.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		<-s.ended
		if tb.Failed() {
			tb.Logf("log of the server:\n%s", s.log)
		}
	})
	s.url = "http://" + s.find(tb, listening)
	s.await(tb, func() bool {
		resp, err := http.Get(s.url + "/readyz")
		if err != nil {
			return false
		}
		resp.Body.Close()
		return resp.StatusCode == http.StatusOK
	})
	return s
}

// find waits for a line of the log.
func (s *server) find(tb testing.TB, line *regexp.Regexp) string {
	tb.Helper()
	var found string
	s.await(tb, func() bool {
		if m := line.FindStringSubmatch(s.log.String()); m != nil {
			found = m[1]
		}
		return found != ""
	})
	return found
}

// await waits until something holds; the server must be alive for that.
func (s *server) await(tb testing.TB, holds func() bool) {
	tb.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if holds() {
			return
		}
		select {
		case <-s.ended:
			tb.Fatalf("the server ended:\n%s", s.log)
		default:
		}
	}
	tb.Fatalf("gave up waiting; log:\n%s", s.log)
}

// stop sends SIGTERM and returns the exit status.
func (s *server) stop(tb testing.TB) int {
	tb.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		tb.Fatal(err)
	}
	select {
	case <-s.ended:
	case <-time.After(20 * time.Second):
		tb.Fatal("the server does not stop")
	}
	return s.cmd.ProcessState.ExitCode()
}

// alive tells whether the process has not ended.
func (s *server) alive() bool {
	select {
	case <-s.ended:
		return false
	default:
		return true
	}
}
