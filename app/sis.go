package app

import (
	"context"
	"log/slog"
	"net/http"
	"path/filepath"

	"strand/config"
	"strand/resolvers"
	"strand/upstream/embedded"
	"strand/upstream/embedded/directory"
	embeddedsis "strand/upstream/embedded/sis"
	embeddedportal "strand/upstream/embedded/sisportal"
	"strand/upstream/sisportal"
	"strand/upstream/transport"
)

// sis is a client of the public endpoint of sis with its address, and a reader of the authenticated endpoint; the embedded ones are
// started where none are configured.
func (a *App) sis(c *config.Config, people *directory.Directory, who identityServer, checks map[string]func() bool, log *slog.Logger) (public *transport.Client, publicURL string, authenticated *sisportal.Reader, err error) {
	publicURL, portalURL := c.SISURL, c.SISPortalURL
	if publicURL == "" || portalURL == "" {
		listening, err := a.embedSIS(c, people, who, log)
		if err != nil {
			return nil, "", nil, err
		}
		if publicURL == "" {
			publicURL = listening.URL + embeddedsis.PublicPath
		}
		if portalURL == "" {
			portalURL = listening.URL + embeddedportal.Path
		}
	}
	if public, err = transport.New(transport.Options{System: "sis", URL: publicURL, Timeout: c.UpstreamTimeout, Logger: log}); err != nil {
		return nil, "", nil, err
	}
	client, err := transport.New(transport.Options{System: sisportal.System, URL: portalURL, Timeout: c.UpstreamTimeout, Logger: log})
	if err != nil {
		return nil, "", nil, err
	}
	checks["sis"], checks[sisportal.System] = public.Available, client.Available
	return public, publicURL, sisportal.NewReader(client, portalURL, c.SISDebugLevel), nil
}

func (a *App) embedSIS(c *config.Config, people *directory.Directory, who identityServer, log *slog.Logger) (*embedded.Server, error) {
	server, err := embeddedsis.New(embeddedsis.Options{Dir: filepath.Join(c.DataDir, "sis"), ContentDir: filepath.Join(c.ContentDir, "sis"), Logger: log})
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, func(context.Context) error { return server.Close() })
	mux := http.NewServeMux()
	mux.Handle("/", server.Handler())
	if people != nil {
		accounts, err := embeddedportal.New(embeddedportal.Options{Dir: filepath.Join(c.DataDir, "sis", "tickets"), People: people,
			ContentDir: filepath.Join(c.ContentDir, "sis"),
			// What a remote sis says by its webhook.
			Changed: func(id string) { a.live.Publish(resolvers.LiveTicket(id)) },
			Verify:  who.signIn.Tokens.Verify, SignOut: who.signOut, Logger: log})
		if err != nil {
			return nil, err
		}
		mux.Handle(embeddedportal.Path, accounts.Handler())
		mux.Handle(embeddedportal.Path+"/", accounts.Handler())
	}
	listening, err := embedded.Serve("sis", c.EmbeddedSISAddr, mux, log)
	if err == nil {
		a.closers = append(a.closers, listening.Close)
	}
	return listening, err
}
