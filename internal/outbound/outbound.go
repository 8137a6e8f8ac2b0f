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
	"syscall"
	"time"
)

// Dial opens connections.
type Dial = func(ctx context.Context, network, address string) (net.Conn, error)

// ErrRefused reports that connections to an address are refused.
var ErrRefused = errors.New("connections to this address are refused")

// sharedSpace is the address space of carrier-grade NAT (RFC 6598).
var sharedSpace = netip.MustParsePrefix("100.64.0.0/10")

// NewDial returns a dialer for the hosts of the settings, including hosts of the local network.
func NewDial(timeout time.Duration) Dial { return dialer(timeout, isNoHost) }

// NewPublicDial returns a dialer for public addresses only.
func NewPublicDial(timeout time.Duration) Dial { return dialer(timeout, isNotPublic) }

func dialer(timeout time.Duration, isRefused func(netip.Addr) bool) Dial {
	return (&net.Dialer{Timeout: timeout, KeepAlive: 30 * time.Second, Control: control(isRefused)}).DialContext
}

// control checks the address after the name was resolved, so that no name bypasses the check.
func control(isRefused func(netip.Addr) bool) func(network, address string, _ syscall.RawConn) error {
	return func(_, address string, _ syscall.RawConn) error {
		ap, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		if ip := ap.Addr().Unmap(); isRefused(ip) {
			return fmt.Errorf("connect to %s: %w", ip, ErrRefused)
		}
		return nil
	}
}

// isNoHost reports whether an address is link-local or not that of a host.
func isNoHost(ip netip.Addr) bool {
	return ip.IsLinkLocalUnicast() || ip.IsMulticast() || ip.IsUnspecified()
}

func isNotPublic(ip netip.Addr) bool {
	return !ip.IsGlobalUnicast() || ip.IsPrivate() || sharedSpace.Contains(ip)
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
