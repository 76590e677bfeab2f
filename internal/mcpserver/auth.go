package mcpserver

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
)

// authenticator tells clients apart: by bearer token where tokens are set, by address elsewhere.
type authenticator struct {
	digests [][sha256.Size]byte
}

func newAuthenticator(tokens []string) *authenticator {
	a := &authenticator{}
	for _, t := range tokens {
		a.digests = append(a.digests, sha256.Sum256([]byte(t)))
	}
	return a
}

// authenticate returns a key for the client. It takes the same time whatever the token is: digests
// are compared, all of them, so neither length nor prefix shows.
func (a *authenticator) authenticate(r *http.Request) (client string, ok bool) {
	if len(a.digests) == 0 {
		return clientAddress(r.RemoteAddr), true
	}
	token, _ := bearer(r)
	digest := sha256.Sum256([]byte(token))
	match := -1
	for i := range a.digests {
		match = subtle.ConstantTimeSelect(subtle.ConstantTimeCompare(digest[:], a.digests[i][:]), i, match)
	}
	if match < 0 {
		return "", false
	}
	return "token " + strconv.Itoa(match), true
}

// challenge answers 401 and says what is wanted.
func (a *authenticator) challenge(w http.ResponseWriter, r *http.Request) {
	want, message := `Bearer realm="footstepd"`, "this server wants a bearer token in the Authorization header"
	if _, sent := bearer(r); sent {
		want += `, error="invalid_token"`
		message = "the bearer token is not one of this server's"
	}
	w.Header().Set("WWW-Authenticate", want)
	refuse(w, http.StatusUnauthorized, "unauthorized", message)
}

// bearer returns the token of the Authorization header.
func bearer(r *http.Request) (token string, sent bool) {
	scheme, token, found := strings.Cut(r.Header.Get("Authorization"), " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return "", false
	}
	return strings.TrimSpace(token), true
}

// clientAddress returns the address of a client without its port; of an IPv6 address the network
// part, since one client has all the rest to itself.
func clientAddress(remote string) string {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		return remote
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	addr = addr.Unmap().WithZone("")
	if addr.Is4() {
		return addr.String()
	}
	prefix, err := addr.Prefix(64)
	if err != nil {
		return addr.String()
	}
	return prefix.String()
}
