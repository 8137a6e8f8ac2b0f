package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"strand/config"
	"strand/domain/editor"
	"strand/domain/media"
	"strand/domain/portal"
	"strand/domain/signedtoken"
	"strand/edge/graph"
	"strand/edge/visitor"
	"strand/edge/webhooks"
	"strand/internal/cache"
	"strand/internal/health"
	"strand/internal/outbound"
	"strand/internal/probe"
	"strand/internal/ratelimit"
	"strand/internal/shared"
	"strand/internal/slots"
	"strand/internal/stores"
	"strand/resolvers"
	"strand/service/catalogue"
	"strand/service/editing"
	"strand/service/forms"
	portalservice "strand/service/portal"
	"strand/service/search"
	translationservice "strand/service/translation"
	"strand/service/website"
	"strand/upstream/cms"
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/sisportal"
	"strand/upstream/translation"
	"strand/upstream/transport"
)

// starter contains what the steps of a start have created for the later steps.
type starter struct {
	*App
	config *config.Config
	checks map[string]health.Check

	store *cache.Cache
	// cmsReader reads the CMS; assetOrigin is the origin of its files, and cmsToken the token for protected files.
	cmsReader             *cms.Reader
	cmsWriter             *cms.Writer
	assetOrigin, cmsToken string
	cmsAccess             outbound.Access
	pimReader             *pim.Reader
	signIn                visitor.SignIn
	sisClient             *transport.Client
	sisOptions            transport.Options
	sisReader             *sis.Reader
	portalReader          *sisportal.Reader
	formIntake            *forms.Intake
	// translationService orders translations of pages.
	translationService *translationservice.Service
	uploads            http.Handler
	catalogue          *catalogue.Indexes
	website            *website.Sites
	searchService      *search.Service
	signingKey         signedtoken.Key
	// marks are set once for all servers; nil for a single one.
	marks webhooks.Marks
	// editLocators contains, by system, the function that returns where a value is edited.
	editLocators map[string]editor.EditLocator
	resolver     *resolvers.Resolver
	// operations are those of the client's build.
	operations *graph.Persisted
	executor   *graph.Executor
	// slots limits concurrent operations, searches the number of searches per caller.
	slots    *slots.Slots
	searches *ratelimit.Limiter
}

// options returns the options for a client of an upstream system.
func (s *starter) options(system string) (transport.Options, error) {
	return clientOptions(s.config, system, s.log)
}

func (s *starter) startRenderPool() (err error) {
	s.renderer, err = s.startRenderers(s.config, s.log)
	return err
}

// openStores adds the folders of the data folder that a form needs; the databases are added when they are opened.
func (s *starter) openStores() error {
	s.stores = stores.New(s.log)
	s.parts.OnClose(func(context.Context) error { return s.stores.Close() })
	s.stores.AddFolder("data", s.config.DataDir)
	s.stores.AddFolder("uploads", UploadsDir(s.config))
	return nil
}

func (s *starter) openCache() (err error) {
	if s.store, err = cache.New(cache.Options{
		MaxBytes: int64(s.config.CacheSize) << 20,
		Now:      cacheClock(s.log),
		Log:      s.log,
	}); err != nil {
		return err
	}
	s.parts.OnClose(func(context.Context) error { s.store.Close(); return nil })
	return nil
}

// connectServers connects this server with others by Redis, if it is configured.
func (s *starter) connectServers() error {
	if s.config.RedisURL == "" {
		return nil
	}
	redis, err := shared.Open(
		context.Background(), string(s.config.RedisURL), s.config.RedisPrefix, s.signingKey, s.log,
	)
	if err != nil {
		return fmt.Errorf("STRAND_REDIS_URL: %w", err)
	}
	if s.config.Secret == "" && s.config.DatabaseURL == "" {
		s.log.Warn("shared_secret_missing", "effect", "only servers with the same data folder share anything by Redis",
			"action", "give all servers the same STRAND_SECRET")
	}
	s.parts.OnClose(func(context.Context) error { redis.Close(); return nil })
	s.checks[shared.System] = redis.Health
	s.stream = shared.NewStream(redis, s.store.Purge, s.changes.Deliver)
	if err := s.stream.Listen(context.Background()); err != nil {
		return fmt.Errorf("STRAND_REDIS_URL: %w", err)
	}
	records, err := shared.NewRecords(redis, s.stream)
	if err != nil {
		return err
	}
	s.store.SetSecond(records)
	s.changes.SetShare(s.stream.Send)
	s.hold = shared.NewLeases(redis).Hold
	s.marks = shared.NewMarks(redis)
	s.limits.Servers = shared.NewRates(redis, s.signingKey.Secret())
	return nil
}

