package website

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"strand/domain/catalog"
	"strand/domain/convert"
	"strand/domain/portal"
	"strand/domain/site"
	"strand/internal/apperr"
	"strand/service/catalogue"
	"strand/service/website/visit"
	"strand/upstream/cms"
)

// Resolve resolves a URL: by its path, then by a direct lookup, then by an editorial redirect.
func (r *Sites) Resolve(ctx context.Context, raw string, stage site.Stage) (site.Resolution, error) {
	siteCtx, siteURL, err := r.SiteContextAt(ctx, raw, stage)
	if err != nil {
		return nil, err
	}
	req, dir := visit.Of(ctx), siteCtx.Directory
	resolution, err := r.resolveIn(ctx, siteCtx, siteURL)
	redirect, isRedirect := resolution.(*site.Redirect)
	if isRedirect {
		req.MarkUnconfirmed()
	}
	if !dir.HasLocale(siteURL) && (!isRedirect || siteCtx.HasVisitorsLocale(siteURL, redirect)) {
		req.MarkPrivate()
	}
	return resolution, err
}

// PageURL returns the URL of the page, story or media release whose id is in the query of any URL (URL-24); empty if
// not found.
func (r *Sites) PageURL(ctx context.Context, raw string) (string, error) {
	siteCtx, siteURL, err := r.SiteContextAt(ctx, raw, site.Published)
	if err != nil {
		return "", err
	}
	return r.lookUpPage(ctx, siteCtx, siteURL)
}

// SiteContextAt returns the site context of a URL. The visitor's preferences determine the locale of a URL without one.
func (r *Sites) SiteContextAt(
	ctx context.Context,
	raw string,
	stage site.Stage,
) (*site.Context, site.URL, error) {
	dir, err := r.Directory(ctx)
	if err != nil {
		return nil, site.URL{}, err
	}
	req := visit.Of(ctx)
	siteURL, err := dir.Parse(req.OnPreviewedSite(raw))
	if errors.Is(err, site.ErrBadURL) {
		return nil, siteURL, &apperr.Error{Code: apperr.Invalid, Message: err.Error()}
	}
	if err != nil {
		return nil, siteURL, err
	}
	locale := dir.LocaleOf(siteURL, req.Preferences(siteURL.Site))
	siteCtx, err := r.SiteContextOn(ctx, siteURL.Scheme, siteURL.Host, siteURL.Site, locale, stage)
	return siteCtx, siteURL, err
}

// resolveIn resolves a URL in its site context.
func (r *Sites) resolveIn(ctx context.Context, siteCtx *site.Context, a site.URL) (site.Resolution, error) {
	location, err := r.lookUpPage(ctx, siteCtx, a)
	if err != nil {
		return nil, err
	}
	if location != "" {
		return &site.Redirect{Status: http.StatusFound, Location: location}, nil
	}
	resolved, err := r.LookUp(ctx, siteCtx, a)
	if err != nil {
		return nil, err
	}
	switch o := resolved.(type) {
	case *site.Redirect:
		return o, nil
	case *site.Found:
		if isUnknownPortalPage(siteCtx.Directory, o) {
			resolution, err := r.redirect(ctx, siteCtx, a, siteCtx.NotFoundAt(a))
			if _, isMissing := resolution.(*site.NotFoundResolution); err != nil || !isMissing {
				return resolution, err
			}
			// All paths of the portal are protected: only a signed-in user learns that there is no page.
			visit.Of(ctx).MarkPrivate()
			if visit.Of(ctx).User != nil {
				return resolution, nil
			}
		}
		if redirect := catalogue.ComparisonElsewhere(siteCtx, o); redirect != nil {
			return redirect, nil
		}
		return &site.PageResolution{SiteContext: siteCtx, Found: o}, nil
	case *site.NotFound:
		visit.Of(ctx).MarkUnconfirmed()
		return r.redirect(ctx, siteCtx, a, o)
	}
	return nil, apperr.New(apperr.Internal, "the URL has no resolution")
}

