package weather

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/paulmach/orb"
)

var (
	// today is when the tests take place, and afternoon the time asked for.
	today     = time.Date(2026, 11, 30, 21, 0, 0, 0, time.UTC)
	afternoon = time.Date(2026, 11, 30, 20, 40, 0, 0, time.UTC)
	newark    = orb.Point{-75.749731, 39.683712}
)

// fixed is two days of made-up weather: the temperature is the hour, precipitation a tenth of it.
func fixed(start time.Time, hours int) map[string]any {
	var times []int64
	var temperature, precipitation, wind []float64
	for h := range hours {
		times = append(times, start.Add(time.Duration(h)*time.Hour).Unix())
		temperature = append(temperature, float64(h))
		precipitation = append(precipitation, float64(h)/10)
		wind = append(wind, 5)
	}
	return map[string]any{
		"latitude": 39.7, "longitude": -75.7, "utc_offset_seconds": 0,
		"hourly_units": map[string]string{"time": "unixtime", "temperature_2m": "°C", "precipitation": "mm", "wind_speed_10m": "m/s"},
		"hourly":       map[string]any{"time": times, "temperature_2m": temperature, "precipitation": precipitation, "wind_speed_10m": wind},
	}
}

// good answers as a provider does.
func good(w http.ResponseWriter, r *http.Request) {
	start, err := time.Parse(time.DateOnly, r.URL.Query().Get("start_date"))
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	_ = json.NewEncoder(w).Encode(fixed(start, 48))
}

// provider returns a provider that asks a server which answers so.
func provider(t *testing.T, handler http.HandlerFunc, change ...func(*Options)) *Provider {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	o := Options{ForecastURL: server.URL + "/v1/forecast", Timeout: 300 * time.Millisecond}
	for _, c := range change {
		c(&o)
	}
	p, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	p.now = func() time.Time { return today }
	return p
}

// The nearest hour's temperature and wind, the precipitation of the hour under way.
func TestAt(t *testing.T) {
	p := provider(t, good)
	for _, tc := range []struct {
		when                       time.Time
		temperature, precipitation float64
	}{
		{afternoon, 21, 2.1},
		{afternoon.Add(-20 * time.Minute), 20, 2.1},
		{afternoon.Add(-40 * time.Minute), 20, 2.0},
		{time.Date(2026, 11, 30, 23, 50, 0, 0, time.UTC), 24, 2.4},
		{time.Date(2026, 11, 30, 18, 40, 0, 0, time.FixedZone("", -5*3600)), 24, 2.4},
	} {
		c, err := p.At(context.Background(), newark, tc.when)
		if err != nil || *c.Temperature != tc.temperature || *c.Precipitation != tc.precipitation || *c.Wind != 5 {
			t.Errorf("%v: %v, %v", tc.when, err, c)
		}
	}
}

// What is sent: a rounded position, dates, the units; nothing else.
func TestQuestion(t *testing.T) {
	var asked url.Values
	var path string
	p := provider(t, func(w http.ResponseWriter, r *http.Request) {
		asked, path = r.URL.Query(), r.URL.Path
		good(w, r)
	}, func(o *Options) { o.APIKey = "a-key" })
	if _, err := p.At(context.Background(), newark, afternoon); err != nil {
		t.Fatal(err)
	}
	want := url.Values{
		"latitude": {"39.7"}, "longitude": {"-75.7"}, "hourly": {"temperature_2m,precipitation,wind_speed_10m"}, "temperature_unit": {"celsius"},
		"precipitation_unit": {"mm"}, "wind_speed_unit": {"ms"}, "timeformat": {"unixtime"}, "timezone": {"GMT"},
		"start_date": {"2026-11-30"}, "end_date": {"2026-11-30"}, "apikey": {"a-key"},
	}
	if asked.Encode() != want.Encode() || path != "/v1/forecast" {
		t.Errorf("%s?%s\nwant %s", path, asked.Encode(), want.Encode())
	}
	for degrees, want := range map[float64]string{0.04: "0.0", -0.04: "0.0", 179.96: "180.0", -89.99: "-90.0", 12.34: "12.3"} {
		if got := rounded(degrees); got != want {
			t.Errorf("%g is sent as %s, want %s", degrees, got, want)
		}
	}
}

