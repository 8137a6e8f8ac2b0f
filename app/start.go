package app

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"strand/config"
	"strand/domain/signedtoken"
	"strand/edge/webhooks"
	"strand/internal/cache"
	"strand/internal/shared"
	"strand/internal/stores"
	"strand/service/editing"
	"strand/service/search"
	translationservice "strand/service/translation"
	"strand/upstream/translation"
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
	a.presences = editing.NewPresences(shared.NewBoard(redis, "editors"), time.Now)
	return shared.NewMarks(redis), nil
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
