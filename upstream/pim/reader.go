// Package pim reads the product information management system: classifications, products, services and capabilities, in
// batches and through the cache (spec §7).
package pim

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"

	"github.com/Khan/genqlient/graphql"

	"strand/internal/cache"
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

// hierarchy is the classifications of a type in a language, with the trees that were made of them, by country: a tree is
// as old as its records.
type hierarchy struct {
	records []catalog.Record
	trees   sync.Map
}

// Tree reads the hierarchy of a type in a language, for a country (an ISO code or site.CountryAll): one call.
func (r *Reader) Tree(ctx context.Context, t catalog.Type, language, country string) (*catalog.Tree, error) {
	h, err := cache.Load(ctx, r.cache, "pim:classifications:"+string(t)+":"+language, func(ctx context.Context) (cache.Loaded[*hierarchy], error) {
		data, err := Classifications(ctx, r.client, language, contractType(t))
		if err != nil {
			return cache.Loaded[*hierarchy]{}, r.failed(ctx, "classifications", err)
		}
		h := &hierarchy{records: make([]catalog.Record, 0, len(data.Classifications))}
		for _, c := range data.Classifications {
			h.records = append(h.records, catalog.Record{ID: c.Id, ParentID: c.Parent_id, Name: c.Name, Slug: c.Slug,
				Description: c.Description, ImageURL: c.Image_url, SupportedCountries: c.Supported_countries, SortIndex: c.Sort_index})
		}
		// The records, and a few trees of them.
		return cache.Loaded[*hierarchy]{Value: h, Tags: []string{TagAll, TagClassifications}, Size: int64(len(h.records)) * 4096}, nil
	})
	if err != nil {
		return nil, err
	}
	if tree, ok := h.trees.Load(country); ok {
		return tree.(*catalog.Tree), nil
	}
	tree, _ := h.trees.LoadOrStore(country, catalog.NewTree(t, h.records, country))
	return tree.(*catalog.Tree), nil
}

func contractType(t catalog.Type) ClassificationType {
	return ClassificationType(strings.ToLower(string(t)))
}

func productKey(language, slug string) string { return "pim:product:" + language + ":" + slug }

// CachedProduct is a product that need not be asked for: nil for one that is known not to be there. The second result says
// whether anything is known.
func (r *Reader) CachedProduct(language, slug string) (*catalog.Product, bool) {
	p, isFresh, ok := cache.Get[*catalog.Product](r.cache, productKey(language, slug))
	return p, ok && isFresh
}

func (r *Reader) keep(begun uint64, language, slug string, p *catalog.Product) {
	cache.Put(r.cache, productKey(language, slug), begun, cache.Loaded[*catalog.Product]{Value: p, Tags: []string{TagAll, ProductTag(slug)}, Size: 1024})
}

// Products reads products and services by their slugs in a language; those that do not exist are missing from the answer.
// What is not cached takes one call.
func (r *Reader) Products(ctx context.Context, language string, slugs []string) (map[string]*catalog.Product, error) {
	found := make(map[string]*catalog.Product, len(slugs))
	missing := r.missing(slugs, func(slug string) bool {
		p, ok := r.CachedProduct(language, slug)
		found[slug] = p
		return ok
	})
	if len(missing) == 0 {
		return found, nil
	}
	begun := r.cache.Begin()
	data, err := Products(ctx, r.client, language, strings.Join(missing, ","))
	if err != nil {
		return nil, r.failed(ctx, "products "+strings.Join(missing, ", "), err)
	}
	for _, t := range data.Products {
		found[t.Slug] = r.product(ctx, t)
	}
	for _, slug := range missing {
		r.keep(begun, language, slug, found[slug])
	}
	return found, nil
}

// missing are the slugs that are not known yet, each once. One with a comma would be read as two: it is nobody's.
func (r *Reader) missing(slugs []string, known func(string) bool) []string {
	var missing []string
	seen := map[string]bool{}
	for _, slug := range slugs {
		if !seen[slug] && !known(slug) && slug != "" && !strings.Contains(slug, ",") {
			missing = append(missing, slug)
		}
		seen[slug] = true
	}
	return missing
}

