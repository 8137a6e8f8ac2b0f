package catalogue

import (
	"context"

	"strand/domain/catalog"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/service/website/visit"
	"strand/upstream/pim"
)

// OfSiteBrand returns those of classifications that have products of the brand of the site, themselves or below; all of
// them if none has, and while the products cannot be read (CAT-58).
func (r *Catalogue) OfSiteBrand(
	ctx context.Context, siteCtx *site.Context, kind catalog.Type, all []*catalog.LocalizedClassification,
) []*catalog.LocalizedClassification {
	index := r.indexOfSiteBrand(ctx, siteCtx, kind)
	if index == nil {
		return all
	}
	var own []*catalog.LocalizedClassification
	for _, c := range all {
		if index.HasBrand(siteCtx.Site.BrandPimID(), c.Slugs()) {
			own = append(own, c)
		}
	}
	if len(own) == 0 {
		return all
	}
	return own
}

// FinderFigures returns the figures that the finder of a home page asks for: on the site of a brand those that its
// products have, and all of them while the products cannot be read (CAT-61).
func (r *Catalogue) FinderFigures(ctx context.Context, siteCtx *site.Context) []catalog.FinderFigure {
	index := r.indexOfSiteBrand(ctx, siteCtx, catalog.TypeProduct)
	if index == nil {
		return catalog.FinderFigures
	}
	return index.FinderFiguresOfBrand(siteCtx.Site.BrandPimID())
}

// indexOfSiteBrand returns the index of the products for the site of a brand; nil for other sites, and while the
// products cannot be read.
func (r *Catalogue) indexOfSiteBrand(ctx context.Context, siteCtx *site.Context, kind catalog.Type) *catalog.Index {
	language := siteCtx.Locale.LanguageCode
	if siteCtx.Site.BrandPimID() == "" {
		return nil
	}
	visit.Of(ctx).Tag(pim.TagAll, pim.ListsTag(kind, language))
	index, isComplete, err := r.Catalogue.Index(ctx, kind, language)
	if err != nil {
		visit.Degrade(ctx, err)
		return nil
	}
	if !isComplete {
		cache.MarkDegraded(ctx)
	}
	return index
}
