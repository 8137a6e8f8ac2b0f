package resolvers

import (
	"context"
	"maps"
	"slices"

	"strand/domain/site"
	"strand/domain/translation"
	"strand/gql/model"
	"strand/internal/apperr"
	"strand/resolvers/selected"
	translationservice "strand/service/translation"
)

// translate starts or resets translations.
func (r *Resolver) translate(
	ctx context.Context, action translation.Action, input model.TranslationInput,
) (*model.TranslationPayload, error) {
	results, err := r.Translations.Do(ctx, translationservice.Request{
		Action: action, Pages: input.Pages, Languages: input.Languages.Value(), SkipTranslated: input.SkipTranslated,
	})
	if err != nil {
		return nil, err
	}
	payload := &model.TranslationPayload{}
	for _, result := range results {
		translated := &model.TranslationResult{
			PageID:      result.PageID,
			Translation: result.Page,
			Changed:     result.Changed,
			Skipped:     result.Skipped,
			UserErrors:  []*model.UserError{},
		}
		if result.Err != nil {
			translated.UserErrors = append(translated.UserErrors, &model.UserError{
				Code:    string(result.Err.Code),
				Message: result.Err.Message,
			})
		}
		payload.Results = append(payload.Results, translated)
	}
	return payload, nil
}

// translatedPages returns the pages in a site's navigation that a filter selects, sorted, and the paths of all its
// pages below the home page by page id.
func (r *Resolver) translatedPages(
	ctx context.Context, siteID string, filter translation.Filter,
) ([]*translation.Page, map[string]string, error) {
	dir, err := r.Website.Directory(ctx)
	if err != nil {
		return nil, nil, err
	}
	s := dir.Site(siteID)
	if s == nil {
		return nil, nil, apperr.New(apperr.NotFound, "the site %.40q does not exist, check the id", siteID)
	}
	languages := site.ContentLanguages(dir.DefaultLocale(s), "")
	navigations, err := r.CMS.Navigations(ctx, dir, site.Draft, languages)
	if err != nil {
		return nil, nil, err
	}
	paths := map[string]string{}
	if n := navigations[s.ID]; n != nil {
		tree := site.NewFullTree(n)
		for item := range n.AllItems() {
			if item.Page == nil {
				continue
			}
			// If there are several home pages, the tree contains one; the others have the same path.
			paths[item.Page.ID] = "/"
			if placed := tree.Page(item.Page.ID); placed != nil {
				paths[item.Page.ID] = placed.PathOn(s)
			}
		}
	}
	all, err := r.Translations.Pages(ctx, slices.Sorted(maps.Keys(paths)))
	if err != nil {
		return nil, nil, err
	}
	var pages []*translation.Page
	for _, p := range all {
		if filter.Matches(p, paths[p.ID]) {
			pages = append(pages, p)
		}
	}
	if filter.Languages == nil {
		translation.Sort(pages)
	} else {
		translation.SortByPath(pages, paths)
	}
	return pages, paths, nil
}

// translationPrices returns the prices of translations from the source languages of pages, if the operation selects
// them.
func (r *Resolver) translationPrices(ctx context.Context, edges []*model.PageTranslationEdge) []*translation.Price {
	prices := []*translation.Price{}
	if !selected.Field(ctx, "prices") {
		return prices
	}
	var sources []string
	for _, e := range edges {
		if !slices.Contains(sources, e.Node.SourceLanguage) {
			sources = append(sources, e.Node.SourceLanguage)
		}
	}
	for _, source := range sources {
		for _, price := range r.Translations.Prices(ctx, source) {
			prices = append(prices, &price)
		}
	}
	return prices
}
