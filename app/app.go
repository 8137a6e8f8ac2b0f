// Package app wires Strand together: upstreams (embedded where none are configured), readers, graph, edge. main serves
// it, and tests start it whole.
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
	// stores say, by name, why a store cannot be used; empty when it can.
	stores map[string]func() string
	// live notifies subscriptions of the graph.
	live pubsub.Hub
	// changes carries what the upstream systems say has changed.
	changes *changes.Feed
	explain http.Handler
	// renderer is nil where rendering is left to the browser.
	renderer *render.Pool
}

// AwaitRenderer waits until a page can be rendered; not at all where rendering is left to the browser.
func (a *App) AwaitRenderer(ctx context.Context) error {
	if a.renderer == nil {
		return nil
	}
	return a.renderer.AwaitReady(ctx)
}

// Admin serves what the admin port has of the application: GET /changes lists the recent change events and what they
// invalidated, GET /explain?url=… what a document was made of.
func (a *App) Admin() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /changes", a.changes)
	mux.Handle("GET /explain", a.explain)
	return mux
}

// EndStreams lets everybody go who waits for something to change: they come back to whatever server answers next.
func (a *App) EndStreams() { a.live.Close() }

// Close ends what the app started, last first.
func (a *App) Close(ctx context.Context) error {
	var errs []error
	for i := len(a.closers) - 1; i >= 0; i-- {
		errs = append(errs, a.closers[i](ctx))
	}
	return errors.Join(errs...)
}

// New starts everything that the configuration asks for. What it started before an error is ended again.
func New(c *config.Config, log *slog.Logger) (_ *App, err error) {
	a := &App{log: log, stores: map[string]func() string{}, changes: changes.NewFeed(log, nil)}
	s := &start{App: a, config: c, checks: map[string]health.Check{}, places: map[string]editor.EditPlace{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close(context.Background()))
		}
	}()
	for _, step := range []func() error{
		s.renderers, // which start while everything else does
		s.cache,
		s.cms,
		s.pim,
		s.directory,
		s.identity,
		s.sis,
		s.translation,
		s.forms,
		s.search,
		s.follow,
		s.graph,
		s.edge,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return a, nil
}
