package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/footstepd/footstepd/internal/atlas"
	"github.com/footstepd/footstepd/internal/build"
	"github.com/footstepd/footstepd/internal/elevation"
	"github.com/footstepd/footstepd/internal/osm/fetch"
	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing/hierarchy"
)

type regionCmd struct {
	Info     regionInfoCmd     `cmd:"" help:"Print what a region file holds."`
	Verify   regionVerifyCmd   `cmd:"" help:"Check a region file: every checksum and what each part asserts."`
	Download regionDownloadCmd `cmd:"" help:"Fetch an extract by its path, such as europe/andorra, and import it."`
}

type regionInfoCmd struct {
	File string `arg:"" name:"region" type:"path" help:"The region file."`
	JSON bool   `help:"Print JSON."`

	Sections bool `help:"List the sections too, with their sizes and checksums."`
}

// regionInfo is what `region info --json` prints.
type regionInfo struct {
	Path          string            `json:"path"`
	Bytes         int64             `json:"bytes"`
	FormatVersion int               `json:"format_version"`
	Modified      time.Time         `json:"modified"` // of the file
	region.Meta                     // its fields stand beside the others
	Hierarchies   []hierarchy.Shape `json:"hierarchies"` // of roads, for routes
	Heights       *heightsInfo      `json:"heights,omitempty"`
	Sections      []sectionInfo     `json:"sections"`
}

type sectionInfo struct {
	Name   string `json:"name"`
	Offset uint64 `json:"offset"`
	Bytes  uint64 `json:"bytes"`
	CRC32C string `json:"crc32c"`
}

// heightsInfo tells of the heights of a region.
type heightsInfo struct {
	elevation.About
	Bytes uint64 `json:"bytes"` // that they take in the region file
}

// readHeights describes the heights of a region file; nil where it has none.
func readHeights(f *region.File) (*heightsInfo, error) {
	s, err := elevation.Open(f)
	if s == nil || err != nil {
		return nil, err
	}
	h := &heightsInfo{About: s.About()}
	for _, s := range f.Sections() {
		if strings.HasPrefix(s.Name, elevation.Sections) {
			h.Bytes += s.Length
		}
	}
	return h, nil
}

// Run prints what a region file holds.
func (cmd regionInfoCmd) Run(p *program) error {
	f, err := region.Open(cmd.File)
	if err != nil {
		return atlas.Explain(cmd.File, err)
	}
	defer f.Close()
	stat, err := os.Stat(cmd.File)
	if err != nil {
		return err
	}
	info := regionInfo{
		Path: cmd.File, Bytes: f.Size(), FormatVersion: region.Version,
		Modified: stat.ModTime().UTC(), Meta: f.Meta(),
	}
	for _, s := range f.Sections() {
		info.Sections = append(info.Sections, sectionInfo{s.Name, s.Offset, s.Length, fmt.Sprintf("%08x", s.CRC)})
	}
	if info.Hierarchies, err = hierarchy.Shapes(f); err != nil {
		return atlas.Explain(cmd.File, err)
	}
	if info.Heights, err = readHeights(f); err != nil {
		return atlas.Explain(cmd.File, err)
	}
	if cmd.JSON {
		enc := json.NewEncoder(p.stdout)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		return enc.Encode(info)
	}
	t := &table{}
	t.row("region", fmt.Sprintf("%s, %s", info.Name, megabytes(info.Bytes)))
	t.row("format", fmt.Sprintf("version %d, made by %s, %s UTC", info.FormatVersion, info.Generator, info.Modified.Format("2006-01-02 15:04")))
	describeMeta(t, info.Meta)
	if h := info.Heights; h == nil {
		describeHeights(t, elevation.About{})
	} else {
		describeHeights(t, h.About)
		t.row("heights", megabytes(int64(h.Bytes))+" in the region file")
	}
	for _, h := range info.Hierarchies {
		t.row("hierarchy", fmt.Sprintf("%s: %s vertices, %s arcs, depth %s, separators %s", h.Family, grouped(h.Vertices), grouped(h.Arcs), grouped(h.Depth), separators(h.Separators)))
	}
	for _, s := range info.Meta.Sources {
		t.row("sha256", fmt.Sprintf("%s  %s", s.SHA256, s.Name))
	}
	if cmd.Sections {
		info.describeSections(t)
	}
	return t.print(p.stdout)
}

