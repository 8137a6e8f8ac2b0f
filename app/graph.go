package app

import (
	"context"
	"time"

	"strand/domain/editor"
	"strand/domain/media"
	"strand/domain/portal"
	"strand/domain/signedtoken"
	"strand/edge/graph"
	"strand/internal/cache"
	"strand/internal/probe"
	"strand/internal/ratelimit"
	"strand/internal/slots"
	"strand/resolvers"
	"strand/service/editing"
	"strand/service/forms"
	portalservice "strand/service/portal"
	"strand/service/search"
	translationservice "strand/service/translation"
	"strand/service/website"
)

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

// resolved is what the resolvers of the graph use.
type resolved struct {
	systems      *upstreams
	sites        *website.Sites
	images       media.URLs
	search       *search.Service
	translations *translationservice.Service
	intake       *forms.Intake
	key          signedtoken.Key
	locators     map[string]editor.EditLocator
}

func (a *App) newResolver(r resolved) *resolvers.Resolver {
	c, from := a.config, r.systems
	reports := editing.NewReports(editing.ReportOptions{
		Website: r.sites,
		CMS:     from.cms,
		Images:  r.images,
		Probe: probe.New(probe.Options{
			FileOrigin: from.files.Origin,
			Token:      from.files.Token,
			Access:     from.files.Access,
			Origins:    c.ReportOrigins,
		}),
		Now: time.Now,
		Log: a.log,
	})
	a.parts.OnClose(func(context.Context) error { reports.Close(); return nil })
	services := portal.ServiceURLs{
		Direct:             c.DirectServiceURL,
		DirectRegistration: c.DirectServiceRegistrationURL,
		WireFlowCloud:      c.WireFlowCloudURL,
		MasterDataWM:       c.MasterDataWMURL,
		MasterDataMDS:      c.MasterDataMDSURL,
		Learning:           c.LearningURL,

		WithoutServicePortal: c.SISPortalURL == "",
	}
	var searches *ratelimit.Limiter
	if c.SearchLimit > 0 {
		searches = a.limits.New("searches", c.SearchLimit, time.Minute)
	}
	return &resolvers.Resolver{
		CMS:           from.cms,
		PIM:           from.pim,
		SIS:           from.sis,
		Portal:        from.portal,
		Images:        r.images,
		Website:       r.sites,
		Assortment:    r.sites.Assortment,
		SearchService: r.search,
		Forms: &forms.Submissions{
			Intake:  r.intake,
			Website: r.sites,
			Requests: &forms.ProductRequests{
				Website: r.sites, ConfirmsByMail: r.intake.ConfirmsByMail, Log: a.log,
			},
			Images:     r.images,
			SigningKey: r.key,
			Now:        time.Now,
			Log:        a.log,
		},
		Translations:    r.translations,
		RegistrationURL: c.IdentityRegistrationURL,
		PortalPages:     &portalservice.Pages{SIS: from.portal, Website: r.sites, Services: services},
		Services:        services,
		Topics:          &a.live,
		LiveTickets:     portalservice.NewTicketStreams(from.portal, &a.live, a.log),
		LivePortal:      portalservice.NewChangeStreams(from.portal, &a.live, a.log),
		Editing:         &editing.Area{CMS: from.cms, Website: r.sites, Reports: reports, Log: a.changes},
		SigningKey:      r.key,
		EditLocators:    r.locators,
		AdditionLimiter: a.limits.New("additions", maxAdditions, time.Minute),
		TicketLimiter:   a.limits.New("tickets", maxTickets, time.Hour),
		SearchLimiter:   searches,
		UserMails:       portalservice.NewMailLimits(a.limits),
		Reports:         reports,
		Presences:       a.presences,
		Now:             time.Now,
		Log:             a.log,
	}
}

// newExecutor returns the executor of the graph, and the limit of concurrent operations.
func (a *App) newExecutor(
	resolver *resolvers.Resolver, store *cache.Cache, operations *graph.Persisted,
) (*graph.Executor, *slots.Slots) {
	c := a.config
	limit := slots.New(slots.Limits{All: maxOperations, Caller: c.CallerRequests, Waiting: maxWaiting})
	return graph.New(graph.Options{
		Resolver:      resolver,
		Cache:         store,
		Persisted:     operations,
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
		Slots: limit,
		Log:   a.log,
	}), limit
}