func (s *starter) connectPIM() (err error) {
	if s.config.PIMURL == "" {
		s.pimReader = pim.NewReader(transport.Empty{}, s.store, s.log)
		return nil
	}
	if template := s.config.PIMEditURL; template != "" {
		s.editLocators[pim.System] = editor.TemplateLocator(template)
	}
	o, err := s.options(pim.System)
	if err != nil {
		return err
	}
	client, err := pim.NewClient(o)
	if err != nil {
		return err
	}
	s.checks[pim.System] = client.Health
	s.pimReader = pim.NewReader(client, s.store, s.log)
	return nil
}

func (s *starter) connectCMS() (err error) {
	s.cmsToken = string(s.config.CMSToken)
	if template := s.config.CMSEditURL; template != "" {
		s.editLocators[cms.System] = editor.TemplateLocator(template)
	}
	if s.assetOrigin, err = originOf(s.config.CMSURL); err != nil {
		return err
	}
	o, err := s.options(cms.System)
	if err != nil {
		return err
	}
	s.cmsAccess = o.Access
	client, err := cms.NewClient(o)
	if err != nil {
		return err
	}
	s.checks[cms.System] = client.Health
	// Translations are written with a token of their own if one is configured.
	writeClient := client
	if s.config.CMSWriteToken != "" {
		o.Token = string(s.config.CMSWriteToken)
		if writeClient, err = cms.NewClient(o); err != nil {
			return err
		}
	}
	s.cmsWriter = cms.NewWriter(writeClient)
	snapshots := cms.NewSnapshots(snapshotDir(s.config))
	s.cmsReader = cms.NewReader(client, s.store, snapshots, s.pimReader, s.log)
	s.cmsReader.Missing = missingParts(s.config)
	s.logMissing(s.cmsReader.Missing)
	return nil
}

func (s *starter) connectIdentityServer() (err error) {
	s.signIn, err = s.connectIdentity(s.config, s.log)
	if err == nil && s.signIn.Verifier != nil {
		s.checks["identity"] = s.signIn.Verifier.Health
	}
	return err
}

func (s *starter) connectSIS() error {
	return errors.Join(s.connectPublicSIS(), s.connectServicePortal())
}

func (s *starter) connectPublicSIS() (err error) {
	if s.config.SISURL == "" {
		s.sisReader = sis.NewReader(transport.Empty{}, s.store)
		return nil
	}
	if s.sisOptions, err = s.options(sis.System); err != nil {
		return err
	}
	if s.sisClient, err = sis.NewClient(s.sisOptions); err != nil {
		return err
	}
	s.checks[sis.System] = s.sisClient.Health
	s.sisReader = sis.NewReader(s.sisClient, s.store)
	return nil
}

func (s *starter) connectServicePortal() error {
	o, err := s.options(sisportal.System)
	if err != nil {
		return err
	}
	if o.URL == "" {
		s.portalReader = sisportal.NewReader(transport.Refusing{}, o, s.config.SISDebugLevel, time.Now)
		return nil
	}
	client, err := sisportal.NewClient(o)
	if err != nil {
		return err
	}
	s.checks[sisportal.System] = client.Health
	s.portalReader = sisportal.NewReader(client, o, s.config.SISDebugLevel, time.Now)
	return nil
}

// connectTranslation starts the translation of pages.
func (s *starter) connectTranslation() (err error) {
	o, err := s.options(translation.System)
	if err != nil || o.URL == "" {
		return err
	}
	client, err := translation.NewClient(o)
	if err != nil {
		return err
	}
	s.checks[translation.System] = client.Health
	s.translationService, err = translationservice.New(context.Background(), translationservice.Options{
		Location:    location(s.config, s.server, "translations.db"),
		CMS:         s.cmsReader,
		Drafts:      s.cmsWriter,
		Translators: translation.NewService(client),
		Poll:        s.config.TranslationPoll,
		Log:         s.log,
	})
	if err != nil {
		return err
	}
	s.parts.OnClose(func(context.Context) error { return s.translationService.Close() })
	s.stores.Add("translations", s.translationService.Probe)
	s.parts.InBackground(s.translationService.Run)
	return nil
}

func (s *starter) acceptForms() (err error) {
	s.formIntake, s.uploads, err = s.openForms(s.config, s.sisClient, s.sisOptions, s.checks, s.signingKey, s.log)
	return err
}

const (
	// maxOperations limits the concurrent operations of all callers.
	maxOperations = 256
	// maxWaiting limits the waiting operations of one caller; further ones are refused.
	maxWaiting = 256
)

// maxAdditions limits how many serial numbers a user may try per minute to add machines, maxTickets how many tickets a
// user may create per hour.
const (
	maxAdditions = 20
	maxTickets   = 60
)

// images returns the URLs of images and files.
func (s *starter) images() media.URLs {
	return media.URLs{Origin: s.assetOrigin, Shown: s.mediaOrigins(), SigningKey: s.signingKey, Now: time.Now}
}

