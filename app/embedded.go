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
	"strand/domain/site"
	"strand/internal/cache"
	"strand/resolvers"
	"strand/upstream/cms"
	"strand/upstream/embedded"
	embeddedcms "strand/upstream/embedded/cms"
	"strand/upstream/embedded/content"
	"strand/upstream/embedded/directory"
	embeddedidentity "strand/upstream/embedded/identity"
	embeddedpim "strand/upstream/embedded/pim"
	embeddedsis "strand/upstream/embedded/sis"
	embeddedportal "strand/upstream/embedded/sisportal"
	"strand/upstream/identity"
	"strand/upstream/pim"
)

func (a *App) embedCMS(c *config.Config, store *cache.Cache, log *slog.Logger) (endpoint, token string, err error) {
	token = rand.Text()
	server, err := embeddedcms.New(embeddedcms.Options{
		Dir: filepath.Join(c.ContentDir, "cms"), Token: token, Logger: log,
		// What a remote CMS says by its webhook.
		OnChange: func(changed []content.Ref) { store.Purge(tagsOf(changed)...) },
	})
	if err != nil {
		return "", "", err
	}
	a.closers = append(a.closers, func(context.Context) error { return server.Close() })
	listening, err := embedded.Serve("cms", c.EmbeddedCMSAddr, server.Handler(), log)
	if err != nil {
		return "", "", err
	}
	a.closers = append(a.closers, listening.Close)
	return listening.URL, token, nil
}

// tagsOf are the cache's tags of what changed in the embedded CMS.
func tagsOf(changed []content.Ref) []string {
	var tags []string
	for _, ref := range changed {
		tags = append(tags, cms.ChangedTags(ref.Type, ref.ID)...)
	}
	return tags
}

func (a *App) embedPIM(c *config.Config, assetOrigin string, store *cache.Cache, log *slog.Logger) (string, error) {
	server, err := embeddedpim.New(embeddedpim.Options{Dir: filepath.Join(c.ContentDir, "pim"), AssetBaseURL: assetOrigin + "/assets/", Logger: log,
		// The PIM does not say what changed: whatever holds something of it carries this tag.
		OnChange: func() { store.Purge(pim.TagAll) }})
	if err != nil {
		return "", err
	}
	a.closers = append(a.closers, func(context.Context) error { return server.Close() })
	listening, err := embedded.Serve("pim", c.EmbeddedPIMAddr, server.Handler(), log)
	if err != nil {
		return "", err
	}
	a.closers = append(a.closers, listening.Close)
	return listening.URL, nil
}

func (a *App) embedIdentity(c *config.Config, people *directory.Directory, reader *cms.Reader, revocations *identity.Revocations, log *slog.Logger) (*embeddedidentity.Provider, error) {
	listening, err := embedded.Listen("identity", c.EmbeddedIdentityAddr)
	if err != nil {
		return nil, err
	}
	provider, err := embeddedidentity.New(embeddedidentity.Options{
		Origin: listening.URL, People: people, Logger: log,
		Applications: func() []string { return applications(c, reader) },
		// What a remote identity server says by its logout tokens.
		Ended: func(ctx context.Context, sids []string) {
			for _, sid := range sids {
				if err := revocations.RevokeSession(ctx, sid); err != nil {
					log.ErrorContext(ctx, "a session that ended is not refused", "error", err)
				}
			}
		},
	})
	if err != nil {
		_ = listening.Close(context.Background())
		return nil, err
	}
	listening.Serve(provider.Handler(), log)
	a.closers = append(a.closers, listening.Close)
	return provider, nil
}

// applications are the origins of the configured sites, on the port in use (design §8).
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
	slices.Sort(hosts)
	var origins []string
	for _, host := range slices.Compact(hosts) {
		// A domain also matches as a suffix.
		origins = append(origins, "http://"+host+port, "http://*."+host+port)
	}
	return origins
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