// Every way to fail has its words, and none tells where was asked for or what was sent.
func TestFailures(t *testing.T) {
	answer := func(change func(map[string]any)) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			a := fixed(today.Truncate(24*time.Hour), 24)
			change(a)
			_ = json.NewEncoder(w).Encode(a)
		}
	}
	text := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, text) }
	}
	elsewhere := httptest.NewServer(http.HandlerFunc(good))
	defer elsewhere.Close()
	for name, tc := range map[string]struct {
		handler http.HandlerFunc
		want    string
	}{
		"slow": {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "in time"},
		"slow body": {func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, "{")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}, "in time"},
		"huge":        {text(`{"hourly": {"time": [` + strings.Repeat("1,", maxAnswer) + `1]}}`), "more than can be weather"},
		"garbage":     {text("<html>secret</html>"), "cannot be read"},
		"empty":       {text(""), "cannot be read"},
		"nothing":     {text("null"), "units"},
		"NaN":         {text(`{"hourly": {"temperature_2m": [NaN]}}`), "cannot be read"},
		"texts":       {answer(func(a map[string]any) { a["hourly"].(map[string]any)["temperature_2m"] = []string{"mild"} }), "cannot be read"},
		"other units": {answer(func(a map[string]any) { a["hourly_units"].(map[string]string)["wind_speed_10m"] = "km/h" }), "units"},
		"no units":    {answer(func(a map[string]any) { delete(a, "hourly_units") }), "units"},
		"short list":  {answer(func(a map[string]any) { a["hourly"].(map[string]any)["precipitation"] = []float64{1} }), "fit together"},
		"other hours": {answer(func(a map[string]any) { a["hourly"] = fixed(today.AddDate(0, 0, 5), 24)["hourly"] }), "no values"},
		"no such place": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "39.7 -75.7 is bad", http.StatusBadRequest)
		}, "status 400"},
		"too many calls": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) }, "status 429"},
		"redirected": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+"/?"+r.URL.RawQuery, http.StatusFound)
		}, "another host"},
		"in a circle": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.String(), http.StatusFound) }, "another host"},
		"cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			fmt.Fprint(w, "{")
		}, "broke off"},
	} {
		t.Run(name, func(t *testing.T) {
			p := provider(t, tc.handler, func(o *Options) { o.APIKey = "a-key-that-is-secret" })
			started := time.Now()
			c, err := p.At(context.Background(), newark, afternoon)
			var failure *Failure
			if !errors.As(err, &failure) || !strings.Contains(failure.Reason, tc.want) || c != (Conditions{}) {
				t.Fatalf("%v, %v, want %q", c, err, tc.want)
			}
			for _, secret := range []string{"39.", "75.", "secret", "127.0.0.1"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("the error tells %q: %v", secret, err)
				}
			}
			if took := time.Since(started); took > 2*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// Single values that are missing or not of this world are unknown, and the others count.
func TestGaps(t *testing.T) {
	p := provider(t, func(w http.ResponseWriter, _ *http.Request) {
		a := fixed(today.Truncate(24*time.Hour), 24)
		h := a["hourly"].(map[string]any)
		h["temperature_2m"].([]float64)[21] = -273.15
		h["precipitation"] = make([]any, 24)
		_ = json.NewEncoder(w).Encode(a)
	})
	c, err := p.At(context.Background(), newark, afternoon)
	if err != nil || c.Temperature != nil || c.Precipitation != nil || c.Wind == nil || *c.Wind != 5 {
		t.Errorf("%v, %+v", err, c)
	}
}

// A redirection within the host is followed.
func TestRedirectionAtHome(t *testing.T) {
	p := provider(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/forecast" {
			http.Redirect(w, r, "/v2/forecast?"+r.URL.RawQuery, http.StatusMovedPermanently)
			return
		}
		good(w, r)
	})
	if _, err := p.At(context.Background(), newark, afternoon); err != nil {
		t.Error(err)
	}
}

// Times that nobody has are not asked for; those long past are asked of the archive.
func TestRange(t *testing.T) {
	var paths []string
	handler := func(w http.ResponseWriter, r *http.Request) {
		paths = append(paths, r.URL.Path)
		good(w, r)
	}
	bare := provider(t, handler)
	whole := provider(t, handler, func(o *Options) { o.ArchiveURL = strings.Replace(o.ForecastURL, "forecast", "archive", 1) })
	for _, tc := range []struct {
		p    *Provider
		when time.Time
		want string // path asked, "" for none
	}{
		{bare, today.AddDate(0, 0, -89), "/v1/forecast"},
		{bare, today.AddDate(0, 0, 13), "/v1/forecast"},
		{bare, today.AddDate(0, 0, 16), ""},
		{bare, today.AddDate(-1, 0, 0), ""},
		{whole, today.AddDate(-1, 0, 0), "/v1/archive"},
		{whole, today.AddDate(0, 0, -3), "/v1/forecast"},
		{whole, time.Date(1939, 9, 1, 0, 0, 0, 0, time.UTC), ""},
		{whole, today.AddDate(5, 0, 0), ""},
	} {
		paths = nil
		_, err := tc.p.At(context.Background(), newark, tc.when)
		if errors.Is(err, ErrRange) != (tc.want == "") || strings.Join(paths, " ") != tc.want {
			t.Errorf("%v: %v, asked %q, want %q", tc.when, err, paths, tc.want)
		}
	}
}

