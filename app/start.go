package app

import (
	"context"
	"net/http"
	"path/filepath"
	"time"

	"strand/config"
	"strand/domain/access"
	"strand/domain/editor"
	"strand/domain/media"
	"strand/domain/portal"
	"strand/edge"
	"strand/edge/graph"
	"strand/internal/cache"
	"strand/internal/changes"
	"strand/internal/health"
	"strand/internal/probe"
	"strand/internal/ratelimit"
	"strand/internal/slots"
	"strand/resolvers"
	"strand/search"
	"strand/translations"
	"strand/upstream/cms"
	embeddedcms "strand/upstream/embedded/cms"
	"strand/upstream/embedded/directory"
	embeddedpim "strand/upstream/embedded/pim"
	"strand/upstream/identity"
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/sisportal"
	"strand/upstream/translation"
	"strand/upstream/transport"
)

// start contains what the steps of a start have created for the later steps.
type start struct {
	*App
	config *config.Config
	checks map[string]health.Check

	store *cache.Cache
	// content reads the CMS; assetOrigin is the origin of its files, and cmsToken the token for protected files.
	content               *cms.Reader
	drafts                *cms.Writer
	assetOrigin, cmsToken string
	catalogue             *pim.Reader
	// customers is the user directory of the embedded systems; nil if none of them is embedded.
	customers *directory.Directory
	idp       identityServer
	sisClient *transport.Client
	sisURL    string
	investors *sis.Reader
	accounts  *sisportal.Reader
	intake    *resolvers.Forms
	// translated orders translations of pages.
	translated *translations.Service
	uploads    http.Handler
	found      *search.Service
	key        access.Key
	// places contains, by system, where a value is edited.
	places   map[string]editor.EditPlace
	resolver *resolvers.Resolver
	executor *graph.Executor
	// slots limits concurrent operations, searches the number of searches per caller.
	slots    *slots.Slots
	searches *ratelimit.Limiter
}

// options returns the options for a client of an upstream system.
func (s *start) options(url string) transport.Options {
	return transport.Options{URL: url, Timeout: s.config.UpstreamTimeout, Logger: s.log}
}

func (s *start) renderers() (err error) {
	s.renderer, err = s.startRenderers(s.config, s.log)
	return err
}

func (s *start) cache() (err error) {
	if s.store, err = cache.New(cache.Options{MaxBytes: int64(s.config.CacheSize) << 20, Now: cacheClock(s.log), Log: s.log}); err != nil {
		return err
	}
	s.closers = append(s.closers, func(context.Context) error { s.store.Close(); return nil })
	return nil
}

func (s *start) cms() (err error) {
	url := s.config.CMSURL
	s.cmsToken = string(s.config.CMSToken)
	if url == "" {
		var server *embeddedcms.Server
		if server, url, s.cmsToken, err = s.embedCMS(s.config, localObserver{s.App}, s.log); err != nil {
			return err
		}
		s.places[cms.System] = cmsFiles(server, s.config.ContentDir)
	}
	if template := s.config.CMSEditURL; template != "" {
		s.places[cms.System] = editor.EditAddress(template)
	}
	if s.assetOrigin, err = originOf(url); err != nil {
		return err
	}
	o := s.options(url)
	o.Token = s.cmsToken
	client, err := cms.NewClient(o)
	if err != nil {
		return err
	}
	s.checks[cms.System] = client.Health
	writing := client
	if s.config.CMSWriteToken != "" {
		o.Token = string(s.config.CMSWriteToken)
		if writing, err = cms.NewClient(o); err != nil {
			return err
		}
	}
	s.drafts = cms.NewWriter(writing)
	s.content = cms.NewReader(client, s.store, cms.NewSnapshots(filepath.Join(s.config.DataDir, "snapshots")), s.log)
	return nil
}

func (s *start) pim() (err error) {
	url := s.config.PIMURL
	if url == "" {
		var server *embeddedpim.Server
		if server, url, err = s.embedPIM(s.config, s.assetOrigin, localObserver{s.App}, s.log); err != nil {
			return err
		}
		s.places[pim.System] = pimFiles(server, s.config.ContentDir)
	}
	if template := s.config.PIMEditURL; template != "" {
		s.places[pim.System] = editor.EditAddress(template)
	}
	client, err := pim.NewClient(s.options(url))
	if err != nil {
		return err
	}
	s.checks[pim.System] = client.Health
	s.catalogue = pim.NewReader(client, s.store, s.log)
	return nil
}

func (s *start) directory() (err error) {
	if s.config.IdentityIssuer == "" || s.config.SISPortalURL == "" {
		s.customers, err = s.openDirectory(s.config, s.log)
	}
	return err
}

