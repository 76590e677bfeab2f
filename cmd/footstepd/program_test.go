package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/footstepd/footstepd/internal/config"
)

func TestReachable(t *testing.T) {
	for _, test := range []struct{ listen, want string }{
		{"127.0.0.1:8080", "127.0.0.1:8080"},
		{"0.0.0.0:9000", "127.0.0.1:9000"},
		{":9000", "127.0.0.1:9000"},
		{"[::]:9000", "127.0.0.1:9000"},
		{"10.1.2.3:80", "10.1.2.3:80"},
		{"maps.internal:80", "maps.internal:80"},
	} {
		if got := reachable(test.listen); got != test.want {
			t.Errorf("%s: got %s, want %s", test.listen, got, test.want)
		}
	}
}

func TestCallArguments(t *testing.T) {
	for _, test := range []struct{ name, argument, stdin, want, err string }{
		{"none", "", "", "", ""},
		{"an object", `{"a":1}`, "", `{"a":1}`, ""},
		{"standard input", "-", `{"b":2}`, `{"b":2}`, ""},
		{"too much", "-", `{"b":"` + strings.Repeat("x", 100) + `"}`, "", "standard input: more than 50 bytes"},
		{"nothing on standard input", "-", "", "", "not valid JSON"},
		{"a number", "7", "", "", "not a JSON object"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := (&callCmd{Arguments: test.argument}).arguments(strings.NewReader(test.stdin), 50)
			if string(got) != test.want || (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Errorf("got %s, %v, want %s, %q", got, err, test.want, test.err)
			}
		})
	}
}

func TestLogger(t *testing.T) {
	for _, test := range []struct {
		name string
		log  config.Log
		want string // the beginning of what is written
	}{
		{"JSON lines where nobody looks", config.Log{Level: "info", Format: "auto"}, `{"level":"info"`},
		{"for people", config.Log{Level: "info", Format: "pretty"}, "INF"},
		{"below the level", config.Log{Level: "warn", Format: "json"}, ""},
		{"off", config.Log{Level: "off", Format: "json"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			log := newLogger(&out, test.log)
			log.Info().Msg("hello")
			if (out.Len() > 0) != (test.want != "") || !strings.Contains(out.String(), test.want) {
				t.Errorf("got %q, want %q", out.String(), test.want)
			}
		})
	}
}
