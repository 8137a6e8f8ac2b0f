package resolvers

import (
	"context"
	"strings"

	"strand/domain/site"
	"strand/internal/apperr"
	"strand/upstream/cms"
)

// directory reads the sites, locales and countries of the CMS.
func (r *Resolver) directory(ctx context.Context) (*site.Directory, error) {
	return r.CMS.Directory(ctx, site.Published)
}

// siteContext returns the context of a site in a locale and stage. Its links use the host of the URL argument if there
// is one, else the request's.
func (r *Resolver) siteContext(
	ctx context.Context,
	s *site.Site,
	l site.Locale,
	stage site.Stage,
) (*site.Context, error) {
	if s.SiteContext != nil && previewOf(ctx) == nil {
		ctx = withPreview(ctx, s.SiteContext.Preview)
	}
	if s.SiteContext != nil && s.SiteContext.Host != "" {
		return r.siteContextOn(ctx, s.SiteContext.Scheme, s.SiteContext.Host, s, l, stage)
	}
	req := requestOf(ctx)
	return r.siteContextOn(ctx, req.Scheme, req.Host, s, l, stage)
}

// siteContextOn is siteContext with a given scheme and host. It returns the same context for the whole request.
func (r *Resolver) siteContextOn(
	ctx context.Context,
	scheme, host string,
	s *site.Site,
	l site.Locale,
	stage site.Stage,
) (*site.Context, error) {
	req := requestOf(ctx)
	preview, link := previewOf(ctx), req.link()
	if link != nil {
		if err := checkLink(link, s, stage, preview); err != nil {
			return nil, err
		}
	}
	if link != nil || preview == nil && req.Preview != nil {
		preview, stage = &req.Preview.Preview, req.Preview.Stage
	}
	if (stage == site.Draft || preview != nil) && !req.Editor && link == nil {
		return nil, apperr.New(
			apperr.Unauthenticated,
			"only editors may read drafts and previews: sign in to the editor area",
		)
	}
	dir, err := r.directory(ctx)
	if err != nil {
		return nil, err
	}
	req.tag(cms.TagSystem, cms.TagNavigation)
	key := siteContextKey{scheme, host, s.ID, l, stage, previewKey(preview)}
	req.mu.Lock()
	if siteCtx, ok := req.siteContexts[key]; ok {
		req.mu.Unlock()
		return siteCtx, nil
	}
	req.mu.Unlock()
	input := site.ContextInput{
		Directory:        dir,
		Site:             dir.Site(s.ID),
		Locale:           l,
		FallbackLanguage: r.fallback(req, dir),
		Stage:            stage,
		Preview:          preview,
		Scheme:           scheme,
		Host:             host,
	}
	navigations, err := r.CMS.Navigations(ctx, dir, stage, site.ContentLanguages(l, input.FallbackLanguage))
	if err != nil {
		return nil, err
	}
	siteCtx := site.NewContext(input, navigations)
	req.mu.Lock()
	defer req.mu.Unlock()
	if first, ok := req.siteContexts[key]; ok {
		return first, nil
	}
	if req.siteContexts == nil {
		req.siteContexts = map[siteContextKey]*site.Context{}
	}
	req.siteContexts[key] = siteCtx
	return siteCtx, nil
}

// fallback returns the visitor's fallback language if the group supports it; else empty.
func (r *Resolver) fallback(req *Request, dir *site.Directory) string {
	if dir.Language(req.FallbackLanguage) == nil {
		return ""
	}
	return req.FallbackLanguage
}

// siteContextFor returns the context of a site in the locale of an argument. Without one it is the locale of the
// request's URL, else the site's default locale. An unsupported locale is a client error.
func (r *Resolver) siteContextFor(
	ctx context.Context,
	s *site.Site,
	code *string,
	stage site.Stage,
) (*site.Context, error) {
	if code == nil {
		if s.SiteContext != nil && previewOf(ctx) == nil && (s.SiteContext.Stage == stage || stage == site.Published) {
			return s.SiteContext, nil
		}
		dir, err := r.directory(ctx)
		if err != nil {
			return nil, err
		}
		return r.siteContext(ctx, s, dir.DefaultLocale(s), stage)
	}
	dir, err := r.directory(ctx)
	if err != nil {
		return nil, err
	}
	l, ok := site.ParseLocale(strings.ReplaceAll(*code, "_", "-"))
	if !ok || !dir.Supports(s, l) {
		return nil, apperr.New(
			apperr.Invalid,
			"locale %q: the site %q does not support it, see the site's locales",
			*code,
			s.Name,
		)
	}
	return r.siteContext(ctx, s, l, stage)
}

// mainSiteContext returns the context of the main site in the locale of an argument.
func (r *Resolver) mainSiteContext(ctx context.Context, code *string, stage site.Stage) (*site.Context, error) {
	dir, err := r.directory(ctx)
	if err != nil {
		return nil, err
	}
	req := requestOf(ctx)
	if link := req.link(); link != nil && link.SiteID != dir.Main().ID && stage == site.Published {
		// Pages of all sites show products and news of the main site. Below a preview link of another site they are
		// those of anonymous users.
		ctx = WithRequest(ctx, req.Anonymous())
	}
	return r.siteContextFor(ctx, dir.Main(), code, stage)
}
