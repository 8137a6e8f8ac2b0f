package editing

import (
	"context"

	"strand/domain/convert"
	"strand/domain/editor"
	"strand/domain/site"
	"strand/internal/apperr"
	"strand/service/website/visit"
)

// Findings examines the page at a path below the home page of a site and returns its findings.
func (c *Reports) Findings(
	ctx context.Context, siteID, locale, page string, stage site.Stage, preview *site.Preview,
) ([]*editor.PageFinding, error) {
	sel, err := c.selection(ctx, siteID, locale)
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
	found, err := c.examine(ctx, sel)
	if err != nil {
		return nil, err
	}
	c.storePageReport(sel, found)
	var report editor.Report
	for _, f := range found.findings {
		finding := editor.PageFinding{Finding: f}
		if !found.shared[f.Document] {
			finding.Path, finding.Title = page, found.title
		}
		report.Findings = append(report.Findings, finding)
	}
	return convert.Pointers(report.Select(editor.FindingSelection{})), nil
}

// selection returns the selection of the published home page of a site and locale.
func (c *Reports) selection(ctx context.Context, siteID, locale string) (*editor.Selection, error) {
	_, s, l, err := c.website.SiteAndLocale(ctx, siteID, locale)
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

// Start begins the report of a site in a locale and stage. If one of the site is running, it returns that one and
// false.
func (c *Reports) Start(
	ctx context.Context, siteID, locale string, stage site.Stage,
) (report *editor.Report, isNew bool, err error) {
	sel, err := c.selection(ctx, siteID, locale)
	if err != nil {
		return nil, false, err
	}
	sel.Context.Stage = stage
	report, isNew = c.start(visit.Of(ctx), sel)
	return report, isNew, nil
}