// mediaOrigins returns the origins of other hosts whose pictures and films pages show: those of the settings, and those
// of Hygraph if it is the CMS.
func (s *starter) mediaOrigins() []string {
	u, err := url.Parse(s.config.CMSURL)
	if err != nil {
		return s.config.MediaOrigins
	}
	if host := u.Hostname(); strings.HasSuffix(host, ".hygraph.com") || strings.HasSuffix(host, ".graphcms.com") {
		return append(slices.Clone(s.config.MediaOrigins), "https://*.graphassets.com", "https://media.graphcms.com")
	}
	return s.config.MediaOrigins
}

// loadSigningKey loads the key that signs tokens and the URLs of images.
func (s *starter) loadSigningKey() (err error) {
	s.signingKey, err = signingKey(s.config, s.server, s.log)
	return err
}

func (s *starter) startSearch() error {
	engine, err := s.searchEngine(s.config, s.checks)
	if err != nil {
		return err
	}
	s.catalogue = catalogue.NewIndexes(s.pimReader, s.log)
	s.website = &website.Sites{
		CMS:        s.cmsReader,
		Assortment: &catalogue.Catalogue{PIM: s.pimReader, Catalogue: s.catalogue, Log: s.log},
		SigningKey: s.signingKey,
		Now:        time.Now,
		Log:        s.log,
	}
	s.catalogue.Hold = s.hold
	s.searchService = search.New(
		engine,
		search.Readers{
			CMS:       s.cmsReader,
			Editorial: s.website,
			PIM:       s.pimReader,
			Catalogue: s.catalogue,
			Images:    s.images(),
			Log:       s.log,
		},
		s.log,
	)
	s.parts.InBackground(s.searchService.Run)
	return nil
}

func (s *starter) buildGraph() error {
	c := s.config
	var err error
	if s.operations, err = graph.LoadPersisted(filepath.Join(c.ClientDir, operationsFile)); err != nil {
		return err
	}
	pages := s.website
	reports := editing.NewReports(editing.ReportOptions{
		Website: pages,
		CMS:     s.cmsReader,
		Images:  s.images(),
		Probe: probe.New(probe.Options{
			FileOrigin: s.assetOrigin,
			Token:      s.cmsToken,
			Access:     s.cmsAccess,
			Origins:    c.ReportOrigins,
		}),
		Now: time.Now,
		Log: s.log,
	})
	s.parts.OnClose(func(context.Context) error { reports.Close(); return nil })
	s.slots = slots.New(slots.Limits{All: maxOperations, Caller: c.CallerRequests, Waiting: maxWaiting})
	if c.SearchLimit > 0 {
		s.searches = s.limits.New("searches", c.SearchLimit, time.Minute)
	}
	services := portal.ServiceURLs{
		Direct:             c.DirectServiceURL,
		DirectRegistration: c.DirectServiceRegistrationURL,
		WireFlowCloud:      c.WireFlowCloudURL,
		MasterDataWM:       c.MasterDataWMURL,
		MasterDataMDS:      c.MasterDataMDSURL,
		Learning:           c.LearningURL,

		WithoutServicePortal: c.SISPortalURL == "",
	}
	requests := &forms.ProductRequests{
		Website:        pages,
		ConfirmsByMail: s.formIntake.ConfirmsByMail,
		Log:            s.log,
	}
	s.resolver = &resolvers.Resolver{
		CMS:           s.cmsReader,
		PIM:           s.pimReader,
		SIS:           s.sisReader,
		Portal:        s.portalReader,
		TicketReader:  s.portalReader,
		Images:        s.images(),
		Website:       pages,
		Assortment:    pages.Assortment,
		SearchService: s.searchService,
		Forms: &forms.Submissions{
			Intake:     s.formIntake,
			Website:    pages,
			Requests:   requests,
			Images:     s.images(),
			SigningKey: s.signingKey,
			Now:        time.Now,
			Log:        s.log,
		},
		Translations:    s.translationService,
		RegistrationURL: c.IdentityRegistrationURL,
		PortalPages:     &portalservice.Pages{SIS: s.portalReader, Website: pages, Services: services},
		Services:        services,
		Topics:          &s.live,
		LiveTickets:     portalservice.NewTicketStreams(s.portalReader, &s.live, s.log),
		LivePortal:      portalservice.NewChangeStreams(s.portalReader, &s.live, s.log),
		Editing:         &editing.Area{CMS: s.cmsReader, Website: pages, Reports: reports, Log: s.changes},
		SigningKey:      s.signingKey,
		EditLocators:    s.editLocators,
		AdditionLimiter: s.limits.New("additions", maxAdditions, time.Minute),
		TicketLimiter:   s.limits.New("tickets", maxTickets, time.Hour),
		SearchLimiter:   s.searches,
		UserMails:       portalservice.NewMailLimits(s.limits),
		Reports:         reports,
		Now:             time.Now,
		Log:             s.log,
	}
	s.executor = graph.New(graph.Options{
		Resolver:      s.resolver,
		Cache:         s.store,
		Persisted:     s.operations,
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
