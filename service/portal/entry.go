package portal

import (
	"context"
	"sync"

	"strand/domain/catalog"
	"strand/domain/inventory"
	"strand/domain/location"
	"strand/domain/portal"
	"strand/domain/portalentry"
	"strand/domain/site"
	"strand/domain/ticketing"
	"strand/domain/useradmin"
	"strand/service/website/visit"
)

// Entry returns the portal page at a URL; nil for other screens and for anonymous users.
func (r *Pages) Entry(ctx context.Context, p *site.PageResolution) *portalentry.Entry {
	if p.Found.Screen != site.ScreenPortal {
		return nil
	}
	req := visit.Of(ctx)
	// The answer is not cached, even if it contains no data of a user (PAGE-5).
	req.MarkPrivate()
	if req.User == nil {
		return nil
	}
	entry := &portalentry.Entry{
		SiteContext: p.SiteContext,
		Found:       p.Found,
		Route:       portal.RouteIn(p.SiteContext.Directory, p.Found.URL.Segments),
		RawQuery:    p.Found.URL.RawQuery,
		User:        req.User,
		Services:    r.Services,
	}
	entry.Ticket = sync.OnceValues(func() (*ticketing.Ticket, error) { return r.ticketOf(ctx, entry) })
	entry.ManagedUser = sync.OnceValues(func() (*useradmin.ManagedUser, error) { return r.managedUserOf(ctx, entry) })
	entry.ManagedOrganization = sync.OnceValues(func() (*useradmin.OrganizationPage, error) {
		return r.organizationPageOf(ctx, entry)
	})
	entry.Home = sync.OnceValues(func() (*portalentry.HomeData, error) {
		if req.Preview != nil || !p.SiteContext.Directory.Has(site.PartServicePortal) {
			// The user of a preview has roles but no data.
			return &portalentry.HomeData{}, nil
		}
		return r.SIS.Home(ctx, req.IDToken, r.homeSelection(entry))
	})
	entry.Machine = sync.OnceValues(func() (*portalentry.MachinePage, error) { return r.machinePageOf(ctx, entry) })
	return entry
}

// ticketOf reads the ticket at a URL; nil for another page, and for a ticket that does not exist or that the user
// may not see.
func (r *Pages) ticketOf(ctx context.Context, e *portalentry.Entry) (*ticketing.Ticket, error) {
	if !e.Shows(portal.PageTicket, portal.Ticketing) {
		return nil, nil
	}
	t, err := r.SIS.Ticket(ctx, visit.Of(ctx).IDToken, e.ID)
	if t == nil || err != nil {
		return nil, err
	}
	t.SiteContext = e.SiteContext
	return t, nil
}

// TicketList reads the tickets that a URL selects; nil for another page.
func (r *Pages) TicketList(ctx context.Context, e *portalentry.Entry) (*ticketing.TicketList, error) {
	if !e.Shows(portal.PageTickets, portal.Ticketing) {
		return nil, nil
	}
	list := &ticketing.TicketList{
		TicketSelection: ticketing.ParseTicketSelection(e.RawQuery),
		Base:            e.TicketsURL(),
		Viewer:          e.User,
		SiteContext:     e.SiteContext,
	}
	err := readList(&list.Range, ticketing.TicketsPerPage, func() (isBehind bool, err error) {
		list.TicketListPage, list.AllLocations, err = r.SIS.TicketsWithLocations(
			ctx, visit.Of(ctx).IDToken, list.TicketSelection,
		)
		return err == nil && len(list.Tickets) == 0 && list.Total > 0, err
	})
	if err != nil {
		return nil, err
	}
	TicketsIn(e.SiteContext, list.Tickets)
	return list, nil
}

// homeSelection returns the parts of the home page's data that a portal page needs.
func (r *Pages) homeSelection(e *portalentry.Entry) portalentry.HomeSelection {
	s := portalentry.HomeSelection{WithPendingCount: e.Shows(portal.PageHome, portal.UserAdmin)}
	if e.Shows(portal.PageHome, portal.Inventory) {
		s.MachineCount, s.DueBefore = homeMachines, inventory.DueBefore(r.Website.Now())
	}
	if e.Shows(portal.PageHome, portal.Ticketing) {
		s.TicketCount = portalentry.ReadTickets
	}
	return s
}

