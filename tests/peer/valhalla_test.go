//go:build unix

package peer_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// object is a JSON object.
type object = map[string]any

// valhalla is a child process that answers by Valhalla's library, on one thread.
type valhalla struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// startValhalla starts the child over tiles. Nothing has been asked yet.
func startValhalla(tb testing.TB, config string) *valhalla {
	tb.Helper()
	v := &valhalla{cmd: exec.Command("node", filepath.Join("..", "..", "scripts", "peer_valhalla.mjs"), *packageFlag, config)}
	v.cmd.Env = append(os.Environ(), "UV_THREADPOOL_SIZE=1")
	v.cmd.Stderr = os.Stderr
	out, err := v.cmd.StdoutPipe()
	if err == nil {
		v.in, err = v.cmd.StdinPipe()
	}
	if err == nil {
		err = v.cmd.Start()
	}
	if err != nil {
		tb.Fatalf("starting node: %v", err)
	}
	v.out = bufio.NewReaderSize(out, 1<<20)
	tb.Cleanup(v.stop)
	return v
}

// stop ends the child, once.
func (v *valhalla) stop() {
	if v.cmd.ProcessState == nil {
		v.in.Close()
		_ = v.cmd.Wait() // what it answered is known already
	}
}

// took is what one call cost: by the clock, and of the processor.
type took struct{ wall, cpu time.Duration }

// errRefused is the error of a question that Valhalla answers by an error, as when there is no way.
var errRefused = errors.New("valhalla refuses")

// ask makes a call; its error wraps errRefused where Valhalla answered with one.
func (v *valhalla) ask(call string, query object) ([]byte, took, error) {
	line, err := json.Marshal(object{"call": call, "query": query})
	if err == nil {
		_, err = v.in.Write(append(line, '\n'))
	}
	if err != nil {
		return nil, took{}, err
	}
	head, err := v.out.ReadBytes('\n')
	if err != nil {
		return nil, took{}, fmt.Errorf("valhalla ended: %w", err)
	}
	answer, err := v.out.ReadBytes('\n')
	if err != nil {
		return nil, took{}, fmt.Errorf("valhalla ended: %w", err)
	}
	var h struct {
		MS, CPUMs float64
		Failed    string
	}
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, took{}, fmt.Errorf("%w in %q", err, head)
	}
	t := took{time.Duration(h.MS * 1e6), time.Duration(h.CPUMs * 1e6)}
	if h.Failed != "" {
		return nil, t, fmt.Errorf("%w: %s", errRefused, h.Failed)
	}
	return answer, t, nil
}
