package build

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/osm/osmtest"
)

// What the child process of TestKill is to import whereto, and the phase in which it is to wait for
// its end.
const (
	killedInput  = "FOOTSTEPD_TEST_KILLED_INPUT"
	killedOutput = "FOOTSTEPD_TEST_KILLED_OUTPUT"
	killedPhase  = "FOOTSTEPD_TEST_KILLED_PHASE"
)

// TestKilledImport is the child process of TestKill and does nothing by itself.
func TestKilledImport(t *testing.T) {
	input, output := os.Getenv(killedInput), os.Getenv(killedOutput)
	if output == "" {
		t.Skip("runs as the child process of TestKill")
	}
	o := options(t, output, input)
	o.Progress = func(phase string, done float64) {
		if phase == os.Getenv(killedPhase) && done > 0 {
			println("waiting")
			time.Sleep(time.Hour)
		}
	}
	if _, err := Import(context.Background(), o); err != nil {
		t.Fatal(err)
	}
}

// A process that is killed in the middle of an import leaves the earlier region as it was, and the
// next import clears away what it left.
func TestKill(t *testing.T) {
	dir := t.TempDir()
	output := filepath.Join(dir, "x.region")
	if _, err := Import(context.Background(), options(t, output, new(osmtest.Map).Node(1, 1, 1).PBF(t))); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	input := town().PBF(t)
	for _, phase := range []string{"reading ways", "reading nodes", "road graph", "road hierarchies", "geocoder index", "land cover"} {
		child := exec.Command(os.Args[0], "-test.run=^TestKilledImport$")
		child.Env = append(os.Environ(), killedInput+"="+input, killedOutput+"="+output, killedPhase+"="+phase)
		reached := &waiter{text: "waiting", found: make(chan struct{})}
		child.Stderr = reached
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		select {
		case <-reached.found:
		case <-time.After(time.Minute):
			t.Errorf("the child process did not come to %s", phase)
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		var exit *exec.ExitError
		if err := child.Wait(); !errors.As(err, &exit) {
			t.Fatalf("the child process was not killed: %v", err)
		}
		if after, err := os.ReadFile(output); err != nil || !bytes.Equal(before, after) {
			t.Errorf("killed in %s: the earlier region has changed, %v", phase, err)
		}
		if names := list(t, dir); len(names) != 2 {
			t.Errorf("killed in %s: %v; the test has not hit the middle of an import", phase, names)
		}
	}
	if _, err := Import(context.Background(), options(t, output, input)); err != nil {
		t.Fatal(err)
	}
	if names := list(t, dir); len(names) != 1 {
		t.Errorf("left behind: %v", names)
	}
}

// waiter is a writer that tells when a text has been written to it.
type waiter struct {
	text  string
	seen  strings.Builder
	found chan struct{}
	done  bool
}

func (w *waiter) Write(b []byte) (int, error) {
	w.seen.Write(b)
	if !w.done && strings.Contains(w.seen.String(), w.text) {
		w.done = true
		close(w.found)
	}
	return len(b), nil
}
