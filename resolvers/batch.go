package resolvers

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"

	"strand/domain/catalog"
	"strand/service/catalogue"
)

// batch returns the values of a batch resolver with the errors of its parents.
func batch[T any](values []T, errs []error) ([]T, error) {
	if slices.ContainsFunc(errs, func(err error) bool { return err != nil }) {
		return values, graphql.BatchErrorList(errs)
	}
	return values, nil
}

// detailsOf resolves a product field that is part of the product's details. The details of all products are read
// together.
func detailsOf[T any](
	ctx context.Context,
	from *catalogue.Catalogue,
	products []*catalog.LocalizedProduct,
	part func(*catalog.LocalizedProduct, *catalog.Detail) (T, error),
) ([]T, error) {
	details, errs := from.Details(ctx, products)
	values := make([]T, len(products))
	for i, detail := range details {
		if errs[i] == nil && detail != nil {
			values[i], errs[i] = part(products[i], detail)
		}
	}
	return batch(values, errs)
}

// fieldOf resolves a field of a product's details that only the product's own page shows. The loader of the details
// collects the products that ask for it at the same time.
func fieldOf[T any](
	ctx context.Context, from *catalogue.Catalogue, product *catalog.LocalizedProduct, field func(*catalog.Detail) T,
) (value T, err error) {
	details, errs := from.Details(ctx, []*catalog.LocalizedProduct{product})
	if errs[0] == nil {
		value = field(details[0])
	}
	return value, errs[0]
}
