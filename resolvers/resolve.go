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
	dir, err := r.directory(ctx)
	if err != nil {
		return nil, err
	}
	req := requestOf(ctx)
	address, err := dir.Parse(req.onPreviewedSite(raw))
	if errors.Is(err, site.ErrBadURL) {
		return nil, &apperr.Error{Code: apperr.Invalid, Message: err.Error()}
	}
	if err != nil {
		return nil, err
	}
	if !dir.HasLocale(address) {
		req.markPrivate()
	}
	locale := dir.LocaleOf(address, req.preferences(address.Site))
	siteCtx, err := r.siteContextOn(ctx, address.Scheme, address.Host, address.Site, locale, stage)
	if err != nil {
		return nil, err
	}
	location, err := r.editorialLookup(ctx, siteCtx, address)
	if err != nil {
		return nil, err
	}
	if location != "" {
		req.markUnconfirmed()
		return &site.Redirect{Status: http.StatusFound, Location: location}, nil
	}
	resolved, err := siteCtx.Resolve(address)
	if err != nil {
		return nil, err
	}
	switch o := resolved.(type) {
	case *site.Redirect:
		req.markUnconfirmed()
		return o, nil
	case *site.Found:
		return r.found(ctx, siteCtx, o)
	case *site.NotFound:
		return r.redirectOrNotFound(ctx, siteCtx, o)
	}
	return nil, apperr.New(apperr.Internal, "the URL has no resolution")
}

// found checks against the CMS and the PIM that the item of the path exists, and redirects to its canonical path.
// If the read fails, the page is returned and the item's own field reports the error.
func (r *Resolver) found(ctx context.Context, siteCtx *site.Context, f *site.Found) (site.Resolution, error) {
	if kind, ok := catalogTypes[f.Screen]; ok {
		at, err := r.locate(ctx, siteCtx, kind, f.Address.Segments)
		switch {
		case isNotFound(err):
			return r.redirectOrNotFound(ctx, siteCtx, siteCtx.NotFoundAt(f.Address))
		case err == nil && at.route != site.JoinPath("/", strings.Join(f.Address.Segments, "/")):
			location := siteCtx.Path(at.route)
			if f.Address.RawQuery != "" {
				location += "?" + f.Address.RawQuery
			}
			requestOf(ctx).markUnconfirmed()
			return &site.Redirect{Status: http.StatusMovedPermanently, Location: location}, nil
		}
	}
	if (f.Screen == site.ScreenSearch || f.Screen == site.ScreenEditor) && len(f.Address.Segments) > 1 {
		return r.redirectOrNotFound(ctx, siteCtx, siteCtx.NotFoundAt(f.Address))
	}
	if f.Screen == site.ScreenPortal && portal.RouteOf(f.Address.Segments).Page == portal.PageNone {
		// All paths of the portal are protected: only a signed-in user learns that there is no page.
		requestOf(ctx).markPrivate()
		if requestOf(ctx).User != nil {
			return &site.NotFoundResolution{SiteContext: siteCtx, NotFound: siteCtx.NotFoundAt(f.Address)}, nil
		}
	}
	if exists, ok := r.editorialExists(ctx, siteCtx, f); ok && !exists {
		return r.redirectOrNotFound(ctx, siteCtx, siteCtx.NotFoundAt(f.Address))
	}
	if f.Item != nil && f.Item.Page != nil {
		if page, err := r.page(ctx, siteCtx, f.Item.Page.ID); err == nil && page == nil {
			// The cached navigation still contains the page.
			return r.redirectOrNotFound(ctx, siteCtx, siteCtx.NotFoundAt(f.Address))
		}
	}
	return &site.PageResolution{SiteContext: siteCtx, Found: f}, nil
}

func (r *Resolver) redirectOrNotFound(
	ctx context.Context,
	siteCtx *site.Context,
	n *site.NotFound,
) (site.Resolution, error) {
	requestOf(ctx).tag(cms.TagRedirects)
	requestOf(ctx).markUnconfirmed()
	redirect, err := r.CMS.Redirect(ctx, siteCtx.Stage, siteCtx.Languages(), n.Candidates)
	if err != nil {
		// Without the lookup "not found" may be wrong, so that the answer has an error; the site context is known,
		// so that the not-found page is shown in the site.
		r.degrade(ctx, err)
		return &site.NotFoundResolution{SiteContext: siteCtx, NotFound: n}, nil
	}
	if redirect != nil {
		kind, location, err := r.followLink(ctx, &site.Link{Ref: redirect.Target, SiteContext: siteCtx})
		if err != nil {
			return nil, err
		}
		if redirect := siteCtx.FollowRedirect(n.Address, kind, location); redirect != nil {
			return redirect, nil
		}
	}
	return &site.NotFoundResolution{SiteContext: siteCtx, NotFound: n}, nil
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
	if !ok || len(p.Found.Address.Segments) < 2 {
		return nil, "", nil
	}
	at, err := r.locate(ctx, p.SiteContext, kind, p.Found.Address.Segments)
	if err != nil {
		return nil, "", err
	}
	classification, name := at.classification, ""
	if at.product != nil {
		classification, name = at.product.Classification, at.product.Name
	}
	var lineage []site.LineageEntry
	for _, c := range classification.Lineage {
		lineage = append(lineage, site.LineageEntry{Name: c.Name, Route: c.Route})
	}
	return lineage, name, nil
}