// isUnknownPortalPage reports whether a path of the portal has no page.
func isUnknownPortalPage(dir *site.Directory, f *site.Found) bool {
	return f.Screen == site.ScreenPortal && portal.RouteIn(dir, f.URL.Segments).Page == portal.PageNone
}

// IsMissing reports whether nothing exists at a URL, so that an editorial redirect is followed there.
func IsMissing(dir *site.Directory, resolved site.ResolvedURL) bool {
	switch o := resolved.(type) {
	case *site.NotFound:
		return true
	case *site.Found:
		return isUnknownPortalPage(dir, o)
	}
	return false
}

// LookUp resolves a URL without editorial redirects. A path of the catalogue, the stories or the media releases that
// exists in small letters only is redirected there (URL-41).
func (r *Sites) LookUp(ctx context.Context, siteCtx *site.Context, a site.URL) (site.ResolvedURL, error) {
	resolved, err := siteCtx.Resolve(a)
	if err != nil {
		return nil, err
	}
	if f, ok := resolved.(*site.Found); ok {
		resolved = r.found(ctx, siteCtx, f)
	}
	lower, isOther := a.InLowerCase()
	if _, IsMissing := resolved.(*site.NotFound); !IsMissing || !isOther || site.ScreenOf(lower) == site.ScreenContent {
		return resolved, nil
	}
	found, err := r.LookUp(ctx, siteCtx, lower)
	if err != nil {
		return nil, err
	}
	switch o := found.(type) {
	case *site.Redirect:
		return o, nil
	case *site.Found:
		return &site.Redirect{Status: http.StatusMovedPermanently, Location: lower.InLocale(siteCtx.Locale)}, nil
	}
	return resolved, nil
}

// found checks against the CMS and the PIM that the item of the path exists, and redirects to its canonical path.
// If the read fails, the page is returned and the item's own field reports the error.
func (r *Sites) found(ctx context.Context, siteCtx *site.Context, f *site.Found) site.ResolvedURL {
	if kind, ok := catalogue.Types[f.Screen]; ok {
		at, err := r.Assortment.Locate(ctx, siteCtx, kind, f.URL.Segments)
		switch {
		case catalogue.IsNotFound(err):
			return siteCtx.NotFoundAt(f.URL)
		case err == nil && at.Route != site.JoinPath("/", strings.Join(f.URL.Segments, "/")):
			location := f.URL.Suffixed(siteCtx.Path(at.Route))
			return &site.Redirect{Status: http.StatusMovedPermanently, Location: location}
		}
	}
	if isSinglePage(f.Screen) && len(f.URL.Segments) > 1 {
		return siteCtx.NotFoundAt(f.URL)
	}
	if exists, ok := r.editorialExists(ctx, siteCtx, f); ok && !exists {
		return siteCtx.NotFoundAt(f.URL)
	}
	if f.Item != nil && f.Item.Page != nil {
		if page, err := r.Page(ctx, siteCtx, f.Item.Page.ID); err == nil && page == nil {
			// The cached navigation still contains the page.
			return siteCtx.NotFoundAt(f.URL)
		}
	}
	return f
}

// isSinglePage reports whether nothing exists below the path of a screen.
func isSinglePage(s site.Screen) bool {
	return s == site.ScreenSearch || s == site.ScreenRequest || s == site.ScreenEditor
}

// Redirects reads the editorial redirects.
func (r *Sites) Redirects(ctx context.Context, siteCtx *site.Context) (*site.RedirectTable, error) {
	visit.Of(ctx).Tag(cms.TagRedirects)
	return r.CMS.Redirects(ctx, siteCtx.Directory, siteCtx.Stage, siteCtx.Languages())
}

