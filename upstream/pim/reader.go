// Package pim reads the product information management system: classifications, products, services and
// capabilities, in batches and through the cache.
package pim

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/Khan/genqlient/graphql"
	"golang.org/x/sync/semaphore"

	"strand/domain/catalog"
	"strand/domain/convert"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/upstream/contract"
	"strand/upstream/transport"
)

// System is the name of the PIM in errors, logs and metrics.
const System = "pim"

// NewClient returns a client of the PIM with the URL, token, timeout and log of the options.
func NewClient(o transport.Options) (*transport.Client, error) {
	schema, err := contract.New(Contract)
	if err != nil {
		return nil, err
	}
	o.System, o.Contract, o.AcceptsPartial = System, schema, true
	o.Groups = map[string]string{
		"Products": "products", "ProductDetail": "products", "ProductDetails": "products",
		"ServiceProductDetail": "products",
	}
	bySlug := transport.Batch{Variable: "slugs", List: "products", ID: "slug"}
	o.Batches = map[string]transport.Batch{"Products": bySlug, "ProductDetails": bySlug}
	o.SharedFor = map[string]time.Duration{
		"IndexedPage": indexFreshness.Fresh, "IndexedProducts": indexFreshness.Fresh,
	}
	return transport.New(o), nil
}

// Reader reads the PIM. Its errors wrap a *transport.Error. It is safe for concurrent use.
type Reader struct {
	client graphql.Client
	cache  *cache.Cache
	log    *slog.Logger
	// parts lets one list of all products at a time be read in parts, so that each is complete soon.
	parts *semaphore.Weighted
}

// NewReader returns a reader that uses a client of the PIM.
func NewReader(client graphql.Client, c *cache.Cache, log *slog.Logger) *Reader {
	return &Reader{client: client, cache: c, log: log, parts: semaphore.NewWeighted(1)}
}

// TagAll marks all entries that depend on the PIM.
const TagAll = "pim"

// TagClassifications marks entries that depend on the hierarchy.
const TagClassifications = "pim:classifications"

// TagProducts marks entries that list products of the PIM: any changed product may change them.
const TagProducts = "pim:products"

// ProductTag returns the tag of a product.
func ProductTag(slug string) string { return "pim:product:" + slug }

// ListsTag returns the tag of entries that depend on which products of a type exist, in a language, and on what lists
// filter and count of them; NamesTag that of entries that also depend on the names of products which they do not show,
// because they are sorted by name.
func ListsTag(t catalog.Type, language string) string { return listTag("pim:lists:", t, language) }

// NamesTag is described with ListsTag.
func NamesTag(t catalog.Type, language string) string { return listTag("pim:names:", t, language) }

// OtherLanguages stands for all languages that are not among site.LanguageCodes.
const OtherLanguages = "other"

func listTag(prefix string, t catalog.Type, language string) string {
	if !slices.Contains(site.LanguageCodes, language) {
		language = OtherLanguages
	}
	return prefix + string(t) + ":" + language
}

// hierarchy contains the classifications of a type in a language, and the trees that were built of them by country.
// The trees expire with the records.
type hierarchy struct {
	records []catalog.ClassificationRecord
	trees   sync.Map
}

// Tree reads the hierarchy of a type in a language, for a country (an ISO code or site.CountryAll): one call.
func (r *Reader) Tree(ctx context.Context, t catalog.Type, language, country string) (*catalog.Tree, error) {
	h, err := cache.Load(
		ctx,
		r.cache,
		classificationsKey(t, language),
		func(ctx context.Context) (cache.Loaded[*hierarchy], error) {
			data, err := Classifications(ctx, r.client, language, contractType(t))
			if err != nil {
				return cache.Loaded[*hierarchy]{}, fmt.Errorf("read the classifications of %s: %w", t, err)
			}
			h := &hierarchy{records: make([]catalog.ClassificationRecord, 0, len(data.Classifications))}
			updatedAt := r.changeTimes(ctx)
			for _, c := range data.Classifications {
				h.records = append(
					h.records,
					catalog.ClassificationRecord{
						ID:                 c.Id,
						ParentID:           c.Parent_id,
						Name:               c.Name,
						Slug:               c.Slug,
						Description:        c.Description,
						ImageURL:           c.Image_url,
						Language:           cmp.Or(strings.ToLower(text(c.Language)), language),
						SupportedCountries: c.Supported_countries,
						SortIndex:          c.Sort_index,
						UpdatedAt:          updatedAt(c.Id, c.Updated_at),
					},
				)
			}
			r.logLeftOut(ctx, t, language, catalog.LeftOutClassifications(h.records))
			// The size covers the records and some trees.
			return cache.Loaded[*hierarchy]{
				Value: h,
				Tags:  []string{TagAll, TagClassifications},
				Size:  int64(len(h.records)) * 4096,
			}, nil
		},
	)
	if err != nil {
		return nil, err
	}
	return h.tree(t, country), nil
}

