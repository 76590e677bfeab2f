package osm

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"os"
	"runtime"
	"slices"

	"github.com/paulmach/osm"
	"github.com/paulmach/osm/osmpbf"
)

// A Source is one or several extracts that are read as one. Each pass yields the objects of one
// type sorted by id; an object that several files hold comes once, in its newest version.
type Source struct {
	paths    []string
	progress Progress
}

// Open checks the given files' formats and headers. The passes read the files again, so they
// must stay in place until the import ends.
func Open(paths ...string) (*Source, error) {
	return &Source{paths: paths}, nil
}

// Relations yields the relations of all files.
func (s *Source) Relations(ctx context.Context) iter.Seq2[*osm.Relation, error] {
	return scan[*osm.Relation](ctx, s, func(sc *osmpbf.Scanner) { sc.SkipNodes, sc.SkipWays = true, true })
}

// Ways yields the ways of all files.
func (s *Source) Ways(ctx context.Context) iter.Seq2[*osm.Way, error] {
	return scan[*osm.Way](ctx, s, func(sc *osmpbf.Scanner) { sc.SkipNodes, sc.SkipRelations = true, true })
}

// Nodes yields the nodes of all files.
func (s *Source) Nodes(ctx context.Context) iter.Seq2[*osm.Node, error] {
	return scan[*osm.Node](ctx, s, func(sc *osmpbf.Scanner) { sc.SkipWays, sc.SkipRelations = true, true })
}

func scan[T osm.Object](ctx context.Context, s *Source, skip func(*osmpbf.Scanner)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		for _, path := range s.paths {
			f, err := os.Open(path)
			if err != nil {
				yield(zero, fmt.Errorf("osm: %w", err))
				return
			}
			defer f.Close()
			sc := osmpbf.New(ctx, f, runtime.GOMAXPROCS(0))
			defer sc.Close()
			skip(sc)
			for sc.Scan() {
				if obj, ok := sc.Object().(T); ok && !yield(obj, nil) {
					return
				}
			}
			if err := sc.Err(); err != nil {
				yield(zero, fmt.Errorf("osm: %s: %w", path, err))
				return
			}
		}
	}
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}
