// Package footstepd_test checks the whole module against docs/architecture.md.
package footstepd_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/footstepd/footstepd"

// everything stands for rooms that may import all others.
const everything = "everything"

// room is a row of the table of rooms.
type room struct {
	folder string
	may    []string // folders it may import
	deep   bool     // it may also import the packages inside of those
}

// readRooms reads the table of rooms.
func readRooms(t *testing.T) []room {
	t.Helper()
	text, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| `((?:cmd|internal)/[a-z]+)` \\|.*\\| ([^|]+) \\|$")
	var rooms []room
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		r := room{folder: m[1]}
		for _, word := range strings.Split(m[2], ",") {
			switch word = strings.TrimSpace(word); word {
			case "–":
			case everything:
				r.may, r.deep = append(r.may, everything), true
			case "and the rooms' opening packages", "and the rooms' builders":
				r.may = append(r.may, "internal/routing", "internal/geocode", "internal/places", "internal/predict", "internal/elevation", "internal/osm", "internal/region", "internal/geo")
				r.deep = true
			default:
				r.may = append(r.may, "internal/"+word)
			}
		}
		rooms = append(rooms, r)
	}
	if len(rooms) < 10 {
		t.Fatalf("docs/architecture.md lists %d rooms; is its table still of the form that this test reads?", len(rooms))
	}
	for _, r := range rooms {
		for _, other := range r.may {
			if other != everything && !slices.ContainsFunc(rooms, func(o room) bool { return o.folder == other }) {
				t.Errorf("docs/architecture.md lets %s import %s, which is no room", r.folder, other)
			}
		}
	}
	return rooms
}

// source is one Go file and what it imports.
type source struct {
	file    string
	folder  string
	imports []string
	test    bool // a test, or a package that only tests import
}

func readSources(t *testing.T) []source {
	t.Helper()
	var sources []source
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && file != "."):
			return fs.SkipDir
		case filepath.Ext(file) != ".go":
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		folder := path.Dir(filepath.ToSlash(file))
		s := source{file: file, folder: folder, test: strings.HasSuffix(file, "_test.go") || strings.HasSuffix(folder, "test")}
		for _, i := range parsed.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			s.imports = append(s.imports, name)
		}
		sources = append(sources, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return sources
}

// within tells whether a folder is another, or inside of it.
func within(folder, other string) bool {
	return folder == other || strings.HasPrefix(folder, other+"/")
}

// TestArchitecture checks that no import points up, and that what only one room may know stays in
// that room. Tests may import what they like, apart from the second rule.
func TestArchitecture(t *testing.T) {
	rooms := readRooms(t)
	roomOf := func(folder string) (room, bool) {
		i := slices.IndexFunc(rooms, func(r room) bool { return within(folder, r.folder) })
		if i < 0 {
			return room{}, false
		}
		return rooms[i], true
	}
	checked := 0
	for _, s := range readSources(t) {
		if s.test {
			continue
		}
		home, ok := roomOf(s.folder)
		if !ok {
			t.Errorf("%s lies in no room; add %s to the table in docs/architecture.md", s.file, s.folder)
			continue
		}
		for _, name := range s.imports {
			target, inModule := strings.CutPrefix(name, module+"/")
			if !inModule {
				continue
			}
			checked++
			if !allowed(home, target) {
				t.Errorf("%s imports %s; %s may import: %s", s.file, target, home.folder, strings.Join(home.may, ", "))
			}
		}
	}
	if checked == 0 {
		t.Error("no import was checked")
	}
}

// allowed tells whether a room may import a package. Only rooms that put others together know the
// packages inside of those.
func allowed(home room, target string) bool {
	if within(target, home.folder) {
		return true
	}
	return slices.ContainsFunc(home.may, func(may string) bool {
		return may == everything || target == may || home.deep && within(target, may)
	})
}

// TestArchitectureKeepers checks that modules which one room is to keep from the others are imported
// there alone, and that nothing below the tools logs.
func TestArchitectureKeepers(t *testing.T) {
	keepers := []struct {
		what    string   // import path, or the beginning of one
		folders []string // who may import it
		tests   []string // whose tests may, too
	}{
		{"github.com/mark3labs/mcp-go", []string{"internal/mcpserver"}, []string{"tests"}},
		{"github.com/uber/h3-go", []string{"internal/predict"}, nil},
		{"github.com/alecthomas/kong", []string{"cmd/footstepd"}, nil},
		{"github.com/knadh/koanf", []string{"internal/config"}, nil},
		{"github.com/prometheus/client_golang", []string{"internal/mcpserver"}, nil},
		{"github.com/rs/zerolog", []string{"internal/mcpserver", "cmd/footstepd"}, []string{"tests"}},
		{"log", []string{"internal/mcpserver"}, nil},
		{"net/http", []string{"internal/mcpserver", "cmd/footstepd", "internal/osm/fetch", "internal/weather"}, []string{"tests"}},
	}
	found := map[string]bool{}
	for _, s := range readSources(t) {
		for _, name := range s.imports {
			for _, k := range keepers {
				if !within(name, k.what) {
					continue
				}
				found[k.what] = true
				may := k.folders
				if s.test {
					may = append(slices.Clone(may), k.tests...)
				}
				if !slices.ContainsFunc(may, func(folder string) bool { return within(s.folder, folder) }) {
					t.Errorf("%s imports %s, which only %s may know", s.file, name, strings.Join(may, " and "))
				}
			}
		}
	}
	for _, k := range keepers {
		if !found[k.what] {
			t.Errorf("nothing imports %s; strike it off the list", k.what)
		}
	}
}
