// Package probe checks with HEAD requests whether files and pages of other hosts exist.
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

// Options configure a prober.
type Options struct {
	// FileOrigin is the origin of the file host, Token its token.
	FileOrigin, Token string
	// Access is added to each request to the file host.
	Access outbound.Access
	// Origins are the origins of other hosts that may be requested.
	Origins []string
}

// Prober sends HEAD requests. It is safe for concurrent use.
type Prober struct {
	options         Options
	files, external *http.Client
}

// New returns a prober.
func New(o Options) *Prober {
	return &Prober{
		options: o,
		files:   outbound.NewClient(o.Access.Over(outbound.NewTransport(timeout)), timeout),
		// Without a proxy, which would resolve the names itself.
		external: outbound.NewClient(&http.Transport{DialContext: outbound.NewPublicDial(timeout)}, timeout),
	}
}

// IsFile reports whether a URL belongs to the file host.
func (p *Prober) IsFile(url string) bool {
	return p.options.FileOrigin != "" && originOf(url) == p.options.FileOrigin
}

// File requests a file of the file host and returns the status.
func (p *Prober) File(ctx context.Context, url string) (int, error) {
	return head(ctx, p.files, url, p.options.Token)
}

// IsAllowed reports whether the settings allow requests to a URL.
func (p *Prober) IsAllowed(url string) bool {
	return slices.Contains(p.options.Origins, originOf(url))
}

// External requests a page of another host and returns the status. Hosts of the local network are never requested.
func (p *Prober) External(ctx context.Context, url string) (int, error) {
	return head(ctx, p.external, url, "")
}

func head(ctx context.Context, client *http.Client, url, token string) (int, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
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
	_ = answer.Body.Close() // a HEAD response has no body
	return answer.StatusCode, nil
}

func originOf(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil || u.User != nil {
		return ""
	}
	return strings.ToLower(u.Scheme + "://" + u.Host)
}
