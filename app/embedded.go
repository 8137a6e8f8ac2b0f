package app

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"slices"

	"strand/config"
	"strand/domain/portal"
	"strand/domain/site"
	"strand/internal/changes"
	"strand/upstream/cms"
	"strand/upstream/embedded"
	embeddedcms "strand/upstream/embedded/cms"
	"strand/upstream/embedded/content"
	embeddedidentity "strand/upstream/embedded/identity"
	embeddedpim "strand/upstream/embedded/pim"
	embeddedsis "strand/upstream/embedded/sis"
	embeddedportal "strand/upstream/embedded/sisportal"
	embeddedtranslation "strand/upstream/embedded/translation"
	"strand/upstream/embedded/userstore"
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/translation"
)

// observer is notified about changes in embedded systems: the server of the same process, or a remote one by
// webhooks.
type observer interface {
	// contentChanged is called with the changed entries of the CMS.
	contentChanged(changed []content.Ref)
	// catalogChanged is called when anything in the PIM has changed, since the PIM does not report what.
	catalogChanged()
	ticketChanged(id string)
	// translated is called when the translation service has finished an order.
	translated(reference string)
	// rightsChanged is called with users whose rights changed, and organizations whose lists of users changed.
	rightsChanged(changed userstore.RightsChange)
}

// localObserver publishes changes of embedded systems to the server of the same process, as webhooks do for remote
// systems.
type localObserver struct{ app *App }

func (p localObserver) contentChanged(changed []content.Ref) {
	records := make([]changes.Record, len(changed))
	for i, ref := range changed {
		records[i] = changes.Record{Type: ref.Type, ID: ref.ID}
	}
	p.app.changes.Publish(context.Background(), cms.System, records...)
}

func (p localObserver) catalogChanged() { p.app.changes.Publish(context.Background(), pim.System) }

func (p localObserver) ticketChanged(id string) {
	p.app.changes.Publish(context.Background(), sis.System, changes.Record{Type: "Ticket", ID: id})
}

func (p localObserver) translated(reference string) {
	p.app.changes.Publish(
		context.Background(), translation.System, changes.Record{Type: translatedRecord, ID: reference},
	)
}

func (p localObserver) rightsChanged(changed userstore.RightsChange) {
	var records []changes.Record
	for _, id := range changed.Users {
		records = append(records, changes.Record{Type: "User", ID: id})
	}
	for _, id := range changed.Organizations {
		records = append(records, changes.Record{Type: "Organization", ID: id})
	}
	p.app.changes.Publish(context.Background(), sis.System, records...)
}

// embedCMS starts the embedded CMS. Its token is the configured one, else a random one for this process.
func (a *App) embedCMS(c *config.Config, to observer, log *slog.Logger) (
	_ *embeddedcms.Server, endpoint, token string, err error,
) {
	if token = string(c.CMSToken); token == "" {
		token = rand.Text()
	}
	server, err := embeddedcms.New(embeddedcms.Options{
		Dir:      filepath.Join(c.ContentDir, "cms"),
		Token:    token,
		Logger:   log,
		OnChange: to.contentChanged,
	})
	if err != nil {
		return nil, "", "", err
	}
	a.closers = append(a.closers, func(context.Context) error { return server.Close() })
	listening, err := embedded.Serve("cms", c.EmbeddedCMSAddr, server.Handler(), log)
	if err != nil {
		return nil, "", "", err
	}
	a.closers = append(a.closers, listening.Close)
	return server, listening.URL, token, nil
}

// embedPIM starts the embedded PIM. Its images are assets of the CMS.
func (a *App) embedPIM(c *config.Config, assetOrigin string, to observer, log *slog.Logger) (
	_ *embeddedpim.Server, endpoint string, err error,
) {
	server, err := embeddedpim.New(embeddedpim.Options{
		Dir:          filepath.Join(c.ContentDir, "pim"),
		AssetBaseURL: assetOrigin + "/assets/",
		Logger:       log,
		OnChange:     to.catalogChanged,
	})
	if err != nil {
		return nil, "", err
	}
	a.closers = append(a.closers, func(context.Context) error { return server.Close() })
	listening, err := embedded.Serve("pim", c.EmbeddedPIMAddr, server.Handler(), log)
	if err != nil {
		return nil, "", err
	}
	a.closers = append(a.closers, listening.Close)
	return server, listening.URL, nil
}

