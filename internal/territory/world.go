package territory

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"fmt"
	"io"
	"sync"
)

//go:embed data/world.bin
var worldData []byte

// World returns the coarse map of the world. It is unpacked when it is first asked for.
var World = sync.OnceValue(func() *Map {
	b, err := io.ReadAll(flate.NewReader(bytes.NewReader(worldData)))
	if err == nil {
		var m *Map
		if m, err = decode(b); err == nil {
			return m
		}
	}
	// The map is part of the program, and a test reads it: only a broken build comes here.
	panic(fmt.Sprintf("territory: the map of the world: %v", err))
})
