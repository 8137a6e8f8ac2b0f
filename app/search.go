package app

import (
	"context"

	"strand/config"
	"strand/internal/health"
	"strand/search"
	"strand/search/bleveindex"
	upstreamsearch "strand/upstream/search"
)

// searchEngine is the search engine that is configured, else one in process. One elsewhere adds its check.
func (a *App) searchEngine(c *config.Config, checks map[string]health.Check) (search.Engine, error) {
	if c.SearchURL == "" {
		engine := bleveindex.New()
		a.closers = append(a.closers, func(context.Context) error { return engine.Close() })
		return engine, nil
	}
	engine, err := upstreamsearch.New(upstreamsearch.Options{
		URL:      c.SearchURL,
		User:     c.SearchUser,
		Password: string(c.SearchPassword),
		Prefix:   c.SearchPrefix,
		Timeout:  c.UpstreamTimeout,
	})
	if err != nil {
		return nil, err
	}
	checks["search"] = engine.Health
	return engine, nil
}
