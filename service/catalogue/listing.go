package catalogue

import (
	"context"
	"slices"

	"strand/domain/catalog"
	"strand/domain/convert"
	"strand/domain/listing"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/service/website/visit"
	"strand/upstream/pim"
)

// Scope is what a listing lists: a classification with those below it, or all of a type.
type Scope struct {
	Kind catalog.Type
	// Classification is nil for all of the type.
	Classification *catalog.Classification
	Below          []*catalog.Classification
	// Base is the path of the listing.
	Base string
	// SiteBrandID is the brand of the site, whose products are selected by default; empty for none.
	SiteBrandID string
}

// Listing returns the products of a scope, filtered, sorted and paginated by the URL's parameters.
func (r *Catalogue) Listing(
	ctx context.Context,
	siteCtx *site.Context,
	scope Scope,
	s catalog.Selection,
) (*catalog.Listing, error) {
	language := siteCtx.Locale.LanguageCode
	visit.Of(ctx).Tag(pim.TagAll, pim.ListsTag(scope.Kind, language))
	if s.Sort == catalog.SortName {
		visit.Of(ctx).Tag(pim.NamesTag(scope.Kind, language))
	}
	index, isComplete, err := r.Catalogue.Index(ctx, scope.Kind, language)
	if err != nil {
		return nil, err
	}
	if !isComplete {
		cache.MarkDegraded(ctx)
	}
	all, err := r.PIM.Capabilities(ctx, language)
	if err != nil {
		visit.Degrade(ctx, err) // the list remains usable without this filter
	}
	request := catalog.ListRequest{Processes: map[string][]string{}, Locale: siteCtx.Locale}
	selected := r.selectedCapabilities(ctx, siteCtx, all, s.Capabilities)
	s.Capabilities = nil
	for _, c := range selected {
		request.CapabilityIDs = append(request.CapabilityIDs, c.ID)
		s.Capabilities = append(s.Capabilities, c.Slug)
	}
	s = index.WithTask(s)
	s = index.Translated(s, r.otherIndexes(ctx, siteCtx, scope.Kind))
	if request.System = s.System; s.System == "" {
		request.System = siteCtx.Directory.MeasurementSystem(siteCtx.Locale)
	}
	if len(s.Figures) > 0 {
		s.System = request.System // the values in the URL have its units
	}
	if scope.Classification != nil {
		request.Classifications = []string{scope.Classification.Slug}
	}
	for _, c := range scope.Below {
		request.Processes[c.Slug] = c.Slugs()
		request.Classifications = append(request.Classifications, c.Slugs()...)
	}
	if scope.SiteBrandID != "" && index.HasBrand(scope.SiteBrandID, request.Classifications) {
		s = s.OfSite(scope.SiteBrandID)
	}
	request.Selection = s
	found := index.List(request)
	s.Page = min(s.Page, listing.PageCount(found.Total, catalog.PageSize))
	s = found.Plain(s)
	l := &catalog.Listing{
		Total:         found.Total,
		Base:          scope.Base,
		Locale:        siteCtx.Locale,
		Selection:     s,
		Figures:       found.Figures,
		Choices:       found.Choices,
		System:        request.System,
		InOtherSystem: index.InSystem(s, request.System, request.System.Other()),
		IsIncomplete:  !isComplete,
	}
	if s.SiteBrandID != "" {
		l.SiteBrand = siteCtx.Site.Brand
	}
	fallback := r.fallbackIndex(ctx, siteCtx, scope.Kind)
	markForeignLabels(index, fallback, found)
	if l.Items, err = r.listedProducts(ctx, siteCtx, index, found, request); err != nil {
		return nil, err
	}
	for _, item := range l.Items {
		for n := range item.KeyFigures {
			item.KeyFigures[n].ForeignLanguage = index.ForeignLanguage(fallback, item.KeyFigures[n].Name)
		}
	}
	r.setOptions(ctx, l, siteCtx, scope, all, found)
	return l, nil
}

// fallbackIndex returns the index in the fallback language; nil in a page of this language and if it cannot be read.
func (r *Catalogue) fallbackIndex(ctx context.Context, siteCtx *site.Context, kind catalog.Type) *catalog.Index {
	if siteCtx.Locale.LanguageCode == catalog.FallbackLanguage {
		return nil
	}
	index, _, err := r.Catalogue.Index(ctx, kind, catalog.FallbackLanguage)
	if err != nil {
		visit.Degrade(ctx, err)
		return nil
	}
	return index
}