// Breadcrumb returns the breadcrumb of a portal page; title is as in portal.Breadcrumb.
func Breadcrumb(siteCtx *site.Context, found *site.Found, title string) []site.BreadcrumbEntry {
	page := portal.RouteIn(siteCtx.Directory, found.URL.Segments).Page
	if page == portal.PageNone {
		return siteCtx.NotFoundBreadcrumb()
	}
	return portal.Breadcrumb(siteCtx, siteCtx.Breadcrumb(found, "", nil, site.LineageEntry{}), page, title)
}

// URL returns the URL of a portal page for a site and locale.
func (r *Pages) URL(ctx context.Context, from *site.Site, locale *string, path string) (string, error) {
	siteCtx, err := r.Website.SiteContextFor(ctx, from, locale, site.Published)
	if err != nil {
		return "", err
	}
	return siteCtx.URLOn(siteCtx.Directory.Main(), path), nil
}

// HomeRequests is the number of product requests on the portal's home page.
const HomeRequests = 5

// homeMachines is the number of machines on the portal's home page.
const homeMachines = 6

// TicketForm returns the choices and defaults of the form for a new ticket.
func (r *Pages) TicketForm(
	ctx context.Context,
	siteCtx *site.Context,
	rawQuery string,
) (*ticketing.TicketForm, error) {
	siteCtx, err := r.SiteContext(ctx, siteCtx, nil)
	if err != nil {
		return nil, err
	}
	locations, machines, err := r.SIS.LocationsAndMachines(
		ctx,
		visit.Of(ctx).IDToken,
		ticketing.MachineIDFromQuery(rawQuery),
	)
	if err != nil {
		return nil, err
	}
	r.setConcerns(ctx, siteCtx, machines)
	return ticketing.NewTicketForm(locations, MachinesIn(siteCtx, machines), rawQuery), nil
}

// Office returns the office of the group that serves the country of a ticket's location; nil if none is known.
func (r *Pages) Office(ctx context.Context, siteCtx *site.Context, t *ticketing.Ticket) *location.Location {
	if t.Location == nil {
		return nil
	}
	all, err := r.Website.Locations(ctx, siteCtx)
	if err != nil {
		visit.Degrade(ctx, err)
		return nil
	}
	return all.For(t.Location.Country)
}

// setConcerns sets the concerns of machines by the classifications of their products, unless the PIM cannot be read:
// the user selects the concern then.
func (r *Pages) setConcerns(ctx context.Context, siteCtx *site.Context, machines []*inventory.Machine) {
	tree, err := r.Website.Assortment.Tree(ctx, siteCtx, catalog.TypeProduct)
	if err != nil {
		return
	}
	for _, m := range machines {
		if c := tree.Find(m.ProductLine); c != nil {
			m.Concern = inventory.ConcernOf(c.Lineage[0].Slug)
		}
	}
}

// TicketsIn sets the site context of tickets.
func TicketsIn(siteCtx *site.Context, all []*ticketing.Ticket) []*ticketing.Ticket {
	for _, t := range all {
		t.SiteContext = siteCtx
	}
	if all == nil {
		return []*ticketing.Ticket{}
	}
	return all
}

// MachinesIn sets the site context of machines.
func MachinesIn(siteCtx *site.Context, all []*inventory.Machine) []*inventory.Machine {
	for _, m := range all {
		m.SiteContext = siteCtx
	}
	return all
}

// SiteContext returns the site context of a portal object, or the one of a locale argument.
func (r *Pages) SiteContext(ctx context.Context, shown *site.Context, locale *string) (*site.Context, error) {
	if locale == nil && shown != nil {
		return shown, nil
	}
	return r.Website.MainSiteContext(ctx, locale, site.Published)
}
