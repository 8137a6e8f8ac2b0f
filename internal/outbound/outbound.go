// Package outbound is the policy of all requests that the server sends: to the hosts of the settings alone. It
// follows no redirect, which would lead elsewhere with the tokens of the request, and connects to no link-local
// address, where clouds hand out the keys of their machines.
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

// ErrRefused says that an address must not be connected to, whatever name it was looked up by.
var ErrRefused = errors.New("the server does not connect to this address")

// sharedSpace is the address space of networks behind a carrier's translation (RFC 6598).
var sharedSpace = netip.MustParsePrefix("100.64.0.0/10")

// NewDial makes connections to the hosts of the settings, also to those of the own network.
func NewDial(timeout time.Duration) Dial { return dialer(timeout, isNoHost) }

// NewPublicDial makes connections to public addresses alone.
func NewPublicDial(timeout time.Duration) Dial { return dialer(timeout, isNotPublic) }

func dialer(timeout time.Duration, isRefused func(netip.Addr) bool) Dial {
	return (&net.Dialer{Timeout: timeout, KeepAlive: 30 * time.Second, Control: control(isRefused)}).DialContext
}

// control refuses a connection after its name was looked up, so that no name leads around it.
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

// isNoHost says whether an address is link-local or that of no host.
func isNoHost(ip netip.Addr) bool {
	return ip.IsLinkLocalUnicast() || ip.IsMulticast() || ip.IsUnspecified()
}

func isNotPublic(ip netip.Addr) bool {
	return !ip.IsGlobalUnicast() || ip.IsPrivate() || sharedSpace.Contains(ip)
}

// NewTransport makes a transport to the hosts of the settings.
func NewTransport(connect time.Duration) *http.Transport {
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         NewDial(connect),
		TLSHandshakeTimeout: 10 * time.Second,
		IdleConnTimeout:     90 * time.Second,
		ForceAttemptHTTP2:   true,
	}
}

// NewClient makes a client that returns redirects as they are; a timeout of 0 bounds nothing.
func NewClient(transport http.RoundTripper, timeout time.Duration) *http.Client {
	return &http.Client{
		Transport:     transport,
		Timeout:       timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
