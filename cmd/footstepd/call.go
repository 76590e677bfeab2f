package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/config"
	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/envelope/export"
	"github.com/footstepd/footstepd/internal/spell"
	"github.com/footstepd/footstepd/internal/tools"
	"github.com/rs/zerolog"
)

type callCmd struct {
	Tool      string   `arg:"" optional:"" help:"The tool, such as geocode; without one, the tools are listed."`
	Arguments string   `arg:"" optional:"" help:"Its arguments: a JSON object, @FILE, or - for standard input."`
	Text      bool     `help:"Print text for people instead of the structured content: every step and line, where MCP clients get a short text block."`
	Format    string   `placeholder:"FORMAT" help:"Print the answer's map layers whole, with all cells of a prediction, as geojson, kml or gpx."`
	Only      []string `placeholder:"FOLDER" help:"Of the map layers, only those of these folders, such as Segments,Rings of a prediction."`
	Output    string   `short:"o" placeholder:"FILE" type:"path" help:"Write to FILE once there is an answer, - for standard output; an error leaves it as it was. Where it ends in .geojson, .kml or .gpx, that is the format."`
}

// Validate checks the flags against each other and takes the format from the file's ending.
func (cmd *callCmd) Validate() error {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(cmd.Output), "."))
	ends := slices.Contains(export.Formats(), ending)
	switch {
	case cmd.Format != "" && !slices.Contains(export.Formats(), cmd.Format):
		return fmt.Errorf("--format is %q; want one of %s", cmd.Format, strings.Join(export.Formats(), ", "))
	case cmd.Format != "" && cmd.Text:
		return errors.New("--text and --format can't be used together")
	case ends && cmd.Text:
		return fmt.Errorf("--text can't be written to a .%s file", ending)
	case ends && cmd.Format != "" && cmd.Format != ending:
		return fmt.Errorf("--format %s can't be written to a .%s file", cmd.Format, ending)
	case ends:
		cmd.Format = ending
	}
	if len(cmd.Only) > 0 && cmd.Format == "" {
		return fmt.Errorf("--only is for map layers; say --format, one of %s", strings.Join(export.Formats(), ", "))
	}
	return nil
}

// Help is the closing text of the command's help.
func (*callCmd) Help() string {
	return `The answer goes through the same checks as over MCP. Exit status 0 for an answer, 1 for an error answer, 2 for bad usage.

Examples:
  footstepd call --region delaware.region geocode '{"text": "Rodney Square"}'
  footstepd call get_isochrone @request.json --format geojson > area.geojson
  footstepd call get_prediction @request.json -o search.kml
  footstepd call get_prediction @request.json -o teams.gpx --only 'Segments,Vehicle access'
  jq -n '{text: "19801"}' | footstepd call geocode - --text`
}

// Run makes one call and prints its answer.
func (cmd *callCmd) Run(ctx context.Context, p *program) error {
	if cmd.Tool == "" {
		return listTools(p.stderr)
	}
	if cmd.Output == "-" {
		cmd.Output = ""
	}
	if cmd.Output != "" {
		if err := checkAnswerFile(cmd.Output, cmd.Arguments); err != nil {
			return fmt.Errorf("call: %w", err)
		}
	}
	c, log, err := p.settings(nil)
	if err != nil {
		return err
	}
	if cmd.Text {
		c.TextContent = config.TextContent(envelope.Long)
	}
	if p.globals.LogLevel == "" { // the answer says it all
		log = log.Level(max(log.GetLevel(), zerolog.WarnLevel))
	}
	args, err := cmd.arguments(p.stdin, c.HTTP.BodyLimit)
	if err != nil {
		return usageError(fmt.Errorf("call: %w", err))
	}
	s, err := newService(c, log, false)
	if err != nil {
		return err
	}
	defer s.close()
	if !s.dispatcher.Has(cmd.Tool) {
		return usageError(unknownTool(cmd.Tool, s.dispatcher.Names()))
	}
	if err := s.load(ctx); err != nil {
		return err
	}
	return cmd.print(p, s.dispatcher.Call(ctx, cmd.Tool, args))
}