// embedIdentity starts the embedded identity provider. ended is called with sessions (sid) that ended early, for
// which a remote provider sends logout tokens.
func (a *App) embedIdentity(
	c *config.Config, users *userstore.Store, reader *cms.Reader,
	ended func(context.Context, *embeddedidentity.Provider, []string), log *slog.Logger,
) (*embeddedidentity.Provider, error) {
	listening, err := embedded.Listen("identity", c.EmbeddedIdentityAddr)
	if err != nil {
		return nil, err
	}
	var provider *embeddedidentity.Provider
	provider, err = embeddedidentity.New(embeddedidentity.Options{
		Origin:       listening.URL,
		Users:        users,
		Logger:       log,
		Applications: func() []string { return applications(c, reader) },
		Ended:        func(ctx context.Context, sids []string) { ended(ctx, provider, sids) },
	})
	if err != nil {
		_ = listening.Close(context.Background())
		return nil, err
	}
	users.SetInvitationPage(provider.InvitationURL)
	listening.Serve(provider.Handler(), log)
	a.closers = append(a.closers, listening.Close)
	return provider, nil
}

// applications returns the origins from which customers sign in: those of the configured sites on the port in use,
// and those of the setting embedded_identity_origins.
func applications(c *config.Config, reader *cms.Reader) []string {
	hosts := []string{"localhost", "127.0.0.1"}
	ctx, cancel := context.WithTimeout(context.Background(), c.UpstreamTimeout)
	defer cancel()
	if dir, err := reader.Directory(ctx, site.Published); err == nil {
		hosts = append(hosts, dir.Hosts()...)
	}
	_, port, err := net.SplitHostPort(c.Addr)
	if err == nil && port != "80" {
		port = ":" + port
	} else {
		port = ""
	}
	origins := slices.Clone(c.EmbeddedIdentityOrigins)
	for _, host := range hosts {
		// The provider's pages link to the first origin, so that the order matters.
		if origin := "http://" + host + port; !slices.Contains(origins, origin) {
			// A domain also matches as a suffix.
			origins = append(origins, origin, "http://*."+host+port)
		}
	}
	return origins
}

// embedTranslation starts the embedded translation service.
func (a *App) embedTranslation(c *config.Config, to observer, log *slog.Logger) (string, error) {
	server, err := embeddedtranslation.New(embeddedtranslation.Options{
		Dir:    filepath.Join(c.DataDir, "translation"),
		Delay:  c.EmbeddedTranslationDelay,
		Done:   to.translated,
		Logger: log,
	})
	if err != nil {
		return "", err
	}
	a.closers = append(a.closers, func(context.Context) error { return server.Close() })
	a.inBackground(server.KeepOpen)
	a.inBackground(server.Run)
	listening, err := embedded.Serve("translation", c.EmbeddedTranslationAddr, server.Handler(), log)
	if err != nil {
		return "", err
	}
	a.closers = append(a.closers, listening.Close)
	return listening.URL, nil
}

// embedSIS starts the embedded sis: the public endpoint and, if users is not nil, the authenticated one. signOut
// ends all sessions of a user except one (sid); nil with a remote identity server.
func (a *App) embedSIS(
	c *config.Config, users *userstore.Store, verify func(context.Context, string) (*portal.User, error),
	signOut func(ctx context.Context, userID, exceptSID string) error, to observer, log *slog.Logger,
) (*embedded.Server, error) {
	server, err := embeddedsis.New(embeddedsis.Options{
		Dir:        filepath.Join(c.DataDir, "sis"),
		ContentDir: filepath.Join(c.ContentDir, "sis"),
		Logger:     log,
	})
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, func(context.Context) error { return server.Close() })
	mux := http.NewServeMux()
	mux.Handle("/", server.Handler())
	if users != nil {
		users.OnRightsChange(to.rightsChanged)
		if signOut != nil {
			users.SetEndSessions(func(ctx context.Context, userID string) error { return signOut(ctx, userID, "") })
		}
		accounts, err := embeddedportal.New(embeddedportal.Options{
			Dir:        filepath.Join(c.DataDir, "sis", "tickets"),
			Users:      users,
			ContentDir: filepath.Join(c.ContentDir, "sis"),
			Changed:    to.ticketChanged,
			Verify:     verify,
			SignOut:    signOut,
			Logger:     log,

			Introspection: !c.Production,
		})
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
