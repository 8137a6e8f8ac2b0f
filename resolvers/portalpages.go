package resolvers

import (
	"context"

	"strand/domain/portal"
	"strand/domain/site"
)

// portalEntry is what an address of the portal shows; nil for other screens, and for whoever is not signed in.
func (r *Resolver) portalEntry(ctx context.Context, p *site.PageResolution) *portal.Entry {
	if p.Found.Screen != site.ScreenPortal {
		return nil
	}
	req := requestOf(ctx)
	// Not even what nobody is shown is kept (design §4).
	req.markPrivate()
	if req.User == nil {
		return nil
	}
	entry := &portal.Entry{View: p.View, Place: portal.PlaceAt(p.Found.Address.Segments), RawQuery: p.Found.Address.RawQuery, User: req.User, Services: r.Services}
	if entry.Page == portal.PageNone {
		entry.Message = &p.View.Missing(p.Found.Address).Message
	}
	return entry
}

// inPortal is the address of a page of the portal, from a site.
func (r *Resolver) inPortal(ctx context.Context, from *site.Site, locale *string, path string) (string, error) {
	view, err := r.viewFor(ctx, from, locale, site.Published)
	if err != nil {
		return "", err
	}
	return view.On(view.Directory.Main(), path), nil
}

// recentCount is how many tickets the portal's home shows.
const recentCount = 3

// shows says whether an entry is that of a page, and whether its service is the user's to use.
func shows(e *portal.Entry, page portal.Page, service portal.Service) bool {
	return e.Page == page && e.User.IsActive(service)
}

// ticketChoices are those of a new ticket, shown in a view; nil for none.
func (r *Resolver) ticketChoices(ctx context.Context, v *site.View, rawQuery string) (*portal.TicketForm, error) {
	locations, machines, err := r.Portal.Places(ctx, requestOf(ctx).IDToken)
	if err != nil {
		return nil, ofSIS(err)
	}
	return portal.NewTicketForm(locations, machinesIn(v, machines), rawQuery), nil
}

func ticketsIn(v *site.View, all []*portal.Ticket) []*portal.Ticket {
	for _, t := range all {
		t.View = v
	}
	if all == nil {
		return []*portal.Ticket{}
	}
	return all
}

func machinesIn(v *site.View, all []*portal.Machine) []*portal.Machine {
	for _, m := range all {
		m.View = v
	}
	return all
}

// ownView is the view in which something of the portal is shown, or that of a locale.
func (r *Resolver) ownView(ctx context.Context, shown *site.View, locale *string) (*site.View, error) {
	if locale == nil && shown != nil {
		return shown, nil
	}
	return r.mainView(ctx, locale, site.Published)
}
