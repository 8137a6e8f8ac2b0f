package resolvers

import (
	"context"

	"github.com/99designs/gqlgen/graphql"

	"strand/domain/portal"
	"strand/domain/site"
	"strand/fault"
)

// Auth refuses a field to whoever is not of its audience (spec §6): it is the directive of the schema.
func Auth(ctx context.Context, _ any, next graphql.Resolver, requires portal.Audience) (any, error) {
	req := requestOf(ctx)
	switch {
	case requires == portal.Editor && req.Editor, req.User.Belongs(requires):
		return next(ctx)
	case requires == portal.Editor:
		return nil, fault.New(fault.Unauthenticated, "this is for editors: sign in to the editor area")
	case req.User == nil:
		return nil, fault.New(fault.Unauthenticated, "this is for those who are signed in: send an id token")
	}
	return nil, fault.New(fault.Forbidden, "your roles do not allow this")
}

// portalEntry is what an address of the portal shows; nil for other screens, and for whoever is not signed in.
func (r *Resolver) portalEntry(ctx context.Context, p *site.PageResolution) *portal.Entry {
	if p.Found.Screen != site.ScreenPortal {
		return nil
	}
	req := requestOf(ctx)
	// Not even what nobody is shown is kept (design §4).
	req.markPrivate()
	page, ok := portal.PageAt(p.Found.Address.Segments)
	if req.User == nil || !ok {
		return nil
	}
	return &portal.Entry{View: p.View, Page: page, User: req.User, Services: r.Services}
}
