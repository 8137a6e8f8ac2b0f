package catalogue

import (
	"context"
	"errors"
	"slices"

	"golang.org/x/sync/errgroup"

	"strand/domain/catalog"
	"strand/domain/convert"
	"strand/domain/site"
	"strand/internal/budget"
	"strand/internal/recovery"
	"strand/service/website/visit"
	"strand/upstream/pim"
)

// TextLanguages returns the languages of the texts of products (CAT-45): one call of the PIM for the products of a site
// context in another language than the fallback language. Without its answer they count as translated.
func (r *Catalogue) TextLanguages(ctx context.Context, products []*catalog.LocalizedProduct) []catalog.TextLanguages {
	languages := make([]catalog.TextLanguages, len(products))
	positions := map[*site.Context][]int{}
	for i, p := range products {
		if p == nil {
			continue
		}
		language := p.SiteContext.Locale.LanguageCode
		languages[i] = catalog.TextLanguages{Name: language, Description: language}
		if language != catalog.FallbackLanguage {
			positions[p.SiteContext] = append(positions[p.SiteContext], i)
		}
	}
	for siteCtx, at := range positions {
		slugs := convert.All(at, func(i int) string { return products[i].Slug })
		cached := func(slug string) (*catalog.Product, bool, error) {
			p, ok := r.PIM.CachedProduct(ctx, catalog.FallbackLanguage, slug)
			return p, ok, nil
		}
		found, errs := visit.LoadAll(slugs, cached, r.loaders(ctx, siteCtx).fallbacks.LoadAll)
		if err := errors.Join(errs...); err != nil {
			visit.Degrade(ctx, err)
		}
		for k, i := range at {
			languages[i] = products[i].TextLanguages(siteCtx.Locale.LanguageCode, found[k])
		}
	}
	return languages
}

// LanguagesOf returns the language of a text of each product; nil for a nil product.
func (r *Catalogue) LanguagesOf(
	ctx context.Context, products []*catalog.LocalizedProduct, of func(catalog.TextLanguages) string,
) []*site.Language {
	languages := make([]*site.Language, len(products))
	for i, texts := range r.TextLanguages(ctx, products) {
		if products[i] != nil {
			languages[i] = products[i].SiteContext.Directory.LanguageNamed(of(texts))
		}
	}
	return languages
}

// ClassificationLanguages returns the languages of the texts of a classification (CAT-45). If the hierarchy in the
// fallback language cannot be read, they count as translated.
func (r *Catalogue) ClassificationLanguages(
	ctx context.Context, c *catalog.LocalizedClassification,
) catalog.TextLanguages {
	language := c.SiteContext.Locale.LanguageCode
	return c.TextLanguages(language, r.fallbackClassification(ctx, c.SiteContext, c.Classification))
}

// fallbackClassification returns a classification in the fallback language; nil in a page of this language and without
// an answer of the PIM.
func (r *Catalogue) fallbackClassification(
	ctx context.Context, siteCtx *site.Context, c *catalog.Classification,
) *catalog.Classification {
	if siteCtx.Locale.LanguageCode == catalog.FallbackLanguage {
		return nil
	}
	tree, err := r.PIM.Tree(ctx, c.Type, catalog.FallbackLanguage, siteCtx.Locale.Country())
	if err != nil {
		visit.Degrade(ctx, err)
		return nil
	}
	return tree.Find(c.Slug)
}

// ClassificationVersions returns the languages of the main site in which a classification is described.
func (r *Catalogue) ClassificationVersions(
	ctx context.Context, c *catalog.LocalizedClassification,
) ([]string, error) {
	visit.Of(ctx).Tag(pim.TagAll, pim.TagClassifications)
	return catalog.ClassificationLanguages(site.LanguagesOf(c.SiteContext.Directory.Main()), c.Slug,
		func(language string) (*catalog.Tree, error) {
			return r.PIM.Tree(ctx, c.Type, language, c.SiteContext.Locale.Country())
		})
}

// DescribedLanguages returns the languages of the main site in which a product is described: the list of all products
// in each of them, which all products share. A page waits for it for half of its remaining time, and has no versions
// without it; reading the lists continues.
func (r *Catalogue) DescribedLanguages(ctx context.Context, p *catalog.LocalizedProduct) ([]string, error) {
	visit.Of(ctx).Tag(pim.TagAll)
	languages := site.LanguagesOf(p.SiteContext.Directory.Main())
	lists := make([][]catalog.FiledProduct, len(languages))
	waiting, cancel := budget.ApplyHalf(ctx)
	defer cancel()
	var reads errgroup.Group
	for i, language := range languages {
		reads.Go(func() error {
			return recovery.Do(waiting, r.Log, "product_versions", func() (err error) {
				lists[i], err = r.PIM.ProductSlugs(waiting, p.Type(), language, pim.MaxProducts)
				return err
			})
		})
	}
	if err := reads.Wait(); err != nil {
		return nil, err
	}
	return describedIn(p.Slug, languages, lists), nil
}

// KnownDescribedLanguages returns what DescribedLanguages does, without a call of the PIM: nil unless all lists were
// read before, such as for the sitemap.
func (r *Catalogue) KnownDescribedLanguages(ctx context.Context, p *catalog.LocalizedProduct) []string {
	visit.Of(ctx).Tag(pim.TagAll)
	languages := site.LanguagesOf(p.SiteContext.Directory.Main())
	lists := make([][]catalog.FiledProduct, len(languages))
	for i, language := range languages {
		var ok bool
		if lists[i], ok = r.PIM.KnownProductSlugs(p.Type(), language, pim.MaxProducts); !ok {
			return nil
		}
	}
	return describedIn(p.Slug, languages, lists)
}

// describedIn returns those of some languages in which a product is described, by the lists of all products in them.
func describedIn(slug string, languages []string, lists [][]catalog.FiledProduct) []string {
	descriptions := map[string]uint64{}
	for i, language := range languages {
		at := slices.IndexFunc(lists[i], func(e catalog.FiledProduct) bool { return e.Slug == slug })
		if at >= 0 {
			descriptions[language] = lists[i][at].Description
		}
	}
	return catalog.DescribedLanguages(languages, func(language string) uint64 { return descriptions[language] })
}
