package app

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"

	"strand/config"
	"strand/internal/cache"
	"strand/upstream/cms"
	embeddedidentity "strand/upstream/embedded/identity"
	embeddedsis "strand/upstream/embedded/sis"
	embeddedportal "strand/upstream/embedded/sisportal"
	"strand/upstream/identity"
	"strand/upstream/transport"
)

// upstreamsCache is the size in bytes of the cache that the embedded systems use for reading each other.
const upstreamsCache = 8 << 20

// Upstreams are the embedded systems without a server in the same process.
type Upstreams struct {
	// Settings contains the settings with which a remote server uses them, in order.
	Settings []Assignment
	app      *App
}

// Assignment is a setting with its value.
type Assignment struct{ Variable, Value string }

// Close stops the embedded systems.
func (u *Upstreams) Close(ctx context.Context) error { return u.app.Close(ctx) }

// StartUpstreams starts all embedded systems, even if upstream systems are configured.
func StartUpstreams(c *config.Config, log *slog.Logger) (_ *Upstreams, err error) {
	a := &App{log: log, stores: map[string]func() string{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close(context.Background()))
		}
	}()
	notices := newNotifier(c, log)
	a.inBackground(notices.run)
	_, cmsURL, token, err := a.embedCMS(c, notices, log)
	if err != nil {
		return nil, err
	}
	_, pimURL, err := a.embedPIM(c, cmsURL, notices, log)
	if err != nil {
		return nil, err
	}
	store, err := cache.New(cache.Options{MaxBytes: upstreamsCache})
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, func(context.Context) error { store.Close(); return nil })
	client, err := cms.NewClient(transport.Options{URL: cmsURL, Token: token, Timeout: c.UpstreamTimeout, Logger: log})
	if err != nil {
		return nil, err
	}
	reader := cms.NewReader(client, store, cms.NewSnapshots(""), log)
	users, err := a.openUserStore(c, log)
	if err != nil {
		return nil, err
	}
	// The file is separate from the server's, which may share the data folder.
	revocations, err := openRevocations(filepath.Join(c.DataDir, "directory"), log)
	if err != nil {
		return nil, err
	}
	a.maintainRevocations(revocations, log)
	refuse := revoke(revocations, log)
	ended := func(ctx context.Context, provider *embeddedidentity.Provider, sids []string) {
		refuse(ctx, provider, sids)
		for _, sid := range sids {
			token, err := provider.LogoutToken(ctx, sid)
			if err != nil {
				log.ErrorContext(ctx, "logout_token_not_made", "error", err)
				continue
			}
			notices.sessionEnded(sid, token)
		}
	}
	provider, err := a.embedIdentity(c, users, reader, ended, log)
	if err != nil {
		return nil, err
	}
	tokens, err := identity.New(identity.Options{
		Issuer:      provider.Issuer,
		ClientID:    embeddedidentity.ClientID,
		Timeout:     c.UpstreamTimeout,
		Revocations: revocations,
		Log:         log,
	})
	if err != nil {
		return nil, err
	}
	sis, err := a.embedSIS(c, users, tokens.Verify, provider.SignOutOthers, notices, log)
	if err != nil {
		return nil, err
	}
	translationURL, err := a.embedTranslation(c, notices, log)
	if err != nil {
		return nil, err
	}
	return &Upstreams{
		app: a,
		Settings: []Assignment{
			{"STRAND_CMS_URL", cmsURL},
			{"STRAND_CMS_TOKEN", token},
			{"STRAND_PIM_URL", pimURL},
			{"STRAND_TRANSLATION_URL", translationURL},
			{"STRAND_SIS_URL", sis.URL + embeddedsis.PublicPath},
			{"STRAND_SIS_PORTAL_URL", sis.URL + embeddedportal.Path},
			{"STRAND_IDENTITY_ISSUER", provider.Issuer},
			{"STRAND_IDENTITY_CLIENT_ID", embeddedidentity.ClientID},
			{"STRAND_IDENTITY_REGISTRATION_URL", provider.RegistrationURL},
		},
	}, nil
}
