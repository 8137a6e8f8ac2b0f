// Package probe finds out whether files and pages of other hosts are there, without reading them.
package probe

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"strand/internal/outbound"
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
	return &Prober{
		options: o,
		files:   outbound.NewClient(outbound.NewTransport(timeout), timeout),
		// No proxy: it would look names up by itself.
		external: outbound.NewClient(&http.Transport{DialContext: outbound.NewPublicDial(timeout)}, timeout),
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
