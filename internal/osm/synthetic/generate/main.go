// Command generate writes an artificial road network as a PBF extract, for benchmarks:
//
//	go run ./internal/osm/synthetic/generate -nodes 1000000 -o world.osm.pbf
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"

	"github.com/footstepd/footstepd/internal/osm/synthetic"
)

func main() {
	nodes := flag.Int("nodes", 100_000, "least number of nodes")
	houses := flag.Int("houses", 0, "more houses on each side of a block, for geocoders")
	seed := flag.Uint64("seed", 1, "which of the networks of that size")
	out := flag.String("o", "", "file to write")
	flag.Parse()
	if err := run(*nodes, *houses, *seed, *out); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(nodes, houses int, seed uint64, out string) error {
	if out == "" {
		return fmt.Errorf("-o names no file")
	}
	w, err := synthetic.NewDense(nodes, seed, houses)
	if err != nil {
		return err
	}
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	defer f.Close()
	b := bufio.NewWriterSize(f, 1<<20)
	if err := w.Write(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return err
	}
	return f.Close()
}
