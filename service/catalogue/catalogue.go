// Package catalogue reads the products, services and classifications that a caller sees in a site context, and
// keeps the indexes of their lists.
package catalogue

import (
	"context"
	"log/slog"

	"strand/domain/catalog"
)

// PIM reads the catalogue.
type PIM interface {
	CachedDetail(ctx context.Context, language, slug string) (*catalog.DetailedProduct, bool)
	CachedProduct(ctx context.Context, language, slug string) (*catalog.Product, bool)
	ByCapabilities(ctx context.Context, language string, ids []string) ([]*catalog.CapableProducts, error)
	Capabilities(ctx context.Context, language string) ([]*catalog.Capability, error)
	Details(ctx context.Context, language string, slugs []string) (map[string]*catalog.DetailedProduct, error)
	KnownProductSlugs(t catalog.Type, language string, limit int) (filed []catalog.FiledProduct, ok bool)
	LeftOut(ctx context.Context, t catalog.Type, language string, limit int) ([]catalog.LeftOut, error)
	ProductSlugs(ctx context.Context, t catalog.Type, language string, limit int) ([]catalog.FiledProduct, error)
	Products(ctx context.Context, language string, slugs []string) (map[string]*catalog.Product, error)
	ServiceDetails(
		ctx context.Context, language string, slugs []string,
	) (map[string]*catalog.DetailedProduct, error)
	Tree(ctx context.Context, t catalog.Type, language, country string) (*catalog.Tree, error)
}

// Indexer indexes the products of a type in a language. isComplete is false while products are missing.
type Indexer interface {
	Index(ctx context.Context, kind catalog.Type, language string) (index *catalog.Index, isComplete bool, err error)
}

// Catalogue reads products, each once per request and site context. It is safe for concurrent use.
type Catalogue struct {
	PIM PIM
	// Catalogue has the products of listings.
	Catalogue Indexer
	Log       *slog.Logger
}
