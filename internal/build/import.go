package build

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"time"

	"github.com/footstepd/footstepd/internal/osm"
	"github.com/footstepd/footstepd/internal/region"
)

// Options say what to import and how.
type Options struct {
	Inputs    []string // paths of extracts, at least one
	Output    string   // path of the region file
	Name      string   // of the region; "" makes one of the first input's name
	Generator string   // program and version that the file names as its maker
	Profiles  []string // travel modes that the file names
	Parts     []Part   // in the order in which they write
	Progress  Progress // may be nil
}

// Summary tells what an import has made.
type Summary struct {
	Meta     region.Meta
	Report   region.Report // with what the reader skipped
	Source   osm.Stats
	Bytes    int64 // of the region file
	Duration time.Duration
}

// ErrEmpty is returned for extracts that hold nothing that could be shown on a map.
var ErrEmpty = errors.New("the extract holds no nodes")

// Import reads the inputs and writes the region file. The file appears only when it is complete:
// on any error, on cancellation and after a crash an earlier file at the same path is as it was. Where
// the path is a symbolic link, the file appears where that leads to.
//
// The same inputs, parts and options give the same bytes.
func Import(ctx context.Context, o Options) (*Summary, error) {
	began := time.Now()
	if o.Progress == nil {
		o.Progress = func(string, float64) {}
	}
	output, err := Target(o.Output)
	if err != nil {
		return nil, err
	}
	if err := checkOutput(output, o.Inputs); err != nil {
		return nil, err
	}
	src, err := osm.Open(o.Inputs...)
	if err != nil {
		return nil, err
	}
	// Before the reading, so that a folder that cannot be written to is found out at once.
	w, err := region.Create(output)
	if err != nil {
		return nil, err
	}
	defer w.Abort()
	s := &Summary{Report: region.Report{Counts: map[string]int{}, Skipped: map[string]int{}}}
	if err := read(ctx, src, w, s, o); err != nil {
		return nil, err
	}
	s.Source = src.Stats()
	reportStats(&s.Report, s.Source)
	if s.Meta, err = describe(src, s, o); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := w.Commit(s.Meta); err != nil {
		return nil, err
	}
	s.Bytes, s.Duration = w.Size(), time.Since(began)
	return s, nil
}

// read runs the passes and lets the parts write.
func read(ctx context.Context, src *osm.Source, w *region.Writer, s *Summary, o Options) error {
	consumers := make([]osm.Consumer, len(o.Parts))
	for i, p := range o.Parts {
		consumers[i] = p.Builder
	}
	progress := func(pass string, done, total int64) {
		if total > 0 {
			o.Progress("reading "+pass, float64(done)/float64(total))
		}
	}
	loc, err := osm.Read(ctx, src, progress, consumers...)
	if err != nil {
		return err
	}
	if _, ok := src.Box(); !ok {
		return fmt.Errorf("build: %s: %w", strings.Join(o.Inputs, ", "), ErrEmpty)
	}
	for _, p := range o.Parts {
		o.Progress(p.Name, 0)
		if err := p.Builder.Finish(ctx, loc, w, &s.Report, func(done float64) { o.Progress(p.Name, done) }); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if failed := w.Err(); failed != nil { // the disk is full: no part's fault
				return fmt.Errorf("build: %w", failed)
			}
			return fmt.Errorf("build: %s: %w", p.Name, err)
		}
		o.Progress(p.Name, 1)
	}
	return nil
}

// reportStats adds what the reader met to the report.
func reportStats(r *region.Report, s osm.Stats) {
	r.Count("nodes", s.Nodes)
	r.Count("ways", s.Ways)
	r.Count("relations", s.Relations)
	for reason, n := range map[string]int{
		"deleted objects":                           s.Deleted,
		"nodes off the earth":                       s.OffEarth,
		"objects that another extract holds as new": s.Duplicates,
	} {
		r.Skip(reason, n)
	}
}

// describe makes the description of the region.
func describe(src *osm.Source, s *Summary, o Options) (region.Meta, error) {
	box, ok := src.Box()
	if !ok {
		return region.Meta{}, ErrEmpty
	}
	m := region.Meta{
		Name:      o.Name,
		BBox:      box,
		Generator: o.Generator,
		Profiles:  o.Profiles,
		Counts:    maps.Clone(s.Report.Counts),
		Countries: s.Report.Countries,
	}
	if m.Name == "" {
		m.Name = NameOf(o.Inputs[0])
	}
	for _, e := range src.Extracts() {
		m.Sources = append(m.Sources, region.Source{
			Name: filepath.Base(e.Path), Bytes: e.Bytes, SHA256: e.SHA256, Timestamp: e.Timestamp,
		})
	}
	return m, nil
}

// NameOf makes a region's name of an extract's path: "delaware" of "in/delaware-latest.osm.pbf".
func NameOf(path string) string {
	name := filepath.Base(path)
	for _, ext := range []string{".gz", ".bz2", ".pbf", ".osm"} {
		name = strings.TrimSuffix(name, ext)
	}
	return strings.TrimSuffix(name, "-latest")
}
