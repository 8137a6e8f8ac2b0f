// Package pim reads the product information management system: classifications and products, in batches and through the
// cache (spec §7).
package pim

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/Khan/genqlient/graphql"

	"strand/cache"
	"strand/domain/catalog"
)

// Reader answers from the PIM. It is safe for concurrent use.
type Reader struct {
	client graphql.Client
	cache  *cache.Cache
	log    *slog.Logger
}

// NewReader makes a reader over a client of the PIM.
func NewReader(client graphql.Client, c *cache.Cache, log *slog.Logger) *Reader {
	return &Reader{client: client, cache: c, log: log}
}

// TagAll is on everything that depends on the PIM.
const TagAll = "pim"

// TagClassifications is on everything that depends on the hierarchy.
const TagClassifications = "pim:classifications"

// ProductTag is the tag of a product.
func ProductTag(slug string) string { return "pim:product:" + slug }

// Tree reads the hierarchy of a type in a language, for a country (an ISO code or site.CountryAll): one call.
func (r *Reader) Tree(ctx context.Context, t catalog.Type, language, country string) (*catalog.Tree, error) {
	records, err := r.classifications(ctx, t, language)
	if err != nil {
		return nil, err
	}
	return catalog.NewTree(t, records, country), nil
}

func (r *Reader) classifications(ctx context.Context, t catalog.Type, language string) ([]catalog.Record, error) {
	key := "pim:classifications:" + string(t) + ":" + language
	return cache.Load(ctx, r.cache, key, func(ctx context.Context) (cache.Loaded[[]catalog.Record], error) {
		data, err := Classifications(ctx, r.client, language, ClassificationType(strings.ToLower(string(t))))
		if err != nil {
			return cache.Loaded[[]catalog.Record]{}, r.failed(ctx, "classifications", err)
		}
		records := make([]catalog.Record, 0, len(data.Classifications))
		for _, c := range data.Classifications {
			records = append(records, catalog.Record{ID: c.Id, ParentID: c.Parent_id, Name: c.Name, Slug: c.Slug,
				Description: text(c.Description), ImageURL: text(c.Image_url), SupportedCountries: c.Supported_countries, SortIndex: c.Sort_index})
		}
		return cache.Loaded[[]catalog.Record]{Value: records, Tags: []string{TagAll, TagClassifications}, Size: int64(len(records)) * 512}, nil
	})
}

// text is empty where a PIM wrote the text null (spec §5).
func text(s string) string {
	if s == "null" {
		return ""
	}
	return s
}

func productKey(language, slug string) string { return "pim:product:" + language + ":" + slug }

// CachedProduct is a product that need not be asked for: nil for one that is known not to be there. The second result says
// whether anything is known.
func (r *Reader) CachedProduct(language, slug string) (*catalog.Product, bool) {
	p, isFresh, ok := cache.Get[*catalog.Product](r.cache, productKey(language, slug))
	return p, ok && isFresh
}

// Products reads products by their slugs in a language; those that do not exist are missing from the answer. What is not
// cached takes one call.
func (r *Reader) Products(ctx context.Context, language string, slugs []string) (map[string]*catalog.Product, error) {
	found := make(map[string]*catalog.Product, len(slugs))
	var missing []string
	for _, slug := range slugs {
		if p, ok := r.CachedProduct(language, slug); ok {
			found[slug] = p
		} else if !slices.Contains(missing, slug) && !strings.Contains(slug, ",") {
			missing = append(missing, slug)
		}
	}
	if len(missing) == 0 {
		return found, nil
	}
	begun := r.cache.Begin()
	data, err := Products(ctx, r.client, language, strings.Join(missing, ","))
	if err != nil {
		return nil, r.failed(ctx, "products "+strings.Join(missing, ", "), err)
	}
	for _, p := range data.Products {
		product := &catalog.Product{Slug: p.Slug, Name: p.Name, ClassificationSlug: p.Classification_slug}
		if s := text(p.Short_description); s != "" {
			product.ShortDescription = &s
		}
		found[p.Slug] = product
	}
	for _, slug := range missing {
		cache.Put(r.cache, productKey(language, slug), begun, cache.Loaded[*catalog.Product]{Value: found[slug], Tags: []string{TagAll, ProductTag(slug)}, Size: 512})
	}
	return found, nil
}

func (r *Reader) failed(ctx context.Context, what string, err error) error {
	r.log.ErrorContext(ctx, "could not read the PIM", "what", what, "error", err)
	return fmt.Errorf("read %s: %w", what, err)
}
