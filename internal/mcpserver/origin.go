package mcpserver

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// originPolicy decides which web pages may call. A browser tells where a page comes from in the
// Origin header; other clients send none.
type originPolicy struct {
	allowed []string // lower case, scheme://host[:port]
}

func newOriginPolicy(allowed []string) *originPolicy { return &originPolicy{allowed} }

// admit lets a request pass or answers it: 403 to pages from elsewhere, and the preflight requests
// of allowed pages. Pages of this machine are allowed while it is reached over loopback, as if listed.
func (p *originPolicy) admit(w http.ResponseWriter, r *http.Request) bool {
	values := r.Header.Values("Origin")
	if len(values) == 0 {
		return true
	}
	origin := strings.ToLower(values[0])
	listed := len(values) == 1 && slices.Contains(p.allowed, origin)
	local := len(values) == 1 && isLoopback(localAddress(r)) && isLoopbackOrigin(origin)
	if !listed && !local {
		refuse(w, http.StatusForbidden, "forbidden", "pages of this origin may not call; see http.allowed_origins")
		return false
	}
	header := w.Header()
	header.Add("Vary", "Origin")
	header.Set("Access-Control-Allow-Origin", values[0])
	header.Set("Access-Control-Expose-Headers", "WWW-Authenticate, Retry-After, X-Request-Id")
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return true
	}
	header.Set("Access-Control-Allow-Methods", http.MethodPost)
	header.Set("Access-Control-Allow-Headers",
		"Content-Type, Accept, Authorization, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id")
	header.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
	return false
}

// hostAllowed checks the Host header against the allow-list. Without one, a connection over
// loopback must name loopback: a page that had its own name point to 127.0.0.1 could otherwise
// reach us (DNS rebinding).
func hostAllowed(r *http.Request, allowed []string) bool {
	host := strings.ToLower(r.Host)
	if len(allowed) > 0 {
		return slices.Contains(allowed, host) || slices.Contains(allowed, hostname(host))
	}
	return !isLoopback(localAddress(r)) || isLoopback(hostname(host))
}

// localAddress returns the host of the socket that the request came in through, or "".
func localAddress(r *http.Request) string {
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return ""
	}
	return hostname(addr.String())
}

// hostname cuts the port off.
func hostname(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.Trim(hostport, "[]")
}

// isLoopback tells whether a host without port is this machine's loopback.
func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}

// isLoopbackOrigin tells whether a page was served by this machine to itself.
func isLoopbackOrigin(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && isLoopback(u.Hostname())
}
