package demo

import (
	"context"
	"log/slog"

	"strand/app"
	"strand/config"
)

// New starts the sample systems and the product with them in one process. Closing the app closes the systems.
func New(c *config.Config, own *Config, log *slog.Logger) (*app.App, error) {
	systems, err := Start(c, own, log)
	if err != nil {
		return nil, err
	}
	extras := app.Extras{EditLocators: systems.locators, Close: systems.Close}
	if systems.provider != nil {
		extras.AccountsURL = systems.provider.AccountsURL
	}
	a, err := app.New(c, log, extras)
	if err != nil {
		return nil, err
	}
	systems.Observe(a)
	return a, nil
}

// StartUpstreams starts all sample systems without the product, also if the settings have URLs of systems. A server in
// another process learns of changes by webhooks and logout tokens.
func StartUpstreams(c *config.Config, own *Config, log *slog.Logger) (*Systems, error) {
	for _, url := range []*string{
		&c.CMSURL, &c.PIMURL, &c.SISURL, &c.SISPortalURL, &c.IdentityIssuer, &c.TranslationURL,
	} {
		*url = ""
	}
	c.SMTPURL = ""
	systems, err := Start(c, own, log)
	if err != nil {
		return nil, err
	}
	notices := newNotifier(c, own, log)
	if systems.provider != nil {
		notices.logoutToken = systems.provider.LogoutToken
	}
	systems.Observe(notices)
	systems.parts.InBackground(notices.run)
	return systems, nil
}

// Close stops the systems.
func (s *Systems) Close(ctx context.Context) error { return s.parts.Close(ctx) }
