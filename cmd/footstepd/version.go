package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/alecthomas/kong"
)

// version is set at build time with -ldflags "-X main.version=...".
var version = ""

// buildVersion returns the version of the program: what the build set, or what the Go toolchain
// recorded, or "devel".
func buildVersion() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "devel-" + s.Value[:12]
		}
	}
	return "devel"
}

type versionCmd struct{}

// Run prints one line: name, version, Go version and platform.
func (versionCmd) Run(p *program) error {
	_, err := fmt.Fprintf(p.stdout, "footstepd %s (%s, %s/%s)\n", buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// printVersion is the flag that does as the command does.
type printVersion bool

// BeforeReset prints the version as soon as the flag is seen, whatever else the command line lacks.
func (printVersion) BeforeReset(app *kong.Kong) error {
	err := versionCmd{}.Run(&program{stdout: app.Stdout})
	app.Exit(exitOK)
	return err
}