func detailKey(language, slug string) string { return "pim:detail:" + language + ":" + slug }

// CachedDetail is a product's detail that need not be asked for, like CachedProduct.
func (r *Reader) CachedDetail(language, slug string) (*catalog.Full, bool) {
	f, isFresh, ok := cache.Get[*catalog.Full](r.cache, detailKey(language, slug))
	return f, ok && isFresh
}

// Details reads products by their slugs with everything that their pages show; those that do not exist are missing from
// the answer. What is not cached takes one call.
func (r *Reader) Details(ctx context.Context, language string, slugs []string) (map[string]*catalog.Full, error) {
	found := make(map[string]*catalog.Full, len(slugs))
	missing := r.missing(slugs, func(slug string) bool {
		f, ok := r.CachedDetail(language, slug)
		found[slug] = f
		return ok
	})
	if len(missing) == 0 {
		return found, nil
	}
	begun := r.cache.Begin()
	details, err := r.fetchDetails(ctx, language, missing)
	if err != nil {
		return nil, r.failed(ctx, "product "+strings.Join(missing, ", "), err)
	}
	for _, d := range details {
		found[d.Slug] = r.full(ctx, d, nil)
	}
	for _, slug := range missing {
		f := found[slug]
		loaded := cache.Loaded[*catalog.Full]{Value: f, Tags: []string{TagAll, ProductTag(slug)}, Size: sizeOf(f)}
		if f != nil {
			r.keep(begun, language, slug, f.Product)
		}
		cache.Put(r.cache, detailKey(language, slug), begun, loaded)
	}
	return found, nil
}

func (r *Reader) fetchDetails(ctx context.Context, language string, slugs []string) ([]*Detail, error) {
	if len(slugs) > 1 {
		data, err := ProductDetails(ctx, r.client, language, strings.Join(slugs, ","))
		if err != nil {
			return nil, err
		}
		return data.Products, nil
	}
	data, err := ProductDetail(ctx, r.client, language, slugs[0])
	if err != nil || data.Product == nil {
		return nil, err
	}
	return []*Detail{data.Product}, nil
}

// ServiceDetail reads a service with everything that its page shows: nil where there is none. It is cached under a key of
// service product, language and slug (spec §7).
func (r *Reader) ServiceDetail(ctx context.Context, language, slug string) (*catalog.Full, error) {
	return cache.Load(ctx, r.cache, "pim:service-product:"+language+":"+slug, func(ctx context.Context) (cache.Loaded[*catalog.Full], error) {
		begun := r.cache.Begin()
		data, err := ServiceProductDetail(ctx, r.client, language, slug)
		if err != nil {
			return cache.Loaded[*catalog.Full]{}, r.failed(ctx, "service "+slug, err)
		}
		loaded := cache.Loaded[*catalog.Full]{Tags: []string{TagAll, ProductTag(slug)}}
		if p := data.Service_product_detail; p != nil {
			loaded.Value = r.full(ctx, &p.Detail, p.Service)
			r.keep(begun, language, slug, loaded.Value.Product)
		}
		loaded.Size = sizeOf(loaded.Value)
		return loaded, nil
	})
}

// Listing is a part of a list of products.
type Listing struct {
	Total int
	// Brands and Capabilities are how many products have each, by id.
	Brands, Capabilities map[string]int
	Products             []*catalog.Product
}

// Scope says which products a listing is made of.
type Scope struct {
	Type catalog.Type
	// Classifications are slugs; none stands for all.
	Classifications []string
	BrandIDs        []string
	CapabilityIDs   []string
	Sort            catalog.Sort
	Offset          int
}

