package config

import (
	"fmt"
	"math"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// setting is one key of the configuration.
type setting struct {
	key    string // dotted, as in the file
	env    string // environment variable, "" where there is none
	want   string // what is allowed, as errors say it
	secret bool   // the value must not be shown
	split  string // separates the items of a list in the environment; "" for single values
	set    func(c *Config, v value) error
}

// settings lists every key, in the order of configs/footstepd.yaml.
var settings = []setting{
	{
		key: "regions", env: "FOOTSTEPD_REGION", split: ":", want: "paths of region files",
		set: func(c *Config, v value) error { return v.list(&c.Regions, nonEmpty) },
	},
	{
		key: "deadline", env: "FOOTSTEPD_DEADLINE", want: "a duration from 100ms to 55s",
		set: func(c *Config, v value) error { return v.duration(&c.Deadline, minDeadline, MaxDeadline) },
	},
	{
		key: "concurrency", env: "FOOTSTEPD_CONCURRENCY", want: "auto, or a whole number from 1 to 1024",
		set: func(c *Config, v value) error {
			if v.any == "auto" {
				c.Concurrency = DefaultConcurrency()
				return nil
			}
			return v.integer(&c.Concurrency, 1, maxConcurrency)
		},
	},
	{
		key: "queue_wait", env: "FOOTSTEPD_QUEUE_WAIT", want: "a duration from 0s to 55s",
		set: func(c *Config, v value) error { return v.duration(&c.QueueWait, 0, MaxDeadline) },
	},
	{
		key: "text_content", env: "FOOTSTEPD_TEXT_CONTENT", want: "prose or json",
		set: func(c *Config, v value) error {
			return v.oneOf((*string)(&c.TextContent), string(Prose), string(JSON))
		},
	},
	{
		key: "log.level", env: "FOOTSTEPD_LOG_LEVEL", want: "trace, debug, info, warn, error or off",
		set: func(c *Config, v value) error {
			return v.oneOf(&c.Log.Level, "trace", "debug", "info", "warn", "error", "off")
		},
	},
	{
		key: "log.format", env: "FOOTSTEPD_LOG_FORMAT", want: "auto, json or pretty",
		set: func(c *Config, v value) error { return v.oneOf(&c.Log.Format, "auto", "json", "pretty") },
	},
	{
		key: "log.queries", env: "FOOTSTEPD_LOG_QUERIES", want: "true or false",
		set: func(c *Config, v value) error { return v.boolean(&c.Log.Queries) },
	},
	{
		key: "http.listen", env: "FOOTSTEPD_LISTEN", want: "host:port, such as 127.0.0.1:8080",
		set: func(c *Config, v value) error { return v.address(&c.HTTP.Listen) },
	},
	{
		key: "http.metrics_listen", env: "FOOTSTEPD_METRICS_LISTEN", want: "host:port, such as 127.0.0.1:9090, or empty",
		set: func(c *Config, v value) error {
			if v.any == "" {
				c.HTTP.MetricsListen = ""
				return nil
			}
			return v.address(&c.HTTP.MetricsListen)
		},
	},
	{
		key: "http.allowed_origins", env: "FOOTSTEPD_ALLOWED_ORIGINS", split: ",", want: "origins such as https://example.org, without a path and without wildcards",
		set: func(c *Config, v value) error { return v.list(&c.HTTP.AllowedOrigins, origin) },
	},
	{
		key: "http.allowed_hosts", env: "FOOTSTEPD_ALLOWED_HOSTS", split: ",", want: "host names such as maps.example.org, with a port only where it matters",
		set: func(c *Config, v value) error { return v.list(&c.HTTP.AllowedHosts, host) },
	},
	{
		key: "http.auth_tokens", env: "FOOTSTEPD_AUTH_TOKENS", split: ",", secret: true, want: "tokens of 8 or more visible ASCII characters without commas",
		set: func(c *Config, v value) error { return v.list(&c.HTTP.AuthTokens, token) },
	},
	{
		key: "http.rate_limit", env: "FOOTSTEPD_RATE_LIMIT", want: "none, or requests a second such as 2 or 2/s, up to 100000",
		set: func(c *Config, v value) error { return v.rate(&c.HTTP.RateLimit) },
	},
	{
		key: "http.rate_burst", env: "FOOTSTEPD_RATE_BURST", want: "auto, or a whole number from 1 to 100000",
		set: func(c *Config, v value) error {
			if v.any == "auto" {
				c.HTTP.RateBurst = 0
				return nil
			}
			return v.integer(&c.HTTP.RateBurst, 1, 100_000)
		},
	},
	{
		key: "http.body_limit", env: "FOOTSTEPD_BODY_LIMIT", want: "a size from 1KiB to 64MiB, such as 4MiB",
		set: func(c *Config, v value) error { return v.size(&c.HTTP.BodyLimit, minBodyLimit, maxBodyLimit) },
	},
	{
		key: "http.shutdown_timeout", env: "FOOTSTEPD_SHUTDOWN_TIMEOUT", want: "a duration from 1s to 5m",
		set: func(c *Config, v value) error {
			return v.duration(&c.HTTP.ShutdownTimeout, time.Second, 5*time.Minute)
		},
	},
	{
		key: "download.base_url", env: "FOOTSTEPD_DOWNLOAD_BASE_URL", want: "an http or https address",
		set: func(c *Config, v value) error { return v.url(&c.Download.BaseURL) },
	},
	{
		key: "weather.url", env: "FOOTSTEPD_WEATHER_URL", want: "an http or https address such as https://api.open-meteo.com/v1/forecast, or empty",
		set: func(c *Config, v value) error { return v.urlOrNone(&c.Weather.URL) },
	},
	{
		key: "weather.archive_url", env: "FOOTSTEPD_WEATHER_ARCHIVE_URL", want: "an http or https address such as https://archive-api.open-meteo.com/v1/archive, or empty",
		set: func(c *Config, v value) error { return v.urlOrNone(&c.Weather.ArchiveURL) },
	},
	{
		key: "weather.api_key", env: "FOOTSTEPD_WEATHER_API_KEY", secret: true, want: "a key of 8 or more visible ASCII characters, or empty",
		set: func(c *Config, v value) error { return v.secretOrNone(&c.Weather.APIKey) },
	},
	{
		key: "weather.timeout", env: "FOOTSTEPD_WEATHER_TIMEOUT", want: "a duration from 100ms to 3s",
		set: func(c *Config, v value) error {
			return v.duration(&c.Weather.Timeout, minWeatherWait, maxWeatherWait)
		},
	},
}

// lookup returns the setting of a key.
func lookup(key string) (setting, bool) {
	i := slices.IndexFunc(settings, func(s setting) bool { return s.key == key })
	if i < 0 {
		return setting{}, false
	}
	return settings[i], true
}

// isSection tells whether key is the first part of some settings' keys, such as "http".
func isSection(key string) bool {
	return slices.ContainsFunc(settings, func(s setting) bool { return strings.HasPrefix(s.key, key+".") })
}

// value is a raw value: a string, bool, int, float64 or a list of such.
type value struct{ any }

// errForm is returned for a value that does not have the wanted form; the caller says what that is.
var errForm = fmt.Errorf("wrong form")

func (v value) text() (string, error) {
	switch x := v.any.(type) {
	case string:
		return strings.TrimSpace(x), nil
	case int, int64, uint64, float64:
		return fmt.Sprint(x), nil
	}
	return "", errForm
}

func (v value) oneOf(to *string, allowed ...string) error {
	s, ok := v.any.(string)
	if !ok || !slices.Contains(allowed, s) {
		return errForm
	}
	*to = s
	return nil
}

func (v value) boolean(to *bool) error {
	switch v.any {
	case true, "true", "1":
		*to = true
	case false, "false", "0":
		*to = false
	default:
		return errForm
	}
	return nil
}

func (v value) integer(to *int, low, high int) error {
	s, err := v.text()
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < low || n > high {
		return errForm
	}
	*to = n
	return nil
}

func (v value) duration(to *time.Duration, low, high time.Duration) error {
	s, ok := v.any.(string)
	if !ok {
		return errForm // a bare number does not say its unit
	}
	d, err := time.ParseDuration(strings.TrimSpace(s))
	if err != nil || d < low || d > high {
		return errForm
	}
	*to = d
	return nil
}

func (v value) rate(to *float64) error {
	s, err := v.text()
	if err != nil {
		return err
	}
	if s == "none" {
		*to = 0
		return nil
	}
	r, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(s, "/s")), 64)
	if err != nil || math.IsNaN(r) || r <= 0 || r > 100_000 {
		return errForm
	}
	*to = r
	return nil
}

