package search

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"strand/client/src/i18n/messages"
	"strand/domain/catalog"
	"strand/domain/media"
	"strand/domain/optional"
	"strand/domain/quantity"
	"strand/domain/search"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/service/catalogue"
)

// catalog gathers a hierarchy with its products and their documents: of the site of a brand, those of the brand
// (CAT-58).
func (r Readers) catalog(
	kind catalog.Type,
	as search.Kind,
) func(context.Context, search.Scope) ([]*search.Document, error) {
	var mu sync.Mutex
	products := map[search.Scope]*productDocuments{}
	documentsOf := func(scope search.Scope) *productDocuments {
		mu.Lock()
		defer mu.Unlock()
		if products[scope] == nil {
			products[scope] = &productDocuments{
				kind: as, texts: &productTexts{r.Catalogue, kind, scope.Language}, images: r.Images,
			}
		}
		return products[scope]
	}
	return func(ctx context.Context, scope search.Scope) ([]*search.Document, error) {
		siteCtx, _, err := r.siteContext(ctx, scope)
		if err != nil {
			return nil, err
		}
		brand := siteCtx.Site.BrandPimID()
		if brand == "" && !offersArea(siteCtx, kind.Area()) {
			return nil, nil
		}
		tree, err := r.PIM.Tree(ctx, kind, scope.Language, site.CountryAll)
		if err != nil {
			return nil, err
		}
		// An outdated index has all products, unlike an outdated hierarchy.
		indexCtx, indexReads := cache.WithReads(ctx)
		inFallback, err := r.fallback(ctx, indexCtx, kind, scope)
		if err != nil {
			return nil, err
		}
		index, isComplete, err := r.Catalogue.Index(indexCtx, kind, scope.Language)
		var docs []*search.Document
		group := messages.In(scope.Language).Text("search.group." + string(as))
		for n, c := range tree.All() {
			if brand != "" && (err != nil || !index.HasBrand(brand, c.Slugs())) {
				continue
			}
			languages := c.TextLanguages(scope.Language, inFallback.classification(c.Slug))
			docs = append(
				docs,
				&search.Document{
					// Classifications of both types, and of one type at different places, may have the same slug.
					ID:            "classification:" + c.Route,
					Kind:          as,
					Category:      group,
					Order:         n + 1,
					Image:         c.Image,
					Title:         stripBrands(siteCtx, c.Name),
					TitleLanguage: foreign(scope, languages.Name),
					Description:   optional.OrEmpty(c.Description),
					TextLanguage:  foreign(scope, languages.Description),
					Route:         c.Route,
					Countries:     c.Countries(),
				},
			)
		}
		if err != nil {
			return docs, err
		}
		made := documentsOf(scope).of(siteCtx, tree, index, brand, inFallback)
		return append(docs, made...), indexState(isComplete, indexReads)
	}
}

// indexState returns the error of documents of an index that was read.
func indexState(isComplete bool, reads *cache.Reads) error {
	switch {
	case !isComplete:
		return errors.Join(errOutdated, cache.ErrIncomplete)
	case reads.IsDegraded() || reads.IsShortLived():
		return errOutdated
	}
	return nil
}

// fallbackTexts are the texts of a type in the fallback language (CAT-45); none for a scope in this language.
type fallbackTexts struct {
	tree  *catalog.Tree
	index *catalog.Index
}

func (r Readers) fallback(
	ctx, indexCtx context.Context, kind catalog.Type, scope search.Scope,
) (f fallbackTexts, err error) {
	if scope.Language == catalog.FallbackLanguage {
		return f, nil
	}
	if f.tree, err = r.PIM.Tree(ctx, kind, catalog.FallbackLanguage, site.CountryAll); err != nil {
		return f, err
	}
	f.index, _, err = r.Catalogue.Index(indexCtx, kind, catalog.FallbackLanguage)
	return f, err
}

func (f fallbackTexts) classification(slug string) *catalog.Classification {
	if f.tree == nil {
		return nil
	}
	return f.tree.Find(slug)
}

