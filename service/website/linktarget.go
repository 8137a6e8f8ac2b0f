package website

import (
	"context"
	"errors"
	"strings"

	"strand/domain/site"
	"strand/service/catalogue"
	"strand/service/website/visit"
)

// HasTarget reports whether visitors can follow a link; other links are left out and logged (NAV-29). A link whose
// target cannot be verified, because an upstream system cannot be read, is kept if it has a text; otherwise the answer
// is degraded.
func (r *Sites) HasTarget(ctx context.Context, l *site.Link) bool {
	if l == nil || l.Ref.IsEmpty() || l.IsMissingPart() {
		return false
	}
	kind, location, err := r.FollowLink(ctx, l)
	switch {
	case err != nil && (l.Ref.Text != "" || overviewTitle(l) != ""):
		return true
	case err != nil:
		visit.Degrade(ctx, err)
		return false
	case kind != site.LinkNone && !r.isDeadPath(ctx, l, location):
		return true
	}
	r.Log.WarnContext(
		ctx,
		"link_target_not_found",
		"target", l.Ref.Target(),
		"text", l.Ref.Text,
		"site", l.SiteContext.Site.TechnicalName,
		"locale", l.SiteContext.Locale.Code(),
	)
	return false
}

// TargetOrNil returns the link; nil for one without a target.
func (r *Sites) TargetOrNil(ctx context.Context, l *site.Link) *site.Link {
	if l == nil || !r.HasTarget(ctx, l) {
		return nil
	}
	return l
}

// isDeadPath reports whether a link to a path of the group's sites leads to a URL that is not found. The targets of
// previews are not verified: they may be drafts.
func (r *Sites) isDeadPath(ctx context.Context, l *site.Link, location string) bool {
	siteCtx := l.SiteContext
	if l.Ref.Path == "" && l.Ref.ExternalURL == "" || !strings.HasPrefix(location, "/") || siteCtx.Preview != nil ||
		site.IsReservedPath(location) {
		return false
	}
	siteURL, err := siteCtx.Directory.Parse(siteCtx.Scheme + "://" + siteCtx.Host + location)
	if err != nil {
		return true
	}
	locale := siteCtx.Directory.LocaleOf(siteURL, site.Preferences{})
	if siteURL.Site != siteCtx.Site || locale != siteCtx.Locale {
		siteCtx, err = r.SiteContextOn(ctx, siteCtx.Scheme, siteCtx.Host, siteURL.Site, locale, siteCtx.Stage)
		if err != nil {
			return false
		}
	}
	resolved, err := siteCtx.Resolve(siteURL)
	if err != nil {
		return errors.Is(err, site.ErrNoHomePage)
	}
	switch found := resolved.(type) {
	case *site.Found:
		return !r.exists(ctx, siteCtx, found) && r.isWithoutRedirect(ctx, siteCtx, siteCtx.NotFoundAt(siteURL))
	case *site.NotFound:
		return r.isWithoutRedirect(ctx, siteCtx, found)
	}
	return false
}

// exists reports whether the catalogue, the stories and the media releases have the item of a URL; true for other URLs,
// and if they cannot be read.
func (r *Sites) exists(ctx context.Context, siteCtx *site.Context, f *site.Found) bool {
	if len(f.URL.Segments) < 2 {
		return true // the overview
	}
	if kind, ok := catalogue.Types[f.Screen]; ok {
		_, err := r.Assortment.Locate(ctx, siteCtx, kind, f.URL.Segments)
		return !catalogue.IsNotFound(err)
	}
	exists, known := r.editorialExists(ctx, siteCtx, f)
	return exists || !known
}

// isWithoutRedirect reports whether no editorial redirect leads from a URL to a target.
func (r *Sites) isWithoutRedirect(ctx context.Context, siteCtx *site.Context, n *site.NotFound) bool {
	table, err := r.Redirects(ctx, siteCtx)
	if err != nil {
		return false
	}
	chain, err := r.FollowRedirects(ctx, siteCtx, table, n.URL)
	return err == nil && (chain.Location == "" || chain.IsLoop)
}