// Listing reads a page of the products of some classifications: one call.
func (r *Reader) Listing(ctx context.Context, language string, s Scope) (*Listing, error) {
	slugs, brands, capabilities := strings.Join(s.Classifications, ","), strings.Join(s.BrandIDs, ","), strings.Join(s.CapabilityIDs, ",")
	key := strings.Join([]string{"pim:listing", string(s.Type), language, slugs, brands, capabilities, string(s.Sort), strconv.Itoa(s.Offset)}, ":")
	return cache.Load(ctx, r.cache, key, func(ctx context.Context) (cache.Loaded[*Listing], error) {
		data, err := ClassificationProducts(ctx, r.client, language, contractType(s.Type), slugs, brands, capabilities,
			ProductSort(strings.ToLower(string(s.Sort))), s.Offset, catalog.PageSize)
		if err != nil {
			return cache.Loaded[*Listing]{}, r.failed(ctx, "products of "+slugs, err)
		}
		page := data.Classification_products
		l := &Listing{Total: page.Total_count, Brands: map[string]int{}, Capabilities: map[string]int{}}
		for _, c := range page.Brand_counts {
			l.Brands[c.Id] = c.Count
		}
		for _, c := range page.Capability_counts {
			l.Capabilities[c.Id] = c.Count
		}
		for _, t := range page.Products {
			l.Products = append(l.Products, r.product(ctx, t))
		}
		return cache.Loaded[*Listing]{Value: l, Tags: []string{TagAll, TagClassifications}, Size: int64(len(l.Products)+1) * 1024}, nil
	})
}

// Filed is where a product is filed.
type Filed struct{ Slug, ClassificationSlug string }

// Filed reads where the products of a type are filed, at most a number of them: one call.
func (r *Reader) Filed(ctx context.Context, t catalog.Type, language string, limit int) ([]Filed, error) {
	key := "pim:filed:" + string(t) + ":" + strconv.Itoa(limit)
	return cache.Load(ctx, r.cache, key, func(ctx context.Context) (cache.Loaded[[]Filed], error) {
		data, err := ProductSlugs(ctx, r.client, language, contractType(t), limit)
		if err != nil {
			return cache.Loaded[[]Filed]{}, r.failed(ctx, "slugs of products", err)
		}
		filed := make([]Filed, 0, len(data.Classification_products.Products))
		for _, p := range data.Classification_products.Products {
			filed = append(filed, Filed{p.Slug, p.Classification_slug})
		}
		return cache.Loaded[[]Filed]{Value: filed, Tags: []string{TagAll}, Size: int64(len(filed)+1) * 96}, nil
	})
}

// Capabilities reads what machines can do, in a language: one call.
func (r *Reader) Capabilities(ctx context.Context, language string) ([]*catalog.Capability, error) {
	return cache.Load(ctx, r.cache, "pim:capabilities:"+language, func(ctx context.Context) (cache.Loaded[[]*catalog.Capability], error) {
		data, err := Capabilities(ctx, r.client, language)
		if err != nil {
			return cache.Loaded[[]*catalog.Capability]{}, r.failed(ctx, "capabilities", err)
		}
		var capabilities []*catalog.Capability
		for _, c := range data.Capabilities {
			capabilities = append(capabilities, catalog.NewCapability(c.Id, c.Name, c.Image_url))
		}
		return cache.Loaded[[]*catalog.Capability]{Value: capabilities, Tags: []string{TagAll}, Size: int64(len(capabilities)) * 512}, nil
	})
}

// ByCapability reads the products that have a capability, in a language: one call.
func (r *Reader) ByCapability(ctx context.Context, language, id string) ([]*catalog.Product, error) {
	return cache.Load(ctx, r.cache, "pim:by-capability:"+language+":"+id, func(ctx context.Context) (cache.Loaded[[]*catalog.Product], error) {
		data, err := ProductsByCapability(ctx, r.client, language, id)
		if err != nil {
			return cache.Loaded[[]*catalog.Product]{}, r.failed(ctx, "products with capability "+id, err)
		}
		var products []*catalog.Product
		for _, t := range data.Products_by_capability {
			products = append(products, r.product(ctx, t))
		}
		return cache.Loaded[[]*catalog.Product]{Value: products, Tags: []string{TagAll, TagClassifications}, Size: int64(len(products)+1) * 1024}, nil
	})
}

func (r *Reader) failed(ctx context.Context, what string, err error) error {
	r.log.ErrorContext(ctx, "could not read the PIM", "what", what, "error", err)
	return fmt.Errorf("read %s: %w", what, err)
}
