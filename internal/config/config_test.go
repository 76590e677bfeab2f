package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/file"
	"github.com/knadh/koanf/v2"
)

const example = "../../configs/footstepd.yaml"

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "footstepd.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestExampleFile proves that the file people copy from says the truth about the defaults and
// leaves no key out.
func TestExampleFile(t *testing.T) {
	got, _, err := Load(Sources{File: example})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Default(), got); diff != "" {
		t.Errorf("configs/footstepd.yaml differs from the defaults (-want +got):\n%s", diff)
	}
	k := koanf.New(".")
	if err := k.Load(file.Provider(example), yaml.Parser()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(example)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range settings {
		if !k.Exists(s.key) {
			t.Errorf("configs/footstepd.yaml lacks %s", s.key)
		}
		if s.env != "" && !strings.Contains(string(text), s.env) {
			t.Errorf("configs/footstepd.yaml does not mention %s", s.env)
		}
	}
}

// TestEveryFieldHasASetting sets every key to something else than its default and finds no field
// of Config left as it was.
func TestEveryFieldHasASetting(t *testing.T) {
	path := write(t, `
regions: [a.region, b.region]
deadline: 3s
concurrency: 777
queue_wait: 1s
text_content: json
log: {level: debug, format: json, queries: true}
http:
  listen: 0.0.0.0:1
  metrics_listen: 127.0.0.1:2
  allowed_origins: [https://Example.org/]
  allowed_hosts: [Example.org]
  auth_tokens: [secret-token]
  rate_limit: 2.5/s
  rate_burst: 7
  body_limit: 2MiB
  shutdown_timeout: 2s
download: {base_url: "http://localhost:1/"}
weather: {url: "http://localhost:2/v1/forecast", archive_url: "http://localhost:2/v1/archive", api_key: secret-key, timeout: 500ms}
`)
	got, _, err := Load(Sources{File: path})
	if err != nil {
		t.Fatal(err)
	}
	want := Config{
		Regions: []string{"a.region", "b.region"}, Deadline: 3 * time.Second, Concurrency: 777,
		QueueWait: time.Second, TextContent: JSON, Log: Log{"debug", "json", true},
		HTTP: HTTP{
			"0.0.0.0:1", "127.0.0.1:2",
			[]string{"https://example.org"},
			[]string{"example.org"},
			[]string{"secret-token"},
			2.5, 7, 2 << 20, 2 * time.Second,
		},
		Download: Download{"http://localhost:1"},
		Weather:  Weather{"http://localhost:2/v1/forecast", "http://localhost:2/v1/archive", "secret-key", 500 * time.Millisecond},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	same(t, "Config", reflect.ValueOf(got), reflect.ValueOf(Default()))
}

// same reports fields of a and b that are equal.
func same(t *testing.T, name string, a, b reflect.Value) {
	if a.Kind() == reflect.Struct {
		for i := range a.NumField() {
			same(t, name+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i))
		}
		return
	}
	if reflect.DeepEqual(a.Interface(), b.Interface()) {
		t.Errorf("%s is still the default: no setting changes it", name)
	}
}

func TestPrecedence(t *testing.T) {
	path := write(t, "deadline: 2s\nhttp: {listen: 'file:1', rate_limit: 1}\nlog.level: warn\nregions: file.region\n")
	environ := []string{
		"FOOTSTEPD_LISTEN=environment:1", "FOOTSTEPD_RATE_LIMIT=2/s", "FOOTSTEPD_REGION=a.region:b.region:",
		"FOOTSTEPD_AUTH_TOKENS=first-token, second-token", "FOOTSTEPD_DEADLINE=", "HOME=/", "FOOTSTEPD_PORT=tcp://10.0.0.1:80",
		"FOOTSTEPD_CONFIG=/elsewhere.yaml",
	}
	got, strangers, err := Load(Sources{File: path, Environ: environ, Flags: map[string]any{"http.listen": "flag:1"}})
	if err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.Deadline, want.Log.Level = 2*time.Second, "warn"
	want.Regions = []string{"a.region", "b.region"}
	want.HTTP.Listen, want.HTTP.RateLimit = "flag:1", 2
	want.HTTP.AuthTokens = []string{"first-token", "second-token"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"FOOTSTEPD_PORT"}, strangers); diff != "" {
		t.Errorf("strangers (-want +got):\n%s", diff)
	}
}