// sizeUnits are the units of a size, longest first.
var sizeUnits = []struct {
	name  string
	bytes int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"kB", 1000}, {"MB", 1_000_000}, {"B", 1}}

func (v value) size(to *int64, low, high int64) error {
	s, err := v.text()
	if err != nil {
		return err
	}
	unit := int64(1)
	for _, u := range sizeUnits {
		if number, found := strings.CutSuffix(s, u.name); found {
			s, unit = strings.TrimSpace(number), u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || n > high/unit || n*unit < low {
		return errForm
	}
	*to = n * unit
	return nil
}

func (v value) address(to *string) error {
	s, ok := v.any.(string)
	if !ok {
		return errForm
	}
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return errForm
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return errForm
	}
	*to = s
	return nil
}

func (v value) url(to *string) error {
	s, ok := v.any.(string)
	if !ok {
		return errForm
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return errForm
	}
	*to = strings.TrimRight(s, "/")
	return nil
}

func (v value) urlOrNone(to *string) error {
	if v.any == "" {
		*to = ""
		return nil
	}
	return v.url(to)
}

func (v value) secretOrNone(to *string) error {
	s, ok := v.any.(string)
	if !ok {
		return errForm
	}
	if s != "" {
		var err error
		if s, err = token(s); err != nil {
			return err
		}
	}
	*to = s
	return nil
}

// list reads a list, or a single item in place of a list of one. Each item must pass check, which
// may return it in another form.
func (v value) list(to *[]string, check func(string) (string, error)) error {
	var items []any
	switch x := v.any.(type) {
	case []any:
		items = x
	case []string:
		for _, s := range x {
			items = append(items, s)
		}
	default:
		items = []any{x}
	}
	var out []string
	for _, item := range items {
		s, err := value{item}.text()
		if err != nil {
			return err
		}
		if s, err = check(s); err != nil {
			return err
		}
		out = append(out, s)
	}
	*to = out
	return nil
}

func nonEmpty(s string) (string, error) {
	if s == "" {
		return "", errForm
	}
	return s, nil
}

// origin returns a browser origin in the form that browsers send.
func origin(s string) (string, error) {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" ||
		strings.Trim(u.Path, "/") != "" || strings.Contains(u.Host, "*") || u.Scheme == "" {
		return "", errForm
	}
	return strings.ToLower(u.Scheme + "://" + u.Host), nil
}

func host(s string) (string, error) {
	if s == "" || strings.ContainsAny(s, "/*@ ") {
		return "", errForm
	}
	return strings.ToLower(s), nil
}

func token(s string) (string, error) {
	if len(s) < 8 || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' || r == ',' }) {
		return "", errForm
	}
	return s, nil
}