func (f fallbackTexts) product(slug string) *catalog.Product {
	if f.index == nil {
		return nil
	}
	if p := f.index.Product(slug); p != nil {
		return p.Product
	}
	return nil
}

// foreign returns the tag of the language of a text if it is not the language of the scope; empty otherwise.
func foreign(scope search.Scope, language string) string {
	if language == scope.Language {
		return ""
	}
	return site.TextTag(language)
}

var variantSeparators = strings.NewReplacer("、", ",", "，", ",")

// productDocuments makes the documents of the products of a scope. It keeps them, so that a change of some products
// does not make those of the others again.
type productDocuments struct {
	kind   search.Kind
	texts  *productTexts
	images media.URLs

	mu        sync.Mutex
	site      *site.Site
	directory *site.Directory
	tree      *catalog.Tree
	brand     string
	products  []keptProduct
	// ranges are those of the different figures.
	ranges map[figureText]search.Ranges
}

// keptProduct is a product with its documents.
type keptProduct struct {
	*catalog.IndexedProduct
	languages catalog.TextLanguages
	docs      []*search.Document
}

// figureText is a value of the technical data with its unit.
type figureText struct{ value, unit string }

// of returns the documents of the products of an index: of the site of a brand, those of the brand.
func (k *productDocuments) of(
	siteCtx *site.Context, tree *catalog.Tree, index *catalog.Index, brand string, inFallback fallbackTexts,
) (docs []*search.Document) {
	k.mu.Lock()
	defer k.mu.Unlock()
	known := k.products
	if k.site != siteCtx.Site || k.directory != siteCtx.Directory || k.tree != tree || k.brand != brand {
		known, k.ranges = nil, map[figureText]search.Ranges{}
	}
	k.site, k.directory, k.tree, k.brand = siteCtx.Site, siteCtx.Directory, tree, brand
	order := map[*catalog.Classification]int{}
	for n, c := range tree.All() {
		order[c] = n + 1
	}
	find := finder(known)
	k.products = make([]keptProduct, 0, len(index.Products()))
	for _, p := range index.Products() {
		c := tree.Find(p.ClassificationSlug)
		if c == nil || brand != "" && p.BrandID != brand {
			continue
		}
		product := keptProduct{p, p.TextLanguages(k.texts.language, inFallback.product(p.Slug)), nil}
		if before := find(p); before != nil && before.languages == product.languages {
			product.docs = before.docs
		} else {
			product.docs = k.product(siteCtx, index, p, c, product.languages, order[c])
		}
		k.products = append(k.products, product)
		docs = append(docs, product.docs...)
	}
	return docs
}

// finder returns a function that finds a product among those that are known; nil for an unknown one. It is fast for
// products in the same order.
func finder(known []keptProduct) func(p *catalog.IndexedProduct) *keptProduct {
	next := 0
	var places map[*catalog.IndexedProduct]int
	return func(p *catalog.IndexedProduct) *keptProduct {
		if next < len(known) && known[next].IndexedProduct == p {
			next++
			return &known[next-1]
		}
		if places == nil {
			places = make(map[*catalog.IndexedProduct]int, len(known))
			for at := range known {
				places[known[at].IndexedProduct] = at
			}
		}
		at, ok := places[p]
		if !ok {
			next++ // a changed product is at the same place
			return nil
		}
		next = at + 1
		return &known[at]
	}
}

// productTexts makes the texts of the documents of products from the index of the catalogue, which has them already.
type productTexts struct {
	catalogue *catalogue.Indexes
	kind      catalog.Type
	language  string
}

const productID = "product:"

func (t *productTexts) TextOf(id string) string {
	index := t.catalogue.Latest(t.kind, t.language)
	if index == nil {
		return ""
	}
	p := index.Product(strings.TrimPrefix(id, productID))
	if p == nil {
		return ""
	}
	var text strings.Builder
	write := func(parts ...string) {
		for _, part := range parts {
			text.WriteString(part)
		}
	}
	record := p.Record
	write(optional.OrEmpty(record.LongDescription))
	for _, h := range record.Highlights {
		write("\n", h.Name, "\n", optional.OrEmpty(h.ShortDescription))
	}
	for s := range index.Specifications(p) {
		write("\n", s.Name, " ", s.Value, " ", optional.OrEmpty(s.Unit))
	}
	for _, v := range record.Variants {
		write("\n", v.NameMetric)
	}
	return cut(text.String())
}