func TestErrors(t *testing.T) {
	tests := []struct {
		name    string
		file    string
		environ string
		flags   map[string]any
		want    []string // parts of the message
	}{
		{"unknown key", "deadlines: 2s", "", nil, []string{`no key "deadlines"`, `did you mean "deadline"`}},
		{"unknown key in a section", "http: {rate: 2}", "", nil, []string{`no key "http.rate"`, "http.rate_limit"}},
		{"key without its section", "rate_limit: 2", "", nil, []string{`no key "rate_limit"`, `"http.rate_limit"`}},
		{"section as a value", "http: 8080", "", nil, []string{"http is a section", "http.listen"}},
		{"no value", "deadline:", "", nil, []string{"deadline has no value", "100ms to 55s"}},
		{"number without a unit", "deadline: 30", "", nil, []string{"deadline is 30", "a duration from 100ms to 55s"}},
		{"deadline too long", "deadline: 2m", "", nil, []string{`deadline is "2m"`, "55s"}},
		{"concurrency", "concurrency: 0", "", nil, []string{"concurrency is 0", "from 1 to 1024"}},
		{"text content", "text_content: xml", "", nil, []string{`text_content is "xml"`, "prose or json"}},
		{"boolean", "log: {queries: maybe}", "", nil, []string{`log.queries is "maybe"`, "true or false"}},
		{"level", "", "FOOTSTEPD_LOG_LEVEL=loud", nil, []string{"environment variable FOOTSTEPD_LOG_LEVEL", `log.level is "loud"`, "debug"}},
		{"rate", "", "FOOTSTEPD_RATE_LIMIT=fast", nil, []string{`http.rate_limit is "fast"`, "2/s"}},
		{"negative rate", "", "FOOTSTEPD_RATE_LIMIT=-1", nil, []string{`"-1"`}},
		{"burst", "", "FOOTSTEPD_RATE_BURST=0", nil, []string{"http.rate_burst"}},
		{"size", "http: {body_limit: 1GiB}", "", nil, []string{`http.body_limit is "1GiB"`, "64MiB"}},
		{"size that overflows", "http: {body_limit: 9223372036854775807MiB}", "", nil, []string{"http.body_limit"}},
		{"listen", "", "", map[string]any{"http.listen": "8080"}, []string{"flags: http.listen", `"8080"`, "host:port"}},
		{"port", "", "", map[string]any{"http.listen": "h:99999"}, []string{"http.listen"}},
		{"wildcard origin", "http: {allowed_origins: ['*']}", "", nil, []string{"http.allowed_origins", "without wildcards"}},
		{"origin with a path", "http: {allowed_origins: ['https://a.b/c']}", "", nil, []string{"http.allowed_origins"}},
		{"base address", "download: {base_url: 'ftp://a'}", "", nil, []string{"download.base_url", "http or https"}},
		{"weather address", "weather: {url: api.open-meteo.com}", "", nil, []string{"weather.url", "http or https", "or empty"}},
		{"weather of another scheme", "", "FOOTSTEPD_WEATHER_URL=file:///etc/passwd", nil, []string{"weather.url"}},
		{"weather that is waited for too long", "weather: {timeout: 5s}", "", nil, []string{"weather.timeout", "3s"}},
		{"archive without forecasts", "weather: {archive_url: 'http://localhost/'}", "", nil, []string{"weather.archive_url", "weather.url"}},
		{"list of lists", "regions: [[a]]", "", nil, []string{"regions", "paths of region files"}},
		{"not YAML", "a: [", "", nil, []string{"not valid YAML"}},
		{"not a mapping", "- a\n- b", "", nil, []string{"not valid YAML with keys at its root"}},
		{"key twice", "deadline: 1s\ndeadline: 2s", "", nil, []string{"deadline"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			src := Sources{Environ: []string{test.environ}, Flags: test.flags}
			if test.file != "" {
				src.File = write(t, test.file)
			}
			_, _, err := Load(src)
			if err == nil {
				t.Fatal("no error")
			}
			for _, part := range test.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error %q does not say %q", err, part)
				}
			}
		})
	}
}

