package website

import (
	"context"

	"strand/domain/convert"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/gql/loader"
	"strand/service/website/visit"
)

// bodyLoaders load the bodies of stories and media releases, each once per operation and site context.
type bodyLoaders map[editorial.BodyKind]*loader.BodyLoader

func (r *Sites) bodies(ctx context.Context, siteCtx *site.Context, kind editorial.BodyKind) *loader.BodyLoader {
	loaders := visit.Loaders(ctx, siteCtx, func() *bodyLoaders {
		all := bodyLoaders{}
		for _, kind := range []editorial.BodyKind{editorial.StoryBody, editorial.MediaReleaseBody} {
			all[kind] = loader.NewBodyLoader(loader.BodyLoaderConfig{
				Wait: visit.LoaderWait, MaxBatch: visit.MaxBatch,
				Fetch: visit.Fetch(ctx, r.Log, func(ids []string) ([]*editorial.Body, error) {
					return r.CMS.Bodies(ctx, siteCtx, kind, ids)
				}),
			})
		}
		return &all
	})
	return (*loaders)[kind]
}

// Document is a story or media release in a site context; the zero value is none.
type Document struct {
	SiteContext *site.Context
	ID          string
}

// Bodies reads the modules of stories or media releases as Modules returns them, with an error per document: one call
// to the CMS per site context, and one to the PIM for what their links lead to.
func (r *Sites) Bodies(
	ctx context.Context, kind editorial.BodyKind, documents []Document, withLinks bool,
) ([][]editorial.Module, []error) {
	modules, errs := make([][]editorial.Module, len(documents)), make([]error, len(documents))
	positions := map[*site.Context][]int{}
	for i, d := range documents {
		if d.SiteContext != nil {
			positions[d.SiteContext] = append(positions[d.SiteContext], i)
		}
	}
	for siteCtx, at := range positions {
		ids := convert.All(at, func(i int) string { return documents[i].ID })
		cached := func(id string) (*editorial.Body, bool, error) {
			body, ok := r.CMS.CachedBody(ctx, siteCtx, kind, id)
			return body, ok, nil
		}
		found, failed := visit.LoadAll(ids, cached, r.bodies(ctx, siteCtx, kind).LoadAll)
		var all []editorial.Module
		for k, i := range at {
			if errs[i] = failed[k]; found[k] != nil {
				modules[i] = found[k].Modules
				all = append(all, modules[i]...)
			}
		}
		r.preloadLinks(ctx, siteCtx, all, withLinks)
		for _, i := range at {
			modules[i] = r.Modules(ctx, siteCtx, modules[i], withLinks)
		}
	}
	return modules, errs
}
