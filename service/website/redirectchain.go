package website

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"

	"strand/domain/site"
	"strand/service/catalogue"
	"strand/service/website/visit"
)

// RedirectChain is the result of following the editorial redirects of a URL.
type RedirectChain struct {
	// Location is where the last redirect leads; empty without a redirect.
	Location string
	// Count is the number of redirects, Last the id of the last one.
	Count int
	Last  string
	// IsLoop is true if they lead back to one of themselves, or are more than maxHops.
	IsLoop bool
	// Hashes are those of the redirects of its URLs.
	Hashes []string
}

// maxHops is a limit well below the one of browsers.
const maxHops = 10

// FollowRedirects follows the redirects of a URL without a page to the end, so that visitors are redirected once
// (URL-28).
func (r *Sites) FollowRedirects(
	ctx context.Context,
	siteCtx *site.Context,
	table *site.RedirectTable,
	a site.URL,
) (RedirectChain, error) {
	chain := RedirectChain{Hashes: table.Hashes(a)}
	seen := map[string]bool{}
	for {
		match := table.Find(a)
		if match == nil {
			return chain, nil
		}
		if seen[match.ID] || len(seen) == maxHops {
			chain.IsLoop = true
			return chain, nil
		}
		seen[match.ID] = true
		kind, location, err := r.RedirectTarget(ctx, siteCtx, match.Target)
		switch {
		case err != nil:
			return chain, err
		case !site.FollowsTo(kind, location):
			return chain, nil
		}
		chain.Location, chain.Last = match.WithRest(location), match.ID
		chain.Count++
		var IsMissing bool
		a, siteCtx, IsMissing, err = r.missingTarget(ctx, siteCtx, table, &chain)
		if err != nil || !IsMissing {
			return chain, err
		}
	}
}

// maxHashes limits the redirects of an address that differ by their hashes.
const maxHashes = 50

// hashLocations returns where a URL without a page leads with the hashes of the redirects that the browser does not
// send.
func (r *Sites) hashLocations(
	ctx context.Context,
	siteCtx *site.Context,
	table *site.RedirectTable,
	a site.URL,
	chain RedirectChain,
) ([]site.HashLocation, error) {
	var found []site.HashLocation
	slices.Sort(chain.Hashes)
	hashes := slices.Compact(chain.Hashes)
	for _, hash := range hashes[:min(len(hashes), maxHashes)] {
		a.Fragment = hash
		with, err := r.FollowRedirects(ctx, siteCtx, table, a)
		switch {
		case err != nil:
			return nil, err
		case with.Location == "" || with.IsLoop:
		case chain.IsLoop || with.Location != site.WithHash(chain.Location, hash):
			found = append(found, site.HashLocation{Hash: hash, Location: with.Location})
		}
	}
	return found, nil
}

// missingTarget returns the URL of the target of a redirect if it has no page and so may redirect again. A target that
// is redirected to its canonical path becomes this path. To avoid reads, only targets with a redirect or in the
// catalogue are looked up in the upstream systems.
func (r *Sites) missingTarget(
	ctx context.Context,
	siteCtx *site.Context,
	table *site.RedirectTable,
	chain *RedirectChain,
) (site.URL, *site.Context, bool, error) {
	for range maxHops {
		next, ok := siteCtx.ParseOwnURL(chain.Location)
		if !ok {
			return next, siteCtx, false, nil
		}
		chain.Hashes = append(chain.Hashes, table.Hashes(next)...)
		siteCtx = siteCtx.At(next)
		resolved, err := siteCtx.Resolve(next)
		_, redirects := resolved.(*site.Redirect)
		lower, _ := next.InLowerCase()
		_, isCatalog := catalogue.Types[site.ScreenOf(lower)]
		if !redirects && (isCatalog || table.Find(next) != nil) {
			resolved, err = r.LookUp(ctx, siteCtx, next)
		}
		if errors.Is(err, site.ErrNoHomePage) {
			return next, siteCtx, false, nil
		}
		if err != nil {
			return next, siteCtx, false, err
		}
		redirect, isRedirect := resolved.(*site.Redirect)
		if !isRedirect {
			return next, siteCtx, IsMissing(siteCtx.Directory, resolved), nil
		}
		chain.Location = redirect.Location
	}
	return site.URL{}, siteCtx, false, nil
}

// RedirectTarget returns where a redirect leads: as a link, and to a page of another country also there (URL-26).
func (r *Sites) RedirectTarget(
	ctx context.Context,
	siteCtx *site.Context,
	ref *site.LinkRef,
) (site.LinkKind, string, error) {
	kind, location, err := r.FollowLink(ctx, &site.Link{Ref: ref, SiteContext: siteCtx})
	if err == nil && kind == site.LinkNone {
		if elsewhere, ok := siteCtx.PageOfRedirect(ref); ok {
			return site.LinkPlain, elsewhere, nil
		}
	}
	return kind, location, err
}

// Hops is the result of following a URL of the group's sites.
type Hops struct {
	IsDead bool
	// PageID is the page at the end.
	PageID string
}

// Follow follows the redirects of a URL until a page or another host.
func (r *Sites) Follow(ctx context.Context, url string, stage site.Stage) Hops {
	var h Hops
	ctx = visit.WithoutPreview(ctx)
	for range maxHops {
		resolution, err := r.Resolve(ctx, url, stage)
		if err != nil {
			// A site without a home page for the country has no pages.
			h.IsDead = errors.Is(err, site.ErrNoHomePage)
			return h
		}
		switch found := resolution.(type) {
		case *site.NotFoundResolution:
			h.IsDead = true
			return h
		case *site.PageResolution:
			if found.Found.Item != nil && found.Found.Item.Page != nil {
				h.PageID = found.Found.Item.Page.ID
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
func (r *Sites) IsFound(ctx context.Context, req *visit.Request, url string) bool {
	var isDegraded atomic.Bool
	ctx = visit.WithOperation(ctx, req, func(context.Context, string, error) { isDegraded.Store(true) })
	return !r.Follow(ctx, url, site.Published).IsDead || isDegraded.Load()
}
