// Package outbound is the policy of all outgoing requests: they go only to the hosts of the settings. It follows no
// redirects, which would send the tokens of the request to other hosts, and connects to no link-local address, where
// clouds serve the credentials of their machines.
package outbound

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"
)

// Dial opens connections.
type Dial = func(ctx context.Context, network, addr string) (net.Conn, error)

// ErrRefused reports that connections to an IP address are refused.
var ErrRefused = errors.New("connections to this address are refused")

// specialNetworks are global unicast addresses that are not public: the special-purpose registries of IANA (RFC 6890).
// IP addresses of the translation prefixes lead to an IPv4 address that they contain, which may be any.
var specialNetworks = parsePrefixes(
	"0.0.0.0/8",       // this network
	"100.64.0.0/10",   // carrier-grade NAT
	"192.0.0.0/24",    // protocol assignments
	"192.0.2.0/24",    // documentation
	"192.88.99.0/24",  // 6to4 relays
	"198.18.0.0/15",   // benchmarks
	"198.51.100.0/24", // documentation
	"203.0.113.0/24",  // documentation
	"240.0.0.0/4",     // reserved, with the broadcast address
	"::/96",           // IPv4-compatible addresses
	"64:ff9b::/96",    // NAT64
	"64:ff9b:1::/48",  // local NAT64
	"100::/64",        // discarded
	"2001::/23",       // protocol assignments, with Teredo
	"2001:db8::/32",   // documentation
	"2002::/16",       // 6to4
	"3fff::/20",       // documentation
	"5f00::/16",       // segment routing
	"fec0::/10",       // site-local
)

func parsePrefixes(texts ...string) []netip.Prefix {
	prefixes := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		prefixes[i] = netip.MustParsePrefix(text)
	}
	return prefixes
}

// NewDial returns a dialer for the hosts of the settings, including hosts of the local network.
func NewDial(timeout time.Duration) Dial { return dialer(timeout, isNoHost) }

// NewPublicDial returns a dialer for public addresses only.
func NewPublicDial(timeout time.Duration) Dial { return dialer(timeout, isNotPublic) }

func dialer(timeout time.Duration, isRefused func(netip.Addr) bool) Dial {
	return (&net.Dialer{Timeout: timeout, KeepAlive: 30 * time.Second, Control: control(isRefused)}).DialContext
}

// control checks the IP address after the name was resolved, so that no name bypasses the check.
func control(isRefused func(netip.Addr) bool) func(network, addr string, _ syscall.RawConn) error {
	return func(_, addr string, _ syscall.RawConn) error {
		ap, err := netip.ParseAddrPort(addr)
		if err != nil {
			return err
		}
		if ip := ap.Addr().Unmap(); isRefused(ip) {
			return fmt.Errorf("connect to %s: %w", ip, ErrRefused)
		}
		return nil
	}
}

// isNoHost reports whether an IP address is link-local or not that of a host.
func isNoHost(ip netip.Addr) bool {
	return ip.IsLinkLocalUnicast() || ip.IsMulticast() || ip.IsUnspecified()
}

func isNotPublic(ip netip.Addr) bool {
	ip = ip.WithZone("") // a prefix contains no IP address with a zone
	return !ip.IsGlobalUnicast() || ip.IsPrivate() ||
		slices.ContainsFunc(specialNetworks, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// NewTransport returns a transport for the hosts of the settings.
func NewTransport(connect time.Duration) *http.Transport {
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         NewDial(connect),
		TLSHandshakeTimeout: 10 * time.Second,
		IdleConnTimeout:     90 * time.Second,
		ForceAttemptHTTP2:   true,
	}
}

// NewClient returns a client that returns redirects instead of following them; a timeout of 0 sets no bound.
func NewClient(transport http.RoundTripper, timeout time.Duration) *http.Client {
	return &http.Client{
		Transport:     transport,
		Timeout:       timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