// Many who ask the same at once make one request, and those who come later none.
func TestAskedOnce(t *testing.T) {
	var requests atomic.Int32
	p := provider(t, func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		time.Sleep(50 * time.Millisecond)
		good(w, r)
	})
	var wait sync.WaitGroup
	for i := range 50 {
		wait.Go(func() {
			at := orb.Point{newark[0] + float64(i)*1e-4, newark[1]} // rounds to the same
			if _, err := p.At(context.Background(), at, afternoon); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if n := requests.Load(); n != 1 {
		t.Errorf("%d requests", n)
	}
	now := today
	p.now = func() time.Time { return now }
	for _, wants := range []int32{1, 2} {
		if _, err := p.At(context.Background(), newark, afternoon); err != nil || requests.Load() != wants {
			t.Errorf("%d requests, want %d (%v)", requests.Load(), wants, err)
		}
		now = now.Add(keepAnswer + time.Second)
	}
}

// A provider that is down is not asked again at once.
func TestFailureIsKept(t *testing.T) {
	var requests atomic.Int32
	p := provider(t, func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		w.WriteHeader(http.StatusInternalServerError)
	})
	now := today
	p.now = func() time.Time { return now }
	for range 3 {
		if _, err := p.At(context.Background(), newark, afternoon); err == nil {
			t.Error("no error")
		}
	}
	now = now.Add(keepFailure + time.Second)
	_, _ = p.At(context.Background(), newark, afternoon)
	if n := requests.Load(); n != 2 {
		t.Errorf("%d requests, want 2", n)
	}
}

// A caller that gives up gets its own error at once, and the others theirs.
func TestCancelled(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	p := provider(t, func(w http.ResponseWriter, r *http.Request) {
		close(entered)
		<-release
		good(w, r)
	}, func(o *Options) { o.Timeout = MaxTimeout })
	ctx, cancel := context.WithCancel(context.Background())
	first, second := make(chan error, 1), make(chan error, 1)
	go func() { _, err := p.At(ctx, newark, afternoon); first <- err }()
	<-entered
	go func() { _, err := p.At(context.Background(), newark, afternoon); second <- err }()
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("the one who gave up got %v", err)
	}
	close(release)
	if err := <-second; err != nil {
		t.Errorf("the one who waited got %v", err)
	}
}

// The memory has an end.
func TestMemoryIsBounded(t *testing.T) {
	var m memory
	for i := range 10 * maxKept {
		m.put(fmt.Sprint(i), &series{}, nil, today.Add(time.Duration(i)*time.Second))
	}
	if len(m.kept) != maxKept {
		t.Errorf("%d kept", len(m.kept))
	}
	if _, _, ok := m.get(fmt.Sprint(10*maxKept-1), today); !ok {
		t.Error("the latest is gone")
	}
	if _, _, ok := m.get("0", today); ok {
		t.Error("the first is still there")
	}
}

func TestNewRefuses(t *testing.T) {
	for _, o := range []Options{{}, {ForecastURL: "ftp://a"}, {ForecastURL: "http://a", ArchiveURL: "b"}, {ForecastURL: "http://%zz"}} {
		if _, err := New(o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
	if p, err := New(Options{ForecastURL: "http://a", Timeout: time.Hour}); err != nil || p.timeout != MaxTimeout {
		t.Errorf("%v, %v", p, err)
	}
}

// FuzzRead feeds answers: no panic, and what is accepted can be asked for every hour.
func FuzzRead(f *testing.F) {
	text, _ := json.Marshal(fixed(today, 3))
	f.Add(string(text))
	f.Add(`{"hourly_units":{"time":"unixtime","temperature_2m":"°C","precipitation":"mm","wind_speed_10m":"m/s"},"hourly":{"time":[0,0],"temperature_2m":[null,1e308],"precipitation":[1,2],"wind_speed_10m":[1,2]}}`)
	f.Add(`{"hourly":{"time":[1e99]}}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := read([]byte(text))
		if err != nil {
			return
		}
		for hour := range s.hours {
			if v := s.value(time.Unix(hour, 0), s.temperature, -70, 60); v != nil && !(*v >= -70 && *v <= 60) {
				t.Errorf("temperature %g", *v)
			}
		}
	})
}