// tree returns the tree for a country.
func (h *hierarchy) tree(t catalog.Type, country string) *catalog.Tree {
	if tree, ok := h.trees.Load(country); ok {
		return tree.(*catalog.Tree)
	}
	tree, _ := h.trees.LoadOrStore(country, catalog.NewTree(t, h.records, country))
	return tree.(*catalog.Tree)
}

// LeftOut returns the classifications and products of a type without a page of their own, with the reason. At most
// limit products are read.
func (r *Reader) LeftOut(ctx context.Context, t catalog.Type, language string, limit int) ([]catalog.LeftOut, error) {
	tree, err := r.Tree(ctx, t, language, site.CountryAll)
	if err != nil {
		return nil, err
	}
	filed, err := r.ProductSlugs(ctx, t, language, limit)
	if err != nil {
		return nil, err
	}
	return slices.Concat(tree.LeftOut, catalog.LeftOutProducts(tree, filed)), nil
}

// maxLoggedIDs is the number of records that an event names.
const maxLoggedIDs = 20

// logLeftOut logs the records without a page, one event per cause.
func (r *Reader) logLeftOut(ctx context.Context, t catalog.Type, language string, left []catalog.LeftOut) {
	byCause := map[catalog.LeftOutCause][]string{}
	for _, l := range left {
		byCause[l.Cause] = append(byCause[l.Cause], l.ID)
	}
	for _, cause := range slices.Sorted(maps.Keys(byCause)) {
		ids := byCause[cause]
		r.log.WarnContext(ctx, "pim_records_left_out", "type", string(t), "language", language,
			"cause", string(cause), "count", len(ids), "records", strings.Join(ids[:min(len(ids), maxLoggedIDs)], ", "))
	}
}

// Probe reads the hierarchy of products without a cache, to find out whether the websites could.
func Probe(ctx context.Context, client graphql.Client) error {
	_, err := Classifications(ctx, client, "en", contractType(catalog.TypeProduct))
	return err
}

func contractType(t catalog.Type) ClassificationType {
	return ClassificationType(strings.ToLower(string(t)))
}

func productKey(language, slug string) string { return cache.Key("pim:product", language) + slug }

// CachedProduct returns a product from the cache; nil for a negative entry, and false for a cache miss.
func (r *Reader) CachedProduct(ctx context.Context, language, slug string) (*catalog.Product, bool) {
	return cache.Get[*catalog.Product](ctx, r.cache, productKey(language, slug))
}

// Products reads products and services by slug in a language; nil for those that do not exist. Products that are
// not cached are read by one call.
func (r *Reader) Products(ctx context.Context, language string, slugs []string) (map[string]*catalog.Product, error) {
	return bySlug(
		ctx,
		r,
		productKey(language, ""),
		slugs,
		nil,
		func(ctx context.Context, slugs []string) (map[string]*catalog.Product, error) {
			data, err := Products(ctx, r.client, language, strings.Join(slugs, ","))
			if err != nil {
				return nil, fmt.Errorf("read the products %s: %w", strings.Join(slugs, ", "), err)
			}
			found := make(map[string]*catalog.Product, len(data.Products))
			for _, t := range data.Products {
				found[t.Slug] = r.product(ctx, t)
			}
			return found, nil
		},
	)
}