// rangesOf returns the ranges of the figures of a product.
func (k *productDocuments) rangesOf(index *catalog.Index, p *catalog.IndexedProduct) (all search.Ranges) {
	for s := range index.Specifications(p) {
		figure := figureText{s.Value, optional.OrEmpty(s.Unit)}
		ranges, isKnown := k.ranges[figure]
		if !isKnown {
			if r, ok := search.NewRange(quantity.Parse(figure.value, figure.unit)); ok {
				ranges = search.NewRanges(r)
			}
			k.ranges[figure] = ranges
		}
		for _, r := range ranges {
			if !slices.Contains(all, r) {
				all = append(all, r)
			}
		}
	}
	return slices.Clone(all) // without the room for more
}

// product returns the document of a product and those of its files.
func (k *productDocuments) product(
	siteCtx *site.Context,
	index *catalog.Index,
	indexed *catalog.IndexedProduct,
	c *catalog.Classification,
	languages catalog.TextLanguages,
	order int,
) []*search.Document {
	p, record := indexed.Localize(siteCtx, c), indexed.Record
	if p.Route() == nil {
		return nil
	}
	keywords := []string{p.Slug, strings.ReplaceAll(p.Slug, "-", " "), c.Name}
	if brand := p.Brand(); brand != nil {
		keywords = append(keywords, brand.Name)
	}
	for _, v := range record.Variants {
		// What distinguishes the variant follows its designation.
		designation, _, _ := strings.Cut(variantSeparators.Replace(v.NameMetric), ",")
		keywords = append(keywords, designation)
	}
	scope := search.ScopeOf(siteCtx)
	docs := []*search.Document{{
		ID:            productID + p.Slug,
		Kind:          k.kind,
		Title:         stripBrands(siteCtx, p.Name),
		TitleLanguage: foreign(scope, languages.Name),
		Description:   optional.OrEmpty(p.ShortDescription),
		Source:        k.texts,
		TextLanguage:  foreign(scope, languages.Description),
		Keywords:      keywords,
		Category:      c.Name,
		Image:         p.Image,
		Ranges:        k.rangesOf(index, indexed),
		Order:         order,
		Route:         *p.Route(),
		Countries:     c.Countries(),
	}}
	for _, d := range catalogue.Sheets(p, indexed.IsMachine) {
		docs = append(docs, &search.Document{
			ID:          "sheet:" + d.FileName,
			Kind:        search.File,
			Title:       stripBrands(siteCtx, d.Name),
			Description: docs[0].Title,
			Category:    docs[0].Category,
			Keywords:    []string{d.FileName, d.Extension},
			Context:     docs[0].Category,
			Image:       docs[0].Image,
			Route:       docs[0].Route + d.URL[strings.LastIndexByte(d.URL, '/'):],
			Countries:   docs[0].Countries,

			TitleLanguage: optional.OrEmpty(d.ForeignLanguage),
			TextLanguage:  docs[0].TitleLanguage,
		})
	}
	for _, d := range record.Documents {
		if d.Language != nil && !strings.EqualFold(*d.Language, siteCtx.Locale.LanguageCode) {
			continue
		}
		docs = append(
			docs,
			&search.Document{
				ID:          "file:" + d.URL,
				Kind:        search.File,
				Title:       stripBrands(siteCtx, d.Name),
				Description: docs[0].Title,
				Category:    docs[0].Category,
				Keywords:    []string{d.FileName, d.Extension},
				Context:     docs[0].Category,
				File:        k.images.Original(d.URL),
				Countries:   docs[0].Countries,

				TitleLanguage: docs[0].TextLanguage,
				TextLanguage:  docs[0].TitleLanguage,
			},
		)
	}
	return slices.Clip(docs)
}
