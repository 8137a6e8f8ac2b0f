package pim

import (
	"context"

	"strand/demo/pim/generated"
)

// root resolves queries from the catalogue at the time of the field's resolution.
type root struct{ server *Server }

func (r root) Query() generated.QueryResolver { return query{r.server.current.Load()} }

func (r root) Classification() generated.ClassificationResolver {
	return classification{r.server.current.Load()}
}

func (r root) Product() generated.ProductResolver { return product{r.server.current.Load()} }

type classification struct{ catalog *catalog }

func (c classification) Children(_ context.Context, of *generated.Classification) ([]*generated.Classification, error) {
	return c.catalog.children(of), nil
}

func (c classification) Products(_ context.Context, of *generated.Classification) ([]*generated.Product, error) {
	return records(c.catalog, c.catalog.byClassification[of.Slug], of.Language), nil
}

type product struct{ catalog *catalog }

func (p product) Related(_ context.Context, of *generated.Product) ([]*generated.ProductRelation, error) {
	f := p.catalog.products[of.Slug]
	if f == nil {
		return []*generated.ProductRelation{}, nil
	}
	return p.catalog.related(f, of.AnswerLanguage), nil
}

type query struct{ catalog *catalog }

func (q query) Classifications(
	_ context.Context,
	language string,
	typeArg generated.ClassificationType,
) ([]*generated.Classification, error) {
	found := []*generated.Classification{}
	for i, f := range q.catalog.classifications {
		if f.Type == string(typeArg) {
			found = append(found, q.catalog.classification(i, language))
		}
	}
	return found, nil
}

func (q query) Products(_ context.Context, language, slugs string) ([]*generated.Product, error) {
	found := []*generated.Product{}
	for _, slug := range split(slugs) {
		if p := q.catalog.products[slug]; p != nil {
			found = append(found, q.catalog.product(p, language))
		}
	}
	return found, nil
}

func (q query) Product(_ context.Context, language, slug string) (*generated.Product, error) {
	if p := q.catalog.products[slug]; p != nil {
		return q.catalog.product(p, language), nil
	}
	return nil, nil
}

func (q query) ClassificationProducts(
	_ context.Context,
	language string,
	typeArg generated.ClassificationType,
	classificationSlugs, brandIDs, capabilityIDs string,
	sort generated.ProductSort,
	offset, limit int,
) (*generated.ProductPage, error) {
	return q.catalog.page(
		listing{
			kind:         string(typeArg),
			language:     language,
			slugs:        split(classificationSlugs),
			brandIDs:     split(brandIDs),
			capabilities: split(capabilityIDs),
			byName:       sort == "name",
		},
		offset,
		limit,
	), nil
}

func (q query) Capabilities(_ context.Context, language string) ([]*generated.Capability, error) {
	found := []*generated.Capability{}
	for _, f := range q.catalog.capabilities {
		found = append(
			found,
			&generated.Capability{ID: f.ID, Name: plain(f.Name, language), ImageURL: q.catalog.url(f.Image)},
		)
	}
	return found, nil
}

func (q query) ProductsByCapability(_ context.Context, language, id string) ([]*generated.Product, error) {
	return records(q.catalog, q.catalog.byCapability[id], language), nil
}

func (q query) ServiceProductDetail(ctx context.Context, language, slug string) (*generated.Product, error) {
	return q.Product(ctx, language, slug)
}

func records(c *catalog, files []*productFile, language string) []*generated.Product {
	found := make([]*generated.Product, 0, len(files))
	for _, f := range files {
		found = append(found, c.product(f, language))
	}
	return found
}
