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
	place, ok := portal.PlaceAt(p.Found.Address.Segments)
	if req.User == nil || !ok {
		return nil
	}
	return &portal.Entry{View: p.View, Place: place, RawQuery: p.Found.Address.RawQuery, User: req.User, Services: r.Services}
}

// inPortal is the address of a page of the portal, from a site.
func (r *Resolver) inPortal(ctx context.Context, from *site.Site, locale *string, path string) (string, error) {
	view, err := r.viewFor(ctx, from, locale, site.Published)
	if err != nil {
		return "", err
	}
	return view.On(view.Directory.Main(), path), nil
}
