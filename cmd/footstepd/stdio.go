package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/footstepd/footstepd/internal/mcpserver"
)

type stdioCmd struct{}

// Help is the closing text of the command's help.
func (stdioCmd) Help() string {
	return `A host such as Claude Desktop starts this command and speaks MCP with it, one JSON message a line. Logs go to standard error. It ends when its input ends.

Hosts start programs with a bare environment in an odd folder: give absolute paths. See configs/claude_desktop_config.json.

Examples:
  footstepd stdio --region /var/lib/footstepd/delaware.region
  echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | footstepd stdio`
}

// lastAnswers is how long calls may still be answered when there will be no regions.
const lastAnswers = 500 * time.Millisecond

// Run serves until the input ends or a signal comes; both are an orderly end.
func (stdioCmd) Run(ctx context.Context, p *program) error {
	c, log, err := p.settings(nil)
	if err != nil {
		return err
	}
	// A stray print must not end up between the messages of the protocol.
	if p.stdout == os.Stdout {
		os.Stdout = os.Stderr
	}
	// A host that goes away must not end us before we have said so.
	signal.Ignore(syscall.SIGPIPE)

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s, err := newService(c, log, false)
	if err != nil {
		return err
	}
	defer s.close()
	go func() {
		if s.load(ctx) != nil {
			// Calls that came already are told why; then a host shows that the process ended, and its
			// last line.
			time.AfterFunc(lastAnswers, cancel)
		}
	}()
	go s.reloadOnHangup(ctx)
	if err := mcpserver.ServeStdio(ctx, s.dispatcher, buildVersion(), p.stdin, p.stdout); err != nil {
		return err
	}
	return s.loadError()
}
