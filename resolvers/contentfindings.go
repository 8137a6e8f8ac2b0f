package resolvers

import (
	"context"
	"strings"

	"strand/domain/editor"
	"strand/domain/site"
	"strand/internal/apperr"
)

// contentFindings returns the findings of the page in the arguments.
func (r *Resolver) contentFindings(
	ctx context.Context, siteID, locale, page string, stage site.Stage, preview *site.Preview,
) ([]*editor.PageFinding, error) {
	sel, err := r.editorSelection(ctx, siteID, locale)
	if err != nil {
		return nil, err
	}
	if !editor.IsPagePath(page) {
		return nil, apperr.New(apperr.Invalid, "page: send a path below the site's home page, such as /company/about")
	}
	sel.Page, sel.Context.Stage = page, stage
	if preview != nil {
		sel.Context.Preview = *preview
	}
	found, err := r.examine(ctx, sel)
	if err != nil {
		return nil, err
	}
	r.Reports.storePageReport(sel, found)
	findings := make([]*editor.PageFinding, len(found.findings))
	for i, f := range found.findings {
		findings[i] = &editor.PageFinding{Finding: f}
		if !found.shared[f.Document] {
			findings[i].Path, findings[i].Title = page, found.title
		}
	}
	return findings, nil
}

// editorSelection returns the selection of the published home page of a site and locale.
func (r *Resolver) editorSelection(ctx context.Context, siteID, locale string) (*editor.Selection, error) {
	dir, err := r.directory(ctx)
	if err != nil {
		return nil, err
	}
	s, l, err := siteAndLocale(dir, siteID, locale)
	if err != nil {
		return nil, err
	}
	return &editor.Selection{
		Site:   s,
		Locale: l,
		Page:   "/",
		Context: editor.PreviewContext{
			SiteID:  s.ID,
			Stage:   site.Published,
			Preview: site.Preview{Audience: site.PreviewAnonymous},
		},
	}, nil
}

// siteAndLocale finds the site and locale of the arguments.
func siteAndLocale(dir *site.Directory, siteID, locale string) (*site.Site, site.Locale, error) {
	s := dir.Site(siteID)
	if s == nil {
		return nil, site.Locale{}, apperr.New(apperr.NotFound, "site: not found, check the id")
	}
	l, ok := site.ParseLocale(strings.ReplaceAll(locale, "_", "-"))
	if !ok || !dir.Supports(s, l) {
		return nil, site.Locale{}, apperr.New(
			apperr.Invalid,
			"locale: the site does not support it, see the site's locales",
		)
	}
	return s, l, nil
}
