package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"strand/config"
	"strand/domain/signedtoken"
	"strand/edge/visitor"
	"strand/edge/webhooks"
	"strand/internal/cache"
	"strand/internal/outbound"
	"strand/internal/shared"
	"strand/internal/stores"
	"strand/service/search"
	translationservice "strand/service/translation"
	"strand/upstream/cms"
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/sisportal"
	"strand/upstream/translation"
	"strand/upstream/transport"
)

// openStores adds the folders of the data folder that a form needs; the databases are added when they are opened.
func (a *App) openStores() {
	a.stores = stores.New(a.log)
	a.parts.OnClose(func(context.Context) error { return a.stores.Close() })
	a.stores.AddFolder("data", a.config.DataDir)
	a.stores.AddFolder("uploads", UploadsDir(a.config))
}

func (a *App) openCache() (*cache.Cache, error) {
	store, err := cache.New(cache.Options{
		MaxBytes: int64(a.config.CacheSize) << 20,
		Now:      cacheClock(a.log),
		Log:      a.log,
	})
	if err != nil {
		return nil, err
	}
	a.parts.OnClose(func(context.Context) error { store.Close(); return nil })
	return store, nil
}

// connectServers connects this server with others by Redis, if it is configured. The marks are set once for all
// servers; nil for a single one.
func (a *App) connectServers(store *cache.Cache, key signedtoken.Key) (webhooks.Marks, error) {
	c := a.config
	if c.RedisURL == "" {
		return nil, nil
	}
	redis, err := shared.Open(context.Background(), string(c.RedisURL), c.RedisPrefix, key, a.log)
	if err != nil {
		return nil, fmt.Errorf("STRAND_REDIS_URL: %w", err)
	}
	if c.Secret == "" && c.DatabaseURL == "" {
		a.log.Warn("shared_secret_missing", "effect", "only servers with the same data folder share anything by Redis",
			"action", "give all servers the same STRAND_SECRET")
	}
	a.parts.OnClose(func(context.Context) error { redis.Close(); return nil })
	a.checks[shared.System] = redis.Health
	a.stream = shared.NewStream(redis, store.Purge, a.changes.Deliver)
	if err := a.stream.Listen(context.Background()); err != nil {
		return nil, fmt.Errorf("STRAND_REDIS_URL: %w", err)
	}
	second, err := shared.NewSecond(redis, a.stream)
	if err != nil {
		return nil, err
	}
	store.SetSecond(second)
	a.changes.SetShare(a.stream.Send)
	a.hold = shared.NewLeases(redis).Hold
	a.limits.Servers = shared.NewRates(redis, key.Secret())
	return shared.NewMarks(redis), nil
}

// upstreams are the readers of the upstream systems, and what is sent to them.
type upstreams struct {
	cms    *cms.Reader
	drafts *cms.Writer
	// files is where the CMS has its files.
	files fileSource
	pim   *pim.Reader
	sis   *sis.Reader
	// forms is the client that forms are sent with; nil without sis.
	forms        *transport.Client
	formsOptions transport.Options
	portal       *sisportal.Reader
	signIn       visitor.SignIn
}

// fileSource is where a system has its files, and how protected ones are read.
type fileSource struct {
	Origin, Token string
	Access        outbound.Access
}

// connectSystems connects to the configured systems.
func (a *App) connectSystems(store *cache.Cache) (*upstreams, error) {
	u := &upstreams{}
	return u, errors.Join(
		a.connectPIM(u, store),
		a.connectCMS(u, store),
		a.connectIdentity(u),
		a.connectSIS(u, store),
		a.connectPortal(u),
	)
}

// connect returns a client of a system, whose health is then checked; nil for a system that is not configured.
func (a *App) connect(name string) (*transport.Client, transport.Options, error) {
	s := systemOf(a.config, name)
	o, err := s.options(a.config, a.log)
	if err != nil || s.url == "" {
		return nil, o, err
	}
	client, err := s.newClient(o)
	if err != nil {
		return nil, o, err
	}
	a.checks[name] = client.Health
	return client, o, nil
}

func (a *App) connectPIM(u *upstreams, store *cache.Cache) error {
	client, _, err := a.connect(pim.System)
	if client == nil {
		u.pim = pim.NewReader(transport.Empty{}, store, a.log)
		return err
	}
	u.pim = pim.NewReader(client, store, a.log)
	return nil
}

func (a *App) connectCMS(u *upstreams, store *cache.Cache) error {
	client, o, err := a.connect(cms.System)
	if err != nil {
		return err
	}
	u.files = fileSource{Token: o.Token, Access: o.Access}
	if u.files.Origin, err = originOf(a.config.CMSURL); err != nil {
		return err
	}
	// Translations are written with a token of their own if one is configured.
	writeClient := client
	if a.config.CMSWriteToken != "" {
		o.Token = string(a.config.CMSWriteToken)
		if writeClient, err = cms.NewClient(o); err != nil {
			return err
		}
	}
	u.drafts = cms.NewWriter(writeClient)
	u.cms = cms.NewReader(client, store, cms.NewSnapshots(snapshotDir(a.config)), u.pim, a.log)
	u.cms.Missing = missingParts(a.config)
	a.logMissing(u.cms.Missing)
	return nil
}

func (a *App) connectSIS(u *upstreams, store *cache.Cache) error {
	client, o, err := a.connect(sis.System)
	if client == nil {
		u.sis = sis.NewReader(transport.Empty{}, store)
		return err
	}
	u.forms, u.formsOptions = client, o
	u.sis = sis.NewReader(client, store)
	return nil
}

func (a *App) connectPortal(u *upstreams) error {
	client, o, err := a.connect(sisportal.System)
	if client == nil {
		u.portal = sisportal.NewReader(transport.Refusing{}, o, a.config.SISDebugLevel, time.Now)
		return err
	}
	u.portal = sisportal.NewReader(client, o, a.config.SISDebugLevel, time.Now)
	return nil
}

// startTranslations starts the translation of pages; nil without a translation service.
func (a *App) startTranslations(u *upstreams) (*translationservice.Service, error) {
	client, _, err := a.connect(translation.System)
	if client == nil {
		return nil, err
	}
	service, err := translationservice.New(context.Background(), translationservice.Options{
		Location:    location(a.config, a.server, "translations.db"),
		CMS:         u.cms,
		Drafts:      u.drafts,
		Translators: translation.NewService(client),
		Poll:        a.config.TranslationPoll,
		Log:         a.log,
	})
	if err != nil {
		return nil, err
	}
	a.parts.OnClose(func(context.Context) error { return service.Close() })
	a.stores.Add("translations", service.Probe)
	a.parts.InBackground(service.Run)
	return service, nil
}

// startSearch starts the search of the sites.
func (a *App) startSearch(from search.Readers) (*search.Service, error) {
	engine, err := a.searchEngine()
	if err != nil {
		return nil, err
	}
	service := search.New(engine, from, a.log)
	a.parts.InBackground(service.Run)
	return service, nil
}

// mediaOrigins returns the origins of other hosts whose pictures and films pages show: those of the settings, and those
// of Hygraph if it is the CMS.
func mediaOrigins(c *config.Config) []string {
	u, err := url.Parse(c.CMSURL)
	if err != nil {
		return c.MediaOrigins
	}
	if host := u.Hostname(); strings.HasSuffix(host, ".hygraph.com") || strings.HasSuffix(host, ".graphcms.com") {
		return append(slices.Clone(c.MediaOrigins), "https://*.graphassets.com", "https://media.graphcms.com")
	}
	return c.MediaOrigins
}
