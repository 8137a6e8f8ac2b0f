// Package app wires Strand together: upstreams (embedded where none are configured), readers, graph, edge. main serves
// it, and tests start it whole.
package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"strand/internal/cache"
	"strand/config"
	"strand/domain/media"
	"strand/domain/portal"
	"strand/edge"
	"strand/edge/graph"
	"strand/edge/render"
	"strand/internal/pubsub"
	"strand/resolvers"
	"strand/search"
	"strand/upstream/cms"
	"strand/upstream/embedded"
	embeddedcms "strand/upstream/embedded/cms"
	"strand/upstream/embedded/content"
	embeddedpim "strand/upstream/embedded/pim"
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/transport"
)

// App is a running Strand without its listeners.
type App struct {
	// Handler serves the websites.
	Handler http.Handler
	closers []func(context.Context) error
	// live wakes those who watch what changes.
	live pubsub.Hub
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
	a := &App{}
	defer func() {
		if err != nil {
			_ = a.Close(context.Background())
		}
	}()
	store, err := cache.New(int64(c.CacheSize)<<20, nil)
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, func(context.Context) error { store.Close(); return nil })

	cmsURL, token := c.CMSURL, string(c.CMSToken)
	if cmsURL == "" {
		if cmsURL, token, err = a.embedCMS(c, store, log); err != nil {
			return nil, err
		}
	}
	origin, err := originOf(cmsURL)
	if err != nil {
		return nil, err
	}
	pimURL := c.PIMURL
	if pimURL == "" {
		if pimURL, err = a.embedPIM(c, origin, store, log); err != nil {
			return nil, err
		}
	}
	cmsClient, err := transport.New(transport.Options{System: "cms", URL: cmsURL, Token: token, Timeout: c.UpstreamTimeout, Logger: log})
	if err != nil {
		return nil, err
	}
	pimClient, err := transport.New(transport.Options{System: "pim", URL: pimURL, Timeout: c.UpstreamTimeout, Logger: log})
	if err != nil {
		return nil, err
	}
	reader := cms.NewReader(cmsClient, store, log)
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
	pool, err := a.renderers(c, log)
	if err != nil {
		return nil, err
	}
	catalogue := pim.NewReader(pimClient, store, log)
	checks := map[string]func() bool{"cms": cmsClient.Available, "pim": pimClient.Available}
	people, err := a.people(c, log)
	if err != nil {
		return nil, err
	}
	who, err := a.identity(c, people, reader, checks, log)
	if err != nil {
		return nil, err
	}
	sisClient, sisURL, accounts, err := a.sis(c, people, who, checks, log)
	if err != nil {
		return nil, err
	}
	forms, taken, err := a.forms(c, sisClient, sisURL, log)
	if err != nil {
		return nil, err
	}
	passes, err := passKey(c)
	if err != nil {
		return nil, err
	}
	figures := sis.NewReader(sisClient, store, log)
	images := media.Addresses{Origin: origin, Passes: passes, Now: time.Now}
	searched, err := a.search(c, search.Readers{CMS: reader, PIM: catalogue, Images: images}, store, checks, log)
	if err != nil {
		return nil, err
	}
	resolver := &resolvers.Resolver{CMS: reader, PIM: catalogue, SIS: figures, Images: images, Searched: searched,
		RegistrationURL: who.registrationURL, Portal: accounts,
		Services: portal.ServiceAddresses{Direct: c.DirectServiceURL, DirectRegistration: c.DirectServiceRegistrationURL, WireFlowCloud: c.WireFlowCloudURL,
			MasterDataWM: c.MasterDataWMURL, MasterDataMDS: c.MasterDataMDSURL, Learning: c.LearningURL},
		Live: &a.live, Passes: passes, Forms: forms, Now: time.Now, Log: log}
	executor := graph.New(graph.Options{
		Resolver: resolver, Cache: store, Persisted: persisted, Log: log, OnlyPersisted: c.Production, RouterSecret: string(c.RouterSecret),
	})
	a.Handler, err = edge.Handler(edge.Options{
		Graph: executor, CMS: reader, PIM: catalogue, SIS: figures, Portal: accounts, Search: searched, Cache: store, Assets: assets, Renderer: pool,
		AssetOrigin: origin, AssetToken: token, Passes: passes, Forms: resolver, Uploads: taken, SignIn: who.signIn, ImageDir: filepath.Join(c.DataDir, "images"),
		GeoHeader: c.GeoHeader, TrustedProxies: c.TrustedProxies,
		Checks: checks, PlaygroundDir: playground, Webhooks: webhooks(c, store, &a.live), Log: log,
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

func (a *App) embedCMS(c *config.Config, store *cache.Cache, log *slog.Logger) (endpoint, token string, err error) {
	token = rand.Text()
	server, err := embeddedcms.New(embeddedcms.Options{
		Dir: filepath.Join(c.ContentDir, "cms"), Token: token, Logger: log,
		// What a remote CMS says by its webhook.
		OnChange: func(changed []content.Ref) { store.Purge(tagsOf(changed)...) },
	})
	if err != nil {
		return "", "", err
	}
	a.closers = append(a.closers, func(context.Context) error { return server.Close() })
	listening, err := embedded.Serve("cms", c.EmbeddedCMSAddr, server.Handler(), log)
	if err != nil {
		return "", "", err
	}
	a.closers = append(a.closers, listening.Close)
	return listening.URL, token, nil
}

// tagsOf are the cache's tags of what changed in the embedded CMS.
func tagsOf(changed []content.Ref) []string {
	var tags []string
	for _, ref := range changed {
		tags = append(tags, cms.ChangedTags(ref.Type, ref.ID)...)
	}
	return tags
}

// webhooks are those of the remote systems that have a secret to sign with.
func webhooks(c *config.Config, store *cache.Cache, waiting *pubsub.Hub) map[string]edge.Webhook {
	hooks := map[string]edge.Webhook{}
	if c.CMSWebhookSecret != "" {
		hooks["cms"] = edge.Webhook{Secret: string(c.CMSWebhookSecret), Changed: func(model, id string) { store.Purge(cms.ChangedTags(model, id)...) }}
	}
	if c.PIMWebhookSecret != "" {
		// Whatever holds something of the PIM carries one tag.
		hooks["pim"] = edge.Webhook{Secret: string(c.PIMWebhookSecret), Changed: func(string, string) { store.Purge(pim.TagAll) }}
	}
	if c.SISWebhookSecret != "" {
		hooks["sis"] = edge.Webhook{Secret: string(c.SISWebhookSecret), Changed: func(model, id string) {
			if model == "Ticket" {
				waiting.Publish(resolvers.LiveTicket(id))
			}
		}}
	}
	return hooks
}

func (a *App) embedPIM(c *config.Config, assetOrigin string, store *cache.Cache, log *slog.Logger) (string, error) {
	server, err := embeddedpim.New(embeddedpim.Options{Dir: filepath.Join(c.ContentDir, "pim"), AssetBaseURL: assetOrigin + "/assets/", Logger: log,
		// The PIM does not say what changed: whatever holds something of it carries this tag.
		OnChange: func() { store.Purge(pim.TagAll) }})
	if err != nil {
		return "", err
	}
	a.closers = append(a.closers, func(context.Context) error { return server.Close() })
	listening, err := embedded.Serve("pim", c.EmbeddedPIMAddr, server.Handler(), log)
	if err != nil {
		return "", err
	}
	a.closers = append(a.closers, listening.Close)
	return listening.URL, nil
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
		log.Warn("the app's server bundle is not there: browsers render by themselves", "file", script)
		return nil, nil
	}
	node := c.Node
	if node == "" {
		node = "node"
		if _, err := os.Stat("node_modules/.bin/node"); err == nil {
			node = "node_modules/.bin/node"
		}
	}
	pool, err := render.Start(render.Options{Node: node, Script: script, Dir: filepath.Join(c.DataDir, "run"),
		Processes: c.Renderers, Timeout: c.RenderTimeout, Logger: log})
	if err != nil {
		return nil, err
	}
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
