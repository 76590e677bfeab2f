// Package config holds the settings of the program and reads them from a file, the environment and
// the command line.
//
// Precedence, highest first: flag, environment, file, default. A key that does not exist, a value
// of the wrong form or out of its range is an error that names the key, the value and what is
// allowed; nothing is silently replaced by a default. Secrets come from the environment or the
// file, never from a flag, and never stand in an error.
package config

import (
	"runtime"
	"time"
)

// Config holds every setting. Start from Default or Load; the zero value is not usable.
type Config struct {
	Regions     []string      // paths of region files, in order of precedence
	Deadline    time.Duration // of one tool call; 100 ms to 55 s
	Concurrency int           // tool calls at a time, at least 1
	QueueWait   time.Duration // how long a call waits for its turn; 0 means not at all
	TextContent TextContent
	Log         Log
	HTTP        HTTP
	Download    Download
	Weather     Weather
}

// TextContent says what the text block of an answer holds.
type TextContent string

// The kinds of text content.
const (
	Prose TextContent = "prose" // a few lines that stand alone
	JSON  TextContent = "json"  // the structured content again
)

// Log says what is logged and how.
type Log struct {
	Level   string // trace, debug, info, warn, error or off
	Format  string // json, pretty or auto: pretty on a terminal, JSON lines elsewhere
	Queries bool   // log the arguments of calls, which hold coordinates and texts
}

// HTTP holds the settings of the HTTP server.
type HTTP struct {
	Listen          string        // host:port of the MCP endpoint and the health checks
	MetricsListen   string        // host:port of /metrics; "" serves none
	AllowedOrigins  []string      // browser origins besides loopback, such as https://example.org
	AllowedHosts    []string      // names accepted in the Host header; none accepts any, or loopback names on a loopback socket
	AuthTokens      []string      // bearer tokens; none leaves the server open
	RateLimit       float64       // requests a second and client; 0 is unlimited
	RateBurst       int           // requests that may come at once; 0 is chosen from RateLimit
	BodyLimit       int64         // bytes of a request body
	ShutdownTimeout time.Duration // how long running calls may go on after a signal
}

// Burst returns how many requests of one client may come at once.
func (h HTTP) Burst() int {
	if h.RateBurst > 0 {
		return h.RateBurst
	}
	return max(10, int(2*h.RateLimit))
}

// Download says where `region download` finds extracts.
type Download struct {
	BaseURL string // extracts lie at BaseURL/NAME-latest.osm.pbf
}

// Weather says who is asked for the weather of a prediction; nobody while URL is "".
type Weather struct {
	URL        string        // forecasts in the shape of Open-Meteo
	ArchiveURL string        // the same for times long past; "" for none
	APIKey     string        // sent with each question, "" for none
	Timeout    time.Duration // of a question
}

// Limits of settings.
const (
	MaxDeadline    = 55 * time.Second // hosts give up on a call after about a minute
	minDeadline    = 100 * time.Millisecond
	maxConcurrency = 1024
	minBodyLimit   = 1 << 10
	maxBodyLimit   = 64 << 20
	minWeatherWait = 100 * time.Millisecond
	maxWeatherWait = 3 * time.Second
)

// Default returns the settings that hold where nothing else is said.
func Default() Config {
	return Config{
		Deadline:    25 * time.Second,
		Concurrency: DefaultConcurrency(),
		QueueWait:   5 * time.Second,
		TextContent: Prose,
		Log:         Log{Level: "info", Format: "auto"},
		HTTP: HTTP{
			Listen:          "127.0.0.1:8080",
			BodyLimit:       4 << 20,
			ShutdownTimeout: 8 * time.Second,
		},
		Download: Download{BaseURL: "https://download.geofabrik.de"},
		Weather:  Weather{Timeout: 2 * time.Second},
	}
}

// DefaultConcurrency is twice the number of processors, at least 4: calls are bound by the
// processor, and some wait for pages of the region file.
func DefaultConcurrency() int { return max(4, 2*runtime.GOMAXPROCS(0)) }
