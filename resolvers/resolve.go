package resolvers

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"strand/domain/catalog"
	"strand/domain/portal"
	"strand/domain/site"
	"strand/internal/apperr"
	"strand/upstream/cms"
)

// resolve resolves a URL: by its path, then by a direct lookup, then by an editorial redirect.
func (r *Resolver) resolve(ctx context.Context, raw string, stage site.Stage) (site.Resolution, error) {
	siteCtx, siteURL, err := r.siteContextAt(ctx, raw, stage)
	if err != nil {
		return nil, err
	}
	req, dir := requestOf(ctx), siteCtx.Directory
	resolution, err := r.resolveIn(ctx, siteCtx, siteURL)
	redirect, isRedirect := resolution.(*site.Redirect)
	if isRedirect {
		req.markUnconfirmed()
	}
	if !dir.HasLocale(siteURL) && (!isRedirect || siteCtx.HasVisitorsLocale(siteURL, redirect)) {
		req.markPrivate()
	}
	return resolution, err
}

// siteContextAt returns the site context of a URL. The visitor's preferences determine the locale of a URL without one.
func (r *Resolver) siteContextAt(
	ctx context.Context,
	raw string,
	stage site.Stage,
) (*site.Context, site.URL, error) {
	dir, err := r.directory(ctx)
	if err != nil {
		return nil, site.URL{}, err
	}
	req := requestOf(ctx)
	siteURL, err := dir.Parse(req.onPreviewedSite(raw))
	if errors.Is(err, site.ErrBadURL) {
		return nil, siteURL, &apperr.Error{Code: apperr.Invalid, Message: err.Error()}
	}
	if err != nil {
		return nil, siteURL, err
	}
	locale := dir.LocaleOf(siteURL, req.preferences(siteURL.Site))
	siteCtx, err := r.siteContextOn(ctx, siteURL.Scheme, siteURL.Host, siteURL.Site, locale, stage)
	return siteCtx, siteURL, err
}

// resolveIn resolves a URL in its site context.
func (r *Resolver) resolveIn(ctx context.Context, siteCtx *site.Context, a site.URL) (site.Resolution, error) {
	location, err := r.editorialLookup(ctx, siteCtx, a)
	if err != nil {
		return nil, err
	}
	if location != "" {
		return &site.Redirect{Status: http.StatusFound, Location: location}, nil
	}
	resolved, err := r.lookUp(ctx, siteCtx, a)
	if err != nil {
		return nil, err
	}
	switch o := resolved.(type) {
	case *site.Redirect:
		return o, nil
	case *site.Found:
		if isUnknownPortalPage(o) {
			if redirect, err := r.redirect(ctx, siteCtx, a); err != nil || redirect != nil {
				return redirect, err
			}
			// All paths of the portal are protected: only a signed-in user learns that there is no page.
			requestOf(ctx).markPrivate()
			if requestOf(ctx).User != nil {
				return &site.NotFoundResolution{SiteContext: siteCtx, NotFound: siteCtx.NotFoundAt(a)}, nil
			}
		}
		if redirect := comparisonElsewhere(siteCtx, o); redirect != nil {
			return redirect, nil
		}
		return &site.PageResolution{SiteContext: siteCtx, Found: o}, nil
	case *site.NotFound:
		requestOf(ctx).markUnconfirmed()
		redirect, err := r.redirect(ctx, siteCtx, a)
		if err != nil {
			return nil, err
		}
		if redirect != nil {
			return redirect, nil
		}
		return &site.NotFoundResolution{SiteContext: siteCtx, NotFound: o}, nil
	}
	return nil, apperr.New(apperr.Internal, "the URL has no resolution")
}

// isUnknownPortalPage reports whether a path of the portal has no page.
func isUnknownPortalPage(f *site.Found) bool {
	return f.Screen == site.ScreenPortal && portal.RouteOf(f.URL.Segments).Page == portal.PageNone
}

// isMissing reports whether nothing exists at a URL, so that an editorial redirect is followed there.
func isMissing(resolved site.ResolvedURL) bool {
	switch o := resolved.(type) {
	case *site.NotFound:
		return true
	case *site.Found:
		return isUnknownPortalPage(o)
	}
	return false
}