// bySlug reads records by slug through the cache. ownTags returns further tags of a record that exists; nil for none.
func bySlug[T any](ctx context.Context, r *Reader, prefix string, slugs []string, ownTags func(*T) []string,
	load func(ctx context.Context, slugs []string) (map[string]*T, error)) (map[string]*T, error) {
	keys := make([]string, 0, len(slugs))
	for _, slug := range slugs {
		// The PIM's lists of slugs are separated by commas, so that a slug with a comma would be read as two.
		if slug != "" && !strings.Contains(slug, ",") {
			keys = append(keys, prefix+slug)
		}
	}
	found, err := cache.LoadMany(
		ctx,
		r.cache,
		keys,
		func(ctx context.Context, keys []string) (map[string]cache.Loaded[*T], error) {
			missing := make([]string, len(keys))
			for i, key := range keys {
				missing[i] = strings.TrimPrefix(key, prefix)
			}
			records, err := load(ctx, missing)
			if err != nil {
				return nil, err
			}
			loaded := make(map[string]cache.Loaded[*T], len(keys))
			for i, key := range keys {
				record := records[missing[i]]
				value := cache.Loaded[*T]{
					Value:    record,
					Document: missing[i],
					Tags:     []string{TagAll, ProductTag(missing[i])},
					Negative: record == nil,
				}
				if record != nil && ownTags != nil {
					value.OwnTags = ownTags(record)
				}
				loaded[key] = value
			}
			return loaded, nil
		},
	)
	records := make(map[string]*T, len(found))
	for key, record := range found {
		records[strings.TrimPrefix(key, prefix)] = record
	}
	return records, err
}

func detailKey(language, slug string) string { return cache.Key("pim:detail", language) + slug }

// CachedDetail returns the details of a product from the cache, like CachedProduct.
func (r *Reader) CachedDetail(ctx context.Context, language, slug string) (*catalog.DetailedProduct, bool) {
	return cache.Get[*catalog.DetailedProduct](ctx, r.cache, detailKey(language, slug))
}

// Details reads products with their details by slug; nil for those that do not exist. Products that are not cached
// are read by one call.
func (r *Reader) Details(
	ctx context.Context,
	language string,
	slugs []string,
) (map[string]*catalog.DetailedProduct, error) {
	return bySlug(
		ctx,
		r,
		detailKey(language, ""),
		slugs,
		relatedTags,
		func(ctx context.Context, slugs []string) (map[string]*catalog.DetailedProduct, error) {
			details, err := r.fetchDetails(ctx, language, slugs)
			if err != nil {
				return nil, fmt.Errorf("read the product %s: %w", strings.Join(slugs, ", "), err)
			}
			found := make(map[string]*catalog.DetailedProduct, len(details))
			for _, d := range details {
				found[d.Slug] = r.detailedProduct(ctx, d, nil)
				r.add(ctx, language, found[d.Slug].Product)
			}
			return found, nil
		},
	)
}

// relatedTags returns the tags of the products that the details of a product contain.
func relatedTags(p *catalog.DetailedProduct) []string {
	var tags []string
	for _, related := range p.Detail.Related {
		tags = append(tags, ProductTag(related.Product.Slug))
	}
	return tags
}

