package website

import (
	"context"
	"strings"

	"strand/domain/site"
	"strand/internal/apperr"
	"strand/service/website/visit"
	"strand/upstream/cms"
)

// Directory reads the sites, locales and countries of the CMS.
func (r *Sites) Directory(ctx context.Context) (*site.Directory, error) {
	return r.CMS.Directory(ctx, site.Published)
}

// SiteContext returns the context of a site in a locale and stage. Its links use the host of the URL argument if there
// is one, else the request's.
func (r *Sites) SiteContext(
	ctx context.Context,
	s *site.Site,
	l site.Locale,
	stage site.Stage,
) (*site.Context, error) {
	if s.SiteContext != nil && visit.PreviewOf(ctx) == nil {
		ctx = visit.WithPreview(ctx, s.SiteContext.Preview)
	}
	if s.SiteContext != nil && s.SiteContext.Host != "" {
		return r.SiteContextOn(ctx, s.SiteContext.Scheme, s.SiteContext.Host, s, l, stage)
	}
	req := visit.Of(ctx)
	return r.SiteContextOn(ctx, req.Scheme, req.Host, s, l, stage)
}

// SiteContextOn is siteContext with a given scheme and host. It returns the same context for the whole request.
func (r *Sites) SiteContextOn(
	ctx context.Context,
	scheme, host string,
	s *site.Site,
	l site.Locale,
	stage site.Stage,
) (*site.Context, error) {
	req := visit.Of(ctx)
	preview, link := visit.PreviewOf(ctx), req.Link()
	if link != nil {
		if err := visit.CheckLink(link, s, stage, preview); err != nil {
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
	dir, err := r.Directory(ctx)
	if err != nil {
		return nil, err
	}
	req.Tag(cms.TagSystem, cms.TagNavigation)
	in := site.ContextInput{
		Directory:        dir,
		Site:             dir.Site(s.ID),
		Locale:           l,
		FallbackLanguage: fallback(req, dir),
		Stage:            stage,
		Preview:          preview,
		Scheme:           scheme,
		Host:             host,
	}
	return req.SiteContext(s.ID, in, func() (map[string]*site.Navigation, error) {
		return r.CMS.Navigations(ctx, dir, stage, site.ContentLanguages(l, in.FallbackLanguage))
	})
}

// fallback returns the visitor's fallback language if the group supports it; else empty.
func fallback(req *visit.Request, dir *site.Directory) string {
	if dir.Language(req.FallbackLanguage) == nil {
		return ""
	}
	return req.FallbackLanguage
}

// SiteContextFor returns the context of a site in the locale of an argument. Without one it is the locale of the
// request's URL, else the site's default locale. An unsupported locale is a client error.
func (r *Sites) SiteContextFor(
	ctx context.Context,
	s *site.Site,
	code *string,
	stage site.Stage,
) (*site.Context, error) {
	if code == nil {
		if s.SiteContext != nil && visit.PreviewOf(ctx) == nil &&
			(s.SiteContext.Stage == stage || stage == site.Published) {
			return s.SiteContext, nil
		}
		dir, err := r.Directory(ctx)
		if err != nil {
			return nil, err
		}
		return r.SiteContext(ctx, s, dir.DefaultLocale(s), stage)
	}
	dir, err := r.Directory(ctx)
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
	return r.SiteContext(ctx, s, l, stage)
}

// MainSiteContext returns the context of the main site in the locale of an argument.
func (r *Sites) MainSiteContext(ctx context.Context, code *string, stage site.Stage) (*site.Context, error) {
	dir, err := r.Directory(ctx)
	if err != nil {
		return nil, err
	}
	req := visit.Of(ctx)
	if link := req.Link(); link != nil && link.SiteID != dir.Main().ID && stage == site.Published {
		// Pages of all sites show products and news of the main site. Below a preview link of another site they are
		// those of anonymous users.
		ctx = visit.WithRequest(ctx, req.Anonymous())
	}
	return r.SiteContextFor(ctx, dir.Main(), code, stage)
}

// SiteAndLocale finds the site and locale of arguments.
func (r *Sites) SiteAndLocale(
	ctx context.Context, siteID, locale string,
) (*site.Directory, *site.Site, site.Locale, error) {
	dir, err := r.Directory(ctx)
	if err != nil {
		return nil, nil, site.Locale{}, err
	}
	s := dir.Site(siteID)
	if s == nil {
		return nil, nil, site.Locale{}, apperr.New(apperr.NotFound, "site: not found, check the id")
	}
	l, ok := site.ParseLocale(strings.ReplaceAll(locale, "_", "-"))
	if !ok || !dir.Supports(s, l) {
		return nil, nil, site.Locale{}, apperr.New(
			apperr.Invalid,
			"locale: the site does not support it, see the site's locales",
		)
	}
	return dir, s, l, nil
}
