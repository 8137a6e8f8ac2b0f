// Package app connects the parts of Strand: readers of the upstream systems, graph and edge. Programs serve it, and
// tests start the whole of it.
package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"path/filepath"
	"time"

	"strand/config"
	"strand/domain/editor"
	"strand/domain/media"
	"strand/edge/graph"
	"strand/edge/render"
	"strand/internal/changes"
	"strand/internal/database"
	"strand/internal/health"
	"strand/internal/lifecycle"
	"strand/internal/pubsub"
	"strand/internal/ratelimit"
	"strand/internal/shared"
	"strand/internal/stores"
	"strand/service/catalogue"
	"strand/service/editing"
	"strand/service/search"
	"strand/service/website"
	"strand/upstream/identity"
)

// App is a running Strand without its listeners.
type App struct {
	// Handler serves the websites.
	Handler http.Handler
	config  *config.Config
	parts   *lifecycle.Group
	log     *slog.Logger
	// checks are the health checks of the systems by name.
	checks map[string]health.Check
	// server is the PostgreSQL database of the stores; nil if they are files of the data folder.
	server *database.Server
	// stores are what the server must remember.
	stores *stores.Stores
	// live notifies subscriptions of the graph.
	live pubsub.Hub
	// changes distributes the change events of the upstream systems.
	changes *changes.Feed
	// presences are the editors who have the editor area open.
	presences *editing.Presences
	// stream shares them with other servers, and hold reserves a name for longer work; nil for a single server.
	stream *shared.Stream
	hold   func(ctx context.Context, name string) (release func())
	// limits makes the rate limits, which servers share.
	limits  ratelimit.Limits
	explain http.Handler
	// ready serves /readyz of the admin port.
	ready http.HandlerFunc
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
// entries that they purged, GET /explain?url=… the sources of a document, GET /readyz the health with its causes.
func (a *App) Admin() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /changes", a.changes)
	mux.Handle("GET /explain", a.explain)
	mux.Handle("GET /readyz", a.ready)
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
	// AccountsURL is where the playground finds accounts of the identity server to sign in as; empty for none.
	AccountsURL string
	// Close is called after everything else is closed; nil for nothing.
	Close func(context.Context) error
}

// New starts the parts that the configuration requires. On error it stops those already started, the extras included.
func New(c *config.Config, log *slog.Logger, extras Extras) (_ *App, err error) {
	a := &App{
		config:  c,
		parts:   lifecycle.NewGroup(log),
		log:     log,
		changes: changes.NewFeed(log, nil),
		checks:  map[string]health.Check{},
	}
	if extras.Close != nil {
		a.parts.OnClose(extras.Close)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close(context.Background()))
		}
	}()
	if err := a.connectDatabase(); err != nil {
		return nil, err
	}
	if err := a.startRenderers(); err != nil { // their processes start while the rest is made
		return nil, err
	}
	a.openStores()
	store, err := a.openCache()
	if err != nil {
		return nil, err
	}
	key, err := signingKey(c, a.server, log)
	if err != nil {
		return nil, err
	}
	a.presences = editing.NewPresences(nil, time.Now)
	marks, err := a.connectServers(store, key)
	if err != nil {
		return nil, err
	}
	from, err := a.connectSystems(store)
	if err != nil {
		return nil, err
	}
	translations, err := a.startTranslations(from)
	if err != nil {
		return nil, err
	}
	accepted, err := a.openForms(from, key)
	if err != nil {
		return nil, err
	}
	images := media.URLs{Origin: from.files.Origin, Shown: mediaOrigins(c), SigningKey: key, Now: time.Now}
	indexes := catalogue.NewIndexes(from.pim, log)
	indexes.Hold = a.hold
	sites := &website.Sites{
		CMS:        from.cms,
		Assortment: &catalogue.Catalogue{PIM: from.pim, Catalogue: indexes, Log: log},
		SigningKey: key,
		Now:        time.Now,
		Log:        log,
	}
	searching, err := a.startSearch(search.Readers{
		CMS: from.cms, Editorial: sites, PIM: from.pim, Catalogue: indexes, Images: images, Log: log,
	})
	if err != nil {
		return nil, err
	}
	a.purgeOnChange(changeTargets{
		store: store, systems: from, indexes: indexes, search: searching, translations: translations,
	})
	operations, err := graph.LoadPersisted(filepath.Join(c.ClientDir, operationsFile))
	if err != nil {
		return nil, err
	}
	resolver := a.newResolver(resolved{
		systems: from, sites: sites, images: images, search: searching, translations: translations,
		intake: accepted.intake, key: key, locators: editLocators(c, extras.EditLocators),
	})
	executor, limits := a.newExecutor(resolver, store, operations)
	if err := a.buildEdge(served{
		systems: from, store: store, key: key, marks: marks, operations: operations, executor: executor, slots: limits,
		resolver: resolver, indexes: indexes, uploads: accepted.uploads, accountsURL: extras.AccountsURL,
	}); err != nil {
		return nil, err
	}
	return a, nil
}
