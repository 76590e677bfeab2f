package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

type healthcheckCmd struct {
	URL     string        `arg:"" optional:"" help:"Where the server listens; the configured address on this machine unless given."`
	Ready   bool          `help:"Ask whether its regions are loaded, not only whether it lives."`
	Timeout time.Duration `default:"3s" help:"How long to wait."`
}

// Help is the closing text of the command's help.
func (healthcheckCmd) Help() string {
	return `Exit status 0 when the server answers 200, 1 otherwise.

Examples:
  footstepd healthcheck
  footstepd healthcheck --ready http://127.0.0.1:9000`
}

// Run asks /healthz or /readyz and fails unless the answer is 200.
func (c healthcheckCmd) Run(ctx context.Context, p *program) error {
	path := "/healthz"
	if c.Ready {
		path = "/readyz"
	}
	base := c.URL
	if base == "" {
		settings, _, err := p.settings(nil)
		if err != nil {
			return err
		}
		base = reachable(settings.HTTP.Listen)
	}
	if !strings.Contains(base, "://") {
		base = "http://" + base
	}
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(base, "/")+path, nil)
	if err != nil {
		return usageError(fmt.Errorf("healthcheck: %w", err))
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("healthcheck: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("healthcheck: %s answered %s", path, resp.Status)
	}
	fmt.Fprintln(p.stdout, "ok")
	return nil
}

// reachable returns the address under which this machine reaches what listens at listen.
func reachable(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return listen
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}