// redirect returns the editorial redirect of a URL without a page; "not found" for none.
func (r *Sites) redirect(
	ctx context.Context,
	siteCtx *site.Context,
	a site.URL,
	missing *site.NotFound,
) (site.Resolution, error) {
	notFound := &site.NotFoundResolution{SiteContext: siteCtx, NotFound: missing}
	table, err := r.Redirects(ctx, siteCtx)
	if err != nil {
		// Without the lookup "not found" may be wrong, so that the answer has an error; the site context is known,
		// so that the not-found page is shown in the site.
		visit.Degrade(ctx, err)
		return notFound, nil
	}
	chain, err := r.FollowRedirects(ctx, siteCtx, table, a)
	if err != nil {
		return nil, err
	}
	var hashes []site.HashLocation
	if a.Fragment == "" {
		if hashes, err = r.hashLocations(ctx, siteCtx, table, a, chain); err != nil {
			return nil, err
		}
	}
	if chain.IsLoop {
		r.Log.WarnContext(ctx, "redirect_loop", "redirect", chain.Last, "site", siteCtx.Site.TechnicalName)
	}
	if chain.Location == "" || chain.IsLoop {
		notFound.HashLocations = hashes
		return notFound, nil
	}
	return &site.Redirect{Status: http.StatusMovedPermanently, Location: chain.Location, HashLocations: hashes}, nil
}

// FollowLink returns the kind and URL of a link. A link to an unknown product has no target; while the catalogue cannot
// be read, links to products lead to the overview.
func (r *Sites) FollowLink(ctx context.Context, l *site.Link) (site.LinkKind, string, error) {
	var failure error
	kind, location := l.Resolve(func() string {
		area := catalog.TypeProduct
		if l.Ref.ProductSlug == "" {
			area = catalog.TypeService
		}
		target, err := r.catalogTarget(ctx, l)
		if failure = err; err != nil {
			return "/" + area.Area()
		}
		return target.route
	})
	return kind, location, failure
}

// FollowOrDegrade is followLink for a part of a page: if the catalogue cannot be read, the link leads to the overview
// and the answer is marked as degraded.
func (r *Sites) FollowOrDegrade(ctx context.Context, l *site.Link) (site.LinkKind, string) {
	kind, location, err := r.FollowLink(ctx, l)
	if err != nil {
		visit.Degrade(ctx, err)
	}
	return kind, location
}

// Lineage returns the breadcrumb entries below an area's overview, such as classifications, and that of the current
// item.
func (r *Sites) Lineage(
	ctx context.Context, p *site.PageResolution,
) (lineage []site.LineageEntry, own site.LineageEntry, err error) {
	switch p.Found.Screen {
	case site.ScreenStories:
		own, err = r.storyTrail(ctx, p)
		return nil, own, err
	case site.ScreenMediaReleases:
		own, err = r.mediaReleaseTrail(ctx, p)
		return nil, own, err
	}
	kind, ok := catalogue.Types[p.Found.Screen]
	if !ok || len(p.Found.URL.Segments) < 2 {
		return nil, own, nil
	}
	at, err := r.Assortment.Locate(ctx, p.SiteContext, kind, p.Found.URL.Segments)
	if err != nil {
		return nil, own, err
	}
	classification := at.Classification
	if at.Product != nil {
		classification = at.Product.Classification.Classification
		languages := r.Assortment.TextLanguages(ctx, []*catalog.LocalizedProduct{at.Product})
		own = site.LineageEntry{
			Name: at.Product.Name, ForeignLanguage: p.SiteContext.Foreign(languages[0].Name),
		}
	}
	lineage = convert.All(classification.Lineage, func(c *catalog.Classification) site.LineageEntry {
		languages := r.Assortment.ClassificationLanguages(ctx, c.Localize(p.SiteContext))
		return site.LineageEntry{
			Name: c.Name, Route: c.Route, ForeignLanguage: p.SiteContext.Foreign(languages.Name),
		}
	})
	return lineage, own, nil
}
