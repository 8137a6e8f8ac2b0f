package resolvers

import (
	"context"
	"maps"
	"slices"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/domain/translation"
	"strand/gql/model"
	"strand/internal/apperr"
)

// translate starts or resets translations.
func (r *Resolver) translate(
	ctx context.Context, action translation.Action, input model.TranslationInput,
) (*model.TranslationPayload, error) {
	results, err := r.Translations.Do(ctx, action, input.Pages, input.Languages.Value())
	if err != nil {
		return nil, err
	}
	payload := &model.TranslationPayload{}
	for _, result := range results {
		translated := &model.TranslationResult{
			PageID:      result.PageID,
			Translation: result.Page,
			Changed:     result.Changed,
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

// translatedPages returns the pages in a site's navigation that have translation targets, sorted, and the paths of
// all its pages below the home page by page id.
func (r *Resolver) translatedPages(
	ctx context.Context, siteID string, state *editorial.TranslationState,
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
		if found, ok := p.State(); ok && (state == nil || found == *state) {
			pages = append(pages, p)
		}
	}
	translation.Sort(pages)
	return pages, paths, nil
}