func TestMissingFile(t *testing.T) {
	_, _, err := Load(Sources{File: filepath.Join(t.TempDir(), "none.yaml")})
	if !os.IsNotExist(err) && (err == nil || !strings.Contains(err.Error(), "none.yaml")) {
		t.Errorf("got %v, want an error that names the file", err)
	}
}

// TestSecretsAreNotShown proves that an error about a token does not hold the token, whatever is wrong.
func TestSecretsAreNotShown(t *testing.T) {
	_, _, err := Load(Sources{Environ: []string{"FOOTSTEPD_AUTH_TOKENS=hush"}})
	if err == nil || strings.Contains(err.Error(), "hush") || !strings.Contains(err.Error(), "FOOTSTEPD_AUTH_TOKENS") {
		t.Errorf("got %v, want an error that names the variable and not its value", err)
	}
	for _, text := range []string{
		`http: {auth_tokens: !!int "hush-hush"}`,
		`weather: {api_key: "hush-hush and more"}`,
		`weather: {api_key: [hush-hush]}`,
		`http: {auth_tokens: !!float hush-hush}`,
		"http: {auth_tokens: !!timestamp 'hush-hush'}",
		"http: {auth_tokens: {hush-hush: 1}}",
		"http: {auth_tokens: {hush-hush: 1, hush-hush: 2}}",
		"http: {auth_tokens: [[hush-hush]]}",
		"http: {auth_tokens: *hush-hush}",
		"http: {auth_tokens: !hush-hush x}",
		"http:\n  auth_tokens: 'hush-hush\n",
		"http:\n  auth_tokens: \"hush-hush\n",
		"http: {auth_tokens: !!binary hush-hush}",
		"hush-hush",
		"- hush-hush",
	} {
		_, _, err := Load(Sources{File: write(t, text)})
		if err == nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: got %v, want an error without the token", text, err)
		}
	}
}

// Lists of separators only are no empty lists: one of no tokens would open the server.
func TestSeparatorsOnly(t *testing.T) {
	for _, variable := range []string{
		"FOOTSTEPD_AUTH_TOKENS=,,,", "FOOTSTEPD_AUTH_TOKENS= , ", "FOOTSTEPD_ALLOWED_HOSTS=,", "FOOTSTEPD_ALLOWED_ORIGINS=,", "FOOTSTEPD_REGION=:",
	} {
		name, _, _ := strings.Cut(variable, "=")
		c, _, err := Load(Sources{Environ: []string{variable}})
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%q: got %v, want an error that names it; tokens %q", variable, err, c.HTTP.AuthTokens)
		}
	}
	if c, _, err := Load(Sources{Environ: []string{"FOOTSTEPD_AUTH_TOKENS=first-token,,second-token,"}}); err != nil || len(c.HTTP.AuthTokens) != 2 {
		t.Errorf("got %q, %v", c.HTTP.AuthTokens, err)
	}
}

func TestBurst(t *testing.T) {
	for _, test := range []struct {
		name string
		http HTTP
		want int
	}{
		{"as set", HTTP{RateLimit: 100, RateBurst: 3}, 3},
		{"two seconds' worth", HTTP{RateLimit: 100}, 200},
		{"enough for a handshake", HTTP{RateLimit: 0.5}, 10},
	} {
		if got := test.http.Burst(); got != test.want {
			t.Errorf("%s: got %d, want %d", test.name, got, test.want)
		}
	}
}

// FuzzLoad feeds files that are nearly right: no panic, and whatever is accepted is usable.
func FuzzLoad(f *testing.F) {
	if text, err := os.ReadFile(example); err == nil {
		f.Add(string(text))
	}
	f.Add("http: {rate_limit: 1e309}")
	f.Add("log:\n  level:\n")
	f.Add("regions: {a: b}")
	path := filepath.Join(f.TempDir(), "fuzz.yaml")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, _, err := Load(Sources{File: path})
		if err != nil {
			return
		}
		if c.Deadline < minDeadline || c.Deadline > MaxDeadline || c.Concurrency < 1 || c.HTTP.BodyLimit < minBodyLimit || c.HTTP.RateLimit < 0 || c.HTTP.Burst() < 1 {
			t.Errorf("accepted %q as %+v", text, c)
		}
	})
}
