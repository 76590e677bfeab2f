// Command footstepd is a location server for language models: it geocodes, routes, draws
// isochrones and ranks where to search for a missing person, over one region file made of
// OpenStreetMap extracts and without a network.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"
)

// Exit statuses.
const (
	exitOK      = 0
	exitFailure = 1 // the command failed, or `call` answered with an error envelope
	exitUsage   = 2 // the command line or the configuration is wrong
)

// commands is the command line.
type commands struct {
	globals

	Import      importCmd      `cmd:"" help:"Build a region file from OpenStreetMap extracts."`
	Stdio       stdioCmd       `cmd:"" help:"Serve MCP on standard input and output, as Claude Desktop starts it."`
	HTTP        httpCmd        `cmd:"" name:"http" help:"Serve MCP over HTTP at POST /mcp."`
	Call        callCmd        `cmd:"" help:"Call one tool and print its answer."`
	RegionFiles regionCmd      `cmd:"" name:"region" help:"Inspect, verify or download region files."`
	Version     versionCmd     `cmd:"" help:"Print the version."`
	Healthcheck healthcheckCmd `cmd:"" help:"Ask a running server whether it is well; for containers."`
	Explain     helpCmd        `cmd:"" name:"help" help:"Explain a command."`
}

// globals are the flags that every command knows.
type globals struct {
	Config   string       `placeholder:"FILE" type:"path" env:"FOOTSTEPD_CONFIG" help:"Configuration file (YAML). See configs/footstepd.yaml."`
	Region   []string     `placeholder:"FILE" sep:"none" help:"Region file to serve; repeat it for several. Also FOOTSTEPD_REGION, colon-separated."`
	Print    printVersion `name:"version" help:"Print the version and stop."`
	LogLevel string       `placeholder:"LEVEL" help:"What to log: trace, debug, info, warn, error or off."`
}

// Help is the closing text of `footstepd --help`.
func (commands) Help() string {
	return `Examples:

  footstepd import delaware-latest.osm.pbf -o delaware.region
  footstepd call --region delaware.region geocode '{"text": "Rodney Square"}'
  footstepd http --region delaware.region --listen 127.0.0.1:8080
  footstepd help call

Every setting of configs/footstepd.yaml can come from a flag where there is one, from an environment variable FOOTSTEPD_..., or from the file given with --config, in this order. Exit status: 0 all well, 1 failure, 2 bad usage.`
}

func main() {
	// The first signal asks for an orderly end; a second one ends at once.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run carries out one command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var cli commands
	exited := -1 // set when --help has printed its text
	parser, err := kong.New(&cli,
		kong.Name("footstepd"),
		kong.Description("A location server for language models, over one region file and without a network."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(status int) { exited = status }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.Help(printHelp),
	)
	if err != nil {
		fmt.Fprintf(stderr, "footstepd: %v\n", err)
		return exitUsage
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	if exited >= 0 {
		return exited
	}
	if err != nil {
		fmt.Fprintf(stderr, "footstepd: %v\nTry: %s --help\n", err, erring(err))
		return exitUsage
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	parsed.Bind(parser, &program{stdin: stdin, stdout: stdout, stderr: stderr, globals: &cli.globals})
	if err := parsed.Run(); err != nil {
		return report(stderr, err)
	}
	return exitOK
}

// erring names the command that a wrong command line got as far as, such as "footstepd region".
func erring(err error) string {
	var wrong *kong.ParseError
	if errors.As(err, &wrong) && wrong.Context != nil && wrong.Context.Selected() != nil {
		return wrong.Context.Selected().FullPath()
	}
	return "footstepd"
}

// printHelp prints a command's help without the flags that mean nothing to it.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	command := ""
	if node := ctx.Selected(); node != nil {
		command = node.Name
	}
	for _, flag := range ctx.Model.Flags {
		switch flag.Name {
		case "region":
			flag.Hidden = !slices.Contains([]string{"", "stdio", "http", "call"}, command)
		case "version":
			flag.Hidden = command != ""
		}
	}
	return kong.DefaultHelpPrinter(options, ctx)
}
