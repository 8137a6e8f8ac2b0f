package editing

import (
	"context"
	"slices"
	"strings"

	"strand/domain/finding"
	"strand/domain/site"
	"strand/service/website/visit"
)

// checkRecommendation reports the recommended results of the search that have no page on the site (REPO-19). The report
// of the main site covers a recommendation for all sites: not every site has its pages.
func (c *contentReport) checkRecommendation(
	ctx context.Context, siteCtx *site.Context, recommendation *site.SearchRecommendation,
) {
	ctx = visit.WithoutPreview(ctx)
	for _, path := range recommendation.Paths {
		if c.isDead(ctx, siteCtx, siteCtx.AbsoluteURLOn(siteCtx.Site, strings.Trim(path, "/"))) {
			c.add("", "", finding.Finding{
				Kind:     finding.DeadLink,
				Document: recommendation.ID,
				Field:    "paths",
				Message:  strings.Join(recommendation.Queries, ", "),
				URL:      path,
			})
		}
	}
}

// addSynonymFindings adds what is ignored of the synonyms of editors (REPO-20). That they cannot be read is no finding:
// the search does without them.
func (c *contentReport) addSynonymFindings(ctx context.Context, siteCtx *site.Context) {
	table, err := c.reports.cms.SearchSynonyms(ctx, siteCtx.Directory, siteCtx.Stage)
	if err == nil {
		c.add("", "", table.Findings(siteCtx.Site, siteCtx.Locale.LanguageCode)...)
	}
}

// recommendationsOf returns the recommendations that the report of a site covers.
func recommendationsOf(siteCtx *site.Context) (of []*site.SearchRecommendation) {
	for _, r := range siteCtx.Directory.SearchRecommendations {
		isOfSite := slices.Contains(r.SiteIDs, siteCtx.Site.ID) || len(r.SiteIDs) == 0 && siteCtx.Site.IsMain
		if isOfSite && r.LanguageCode == siteCtx.Locale.LanguageCode {
			of = append(of, r)
		}
	}
	return of
}
