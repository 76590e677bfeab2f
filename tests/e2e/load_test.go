package e2e_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A load is a list of requests, ready for the wire, that a server has answered before.
type load [][]byte

// wire writes a tool call as a client of an era sends it over a connection that it keeps.
func (s *server) wire(tool, era string, args any) []byte {
	params := object{"name": tool, "arguments": args}
	headers := "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMCP-Protocol-Version: " + eras[era] + "\r\n"
	if era == "modern" {
		params["_meta"] = object{
			"io.modelcontextprotocol/protocolVersion":    eras[era],
			"io.modelcontextprotocol/clientInfo":         object{"name": "load", "version": "1"},
			"io.modelcontextprotocol/clientCapabilities": object{},
		}
		headers += "Mcp-Method: tools/call\r\nMcp-Name: " + tool + "\r\n"
	}
	body, err := json.Marshal(object{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
	if err != nil {
		panic(err)
	}
	host := strings.TrimPrefix(s.url, "http://")
	return fmt.Appendf(nil, "POST /mcp HTTP/1.1\r\nHost: %s\r\n%sContent-Length: %d\r\n\r\n%s", host, headers, len(body), body)
}

// A caller holds one connection. It reads answers and looks no further into them than to tell
// successes from failures, so that what it takes of the processor is small.
type caller struct {
	connection net.Conn
	in         *bufio.Reader
	body       bytes.Buffer
}

func dial(s *server) (*caller, error) {
	c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		return nil, err
	}
	return &caller{connection: c, in: bufio.NewReaderSize(c, 64<<10)}, nil
}

// call sends a request and returns whether it succeeded, once all of the answer is there.
func (c *caller) call(request []byte) (bool, error) {
	if _, err := c.connection.Write(request); err != nil {
		return false, err
	}
	r, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return false, err
	}
	c.body.Reset()
	if _, err := io.Copy(&c.body, r.Body); err != nil {
		return false, err
	}
	return r.StatusCode == http.StatusOK && bytes.Contains(c.body.Bytes(), []byte(`"structuredContent":{"headline"`)), nil
}

// useful returns the requests of a list that succeed.
func (s *server) useful(tb testing.TB, list load) load {
	tb.Helper()
	c, err := dial(s)
	if err != nil {
		tb.Fatal(err)
	}
	defer c.connection.Close()
	out := list[:0]
	for _, request := range list {
		ok, err := c.call(request)
		if err != nil {
			tb.Fatal(err)
		}
		if ok {
			out = append(out, request)
		}
	}
	if len(out) < len(list)*9/10 {
		tb.Fatalf("%d of %d requests fail", len(list)-len(out), len(list))
	}
	return out
}

// structured returns the answer of a tool.
func (s *server) structured(tb testing.TB, tool string, args, into any) {
	tb.Helper()
	_, body := s.post(tb, callLine(1, tool, args))
	var message struct {
		Result struct {
			StructuredContent json.RawMessage `json:"structuredContent"`
		} `json:"result"`
	}
	err := json.Unmarshal([]byte(body), &message)
	if err == nil {
		err = json.Unmarshal(message.Result.StructuredContent, into)
	}
	if err != nil {
		tb.Fatalf("%s: %v", tool, err)
	}
}

// spot is a position on the wire.
type spot struct{ Lat, Lng float64 }

func (s spot) argument() object { return object{"lat": s.Lat, "lon": s.Lng} }

// spots returns so many places on the roads of Delaware, drawn over its area with a fixed seed.
func (s *server) spots(tb testing.TB, count int) []spot {
	tb.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	var out []spot
	for len(out) < count {
		var points []any
		for range 100 {
			points = append(points, at(38.45+1.39*r.Float64(), -75.79+0.74*r.Float64()))
		}
		var answer struct {
			Results []struct {
				Snapped  spot
				Distance float64 `json:"distance_meters"`
			}
		}
		s.structured(tb, "locate", object{"locations": points, "travel": "auto", "compact": true}, &answer)
		for _, row := range answer.Results {
			if row.Snapped != (spot{}) && row.Distance < 300 {
				out = append(out, row.Snapped)
			}
		}
	}
	return out[:count]
}

// texts returns so many addresses and names of places of the region, as its own answers write them.
func (s *server) texts(tb testing.TB, count int) []string {
	tb.Helper()
	var out []string
	for _, at := range s.spots(tb, count) {
		var answer struct {
			Results []struct{ Label string }
		}
		s.structured(tb, "reverse_geocode", object{"location": at.argument(), "compact": true}, &answer)
		for _, row := range answer.Results {
			out = append(out, row.Label)
		}
	}
	return out
}

// each makes a load of so many calls of one tool.
func (s *server) each(tb testing.TB, tool, era string, count int, args func(i int) object) load {
	tb.Helper()
	list := make(load, count)
	for i := range list {
		list[i] = s.wire(tool, era, args(i))
	}
	return s.useful(tb, list)
}

