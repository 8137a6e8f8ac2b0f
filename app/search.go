package app

import (
	"context"

	"strand/internal/health"
	"strand/service/search"
	"strand/service/search/bleveindex"
	upstreamsearch "strand/upstream/search"
)

// searchEngine returns the configured search engine, else one in process. A remote engine adds its health check.
func (a *App) searchEngine() (search.Engine, error) {
	c := a.config
	if c.SearchURL == "" {
		engine := bleveindex.New()
		a.parts.OnClose(func(context.Context) error { return engine.Close() })
		return engine, nil
	}
	access, err := accessTo(c.SearchAccess)
	if err != nil {
		return nil, err
	}
	engine, err := upstreamsearch.New(upstreamsearch.Options{
		URL:      c.SearchURL,
		User:     c.SearchUser,
		Password: string(c.SearchPassword),
		Access:   access,
		Prefix:   c.SearchPrefix,
		Timeout:  c.UpstreamTimeout,
		Hold:     a.hold,
	})
	if err != nil {
		return nil, err
	}
	a.checks["search"] = health.Reported("search", engine.Health, a.log)
	return engine, nil
}
