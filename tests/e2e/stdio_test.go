package e2e_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const hello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"e2e","version":"1"}}}`

func callLine(id any, tool string, args any) string {
	line, err := json.Marshal(object{"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": object{"name": tool, "arguments": args}})
	if err != nil {
		panic(err)
	}
	return string(line)
}

// answers reads the lines of an output by id.
func answers(t *testing.T, out string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for line := range strings.Lines(out) {
		var m struct{ ID any }
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		id := fmt.Sprint(m.ID)
		if _, twice := found[id]; twice && id != "<nil>" {
			t.Errorf("%s was answered twice", id)
		}
		found[id] = line
	}
	return found
}

// TestPipe pipes calls into the program and closes the pipe, fifty times: no answer is lost, and the
// calls are answered from the region although it was not open when they came.
func TestPipe(t *testing.T) {
	path := region(t)
	const calls = 6
	var in strings.Builder
	fmt.Fprintln(&in, hello)
	for i := range calls {
		fmt.Fprintln(&in, callLine(i, "reverse_geocode", object{"location": rodneySquare}))
	}
	for range 50 {
		r := run(t, in.String(), []string{"FOOTSTEPD_LOG_LEVEL=warn"}, "stdio", "--region", path)
		found := answers(t, r.stdout)
		if r.status != 0 || r.stderr != "" || len(found) != calls+1 {
			t.Fatalf("status %d, %d of %d answers, standard error %q", r.status, len(found), calls+1, r.stderr)
		}
		for i := range calls {
			if !strings.Contains(found[fmt.Sprint(i)], `"headline"`) {
				t.Fatalf("call %d: %s", i, found[fmt.Sprint(i)])
			}
		}
	}
}

// TestHostileLines sends what a client should not; the call at the end is answered all the same.
func TestHostileLines(t *testing.T) {
	in := strings.Join([]string{
		hello,
		"garbage",
		"\x00\x01\xff",
		`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"geocode","arguments":{"text":"` + strings.Repeat("x", 5<<20) + `"}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":5}}`,
		`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":[]}`,
		`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"geocode","arguments":{"text":"x","size":1e400}}}`,
		callLine(6, "no_such_tool", nil),
		strings.Repeat("[", 100_000),
		"",
		callLine("last", "reverse_geocode", object{"location": rodneySquare}),
	}, "\n")
	r := run(t, in, nil, "stdio", "--region", region(t))
	found := answers(t, r.stdout)
	if r.status != 0 {
		t.Errorf("status %d", r.status)
	}
	for id, want := range map[string]string{"3": "-32602", "4": "-32602", "5": "invalid_input", "6": "-32602", "last": `"headline"`, "<nil>": "-32"} {
		if !strings.Contains(found[id], want) {
			t.Errorf("id %s: got %.200s, want %s", id, found[id], want)
		}
	}
	if strings.Contains(r.stdout, "json:") || strings.Contains(r.stdout, "unmarshal") {
		t.Error("the decoder's own words show")
	}
	for line := range strings.Lines(r.stderr) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not a line of the log: %.200s", line)
		}
	}
}

// TestStartUp measures the time from the start of the process to its first words and to its first
// answer from the region.
func TestStartUp(t *testing.T) {
	path := region(t)
	cmd := exec.Command(program(t), "stdio", "--region", path)
	cmd.Env = environment("FOOTSTEPD_LOG_LEVEL=off")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReaderSize(out, 1<<20)
	fmt.Fprintln(in, hello)
	if _, err := lines.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	greeted := time.Since(start)
	fmt.Fprintln(in, callLine(1, "geocode", object{"text": "Rodney Square"}))
	line, err := lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	answered := time.Since(start)
	if !strings.Contains(line, `"headline"`) {
		t.Errorf("got %s", line)
	}
	memory := residentMemory(t, cmd.Process.Pid)
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	t.Logf("first words after %v, first answer after %v, %d MB of own memory", greeted.Round(time.Millisecond), answered.Round(time.Millisecond), memory>>20)
	// The aim is 300 ms; a busy machine gets some slack.
	if greeted > 3*time.Second || answered > 3*time.Second {
		t.Errorf("first words after %v, first answer after %v", greeted, answered)
	}
	if memory > 100<<20 {
		t.Errorf("%d MB of own memory, 100 are allowed", memory>>20)
	}
}

// residentMemory returns the bytes that a process holds besides mapped files, or 0 where the system
// does not say.
func residentMemory(t *testing.T, pid int) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var kB int64
		if n, _ := fmt.Sscanf(line, "RssAnon: %d kB", &kB); n == 1 {
			return kB << 10
		}
	}
	return 0
}

// TestStdioWithoutRegions: the server introduces itself and says why it cannot answer.
func TestStdioWithoutRegions(t *testing.T) {
	r := run(t, hello+"\n"+callLine(1, "geocode", object{"text": "x"})+"\n", nil, "stdio")
	found := answers(t, r.stdout)
	if r.status != 0 || !strings.Contains(found["hello"], "serverInfo") || !strings.Contains(found["1"], "not_ready") {
		t.Errorf("status %d\n%s", r.status, r.stdout)
	}
}

// TestStdioCannotStart: hosts show the last line of standard error, so that must say it all.
func TestStdioCannotStart(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.region")
	if err := os.WriteFile(broken, []byte(strings.Repeat("no region", 10_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, path, want string }{
		{"missing", "/nonexistent/x.region", "/nonexistent/x.region"},
		{"broken", broken, "broken.region"},
	} {
		t.Run(test.name, func(t *testing.T) {
			cmd := exec.Command(program(t), "stdio", "--region", test.path)
			cmd.Env = environment()
			var stderr strings.Builder
			cmd.Stderr = &stderr
			stdin, err := cmd.StdinPipe() // stays open, as a host's does
			if err != nil {
				t.Fatal(err)
			}
			defer stdin.Close()
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
			_ = cmd.Wait()
			lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
			last := lines[len(lines)-1]
			if cmd.ProcessState.ExitCode() != 1 || !strings.HasPrefix(last, "footstepd: ") || !strings.Contains(last, test.want) {
				t.Errorf("status %d, standard error:\n%s", cmd.ProcessState.ExitCode(), stderr.String())
			}
		})
	}
}

// TestStdioSignal: a terminated server ends with status 0.
func TestStdioSignal(t *testing.T) {
	cmd := exec.Command(program(t), "stdio", "--region", region(t))
	cmd.Env = environment()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(in, hello)
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
	if err := cmd.Wait(); err != nil {
		t.Errorf("got %v, want status 0", err)
	}
}

// TestStdioHostGone: a server whose host has closed its output ends, and quietly.
func TestStdioHostGone(t *testing.T) {
	cmd := exec.Command(program(t), "stdio")
	cmd.Env = environment("FOOTSTEPD_LOG_LEVEL=error")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	gone, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout = out
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out.Close()
	gone.Close()
	fmt.Fprintln(in, hello)
	time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
	if err := cmd.Wait(); err != nil || stderr.Len() > 0 {
		t.Errorf("got %v and %q, want status 0 and silence", err, stderr.String())
	}
}