// unknownTool says which tools there are instead, and which of them was probably meant.
func unknownTool(name string, tools []string) error {
	meant := ""
	if near := spell.Nearest(name, tools); near != "" {
		meant = fmt.Sprintf(" (did you mean %s?)", near)
	}
	return fmt.Errorf("call: there is no tool %q%s; the tools are %s", name, meant, strings.Join(tools, ", "))
}

// listTools prints the names of the tools and what they are for, to somebody who named none.
func listTools(w io.Writer) error {
	for _, t := range tools.Registry(tools.Deps{}) {
		if _, err := fmt.Fprintf(w, "%-20s %s\n", t.Name, t.Title); err != nil {
			return err
		}
	}
	return usageError(errors.New("call: name one of these tools; docs/tools.md has their arguments. Try: footstepd call --help"))
}

// arguments reads the arguments, at most limit bytes of them.
func (cmd *callCmd) arguments(stdin io.Reader, limit int64) (json.RawMessage, error) {
	text, source := []byte(cmd.Arguments), "the arguments"
	var err error
	switch path, isFile := strings.CutPrefix(cmd.Arguments, "@"); {
	case cmd.Arguments == "":
		return nil, nil
	case cmd.Arguments == "-":
		source = "standard input"
		text, err = io.ReadAll(io.LimitReader(stdin, limit+1))
	case isFile:
		source = path
		var f *os.File
		if f, err = os.Open(path); err == nil {
			defer f.Close()
			text, err = io.ReadAll(io.LimitReader(f, limit+1))
		}
	}
	if err != nil {
		return nil, err
	}
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("%s: more than %d bytes", source, limit)
	}
	var object map[string]json.RawMessage
	err = json.Unmarshal(text, &object)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("%s: not valid JSON at byte %d: %w; on the command line put the object in single quotes", source, syntax.Offset, err)
	case err != nil:
		return nil, fmt.Errorf("%s: not a JSON object", source)
	}
	return text, nil
}

// print writes the answer in the form asked for. An error answer ends with status 1.
func (cmd *callCmd) print(p *program, answer envelope.Answer) error {
	if answer.IsError() && (cmd.Format != "" || cmd.Output != "") { // it is no file's content
		if _, err := fmt.Fprintln(p.stderr, answer.Text); err != nil {
			return fmt.Errorf("call: %w", err)
		}
		return &exitError{status: exitFailure}
	}
	out, err := cmd.render(p, answer)
	switch {
	case errors.Is(err, export.ErrNoLayers):
		headline, _, _ := strings.Cut(answer.Text, "\n")
		return fmt.Errorf("call: there is nothing to export, since this answer shows nothing on a map: %s", headline)
	case err != nil:
		return fmt.Errorf("call: %w", err)
	case cmd.Output != "":
		err = writeAnswerFile(cmd.Output, out)
	default:
		_, err = p.stdout.Write(out)
	}
	if err != nil {
		return fmt.Errorf("call: %w", err)
	}
	if answer.IsError() {
		return &exitError{status: exitFailure}
	}
	return nil
}

// render returns the answer in the form asked for.
func (cmd *callCmd) render(p *program, answer envelope.Answer) ([]byte, error) {
	var out bytes.Buffer
	switch {
	case cmd.Format != "":
		if len(cmd.Only) > 0 && len(answer.Layers) > 0 {
			var err error
			if answer, err = export.Only(answer, cmd.Only); err != nil {
				return nil, fmt.Errorf("--only: %w", err)
			}
		}
		err := export.Write(&out, cmd.Format, answer)
		return out.Bytes(), err
	case cmd.Text:
		out.WriteString(answer.Text)
	case cmd.Output == "" && isTerminal(p.stdout):
		if err := json.Indent(&out, answer.Structured, "", "  "); err != nil {
			return nil, err
		}
	default:
		out.Write(answer.Structured)
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}
