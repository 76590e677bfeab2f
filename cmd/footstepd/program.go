package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"
)

// program is what commands work with: the standard streams and the global flags.
type program struct {
	stdin   io.Reader
	stdout  io.Writer
	stderr  io.Writer
	globals *globals
}

// settings reads the configuration. flags holds what the command's own flags set, by key; the global
// flags are added here. Errors are usage errors.
func (p *program) settings(flags map[string]any) (config.Config, zerolog.Logger, error) {
	all := map[string]any{}
	for key, value := range flags {
		all[key] = value
	}
	if len(p.globals.Region) > 0 {
		all["regions"] = p.globals.Region
	}
	if p.globals.LogLevel != "" {
		all["log.level"] = p.globals.LogLevel
	}
	c, strangers, err := config.Load(config.Sources{File: p.globals.Config, Environ: os.Environ(), Flags: all})
	if err != nil {
		return config.Config{}, zerolog.Nop(), usageError(err)
	}
	log := newLogger(p.stderr, c.Log)
	for _, name := range strangers {
		log.Warn().Str("variable", name).Msg("environment variable is none of the settings; see configs/footstepd.yaml")
	}
	return c, log, nil
}

// newLogger returns a logger that writes to w: JSON lines, or lines for people on a terminal.
func newLogger(w io.Writer, c config.Log) zerolog.Logger {
	if c.Format == "pretty" || c.Format == "auto" && isTerminal(w) {
		w = zerolog.ConsoleWriter{Out: w, NoColor: !isTerminal(w), TimeFormat: "15:04:05.000"}
	}
	level, err := zerolog.ParseLevel(c.Level)
	if c.Level == "off" || err != nil { // every other name is one of zerolog's
		level = zerolog.Disabled
	}
	return zerolog.New(w).Level(level).With().Timestamp().Logger()
}

// isTerminal tells whether a stream is shown to a person.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// exitError ends the program with a status; a nil err prints nothing.
type exitError struct {
	status int
	err    error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usageError makes err end the program with the status for bad usage.
func usageError(err error) error { return &exitError{status: exitUsage, err: err} }

// report prints an error and returns the exit status it asks for.
func report(stderr io.Writer, err error) int {
	var exit *exitError
	if !errors.As(err, &exit) {
		exit = &exitError{status: exitFailure, err: err}
	}
	if exit.err != nil {
		fmt.Fprintf(stderr, "footstepd: %v\n", err)
	}
	return exit.status
}
