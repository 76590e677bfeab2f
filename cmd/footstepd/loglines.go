package main

import (
	"io"
	"sync"
	"time"

	"github.com/rs/zerolog"
)

const (
	// logDelay is how long lines wait for more to be written with them: a server writes two for each call,
	// and to write each by itself, which wakes who reads them, takes as long as a simple tool does.
	logDelay = 20 * time.Millisecond
	// logRoom is the size in bytes from which lines are written at once.
	logRoom = 64 << 10
)

// logLines writes log lines some at a time. Warnings and errors are written at once, with all lines before
// them. It is safe for concurrent use.
type logLines struct {
	to    io.Writer
	mu    sync.Mutex
	lines []byte
	timer *time.Timer
}

var _ zerolog.LevelWriter = (*logLines)(nil)

func newLogLines(to io.Writer) *logLines {
	l := &logLines{to: to}
	l.timer = time.AfterFunc(time.Hour, l.flush)
	l.timer.Stop()
	return l
}

// Write takes lines of which no level is known, such as those for people, and writes them at once.
func (l *logLines) Write(line []byte) (int, error) { return l.WriteLevel(zerolog.NoLevel, line) }

// WriteLevel takes a line of a level. It never fails: there is nobody to tell.
func (l *logLines) WriteLevel(level zerolog.Level, line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lines) == 0 {
		l.timer.Reset(logDelay)
	}
	l.lines = append(l.lines, line...)
	if level >= zerolog.WarnLevel || len(l.lines) >= logRoom {
		l.write()
	}
	return len(line), nil
}

// flush writes what there is.
func (l *logLines) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.write()
}

// write does, under the lock.
func (l *logLines) write() {
	l.timer.Stop()
	if len(l.lines) > 0 {
		_, _ = l.to.Write(l.lines)
		l.lines = l.lines[:0]
	}
}