// markForeignLabels sets the languages of the labels of figures and choices.
func markForeignLabels(index, fallback *catalog.Index, found *catalog.ListResult) {
	for _, f := range found.Figures {
		f.ForeignLanguage = index.ForeignLanguage(fallback, f.Label)
	}
	for _, c := range found.Choices {
		c.ForeignLanguage = index.ForeignLanguage(fallback, c.Label)
		for n := range c.Options {
			c.Options[n].ForeignLanguage = index.ForeignLanguage(fallback, c.Options[n].Label)
		}
	}
}

// listedProducts returns the products of a page that have a page in the site context.
func (r *Catalogue) listedProducts(
	ctx context.Context,
	siteCtx *site.Context,
	index *catalog.Index,
	found *catalog.ListResult,
	request catalog.ListRequest,
) ([]*catalog.ListedProduct, error) {
	products := convert.All(found.Products, func(p *catalog.IndexedProduct) *catalog.Product { return p.Product })
	localized, err := r.WithPage(ctx, siteCtx, products)
	if err != nil {
		return nil, err
	}
	items := make([]*catalog.ListedProduct, len(localized))
	for i, p := range localized {
		indexed := index.Product(p.Slug)
		items[i] = &catalog.ListedProduct{
			Product: p,
			Values:  index.Values(indexed, found.Figures, request),
			KeyFigures: catalog.KeyFigures(
				request.System, request.Locale, slices.Collect(index.Specifications(indexed)),
			),
		}
	}
	return items, nil
}

// setOptions sets the options of the filters.
func (r *Catalogue) setOptions(
	ctx context.Context,
	l *catalog.Listing,
	siteCtx *site.Context,
	scope Scope,
	capabilities []*catalog.Capability,
	found *catalog.ListResult,
) {
	language := siteCtx.Locale.LanguageCode
	option := func(counts map[string]int, key, value, label string) listing.Option {
		count, isOffered := counts[key]
		return listing.Option{Value: value, Label: label, Count: count, IsOffered: isOffered}
	}
	var brands, processes, abilities []listing.Option
	inFallback := r.fallbackCapabilities(ctx, language)
	for id := range found.Brands {
		if b := siteCtx.Directory.BrandByPimID(id); b != nil {
			brands = append(brands, option(found.Brands, id, id, b.Name))
		}
	}
	for _, c := range capabilities {
		o := option(found.Capabilities, c.ID, c.Slug, c.Name)
		o.ForeignLanguage = foreignLanguage(c.Name, inFallback[c.ID])
		abilities = append(abilities, o)
	}
	for _, c := range scope.Below {
		o := option(found.Processes, c.Slug, c.Slug, c.Name)
		if fallback := r.fallbackClassification(ctx, siteCtx, c); fallback != nil {
			o.ForeignLanguage = foreignLanguage(c.Name, fallback.Name)
		}
		processes = append(processes, o)
	}
	l.Brands = listing.SortedOptions(brands, l.Selection.BrandIDs, language)
	l.Capabilities = listing.SortedOptions(abilities, l.Selection.Capabilities, language)
	l.Processes = listing.Options(processes, l.Selection.Processes)
}

// foreignLanguage returns the fallback language for a label that is the same in it.
func foreignLanguage(label, inFallback string) *string {
	if label != inFallback {
		return nil
	}
	return new(catalog.FallbackLanguage)
}

// fallbackCapabilities returns the names of the capabilities in the fallback language by their ids; none in a page of
// this language and if they cannot be read.
func (r *Catalogue) fallbackCapabilities(ctx context.Context, language string) map[string]string {
	names := map[string]string{}
	if language == catalog.FallbackLanguage {
		return names
	}
	all, err := r.PIM.Capabilities(ctx, catalog.FallbackLanguage)
	if err != nil {
		visit.Degrade(ctx, err)
	}
	for _, c := range all {
		names[c.ID] = c.Name
	}
	return names
}

// otherIndexes returns the indexes of the site's other languages, since the query of a URL is kept when the visitor
// changes the language.
func (r *Catalogue) otherIndexes(
	ctx context.Context, siteCtx *site.Context, kind catalog.Type,
) func(yield func(*catalog.Index) bool) {
	return func(yield func(*catalog.Index) bool) {
		for _, language := range site.LanguagesOf(siteCtx.Site) {
			if language == siteCtx.Locale.LanguageCode {
				continue
			}
			visit.Of(ctx).Tag(pim.ListsTag(kind, language))
			index, _, err := r.Catalogue.Index(ctx, kind, language)
			if err != nil {
				visit.Degrade(ctx, err)
				return
			}
			if !yield(index) {
				return
			}
		}
	}
}