// separators writes the sizes of separators, level by level.
func separators(sizes []int) string {
	if len(sizes) == 0 {
		return "none"
	}
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(sizes)), ", "), "[]")
}

// describeSections adds a line per section.
func (info *regionInfo) describeSections(t *table) {
	for _, s := range info.Sections {
		t.row("section", fmt.Sprintf("%-32s %14s bytes  crc32c %s", s.Name, grouped(int(s.Bytes)), s.CRC32C))
	}
}

type regionVerifyCmd struct {
	File string `arg:"" name:"region" type:"path" help:"The region file."`
}

// Run checks a region file.
func (cmd regionVerifyCmd) Run(ctx context.Context, p *program) error {
	f, err := region.Open(cmd.File)
	if err != nil {
		return atlas.Explain(cmd.File, err)
	}
	defer f.Close()
	if err := build.Verify(ctx, f, build.Checks()...); err != nil {
		return atlas.Explain(cmd.File, err)
	}
	_, err = fmt.Fprintf(p.stdout, "%s is sound: %d sections, %s\n", cmd.File, len(f.Sections()), megabytes(f.Size()))
	return err
}

type regionDownloadCmd struct {
	Extract  string `arg:"" name:"name" help:"Path of the extract on the server, such as europe/andorra or north-america/us/delaware."`
	Output   string `short:"o" placeholder:"REGION" type:"path" help:"The region file to write. Default: made of the name, in the folder."`
	Dir      string `placeholder:"FOLDER" type:"path" default:"." help:"Folder for the extract."`
	NoImport bool   `help:"Only fetch the extract."`
	makeRegion
}

// Help is the closing text of the command's help.
func (regionDownloadCmd) Help() string {
	return `The server is download.geofabrik.de unless download.base_url (FOOTSTEPD_DOWNLOAD_BASE_URL) names another one that is laid out alike: NAME-latest.osm.pbf with its MD5 checksum in NAME-latest.osm.pbf.md5. A download that was interrupted goes on where it stopped.`
}

// Validate checks the flags against each other.
func (cmd regionDownloadCmd) Validate() error {
	if cmd.NoImport && (cmd.Output != "" || cmd.Name != "" || cmd.Elevation != "" || len(cmd.Profiles) > 0) {
		return errors.New("--no-import leaves nothing to do for --output, --name, --elevation and --profiles")
	}
	return nil
}

// Run fetches an extract and imports it.
func (cmd regionDownloadCmd) Run(ctx context.Context, p *program) error {
	c, _, err := p.settings(nil)
	if err != nil {
		return err
	}
	if _, err := cmd.modes(); err != nil { // better now than after an hour
		return usageError(err)
	}
	show := newProgress(p.stderr)
	defer show.end()
	path, err := fetch.Extract(ctx, fetch.Options{
		BaseURL:   c.Download.BaseURL,
		Name:      cmd.Extract,
		Dir:       cmd.Dir,
		UserAgent: "footstepd/" + buildVersion(),
		Progress: func(done, total int64) {
			show.phase("download", float64(done)/float64(max(1, total)))
		},
		Again: func(err error, in time.Duration) {
			show.end()
			fmt.Fprintf(p.stderr, "%v; trying again in %v\n", err, in)
		},
	})
	show.end()
	if err != nil {
		var lookup *net.DNSError
		var refused *net.OpError
		switch {
		case errors.Is(err, fetch.ErrName):
			return usageError(err)
		case errors.As(err, &lookup):
			return fmt.Errorf("download: the host %s is unknown, or there is no network; if extracts lie elsewhere, set download.base_url (FOOTSTEPD_DOWNLOAD_BASE_URL), or fetch the extract by other means and import it", lookup.Name)
		case errors.As(err, &refused):
			return fmt.Errorf("download: %s cannot be reached (%w); if extracts lie elsewhere, set download.base_url (FOOTSTEPD_DOWNLOAD_BASE_URL)", c.Download.BaseURL, refused.Err)
		case errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("download: there is no folder %s; make it first, or give another one with --dir", cmd.Dir)
		}
		return err
	}
	if _, err := fmt.Fprintf(p.stdout, "extract   %s\n", path); err != nil || cmd.NoImport {
		return err
	}
	output := cmd.Output
	if output == "" {
		output = filepath.Join(cmd.Dir, build.NameOf(path)+".region")
	}
	return cmd.makeRegion.run(ctx, p, []string{path}, output)
}
