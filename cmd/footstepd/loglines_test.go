package main

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"
)

// writes keeps what was written, each write by itself.
type writes struct {
	mu  sync.Mutex
	all []string
}

func (w *writes) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = append(w.all, string(p))
	return len(p), nil
}

func (w *writes) list() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.all)
}

func TestLogLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out writes
		log := zerolog.New(newLogLines(&out))
		want := func(list ...string) {
			t.Helper()
			if got := out.list(); !slices.Equal(got, list) {
				t.Fatalf("written are %q, want %q", got, list)
			}
		}
		log.Info().Msg("a")
		log.Info().Msg("b")
		want()
		time.Sleep(2 * logDelay)
		first := `{"level":"info","message":"a"}` + "\n" + `{"level":"info","message":"b"}` + "\n"
		want(first)
		log.Info().Msg("c")
		log.Warn().Msg("d")
		second := `{"level":"info","message":"c"}` + "\n" + `{"level":"warn","message":"d"}` + "\n"
		want(first, second) // at once
		time.Sleep(2 * logDelay)
		want(first, second)
		log.Info().Msg(strings.Repeat("e", logRoom))
		if got := out.list(); len(got) != 3 {
			t.Fatalf("%d writes, want a third at once for a long line", len(got))
		}
	})
}

// No line is lost or torn, whoever writes them and whenever the end comes.
func TestLogLinesTogether(t *testing.T) {
	var out bytes.Buffer
	lines := newLogLines(&out)
	log := zerolog.New(lines)
	var writers sync.WaitGroup
	for range 8 {
		writers.Go(func() {
			for i := range 1000 {
				if i%100 == 0 {
					log.Warn().Msg("x")
				} else {
					log.Info().Msg("x")
				}
			}
		})
	}
	writers.Wait()
	lines.flush()
	got := strings.Count(out.String(), `{"level":"info","message":"x"}`+"\n") + strings.Count(out.String(), `{"level":"warn","message":"x"}`+"\n")
	if got != 8000 || strings.Count(out.String(), "\n") != 8000 {
		t.Errorf("%d whole lines, want 8000", got)
	}
}
