package mcpserver

import (
	"bytes"
	stdlog "log"

	"github.com/rs/zerolog"
)

// lineLog returns a logger of the standard library whose lines go to log at a level. It is for
// libraries that know no other.
func lineLog(log zerolog.Logger, level zerolog.Level) *stdlog.Logger {
	return stdlog.New(lineWriter{log, level}, "", 0)
}

type lineWriter struct {
	log   zerolog.Logger
	level zerolog.Level
}

func (w lineWriter) Write(line []byte) (int, error) {
	w.log.WithLevel(w.level).Msg(string(bytes.TrimSpace(line)))
	return len(line), nil
}
