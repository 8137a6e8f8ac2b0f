package app

import (
	"log/slog"

	"strand/config"
	embeddedsis "strand/upstream/embedded/sis"
	embeddedportal "strand/upstream/embedded/sisportal"
	"strand/upstream/embedded/userstore"
)

// sisEndpoints returns the URLs of the public and the authenticated endpoint of sis, and starts the embedded ones
// if none are configured.
func (a *App) sisEndpoints(
	c *config.Config, users *userstore.Store, idp identityServer, log *slog.Logger,
) (publicURL, portalURL string, err error) {
	publicURL, portalURL = c.SISURL, c.SISPortalURL
	if publicURL != "" && portalURL != "" {
		return publicURL, portalURL, nil
	}
	listening, err := a.embedSIS(c, users, idp.signIn.Verifier.Verify, idp.signOut, localObserver{a}, log)
	if err != nil {
		return "", "", err
	}
	if publicURL == "" {
		publicURL = listening.URL + embeddedsis.PublicPath
	}
	if portalURL == "" {
		portalURL = listening.URL + embeddedportal.Path
	}
	return publicURL, portalURL, nil
}
