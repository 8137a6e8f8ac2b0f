package app

import (
	"log/slog"

	"strand/config"
	"strand/internal/health"
	"strand/upstream/embedded/directory"
	embeddedsis "strand/upstream/embedded/sis"
	embeddedportal "strand/upstream/embedded/sisportal"
	"strand/upstream/sis"
	"strand/upstream/sisportal"
	"strand/upstream/transport"
)

// sis is a client of the public endpoint of sis with its address, and a reader of the authenticated endpoint; the
// embedded ones are started where none are configured.
func (a *App) sis(
	c *config.Config, people *directory.Directory, who identityServer, to observer, checks map[string]health.Check, log *slog.Logger,
) (public *transport.Client, publicURL string, authenticated *sisportal.Reader, err error) {
	publicURL, portalURL := c.SISURL, c.SISPortalURL
	if publicURL == "" || portalURL == "" {
		listening, err := a.embedSIS(c, people, who.signIn.Tokens.Verify, who.signOut, to, log)
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
	if public, err = sis.NewClient(transport.Options{URL: publicURL, Timeout: c.UpstreamTimeout, Logger: log}); err != nil {
		return nil, "", nil, err
	}
	client, err := sisportal.NewClient(transport.Options{URL: portalURL, Timeout: c.UpstreamTimeout, Logger: log})
	if err != nil {
		return nil, "", nil, err
	}
	checks[sis.System], checks[sisportal.System] = public.Health, client.Health
	return public, publicURL, sisportal.NewReader(client, portalURL, c.SISDebugLevel), nil
}
