package app

import (
	"context"
	"log/slog"

	"strand/cache"
	"strand/search"
	"strand/search/bleveindex"
)

// search starts what answers queries and keeps it as fresh as the cache.
func (a *App) search(from search.Readers, store *cache.Cache, log *slog.Logger) *search.Service {
	engine := bleveindex.New()
	a.closers = append(a.closers, func(context.Context) error { return engine.Close() })
	service := search.New(engine, from, log)
	store.OnPurge(service.Changed)
	a.inBackground(service.Run)
	return service
}
