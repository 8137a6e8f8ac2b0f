// Package app wires Strand together: upstreams (embedded where none are configured), readers, graph, edge. main serves
// it, and tests start it whole.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"strand/config"
	"strand/domain/media"
	"strand/domain/portal"
	"strand/edge"
	"strand/edge/graph"
	"strand/edge/render"
	"strand/internal/cache"
	"strand/internal/changes"
	"strand/internal/health"
	"strand/internal/pubsub"
	"strand/resolvers"
	"strand/search"
	"strand/upstream/cms"
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/transport"
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
	defer func() {
		if err != nil {
			_ = a.Close(context.Background())
		}
	}()
	// Renderers start while everything else does.
	pool, err := a.renderers(c, log)
	if err != nil {
		return nil, err
	}
	store, err := cache.New(cache.Options{MaxBytes: int64(c.CacheSize) << 20, Now: cacheClock(log), Log: log})
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, func(context.Context) error { store.Close(); return nil })

	cmsURL, token := c.CMSURL, string(c.CMSToken)
	if cmsURL == "" {
		if cmsURL, token, err = a.embedCMS(c, inProcess{a}, log); err != nil {
			return nil, err
		}
	}
	origin, err := originOf(cmsURL)
	if err != nil {
		return nil, err
	}
	pimURL := c.PIMURL
	if pimURL == "" {
		if pimURL, err = a.embedPIM(c, origin, inProcess{a}, log); err != nil {
			return nil, err
		}
	}
	cmsClient, err := cms.NewClient(transport.Options{URL: cmsURL, Token: token, Timeout: c.UpstreamTimeout, Logger: log})
	if err != nil {
		return nil, err
	}
	pimClient, err := pim.NewClient(transport.Options{URL: pimURL, Timeout: c.UpstreamTimeout, Logger: log})
	if err != nil {
		return nil, err
	}
	reader := cms.NewReader(cmsClient, store, cms.NewSnapshots(filepath.Join(c.DataDir, "snapshots")), log)
	assets, err := assetsOf(c)
	if err != nil {
		return nil, err
	}
	playground := ""
	if !c.Production {
		playground = filepath.Join(c.ClientDir, "playground")
	}
	persisted, err := graph.LoadPersisted(filepath.Join(c.ClientDir, "persisted-documents.json"))
	if err != nil {
		return nil, err
	}
	catalogue := pim.NewReader(pimClient, store, log)
	checks := map[string]health.Check{cms.System: cmsClient.Health, pim.System: pimClient.Health}
	people, err := a.people(c, log)
	if err != nil {
		return nil, err
	}
	who, err := a.identity(c, people, reader, checks, log)
	if err != nil {
		return nil, err
	}
	sisClient, sisURL, accounts, err := a.sis(c, people, who, inProcess{a}, checks, log)
	if err != nil {
		return nil, err
	}
	forms, taken, err := a.forms(c, sisClient, sisURL, log)
	if err != nil {
		return nil, err
	}
	passes := passKey(c, log)
	figures := sis.NewReader(sisClient, store)
	images := media.Addresses{Origin: origin, Passes: passes, Now: time.Now}
	searched, err := a.search(c, search.Readers{CMS: reader, PIM: catalogue, Images: images}, checks, log)
	if err != nil {
		return nil, err
	}
	a.followChanges(reader, store, searched)
	resolver := &resolvers.Resolver{CMS: reader, PIM: catalogue, SIS: figures, Images: images, Searched: searched,
		RegistrationURL: who.registrationURL, Portal: accounts,
		Services: portal.ServiceAddresses{Direct: c.DirectServiceURL, DirectRegistration: c.DirectServiceRegistrationURL, WireFlowCloud: c.WireFlowCloudURL,
			MasterDataWM: c.MasterDataWMURL, MasterDataMDS: c.MasterDataMDSURL, Learning: c.LearningURL},
		Live: &a.live, Passes: passes, Forms: forms, Now: time.Now, Log: log}
	executor := graph.New(graph.Options{
		Resolver: resolver, Cache: store, Persisted: persisted, Log: log, OnlyPersisted: c.Production, RouterSecret: string(c.RouterSecret),
	})
	a.Handler, err = edge.Handler(edge.Options{
		Graph: executor, Sites: reader, Editorial: reader, Passwords: reader, Catalog: catalogue, Investors: figures, Portal: accounts, Search: searched, Cache: store, Assets: assets, Renderer: pool,
		AssetOrigin: origin, AssetToken: token, Passes: passes, Forms: resolver, Uploads: taken, SignIn: who.signIn, ImageDir: filepath.Join(c.DataDir, "images"),
		GeoHeader: c.GeoHeader, TrustedProxies: c.TrustedProxies,
		Checks: checks, Stores: a.stores, PlaygroundDir: playground, Webhooks: webhooks(c), Changes: a.changes, Log: log,
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

// followChanges has caches, search and subscriptions follow what changes in the upstream systems.
func (a *App) followChanges(reader *cms.Reader, store *cache.Cache, searched *search.Service) {
	a.changes.Subscribe(func(ctx context.Context, e changes.Event) {
		var tags []string
		switch e.Source {
		case cms.System:
			tags = reader.ChangedTags(ctx, e.Records)
		case pim.System:
			// Everything that holds something of the PIM has one tag.
			tags = []string{pim.TagAll}
		}
		store.Purge(tags...)
		searched.Changed(tags...)
	})
	a.changes.Subscribe(func(_ context.Context, e changes.Event) {
		for _, r := range e.Records {
			if e.Source == sis.System && r.Type == "Ticket" {
				a.live.Publish(resolvers.LiveTicket(r.ID))
			}
		}
	})
}

// webhooks are the secrets of the remote systems that send change events.
func webhooks(c *config.Config) map[string]string {
	secrets := map[string]string{}
	for system, secret := range map[string]config.Secret{
		cms.System: c.CMSWebhookSecret, pim.System: c.PIMWebhookSecret, sis.System: c.SISWebhookSecret,
	} {
		if secret != "" {
			secrets[system] = string(secret)
		}
	}
	return secrets
}

// assetsOf is the built browser half, or its development server.
func assetsOf(c *config.Config) (*edge.Assets, error) {
	const base = "/assets/"
	if c.ClientDevURL == "" {
		return edge.LoadAssets(filepath.Join(c.ClientDir, "browser"), base)
	}
	server, err := url.Parse(c.ClientDevURL)
	if err != nil {
		return nil, fmt.Errorf("read the address of the development server: %w", err)
	}
	return edge.LiveAssets(server, base), nil
}

// renderers starts the processes that render HTML; nil where the settings or a missing build leave that to the browser.
func (a *App) renderers(c *config.Config, log *slog.Logger) (*render.Pool, error) {
	if c.Renderers == 0 || c.ClientDevURL != "" { // the built bundle would not be what is edited
		return nil, nil
	}
	script := filepath.Join(c.ClientDir, "server", "render.js")
	if _, err := os.Stat(script); err != nil {
		log.Warn("renderer_bundle_missing", "file", script, "effect", "browsers render")
		return nil, nil
	}
	node := c.Node
	if node == "" {
		node = "node"
		if _, err := os.Stat("node_modules/.bin/node"); err == nil {
			node = "node_modules/.bin/node"
		}
	}
	pool, err := render.Start(render.Options{
		Node:      node,
		Script:    script,
		Dir:       filepath.Join(c.DataDir, "run"),
		Processes: c.Renderers,
		Timeout:   c.RenderTimeout,
		Logger:    log,
	})
	if err != nil {
		return nil, err
	}
	a.renderer = pool
	a.closers = append(a.closers, func(context.Context) error { pool.Close(); return nil })
	return pool, nil
}

func originOf(raw string) (string, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return "", fmt.Errorf("read the address of the CMS: %w", err)
	}
	return u.Scheme + "://" + u.Host, nil
}
