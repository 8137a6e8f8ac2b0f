// Package app connects the parts of Strand: upstream systems (embedded unless configured), readers, graph and edge.
// The main package serves it, and tests start the whole of it.
package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"strand/config"
	"strand/domain/editor"
	"strand/edge/render"
	"strand/internal/changes"
	"strand/internal/health"
	"strand/internal/pubsub"
)

// App is a running Strand without its listeners.
type App struct {
	// Handler serves the websites.
	Handler http.Handler
	closers []func(context.Context) error
	log     *slog.Logger
	// stores contains, by store name, functions that return why the store is unusable; empty if it is usable.
	stores map[string]func() string
	// live notifies subscriptions of the graph.
	live pubsub.Hub
	// changes distributes the change events of the upstream systems.
	changes *changes.Feed
	explain http.Handler
	// renderer is nil if browsers render.
	renderer *render.Pool
}

// AwaitRenderer waits until a page can be rendered. It returns at once if browsers render.
func (a *App) AwaitRenderer(ctx context.Context) error {
	if a.renderer == nil {
		return nil
	}
	return a.renderer.AwaitReady(ctx)
}

// Admin serves the application's part of the admin port: GET /changes lists the recent change events and the
// entries that they purged, GET /explain?url=… the sources of a document.
func (a *App) Admin() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /changes", a.changes)
	mux.Handle("GET /explain", a.explain)
	return mux
}

// EndStreams ends all subscriptions; clients reconnect to another server.
func (a *App) EndStreams() {
	a.live.Close()
	a.changes.EndWatches()
}

// Close stops what the app started, in reverse order.
func (a *App) Close(ctx context.Context) error {
	var errs []error
	for i := len(a.closers) - 1; i >= 0; i-- {
		errs = append(errs, a.closers[i](ctx))
	}
	return errors.Join(errs...)
}

// New starts the parts that the configuration requires. On error it stops those already started.
func New(c *config.Config, log *slog.Logger) (_ *App, err error) {
	a := &App{log: log, stores: map[string]func() string{}, changes: changes.NewFeed(log, nil)}
	s := &starter{App: a, config: c, checks: map[string]health.Check{}, editLocators: map[string]editor.EditLocator{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close(context.Background()))
		}
	}()
	for _, step := range []func() error{
		s.startRenderPool, // its processes start while the other steps run
		s.openCache,
		s.connectCMS,
		s.connectPIM,
		s.openUsers,
		s.connectIdentityServer,
		s.connectSIS,
		s.connectTranslation,
		s.acceptForms,
		s.loadSigningKey,
		s.startSearch,
		s.purgeOnChange,
		s.buildGraph,
		s.buildEdge,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return a, nil
}