// add caches a product that was read with its details.
func (r *Reader) add(ctx context.Context, language string, p *catalog.Product) {
	cache.Add(ctx, r.cache, productKey(language, p.Slug),
		cache.Loaded[*catalog.Product]{Value: p, Tags: []string{TagAll, ProductTag(p.Slug)}})
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

// maxRepeated is the number of services or capabilities that a call reads at most.
const maxRepeated = 20

// ServiceDetails reads services with their details by slug; nil for those that do not exist. Those that are not cached
// are read by one call per 20: the PIM's operation for one service is repeated in it. The cache key consists of
// "pim:service-product", language and slug.
func (r *Reader) ServiceDetails(
	ctx context.Context, language string, slugs []string,
) (map[string]*catalog.DetailedProduct, error) {
	prefix := "pim:service-product:" + language + ":"
	return bySlug(
		ctx, r, prefix, slugs, relatedTags,
		func(ctx context.Context, slugs []string) (map[string]*catalog.DetailedProduct, error) {
			found := make(map[string]*catalog.DetailedProduct, len(slugs))
			for chunk := range slices.Chunk(slugs, maxRepeated) {
				services, err := r.fetchServices(ctx, language, chunk)
				if err != nil {
					return nil, fmt.Errorf("read the services %s: %w", strings.Join(chunk, ", "), err)
				}
				for i, s := range services {
					if s != nil {
						found[chunk[i]] = r.detailedProduct(ctx, &s.Detail, s.Service)
						r.add(ctx, language, found[chunk[i]].Product)
					}
				}
			}
			return found, nil
		},
	)
}

func (r *Reader) fetchServices(
	ctx context.Context, language string, slugs []string,
) ([]*ServiceProductDetailService_product_detailProduct, error) {
	if len(slugs) > 1 {
		return transport.Several[*ServiceProductDetailService_product_detailProduct](
			ctx, r.client, "ServiceProductDetail", ServiceProductDetail_Operation, "slug", slugs,
			map[string]any{"language": language})
	}
	data, err := ServiceProductDetail(ctx, r.client, language, slugs[0])
	if err != nil {
		return nil, err
	}
	return []*ServiceProductDetailService_product_detailProduct{data.Service_product_detail}, nil
}

// MaxProducts limits the products of a type whose classifications are read for the sitemap.
const MaxProducts = 50_000

// slugsTimeout limits the reading of a list of all products in parts, which continues after its callers have given up,
// with the wait for those in other languages: 50,000 products of a PIM that returns 100 at once and accepts 5 requests
// per second take some minutes in each of eleven languages.
const slugsTimeout = time.Hour

// ProductSlugs reads the classifications of the products of a type, up to a limit: one call, or several to a PIM that
// returns fewer than it is asked for.
func (r *Reader) ProductSlugs(
	ctx context.Context, t catalog.Type, language string, limit int,
) ([]catalog.FiledProduct, error) {
	load := func(ctx context.Context) (cache.Loaded[[]catalog.FiledProduct], error) {
		filed, err := r.filedProducts(ctx, t, language, limit)
		if err != nil {
			return cache.Loaded[[]catalog.FiledProduct]{}, fmt.Errorf("read the slugs of products: %w", err)
		}
		// This is no reason to read a hierarchy. That of the languages in use is cached.
		if h, ok := cache.Get[*hierarchy](ctx, r.cache, classificationsKey(t, language)); ok {
			r.logLeftOut(ctx, t, language, catalog.LeftOutProducts(h.tree(t, site.CountryAll), filed))
		}
		tags := []string{TagAll, TagProducts}
		return cache.Loaded[[]catalog.FiledProduct]{Value: filed, Tags: tags, Negative: len(filed) == 0}, nil
	}
	return cache.LoadWithin(ctx, r.cache, productSlugsKey(t, language, limit), slugsTimeout, load)
}

func productSlugsKey(t catalog.Type, language string, limit int) string {
	return cache.Key("pim:filed", string(t), language, strconv.Itoa(limit))
}

// KnownProductSlugs returns what ProductSlugs has read before, without a call; ok is false if it has not. What is made
// of it is not purged when a product changes.
func (r *Reader) KnownProductSlugs(t catalog.Type, language string, limit int) (filed []catalog.FiledProduct, ok bool) {
	return cache.Peek[[]catalog.FiledProduct](r.cache, productSlugsKey(t, language, limit))
}

// filedProducts reads the parts of the list of all products of a type. A list that changes while it is read may lack a
// product: it is marked as degraded, and read again soon. A part without its broken records is shorter than what the
// PIM has returned: the next one begins within it, so that none is missing, and repeats its end.
func (r *Reader) filedProducts(
	ctx context.Context, t catalog.Type, language string, limit int,
) (filed []catalog.FiledProduct, err error) {
	hasChanged, isAlone := false, false
	updatedAt := r.changeTimes(ctx)
	ctx = transport.WithTimeout(ctx, indexTimeout)
	var repeated map[string]bool // the slugs of the last part, if it may have lacked records
	for total, offset := -1, 0; offset < limit; {
		if offset > 0 && !isAlone {
			if err := r.parts.Acquire(ctx, 1); err != nil {
				return nil, fmt.Errorf("wait for other lists: %w", err)
			}
			defer r.parts.Release(1)
			isAlone = true
		}
		data, err := ProductSlugs(ctx, r.client, language, contractType(t), offset, limit-offset)
		if err != nil {
			return nil, err
		}
		list := data.Classification_products
		if list == nil { // an installation without a PIM
			return nil, nil
		}
		part := map[string]bool{}
		for _, p := range list.Products {
			if part[p.Slug] = true; repeated[p.Slug] {
				continue
			}
			filed = append(filed, catalog.FiledProduct{
				Slug: p.Slug, ClassificationSlug: p.Classification_slug,
				Description: catalog.DescriptionID(catalog.Text(p.Short_description)),
				UpdatedAt:   updatedAt(p.Slug, p.Updated_at),
			})
		}
		hasChanged = hasChanged || offset > 0 && list.Total_count != total
		total = list.Total_count
		if !catalog.IsCut(len(list.Products), min(limit, total)-offset) {
			break
		}
		offset += len(list.Products)
		if repeated = nil; cache.IsDegraded(ctx) {
			repeated = part
		}
	}
	if hasChanged {
		cache.MarkDegraded(ctx)
	}
	return filed, nil
}

// Capabilities reads the capabilities of machines in a language: one call.
func (r *Reader) Capabilities(ctx context.Context, language string) ([]*catalog.Capability, error) {
	return cache.Load(
		ctx,
		r.cache,
		capabilitiesKey(language),
		func(ctx context.Context) (cache.Loaded[[]*catalog.Capability], error) {
			data, err := Capabilities(ctx, r.client, language)
			if err != nil {
				return cache.Loaded[[]*catalog.Capability]{}, fmt.Errorf("read the capabilities: %w", err)
			}
			var capabilities []*catalog.Capability
			for _, c := range data.Capabilities {
				capabilities = append(capabilities, catalog.NewCapability(c.Id, c.Name, c.Image_url))
			}
			return cache.Loaded[[]*catalog.Capability]{
				Value:    capabilities,
				Tags:     []string{TagAll},
				Negative: len(capabilities) == 0,
			}, nil
		},
	)
}

// ByCapabilities reads the products with each of the capabilities in a language, in the order of the ids: those that
// are not cached with one call per 20. Products that could not be read are nil.
func (r *Reader) ByCapabilities(
	ctx context.Context, language string, ids []string,
) ([]*catalog.CapableProducts, error) {
	prefix := cache.Key("pim:by-capability", language)
	keys := convert.All(ids, func(id string) string { return prefix + id })
	found, err := cache.LoadMany(
		ctx, r.cache, keys,
		func(ctx context.Context, keys []string) (map[string]cache.Loaded[*catalog.CapableProducts], error) {
			missing := convert.All(keys, func(key string) string { return strings.TrimPrefix(key, prefix) })
			loaded := make(map[string]cache.Loaded[*catalog.CapableProducts], len(keys))
			for chunk := range slices.Chunk(missing, maxRepeated) {
				lists, err := r.fetchCapable(ctx, language, chunk)
				if err != nil {
					return nil, fmt.Errorf("read the products with capability %s: %w", strings.Join(chunk, ", "), err)
				}
				for i, list := range lists {
					tags := []string{TagAll, TagClassifications}
					for _, t := range catalog.Types {
						tags = append(tags, ListsTag(t, language))
					}
					products := &catalog.CapableProducts{}
					for _, t := range list {
						products.Products = append(products.Products, r.product(ctx, t))
						tags = append(tags, ProductTag(t.Slug))
					}
					loaded[prefix+chunk[i]] = cache.Loaded[*catalog.CapableProducts]{
						Value: products, Tags: tags, Negative: len(list) == 0,
					}
				}
			}
			return loaded, nil
		},
	)
	return convert.All(keys, func(key string) *catalog.CapableProducts { return found[key] }), err
}

func (r *Reader) fetchCapable(ctx context.Context, language string, ids []string) ([][]*Teaser, error) {
	if len(ids) > 1 {
		return transport.Several[[]*Teaser](
			ctx, r.client, "ProductsByCapability", ProductsByCapability_Operation, "capability", ids,
			map[string]any{"language": language})
	}
	data, err := ProductsByCapability(ctx, r.client, language, ids[0])
	if err != nil {
		return nil, err
	}
	return [][]*Teaser{data.Products_by_capability}, nil
}
