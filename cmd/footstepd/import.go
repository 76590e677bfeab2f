package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/footstepd/footstepd/internal/build"
	"github.com/footstepd/footstepd/internal/elevation"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
)

type importCmd struct {
	Inputs []string `arg:"" name:"input" type:"path" help:"Extracts: .osm.pbf, .osm, .osm.gz or .osm.bz2. Several are joined."`
	Output string   `short:"o" required:"" placeholder:"REGION" type:"path" help:"The region file to write."`
	makeRegion
}

// makeRegion holds the flags that tell how a region is made.
type makeRegion struct {
	Elevation string   `placeholder:"DIR" type:"path" help:"Folder of height files: SRTM tiles (N42E001.hgt, .hgt.gz or .hgt.zip) and GeoTIFF (.tif). Default: no heights."`
	Name      string   `placeholder:"NAME" help:"Name of the region. Default: made of the first extract's name."`
	Profiles  []string `placeholder:"MODE" help:"Travel modes to build for, such as auto,pedestrian. Default: all."`
}

// Help is the closing text of the command's help.
func (importCmd) Help() string {
	return `The region file appears only when it is complete; until then, and after Ctrl-C or a crash, an earlier one stays as it was.

Examples:
  footstepd import delaware-latest.osm.pbf -o delaware.region
  footstepd import maryland.osm.pbf delaware.osm.pbf -o delmarva.region --name delmarva --profiles auto,pedestrian
  footstepd import andorra.osm.pbf -o andorra.region --elevation srtm/`
}

// Run builds a region file and prints a closing report.
func (cmd importCmd) Run(ctx context.Context, p *program) error {
	return cmd.makeRegion.run(ctx, p, cmd.Inputs, cmd.Output)
}

// run makes a region file of extracts.
func (m makeRegion) run(ctx context.Context, p *program, inputs []string, output string) error {
	modes, err := m.modes()
	if err != nil {
		return usageError(err)
	}
	parts, err := build.Rooms(modes...)
	if err != nil {
		return usageError(err)
	}
	var heights *elevation.Builder
	if m.Elevation != "" {
		if heights, err = elevation.NewBuilder(m.Elevation); err != nil {
			return err
		}
		parts = build.WithHeights(parts, heights)
	}
	target, err := build.Target(output)
	if err != nil {
		return err
	}
	if err := checkOutput(target); err != nil {
		return err
	}
	_, before := os.Stat(output)
	show := newProgress(p.stderr)
	defer show.end()
	summary, err := build.Import(ctx, build.Options{
		Inputs:    inputs,
		Output:    output,
		Name:      m.Name,
		Generator: "footstepd " + buildVersion(),
		Profiles:  profileNames(modes),
		Parts:     parts,
		Progress:  show.phase,
	})
	show.end()
	if err != nil {
		if ctx.Err() != nil {
			if before != nil {
				return fmt.Errorf("import interrupted; nothing was written")
			}
			return fmt.Errorf("import interrupted; %s is as it was", output)
		}
		return err
	}
	var about elevation.About
	if heights != nil {
		about = heights.About()
	}
	return printSummary(p.stdout, output, summary, about)
}

// checkOutput tells before any work whether a region file can be written. path is a build.Target.
func checkOutput(path string) error {
	folder := filepath.Dir(path)
	switch info, err := os.Stat(folder); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("import: there is no folder %s to write %s into; make it first: mkdir -p %s", folder, filepath.Base(path), folder)
	case err != nil:
		return fmt.Errorf("import: %w", err)
	case !info.IsDir():
		return fmt.Errorf("import: %s is no folder to write into", folder)
	}
	probe, err := os.CreateTemp(folder, ".footstepd-*")
	if err != nil {
		return fmt.Errorf("import: nothing can be written into the folder %s; choose another place for the region file with -o", folder)
	}
	probe.Close()
	return os.Remove(probe.Name())
}

// modes returns the chosen travel modes in their usual order, each once.
func (m makeRegion) modes() ([]routing.Mode, error) {
	if len(m.Profiles) == 0 {
		return build.Profiles, nil
	}
	for _, name := range m.Profiles {
		if !slices.Contains(build.Profiles, routing.Mode(name)) {
			return nil, fmt.Errorf("--profiles: %q is none of %s", name, strings.Join(profileNames(build.Profiles), ", "))
		}
	}
	var modes []routing.Mode
	for _, mode := range build.Profiles {
		if slices.Contains(m.Profiles, string(mode)) {
			modes = append(modes, mode)
		}
	}
	return modes, nil
}

func profileNames(modes []routing.Mode) []string {
	names := make([]string, len(modes))
	for i, m := range modes {
		names[i] = string(m)
	}
	return names
}

// printSummary tells what an import has made.
func printSummary(w io.Writer, path string, s *build.Summary, heights elevation.About) error {
	t := &table{}
	t.row("region", fmt.Sprintf("%s, %s in %s, %s", s.Meta.Name, path, s.Duration.Round(10*time.Millisecond), megabytes(s.Bytes)))
	describeMeta(t, s.Meta)
	describeHeights(t, heights)
	for _, reason := range sortedKeys(s.Report.Skipped) {
		t.row("skipped", fmt.Sprintf("%s %s", grouped(s.Report.Skipped[reason]), reason))
	}
	return t.print(w)
}

// describeMeta adds what a region's description says.
func describeMeta(t *table, m region.Meta) {
	b := m.BBox
	t.row("area", fmt.Sprintf("west %.5f, south %.5f, east %.5f, north %.5f", b[0], b[1], b[2], b[3]))
	for _, s := range m.Sources {
		text := fmt.Sprintf("%s, %s", filepath.Base(s.Name), megabytes(s.Bytes))
		if !s.Timestamp.IsZero() {
			text += ", data of " + s.Timestamp.Format("2006-01-02 15:04") + " UTC"
		}
		t.row("source", text)
	}
	for _, c := range m.Countries {
		t.row("country", fmt.Sprintf("%s, traffic keeps %s, %s, %s", cmp.Or(c.Code, "none"), c.DrivingSide, c.SpeedUnit, strings.Join(c.TimeZones, ", ")))
	}
	t.row("profiles", strings.Join(m.Profiles, ", "))
	for _, what := range sortedKeys(m.Counts) {
		t.row("holds", fmt.Sprintf("%s %s", grouped(m.Counts[what]), what))
	}
}

// describeHeights adds where a region's heights come from and how far they reach.
func describeHeights(t *table, a elevation.About) {
	for _, f := range a.Files {
		t.row("heights", fmt.Sprintf("%s, %s, one each %s", f.Name, megabytes(f.Bytes), spacing(f)))
	}
	if len(a.Files) == 0 {
		t.row("heights", "none")
		return
	}
	t.row("heights", fmt.Sprintf("of %.1f %% of the mapped positions, from %.0f m to %.0f m", a.Covered, a.Lowest, a.Highest))
	if a.Filled > 0 || a.Unknown > 0 {
		t.row("heights", fmt.Sprintf("%s made of their neighbours, %s unknown", grouped(a.Filled), grouped(a.Unknown)))
	}
}

// spacing writes the distances between the heights of a file.
func spacing(f elevation.File) string {
	if f.LonSeconds == f.LatSeconds {
		return fmt.Sprintf("%.4g″", f.LatSeconds)
	}
	return fmt.Sprintf("%.4g″ by %.4g″", f.LonSeconds, f.LatSeconds)
}
