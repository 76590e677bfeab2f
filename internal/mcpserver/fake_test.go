package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/rs/zerolog"
)

const (
	echoInput = `{"type":"object","additionalProperties":false,"required":["text"],"properties":{
		"text":{"type":"string","minLength":1,"maxLength":200},
		"size":{"type":"integer","minimum":1,"maximum":40},
		"travel":{"type":"string","enum":["auto","bicycle","pedestrian"]},
		"locations":{"type":"array","minItems":2,"maxItems":50,"items":{"anyOf":[
			{"type":"string"},
			{"type":"object","additionalProperties":false,"required":["lat"],"properties":{
				"lat":{"type":"number","minimum":-90,"maximum":90},"lon":{"type":"number"},"lng":{"type":"number"}},
				"anyOf":[{"required":["lon"]},{"required":["lng"]}]}]}}}}`
	noInput   = `{"type":"object","additionalProperties":false}`
	anyOutput = `{"type":"object","anyOf":[{"required":["headline"]},{"required":["error"]}]}`
)

// fakeTool returns a tool with a behaviour of its own.
func fakeTool(name, input string, run func(context.Context, json.RawMessage) envelope.Answer) tools.Tool {
	return tools.Tool{
		Name: name, Title: name, Description: "A tool for tests.",
		InputSchema: json.RawMessage(input), OutputSchema: json.RawMessage(anyOutput), Run: run,
	}
}

// success answers with the text sent, keys in an order that no map would keep.
func success(text string) envelope.Answer {
	quoted, _ := json.Marshal(text)
	return envelope.Answer{
		Structured: json.RawMessage(`{"headline":` + string(quoted) + `,"zulu":1,"alpha":2,"mike":{"y":1,"b":2}}`),
		Text:       text,
	}
}

// fakeTools are tools that do what tools may do, good and bad. started receives the name of each
// call that blocks.
func fakeTools(started chan string) []tools.Tool {
	return []tools.Tool{
		fakeTool("echo", echoInput, func(_ context.Context, args json.RawMessage) envelope.Answer {
			var a struct{ Text string }
			_ = json.Unmarshal(args, &a)
			return success(a.Text)
		}),
		fakeTool("empty", noInput, func(context.Context, json.RawMessage) envelope.Answer {
			return envelope.Answer{Structured: json.RawMessage(`{"headline":"nothing found","results":[]}`), Text: "nothing found"}
		}),
		fakeTool("refuse", noInput, func(ctx context.Context, _ json.RawMessage) envelope.Answer {
			return envelope.Fail(ctx, &envelope.Error{Code: envelope.NoRouteFound, Message: "there is no way", Details: map[string]any{"travel": "auto"}})
		}),
		fakeTool("fail", noInput, func(ctx context.Context, _ json.RawMessage) envelope.Answer {
			return envelope.Fail(ctx, errors.New("secret path /var/lib/x"))
		}),
		fakeTool("crash", noInput, func(context.Context, json.RawMessage) envelope.Answer {
			panic("secret panic value")
		}),
		fakeTool("nothing", noInput, func(context.Context, json.RawMessage) envelope.Answer {
			return envelope.Answer{}
		}),
		fakeTool("vanish", noInput, func(context.Context, json.RawMessage) envelope.Answer {
			runtime.Goexit()
			return envelope.Answer{}
		}),
		fakeTool("wait", noInput, func(ctx context.Context, _ json.RawMessage) envelope.Answer {
			started <- "wait"
			<-ctx.Done()
			return envelope.Fail(ctx, ctx.Err())
		}),
		fakeTool("hang", noInput, func(context.Context, json.RawMessage) envelope.Answer {
			started <- "hang"
			time.Sleep(2 * time.Second) // deaf to its context
			return success("too late")
		}),
		fakeTool("fault", noInput, func(context.Context, json.RawMessage) envelope.Answer {
			return success(string(rune('0' + readCutFile())))
		}),
	}
}

// readCutFile maps a file, cuts it short and reads what is gone.
func readCutFile() byte {
	dir, err := os.MkdirTemp("", "cut")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "file")
	if err := os.WriteFile(path, bytes.Repeat([]byte{1}, 1<<16), 0o600); err != nil {
		panic(err)
	}
	f, err := os.Open(path)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	data, err := syscall.Mmap(int(f.Fd()), 0, 1<<16, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		panic(err)
	}
	defer func() { _ = syscall.Munmap(data) }()
	if err := os.Truncate(path, 0); err != nil {
		panic(err)
	}
	return data[1<<15]
}

// syncBuffer is a log that may be read while it is written.
type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// testbed is a dispatcher over the fake tools and what it logs.
type testbed struct {
	*Dispatcher
	log     *syncBuffer
	started chan string
}

// newTestbed makes one; change may alter the settings.
func newTestbed(t testing.TB, change func(*config.Config)) testbed {
	t.Helper()
	c := config.Default()
	c.Deadline = 5 * time.Second
	if change != nil {
		change(&c)
	}
	b := testbed{log: &syncBuffer{}, started: make(chan string, 100)}
	var err error
	b.Dispatcher, err = NewDispatcher(fakeTools(b.started), c, Options{Log: zerolog.New(b.log).Level(zerolog.DebugLevel)})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func testConfig() config.Config { return config.Default() }

func nopLog() zerolog.Logger { return zerolog.Nop() }
