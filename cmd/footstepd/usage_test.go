package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A wrong command line names the help of the command it got as far as, and help shows what a command
// knows and nothing else.
func TestUsage(t *testing.T) {
	for _, tc := range []struct {
		name   string
		args   []string
		status int
		want   []string
		lacks  string
	}{
		{"no such command", []string{"bogus"}, exitUsage, []string{"Try: footstepd --help\n"}, ""},
		{"a wrong flag", []string{"import", "--bogus"}, exitUsage, []string{"Try: footstepd import --help\n"}, ""},
		{"a wrong flag of a command below", []string{"region", "info", "--bogus"}, exitUsage, []string{"Try: footstepd region info --help\n"}, ""},
		{"a command that needs another", []string{"region", "bogus"}, exitUsage, []string{"Try: footstepd region --help\n"}, ""},
		{"the version", []string{"--version"}, exitOK, []string{"footstepd ", "go1"}, "Usage"},
		{"the tools", []string{"call"}, exitUsage, []string{"geocode ", "get_directions ", "Find a place"}, "{"},
		{"a mistyped tool", []string{"call", "geocod", "{}"}, exitUsage, []string{"did you mean geocode?", "reverse_geocode"}, ""},
		{"help of all", []string{"--help"}, exitOK, []string{"--region=FILE", "--version"}, ""},
		{"help of a command that serves", []string{"stdio", "--help"}, exitOK, []string{"--region=FILE"}, "--version"},
		{"help of one that makes", []string{"import", "--help"}, exitOK, []string{"--output=REGION"}, "--region=FILE"},
		{"help of one that looks", []string{"region", "info", "--help"}, exitOK, []string{"--sections"}, "--region=FILE"},
		{"help of predictions as files", []string{"call", "--help"}, exitOK, []string{"with all", "cells"}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			status, out, errs := command(t, tc.args...)
			for _, want := range tc.want {
				if !strings.Contains(out+errs, want) {
					t.Errorf("lacks %q: %s%s", want, out, errs)
				}
			}
			if status != tc.status || tc.lacks != "" && strings.Contains(out+errs, tc.lacks) {
				t.Errorf("status %d, without %q: %s%s", status, tc.lacks, out, errs)
			}
		})
	}
}

// Nothing found is nothing to export, and said so.
func TestExportOfNothing(t *testing.T) {
	region := filepath.Join(t.TempDir(), "x.region")
	if status, _, errs := command(t, "import", crossing().PBF(t), "-o", region); status != exitOK {
		t.Fatal(errs)
	}
	status, out, errs := command(t, "call", "--region", region, "geocode", `{"text": "Atlantis"}`, "--format", "gpx")
	if status != exitFailure || out != "" || !strings.Contains(errs, `nothing to export, since this answer shows nothing on a map: No place found for "Atlantis".`) {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
}