// A tally is what a run under load came to.
type tally struct {
	took   []time.Duration // of each call, ascending
	whole  time.Duration
	bytes  int           // of all bodies
	server time.Duration // processor time
	own    time.Duration // processor time of the clients
}

// at returns the duration that a share of the calls stays within.
func (t *tally) at(share float64) time.Duration { return t.took[int(share*float64(len(t.took)-1))] }

// run makes count calls from so many clients at a time, each over a connection of its own.
func (s *server) run(tb testing.TB, list load, clients, count int) tally {
	tb.Helper()
	var (
		t       tally
		next    atomic.Int64
		working sync.WaitGroup
		mu      sync.Mutex
	)
	callers := make([]*caller, clients)
	for i := range callers {
		var err error
		if callers[i], err = dial(s); err != nil {
			tb.Fatal(err)
		}
		defer callers[i].connection.Close()
	}
	cpu, own, start := s.cpu(tb), ownCPU(tb), time.Now()
	for _, c := range callers {
		working.Go(func() {
			var took []time.Duration
			bytes := 0
			for {
				i := int(next.Add(1)) - 1
				if i >= count {
					break
				}
				start := time.Now()
				ok, err := c.call(list[i%len(list)])
				if err != nil || !ok {
					tb.Errorf("call %d: success %v, %v", i, ok, err)
					return
				}
				took = append(took, time.Since(start))
				bytes += c.body.Len()
			}
			mu.Lock()
			defer mu.Unlock()
			t.took, t.bytes = append(t.took, took...), t.bytes+bytes
		})
	}
	working.Wait()
	t.whole, t.server, t.own = time.Since(start), s.cpu(tb)-cpu, ownCPU(tb)-own
	slices.Sort(t.took)
	return t
}

// cpu returns the processor time that the server has used so far.
func (s *server) cpu(tb testing.TB) time.Duration {
	return cpuOf(tb, strconv.Itoa(s.cmd.Process.Pid))
}

func ownCPU(tb testing.TB) time.Duration { return cpuOf(tb, "self") }

// cpuOf reads the processor time of a process, in hundredths of a second.
func cpuOf(tb testing.TB, process string) time.Duration {
	tb.Helper()
	text, err := os.ReadFile("/proc/" + process + "/stat")
	if err != nil {
		tb.Skipf("this system tells no processor time: %v", err)
	}
	_, rest, _ := strings.Cut(string(text), ") ") // the name may hold anything
	fields := strings.Fields(rest)
	ticks := 0
	for _, field := range fields[11:13] { // in user mode and in the kernel
		n, err := strconv.Atoi(field)
		if err != nil {
			tb.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// memory returns a field of the server's memory in MiB.
func (s *server) memory(tb testing.TB, field string) float64 {
	tb.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		tb.Skipf("this system tells no memory: %v", err)
	}
	m := regexp.MustCompile(`(?m)^` + field + `:\s+(\d+) kB`).FindSubmatch(status)
	if m == nil {
		tb.Skipf("this system does not tell %s", field)
	}
	kib, err := strconv.ParseFloat(string(m[1]), 64)
	if err != nil {
		tb.Fatal(err)
	}
	return kib / 1024
}

// mixed makes a load of the calls that come most often: ways, addresses and names, places.
func (s *server) mixed(tb testing.TB, different int) load {
	tb.Helper()
	ends, texts := s.spots(tb, 2*different), s.texts(tb, different)
	list := s.each(tb, "get_directions", "legacy", different, func(i int) object {
		return object{"locations": []any{ends[2*i].argument(), ends[2*i+1].argument()}}
	})
	list = append(list, s.each(tb, "geocode", "modern", len(texts), func(i int) object { return object{"text": texts[i]} })...)
	return append(list, s.each(tb, "reverse_geocode", "legacy", different, func(i int) object { return object{"location": ends[i].argument()} })...)
}

// TestMemoryUnderLoad makes 20,000 calls: what the server holds for itself does not grow with them.
func TestMemoryUnderLoad(t *testing.T) {
	s := serve(t, []string{"FOOTSTEPD_RATE_LIMIT=none", "FOOTSTEPD_QUEUE_WAIT=30s"}, "--region", region(t))
	list := s.mixed(t, 300)
	rest := s.memory(t, "RssAnon")
	s.run(t, list, 4, 5_000)
	early := s.memory(t, "RssAnon")
	s.run(t, list, 4, 15_000)
	late := s.memory(t, "RssAnon")
	t.Logf("own memory in MiB: %.1f at rest, %.1f after 5,000 calls, %.1f after 20,000", rest, early, late)
	if late > early+16 || late > 128 {
		t.Errorf("own memory grows from %.1f to %.1f MiB between 5,000 and 20,000 calls", early, late)
	}
}