func (s *start) identity() (err error) {
	s.idp, err = s.connectIdentity(s.config, s.customers, s.content, s.log)
	if err == nil {
		s.checks["identity"] = s.idp.signIn.Tokens.Health
	}
	return err
}

func (s *start) sis() error {
	publicURL, portalURL, err := s.sisEndpoints(s.config, s.customers, s.idp, s.log)
	if err != nil {
		return err
	}
	if s.sisClient, err = sis.NewClient(s.options(publicURL)); err != nil {
		return err
	}
	client, err := sisportal.NewClient(s.options(portalURL))
	if err != nil {
		return err
	}
	s.checks[sis.System], s.checks[sisportal.System] = s.sisClient.Health, client.Health
	s.sisURL = publicURL
	s.investors = sis.NewReader(s.sisClient, s.store)
	s.accounts = sisportal.NewReader(client, portalURL, s.config.SISDebugLevel, time.Now)
	return nil
}

// translatedRecord is the record type of the change event of a finished translation order.
const translatedRecord = "TranslationJob"

// translation starts the translation of pages. It writes to the CMS with a token of its own.
func (s *start) translation() (err error) {
	url := s.config.TranslationURL
	if url == "" {
		if url, err = s.embedTranslation(s.config, localObserver{s.App}, s.log); err != nil {
			return err
		}
	}
	o := s.options(url)
	o.Token = string(s.config.TranslationToken)
	client, err := translation.NewClient(o)
	if err != nil {
		return err
	}
	s.checks[translation.System] = client.Health
	s.translated, err = translations.New(context.Background(), translations.Options{
		File:        filepath.Join(s.config.DataDir, "translations.db"),
		CMS:         s.content,
		Drafts:      s.drafts,
		Translators: translation.NewService(client),
		Poll:        s.config.TranslationPoll,
		Log:         s.log,
	})
	if err != nil {
		return err
	}
	s.closers = append(s.closers, func(context.Context) error { return s.translated.Close() })
	s.stores["translations"] = s.translated.Reason
	s.inBackground(s.translated.KeepOpen)
	s.inBackground(s.translated.Run)
	return nil
}

func (s *start) forms() (err error) {
	s.intake, s.uploads, err = s.openForms(s.config, s.sisClient, s.sisURL, s.log)
	return err
}

const (
	// maxOperations limits the concurrent operations of all callers.
	maxOperations = 256
	// maxWaiting limits the waiting operations of one caller; further ones are refused.
	maxWaiting = 256
)

// maxAdditions limits how many machines a user may add by serial number per minute.
const maxAdditions = 20

// images returns the URLs of images and files.
func (s *start) images() media.Addresses {
	return media.Addresses{Origin: s.assetOrigin, Passes: s.key, Now: time.Now}
}

func (s *start) search() error {
	s.key = passKey(s.config, s.log)
	engine, err := s.searchEngine(s.config, s.checks)
	if err != nil {
		return err
	}
	s.found = search.New(engine, search.Readers{CMS: s.content, PIM: s.catalogue, Images: s.images(), Log: s.log}, s.log)
	s.inBackground(s.found.Run)
	return nil
}

// follow subscribes caches, search and subscriptions to the change events of the upstream systems.
func (s *start) follow() error {
	// The changed tags depend on the cached entries, so that one subscriber purges the cache and updates the
	// search.
	s.changes.Subscribe("cache and search", func(ctx context.Context, e changes.Event) []string {
		tags := s.changedTags(ctx, e)
		s.store.Purge(tags...)
		if s.found.Changed(tags...) {
			return append(tags, "search")
		}
		return tags
	})
	s.changes.Subscribe("translations", func(ctx context.Context, e changes.Event) (orders []string) {
		if e.Source != translation.System {
			return nil
		}
		for _, record := range e.Records {
			s.translated.Arrived(ctx, record.ID)
			orders = append(orders, record.ID)
		}
		return orders
	})
	s.changes.Subscribe("subscriptions", func(_ context.Context, e changes.Event) []string {
		if e.Source != sis.System && e.Source != identity.System {
			return nil
		}
		return s.publish(e.Records)
	})
	return nil
}

// changedTags returns the tags of the cache entries that an event purges.
func (s *start) changedTags(ctx context.Context, e changes.Event) []string {
	switch e.Source {
	case cms.System:
		return s.content.ChangedTags(ctx, e.Records)
	case pim.System:
		// All entries with data of the PIM have one tag.
		return []string{pim.TagAll}
	}
	return nil
}