// lookUp resolves a URL without editorial redirects. A path of the catalogue, the stories or the media releases that
// exists in small letters only is redirected there (URL-41).
func (r *Resolver) lookUp(ctx context.Context, siteCtx *site.Context, a site.URL) (site.ResolvedURL, error) {
	resolved, err := siteCtx.Resolve(a)
	if err != nil {
		return nil, err
	}
	if f, ok := resolved.(*site.Found); ok {
		resolved = r.found(ctx, siteCtx, f)
	}
	lower, isOther := a.InLowerCase()
	if _, isMissing := resolved.(*site.NotFound); !isMissing || !isOther || site.ScreenOf(lower) == site.ScreenContent {
		return resolved, nil
	}
	found, err := r.lookUp(ctx, siteCtx, lower)
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
func (r *Resolver) found(ctx context.Context, siteCtx *site.Context, f *site.Found) site.ResolvedURL {
	if kind, ok := catalogTypes[f.Screen]; ok {
		at, err := r.locate(ctx, siteCtx, kind, f.URL.Segments)
		switch {
		case isNotFound(err):
			return siteCtx.NotFoundAt(f.URL)
		case err == nil && at.route != site.JoinPath("/", strings.Join(f.URL.Segments, "/")):
			location := siteCtx.Path(at.route)
			if f.URL.RawQuery != "" {
				location += "?" + f.URL.RawQuery
			}
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
		if page, err := r.page(ctx, siteCtx, f.Item.Page.ID); err == nil && page == nil {
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

// redirects reads the editorial redirects.
func (r *Resolver) redirects(ctx context.Context, siteCtx *site.Context) (*site.RedirectTable, error) {
	requestOf(ctx).tag(cms.TagRedirects)
	return r.CMS.Redirects(ctx, siteCtx.Directory, siteCtx.Stage, siteCtx.Languages())
}

// redirect returns the editorial redirect of a URL without a page; nil for none.
func (r *Resolver) redirect(ctx context.Context, siteCtx *site.Context, a site.URL) (site.Resolution, error) {
	table, err := r.redirects(ctx, siteCtx)
	if err != nil {
		// Without the lookup "not found" may be wrong, so that the answer has an error; the site context is known,
		// so that the not-found page is shown in the site.
		r.degrade(ctx, err)
		return nil, nil
	}
	chain, err := r.followRedirects(ctx, siteCtx, table, a)
	if err != nil || chain.location == "" {
		return nil, err
	}
	if chain.isLoop {
		r.Log.WarnContext(ctx, "redirect_loop", "redirect", chain.last, "site", siteCtx.Site.TechnicalName)
		return nil, nil
	}
	return &site.Redirect{Status: http.StatusMovedPermanently, Location: chain.location}, nil
}

// followLink returns the kind and URL of a link. A link to an unknown product has no target; while the catalogue cannot
// be read, links to products lead to the overview.
func (r *Resolver) followLink(ctx context.Context, l *site.Link) (site.LinkKind, string, error) {
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

// followOrDegrade is followLink for a part of a page: if the catalogue cannot be read, the link leads to the overview
// and the answer is marked as degraded.
func (r *Resolver) followOrDegrade(ctx context.Context, l *site.Link) (site.LinkKind, string) {
	kind, location, err := r.followLink(ctx, l)
	if err != nil {
		r.degrade(ctx, err)
	}
	return kind, location
}

// lineage returns the breadcrumb entries below an area's overview, such as classifications, and the name of the
// current item.
func (r *Resolver) lineage(ctx context.Context, p *site.PageResolution) ([]site.LineageEntry, string, error) {
	switch p.Found.Screen {
	case site.ScreenStories:
		return r.storyTrail(ctx, p)
	case site.ScreenMediaReleases:
		return r.mediaReleaseTrail(ctx, p)
	}
	kind, ok := catalogTypes[p.Found.Screen]
	if !ok || len(p.Found.URL.Segments) < 2 {
		return nil, "", nil
	}
	at, err := r.locate(ctx, p.SiteContext, kind, p.Found.URL.Segments)
	if err != nil {
		return nil, "", err
	}
	classification, name := at.classification, ""
	if at.product != nil {
		classification, name = at.product.Classification.Classification, at.product.Name
	}
	var lineage []site.LineageEntry
	for _, c := range classification.Lineage {
		lineage = append(lineage, site.LineageEntry{Name: c.Name, Route: c.Route})
	}
	return lineage, name, nil
}
