package app

import (
	"context"
	"log/slog"

	"strand/config"
	"strand/internal/health"
	"strand/search"
	"strand/search/bleveindex"
	upstreamsearch "strand/upstream/search"
)

// search starts what answers queries and keeps it as fresh as the cache: in process where no search engine is configured.
// One elsewhere adds its check.
func (a *App) search(c *config.Config, from search.Readers, checks map[string]health.Check, log *slog.Logger) (*search.Service, error) {
	var engine search.Engine
	if c.SearchURL == "" {
		inProcess := bleveindex.New()
		a.closers = append(a.closers, func(context.Context) error { return inProcess.Close() })
		engine = inProcess
	} else {
		remote, err := upstreamsearch.New(upstreamsearch.Options{URL: c.SearchURL, User: c.SearchUser, Password: string(c.SearchPassword),
			Prefix: c.SearchPrefix, Timeout: c.UpstreamTimeout})
		if err != nil {
			return nil, err
		}
		checks["search"], engine = health.Of(remote.Available, "unreachable"), remote
	}
	service := search.New(engine, from, log)
	a.inBackground(service.Run)
	return service, nil
}
