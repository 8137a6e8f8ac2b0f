package resolvers

import (
	"context"
	"errors"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"strand/domain/site"
	"strand/internal/apperr"
)

// redirectChain is the result of following the editorial redirects of a URL.
type redirectChain struct {
	// location is where the last redirect leads; empty without a redirect.
	location string
	// count is the number of redirects, last the id of the last one.
	count int
	last  string
	// isLoop is true if they lead back to one of themselves, or are more than maxHops.
	isLoop bool
}

// maxHops is a limit well below the one of browsers.
const maxHops = 10

// followRedirects follows the redirects of a URL without a page to the end, so that visitors are redirected once
// (URL-28).
func (r *Resolver) followRedirects(
	ctx context.Context,
	siteCtx *site.Context,
	table *site.RedirectTable,
	a site.URL,
) (redirectChain, error) {
	var chain redirectChain
	seen := map[string]bool{}
	for {
		match := table.Find(a)
		if match == nil {
			return chain, nil
		}
		if seen[match.ID] || len(seen) == maxHops {
			chain.isLoop = true
			return chain, nil
		}
		seen[match.ID] = true
		kind, location, err := r.redirectTarget(ctx, siteCtx, match.Target)
		switch {
		case err != nil:
			return chain, err
		case !site.FollowsTo(kind, location):
			return chain, nil
		}
		chain.location, chain.last = match.WithRest(location), match.ID
		chain.count++
		var isMissing bool
		a, siteCtx, isMissing, err = r.missingTarget(ctx, siteCtx, table, &chain)
		if err != nil || !isMissing {
			return chain, err
		}
	}
}

// missingTarget returns the URL of the target of a redirect if it has no page and so may redirect again. A target that
// is redirected to its canonical path becomes this path. To avoid reads, only targets with a redirect or in the
// catalogue are looked up in the upstream systems.
func (r *Resolver) missingTarget(
	ctx context.Context,
	siteCtx *site.Context,
	table *site.RedirectTable,
	chain *redirectChain,
) (site.URL, *site.Context, bool, error) {
	for range maxHops {
		next, ok := siteCtx.ParseOwnURL(chain.location)
		if !ok {
			return next, siteCtx, false, nil
		}
		siteCtx = siteCtx.At(next)
		resolved, err := siteCtx.Resolve(next)
		_, redirects := resolved.(*site.Redirect)
		lower, _ := next.InLowerCase()
		if _, isCatalog := catalogTypes[site.ScreenOf(lower)]; !redirects && (isCatalog || table.Find(next) != nil) {
			resolved, err = r.lookUp(ctx, siteCtx, next)
		}
		if errors.Is(err, site.ErrNoHomePage) {
			return next, siteCtx, false, nil
		}
		if err != nil {
			return next, siteCtx, false, err
		}
		redirect, isRedirect := resolved.(*site.Redirect)
		if !isRedirect {
			return next, siteCtx, isMissing(resolved), nil
		}
		chain.location = redirect.Location
	}
	return site.URL{}, siteCtx, false, nil
}

// redirectTarget returns where a redirect leads: as a link, and to a page of another country also there (URL-26).
func (r *Resolver) redirectTarget(
	ctx context.Context,
	siteCtx *site.Context,
	ref *site.LinkRef,
) (site.LinkKind, string, error) {
	kind, location, err := r.followLink(ctx, &site.Link{Ref: ref, SiteContext: siteCtx})
	if err == nil && kind == site.LinkNone {
		if elsewhere, ok := siteCtx.PageOfRedirect(ref); ok {
			return site.LinkPlain, elsewhere, nil
		}
	}
	return kind, location, err
}

// hops is the result of following a URL of the group's sites.
type hops struct {
	isDead bool
	// pageID is the page at the end.
	pageID string
}

// follow follows the redirects of a URL until a page or another host.
func (r *Resolver) follow(ctx context.Context, url string, stage site.Stage) hops {
	var h hops
	ctx = context.WithValue(ctx, previewKeyType{}, (*site.Preview)(nil))
	for range maxHops {
		resolution, err := r.resolve(ctx, url, stage)
		if err != nil {
			// A site without a home page for the country has no pages.
			h.isDead = errors.Is(err, site.ErrNoHomePage)
			return h
		}
		switch found := resolution.(type) {
		case *site.NotFoundResolution:
			h.isDead = true
			return h
		case *site.PageResolution:
			if found.Found.Item != nil && found.Found.Item.Page != nil {
				h.pageID = found.Found.Item.Page.ID
			}
			return h
		case *site.Redirect:
			if !strings.HasPrefix(found.Location, "/") {
				return h
			}
			scheme, rest, _ := strings.Cut(url, "://")
			host, _, _ := strings.Cut(rest, "/")
			url = scheme + "://" + host + found.Location
		}
	}
	return h
}

// IsFound reports whether a visitor finds a page at a URL of the group's sites, also by redirects; true if that cannot
// be read.
func (r *Resolver) IsFound(ctx context.Context, req *Request, url string) bool {
	ctx = graphql.WithResponseContext(
		WithRequest(ctx, req),
		graphql.DefaultErrorPresenter,
		func(_ context.Context, problem any) error { return apperr.New(apperr.Internal, "%v", problem) },
	)
	return !r.follow(ctx, url, site.Published).isDead || len(graphql.GetErrors(ctx)) > 0
}