// publish notifies the subscriptions that depend on records of sis or the identity server, and returns their
// topics. It removes cached roles first, so that subscribers read the current ones.
func (s *start) publish(changed []changes.Record) []string {
	for _, r := range changed {
		if r.Type == "User" {
			s.idp.signIn.Tokens.ForgetUser(r.ID)
		}
	}
	var topics []string
	for _, r := range changed {
		switch r.Type {
		case "Ticket":
			topics = append(topics, resolvers.LiveTicket(r.ID))
		case "User":
			topics = append(topics, resolvers.LiveUser(r.ID))
		case "Organization":
			topics = append(topics, resolvers.LiveOrganization(r.ID))
		}
	}
	for _, topic := range topics {
		s.live.Publish(topic)
	}
	return topics
}

func (s *start) graph() error {
	c := s.config
	persisted, err := graph.LoadPersisted(filepath.Join(c.ClientDir, "persisted-documents.json"))
	if err != nil {
		return err
	}
	reports := resolvers.NewContentReports(probe.New(probe.Options{
		FileOrigin: s.assetOrigin, Token: s.cmsToken, Origins: c.ReportOrigins,
	}), time.Now, s.log)
	s.closers = append(s.closers, func(context.Context) error { reports.Close(); return nil })
	s.slots = slots.New(slots.Limits{All: maxOperations, Caller: c.CallerRequests, Waiting: maxWaiting})
	if c.SearchLimit > 0 {
		s.searches = ratelimit.New(c.SearchLimit, time.Minute)
	}
	s.resolver = &resolvers.Resolver{
		CMS:             s.content,
		PIM:             s.catalogue,
		SIS:             s.investors,
		Portal:          s.accounts,
		Images:          s.images(),
		Searched:        s.found,
		Forms:           s.intake,
		Translations:    s.translated,
		RegistrationURL: s.idp.registrationURL,
		Services: portal.ServiceAddresses{
			Direct:             c.DirectServiceURL,
			DirectRegistration: c.DirectServiceRegistrationURL,
			WireFlowCloud:      c.WireFlowCloudURL,
			MasterDataWM:       c.MasterDataWMURL,
			MasterDataMDS:      c.MasterDataMDSURL,
			Learning:           c.LearningURL,
		},
		Live:       &s.live,
		Changes:    s.changes,
		Passes:     s.key,
		EditPlaces: s.places,
		Additions:  ratelimit.New(maxAdditions, time.Minute),
		Searches:   s.searches,
		Reports:    reports,
		Now:        time.Now,
		Log:        s.log,
	}
	s.executor = graph.New(graph.Options{
		Resolver:      s.resolver,
		Cache:         s.store,
		Persisted:     persisted,
		OnlyPersisted: c.Production,
		RouterSecret:  string(c.RouterSecret),
		Budget:        c.DataTimeout,
		Costs: graph.CostLimits{
			Anonymous: c.QueryCostAnonymous,
			User:      c.QueryCostUser,
			Employee:  c.QueryCostEmployee,
			Editor:    c.QueryCostEditor,
			Router:    c.QueryCostRouter,
		},
		Slots: s.slots,
		Log:   s.log,
	})
	return nil
}

// renderReserve is the part of a page's time budget that is reserved for rendering.
const renderReserve = 700 * time.Millisecond

func (s *start) edge() error {
	c := s.config
	assets, err := assetsOf(c)
	if err != nil {
		return err
	}
	playground := ""
	if !c.Production {
		playground = filepath.Join(c.ClientDir, "playground")
	}
	hosts, err := hostsOf(c)
	if err != nil {
		return err
	}
	site, err := edge.New(edge.Options{
		Graph:          s.executor,
		Sites:          s.content,
		Editorial:      s.content,
		Passwords:      s.content,
		Catalog:        s.catalogue,
		Investors:      s.investors,
		Portal:         s.accounts,
		Search:         s.found,
		Searches:       s.searches,
		Slots:          s.slots,
		Cache:          s.store,
		DataBudget:     c.DataTimeout - renderReserve,
		Assets:         assets,
		Renderer:       s.renderer,
		AssetOrigin:    s.assetOrigin,
		AssetToken:     s.cmsToken,
		ImageDir:       filepath.Join(c.DataDir, "images"),
		ImageSpace:     int64(c.ImageSpace) << 20,
		Passes:         s.key,
		Forms:          s.resolver,
		Uploads:        s.uploads,
		SignIn:         s.idp.signIn,
		Hosts:          hosts,
		MediaOrigins:   c.MediaOrigins,
		GeoHeader:      c.GeoHeader,
		TrustedProxies: c.TrustedProxies,
		Checks:         s.checks,
		Stores:         s.stores,
		PlaygroundDir:  playground,
		Drafts:         s.content,
		Gates:          s.resolver,
		Translations:   s.translated,
		Editors:        editorLogin(c, s.key, s.log),
		StudioOrigins:  c.CMSStudioOrigins,
		Webhooks:       webhooks(c),
		Changes:        s.changes,
		Log:            s.log,
	})
	if err != nil {
		return err
	}
	s.Handler, s.explain = site, site.Explain
	return nil
}
