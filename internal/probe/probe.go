// Package probe finds out whether files and pages of other hosts are there, without reading them.
package probe

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
)

// timeout bounds one request.
const timeout = 5 * time.Second

// Options make a prober.
type Options struct {
	// FileOrigin is scheme and host of the file host, Token what it asks for.
	FileOrigin, Token string
	// Origins are those of other hosts that may be asked.
	Origins []string
}

// Prober asks with HEAD requests. It is safe for concurrent use.
type Prober struct {
	options         Options
	files, external *http.Client
}

// New makes a prober.
func New(o Options) *Prober {
	redirects := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	public := (&net.Dialer{Timeout: timeout, Control: refusePrivate}).DialContext
	return &Prober{
		options: o,
		files:   &http.Client{Timeout: timeout, CheckRedirect: redirects},
		// No proxy: it would look names up by itself.
		external: &http.Client{
			Timeout: timeout, CheckRedirect: redirects, Transport: &http.Transport{DialContext: public},
		},
	}
}

// IsFile reports whether an address is one of the file host.
func (p *Prober) IsFile(address string) bool {
	return p.options.FileOrigin != "" && originOf(address) == p.options.FileOrigin
}

// File asks the file host for a file and returns the status.
func (p *Prober) File(ctx context.Context, address string) (int, error) {
	return head(ctx, p.files, address, p.options.Token)
}

// MayAsk reports whether the settings allow to ask for an address of another host.
func (p *Prober) MayAsk(address string) bool {
	return slices.Contains(p.options.Origins, originOf(address))
}

// External asks another host for a page and returns the status. Hosts of the own network are never asked.
func (p *Prober) External(ctx context.Context, address string) (int, error) {
	return head(ctx, p.external, address, "")
}

func head(ctx context.Context, client *http.Client, address, token string) (int, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodHead, address, nil)
	if err != nil {
		return 0, err
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := client.Do(r)
	if err != nil {
		return 0, err
	}
	_ = answer.Body.Close() // it has none
	return answer.StatusCode, nil
}

func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.User != nil {
		return ""
	}
	return strings.ToLower(u.Scheme + "://" + u.Host)
}

// errPrivate says that a name stands for an address of the own network.
var errPrivate = errors.New("the address is not public")

// sharedSpace is the address space of networks behind a carrier's translation (RFC 6598).
var sharedSpace = netip.MustParsePrefix("100.64.0.0/10")

// refusePrivate refuses connections to addresses that are not public, whatever name they were looked up by.
func refusePrivate(_, address string, _ syscall.RawConn) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if ip := ap.Addr().Unmap(); !ip.IsGlobalUnicast() || ip.IsPrivate() || sharedSpace.Contains(ip) {
		return fmt.Errorf("connect to %s: %w", ip, errPrivate)
	}
	return nil
}
