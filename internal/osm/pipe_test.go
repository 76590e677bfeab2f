//go:build unix

package osm

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A pipe without a writer would be waited for without end.
func TestPipeIsRefused(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 1)
	go func() {
		_, err := Open(pipe)
		opened <- err
	}()
	select {
	case err := <-opened:
		if err == nil || !strings.Contains(err.Error(), "is not a regular file") {
			t.Errorf("got %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("still waiting")
	}
}

func TestOtherEncodingInPlainWords(t *testing.T) {
	_, _, _, err := read(writeFile(t, "latin.osm", []byte(`<?xml version="1.0" encoding="ISO-8859-1"?><osm version="0.6"><node id="1" lat="1" lon="1"/></osm>`)))
	if err == nil || !strings.Contains(err.Error(), `is in the encoding "ISO-8859-1"`) || strings.Contains(err.Error(), "Charset") {
		t.Errorf("got %v", err)
	}
}
