// Package app connects the parts of Strand: readers of the upstream systems, graph and edge. Programs serve it, and
// tests start the whole of it.
package app

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"

	"strand/config"
	"strand/domain/editor"
	"strand/edge/render"
	"strand/internal/changes"
	"strand/internal/database"
	"strand/internal/health"
	"strand/internal/lifecycle"
	"strand/internal/pubsub"
	"strand/internal/ratelimit"
	"strand/internal/shared"
	"strand/internal/stores"
	"strand/upstream/identity"
)

// App is a running Strand without its listeners.
type App struct {
	// Handler serves the websites.
	Handler http.Handler
	parts   *lifecycle.Group
	log     *slog.Logger
	// server is the PostgreSQL database of the stores; nil if they are files of the data folder.
	server *database.Server
	// stores are what the server must remember.
	stores *stores.Stores
	// live notifies subscriptions of the graph.
	live pubsub.Hub
	// changes distributes the change events of the upstream systems.
	changes *changes.Feed
	// stream shares them with other servers, and hold reserves a name for longer work; nil for a single server.
	stream *shared.Stream
	hold   func(ctx context.Context, name string) (release func())
	// limits makes the rate limits, which servers share.
	limits  ratelimit.Limits
	explain http.Handler
	// revocations are the sessions that ended early.
	revocations *identity.Revocations
	// renderer is nil if browsers render.
	renderer *render.Pool
	// systems are those that the server depends on.
	systems     *health.Monitor
	preparation preparation
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

// RecordsChanged tells the app of changed records of an upstream system, or that any of them may have changed if none
// is given, as a webhook does.
func (a *App) RecordsChanged(system string, records ...changes.Record) {
	a.changes.Publish(context.Background(), system, records...)
}

// SessionEnded revokes the tokens of a session (sid) that ended early, as a logout token does.
func (a *App) SessionEnded(ctx context.Context, sid string) {
	if err := a.revocations.RevokeSession(ctx, sid); err != nil {
		a.log.ErrorContext(ctx, "revocation_not_stored", "error", err)
	}
}

// Close stops what the app started, in reverse order.
func (a *App) Close(ctx context.Context) error { return a.parts.Close(ctx) }

// Extras are what a program adds to the product.
type Extras struct {
	// EditLocators contains, by system, functions that return where a value is edited. Settings take precedence.
	EditLocators map[string]editor.EditLocator
	// Close is called after everything else is closed; nil for nothing.
	Close func(context.Context) error
}

// New starts the parts that the configuration requires. On error it stops those already started, the extras included.
func New(c *config.Config, log *slog.Logger, extras Extras) (_ *App, err error) {
	a := &App{
		parts:   lifecycle.NewGroup(log),
		log:     log,
		changes: changes.NewFeed(log, nil),
	}
	if extras.Close != nil {
		a.parts.OnClose(extras.Close)
	}
	s := &starter{App: a, config: c, checks: map[string]health.Check{}, editLocators: map[string]editor.EditLocator{}}
	maps.Copy(s.editLocators, extras.EditLocators)
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close(context.Background()))
		}
	}()
	for _, step := range []func() error{
		s.connectDatabase,
		s.startRenderPool, // its processes start while the other steps run
		s.openStores,
		s.openCache,
		s.loadSigningKey,
		s.connectServers,
		s.connectPIM,
		s.connectCMS,
		s.connectIdentityServer,
		s.connectSIS,
		s.connectTranslation,
		s.acceptForms,
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
