package servicetest

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"strand/domain/catalog"
	"strand/domain/convert"
	"strand/internal/cache"
)

// Names are the names of something by language; the name in English is used for other languages.
type Names map[string]string

func (n Names) in(language, otherwise string) string { return cmp.Or(n[language], n["en"], otherwise) }

// Product is a product or service. Its type is that of its classification.
type Product struct {
	catalog.Product
	catalog.Detail
	// Names are the names by language; without one it is that of the product. Descriptions are the short ones.
	Names, Descriptions Names
	// UpdatedAt is the time of the last change.
	UpdatedAt time.Time
}

// PIM is a PIM in memory.
type PIM struct {
	calls           *calls
	products        []*Product
	classifications map[catalog.Type][]classification
	capabilities    []capability
	isIncomplete    bool

	mu   sync.Mutex
	kept map[string]bool
	// slugs are the lists that were read, by type and language.
	slugs map[string][]catalog.FiledProduct
}

type classification struct {
	catalog.ClassificationRecord
	names Names
}

type capability struct {
	id    string
	names Names
}

func newPIM(c *calls) *PIM {
	return &PIM{
		calls: c, classifications: map[catalog.Type][]classification{}, kept: map[string]bool{},
		slugs: map[string][]catalog.FiledProduct{},
	}
}

// Product adds a product or service.
func (s *Systems) Product(p Product) *Systems {
	s.PIM.products = append(s.PIM.products, &p)
	return s
}

// Classification adds a classification. Its id is its slug, if it has none; its names may be nil.
func (s *Systems) Classification(t catalog.Type, r catalog.ClassificationRecord, names Names) *Systems {
	r.ID = cmp.Or(r.ID, r.Slug)
	r.Name = cmp.Or(r.Name, r.Slug)
	s.PIM.classifications[t] = append(s.PIM.classifications[t], classification{r, names})
	return s
}

// Capability adds a capability of machines.
func (s *Systems) Capability(id string, names Names) *Systems {
	s.PIM.capabilities = append(s.PIM.capabilities, capability{id, names})
	return s
}

// Incomplete makes indexes lack products, as while they are read for the first time.
func (s *Systems) Incomplete() *Systems {
	s.PIM.isIncomplete = true
	return s
}

// Kept makes products with their details be read before, in a language.
func (s *Systems) Kept(language string, slugs ...string) *Systems {
	s.PIM.missing("product", language, slugs)
	s.PIM.missing("detail", language, slugs)
	return s
}

// find returns a product in a language; nil for an unknown slug.
func (p *PIM) find(language, slug string) *catalog.DetailedProduct {
	at := slices.IndexFunc(p.products, func(one *Product) bool { return one.Slug == slug })
	if at < 0 {
		return nil
	}
	product, detail := p.products[at].Product, p.products[at].Detail
	product.Name = p.products[at].Names.in(language, cmp.Or(product.Name, slug))
	if text := p.products[at].Descriptions.in(language, ""); text != "" {
		product.ShortDescription = &text
	}
	return &catalog.DetailedProduct{Product: &product, Detail: &detail}
}

// isKept reports whether a record was read before.
func (p *PIM) isKept(kind, language, slug string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.kept[cache.Key(kind, language, slug)]
}

// missing returns the slugs of records that were not read before, and keeps them.
func (p *PIM) missing(kind, language string, slugs []string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var missing []string
	for _, slug := range slugs {
		key := cache.Key(kind, language, slug)
		// Slugs of a call are separated by commas, so that one with a comma is not read.
		if !p.kept[key] && slug != "" && !strings.Contains(slug, ",") {
			p.kept[key] = true
			missing = append(missing, slug)
		}
	}
	return missing
}

// forget removes records from those that were read, after a failed call.
func (p *PIM) forget(kind, language string, slugs []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, slug := range slugs {
		delete(p.kept, cache.Key(kind, language, slug))
	}
}

// read makes the call for the records that were not read before.
func (p *PIM) read(ctx context.Context, call, kind, language string, slugs []string) error {
	missing := p.missing(kind, language, slugs)
	if len(missing) == 0 {
		return nil
	}
	err := p.calls.add(ctx, call+" %s %v", language, slices.Sorted(slices.Values(missing)))
	if err != nil {
		p.forget(kind, language, missing)
	}
	return err
}

// CachedProduct returns a product that was read before.
func (p *PIM) CachedProduct(_ context.Context, language, slug string) (*catalog.Product, bool) {
	if !p.isKept("product", language, slug) {
		return nil, false
	}
	if found := p.find(language, slug); found != nil {
		return found.Product, true
	}
	return nil, true
}

// CachedDetail returns the details of a product that were read before.
func (p *PIM) CachedDetail(_ context.Context, language, slug string) (*catalog.DetailedProduct, bool) {
	if !p.isKept("detail", language, slug) {
		return nil, false
	}
	return p.find(language, slug), true
}

// Products reads products by slug.
func (p *PIM) Products(ctx context.Context, language string, slugs []string) (map[string]*catalog.Product, error) {
	if err := p.read(ctx, "pim.Products", "product", language, slugs); err != nil {
		return nil, err
	}
	found := map[string]*catalog.Product{}
	for _, slug := range slugs {
		if product := p.find(language, slug); product != nil {
			found[slug] = product.Product
		}
	}
	return found, nil
}

// Details reads products with their details by slug.
func (p *PIM) Details(
	ctx context.Context, language string, slugs []string,
) (map[string]*catalog.DetailedProduct, error) {
	if err := p.read(ctx, "pim.Details", "detail", language, slugs); err != nil {
		return nil, err
	}
	found := map[string]*catalog.DetailedProduct{}
	for _, slug := range slugs {
		if product := p.find(language, slug); product != nil {
			p.missing("product", language, []string{slug})
			found[slug] = product
		}
	}
	return found, nil
}

// ServiceDetails reads services with their details.
func (p *PIM) ServiceDetails(
	ctx context.Context, language string, slugs []string,
) (map[string]*catalog.DetailedProduct, error) {
	if err := p.read(ctx, "pim.ServiceDetails", "service", language, slugs); err != nil {
		return nil, err
	}
	found := map[string]*catalog.DetailedProduct{}
	for _, slug := range slugs {
		if service := p.find(language, slug); service != nil {
			found[slug] = service
		}
	}
	return found, nil
}

// Tree reads the classifications of a type, which are kept for all countries.
func (p *PIM) Tree(ctx context.Context, t catalog.Type, language, country string) (*catalog.Tree, error) {
	if err := p.calls.addOnce(ctx, "pim.Tree %s %s", t, language); err != nil {
		return nil, err
	}
	return p.tree(t, language, country), nil
}

func (p *PIM) tree(t catalog.Type, language, country string) *catalog.Tree {
	var records []catalog.ClassificationRecord
	for _, c := range p.classifications[t] {
		record := c.ClassificationRecord
		record.Name = c.names.in(language, record.Name)
		records = append(records, record)
	}
	return catalog.NewTree(t, records, country)
}

// Capabilities reads the capabilities of machines.
func (p *PIM) Capabilities(ctx context.Context, language string) ([]*catalog.Capability, error) {
	if err := p.calls.addOnce(ctx, "pim.Capabilities %s", language); err != nil {
		return nil, err
	}
	var all []*catalog.Capability
	for _, c := range p.capabilities {
		all = append(all, catalog.NewCapability(c.id, c.names.in(language, c.id), ""))
	}
	return all, nil
}

// ByCapabilities reads the products with each of the capabilities.
func (p *PIM) ByCapabilities(
	ctx context.Context, language string, ids []string,
) ([]*catalog.CapableProducts, error) {
	if err := p.calls.addOnce(ctx, "pim.ByCapabilities %s %s", language, ids); err != nil {
		return nil, err
	}
	return convert.All(ids, func(id string) *catalog.CapableProducts {
		found := &catalog.CapableProducts{}
		for _, one := range p.products {
			if slices.Contains(one.CapabilityIDs, id) {
				found.Products = append(found.Products, p.find(language, one.Slug).Product)
			}
		}
		return found
	}), nil
}

// Index returns an index of the products of a type.
func (p *PIM) Index(ctx context.Context, t catalog.Type, language string) (*catalog.Index, bool, error) {
	if err := p.calls.addOnce(ctx, "pim.Index %s %s", t, language); err != nil {
		return nil, false, err
	}
	indexer := catalog.NewIndexer(language)
	for _, one := range p.ofType(t) {
		product := p.find(language, one.Slug)
		indexer.Set(&catalog.IndexRecord{
			Product:         product.Product,
			LongDescription: one.LongDescription,
			Specifications:  one.Specifications,
			Variants:        one.Variants,
			CapabilityIDs:   one.CapabilityIDs,
		})
	}
	return indexer.Index(), !p.isIncomplete, nil
}

// ProductSlugs reads the slugs of the products of a type.
func (p *PIM) ProductSlugs(
	ctx context.Context, t catalog.Type, language string, limit int,
) ([]catalog.FiledProduct, error) {
	if err := p.calls.addOnce(ctx, "pim.ProductSlugs %s %s", t, language); err != nil {
		return nil, err
	}
	var filed []catalog.FiledProduct
	for _, one := range p.ofType(t) {
		description := p.find(language, one.Slug).Product.ShortDescription
		filed = append(filed, catalog.FiledProduct{
			Slug: one.Slug, ClassificationSlug: one.ClassificationSlug, Description: catalog.DescriptionID(description),
			UpdatedAt: one.UpdatedAt,
		})
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.slugs[string(t)+language] = filed
	return filed[:min(limit, len(filed))], nil
}

// KnownProductSlugs returns what ProductSlugs has read before.
func (p *PIM) KnownProductSlugs(t catalog.Type, language string, limit int) ([]catalog.FiledProduct, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	filed, ok := p.slugs[string(t)+language]
	return filed[:min(limit, len(filed))], ok
}

// ofType returns the products below a classification of a type.
func (p *PIM) ofType(t catalog.Type) []*Product {
	return slices.DeleteFunc(slices.Clone(p.products), func(one *Product) bool {
		return !slices.ContainsFunc(p.classifications[t], func(c classification) bool {
			return c.Slug == one.ClassificationSlug
		})
	})
}

// LeftOut returns nothing: the records of a test have pages.
func (*PIM) LeftOut(context.Context, catalog.Type, string, int) ([]catalog.LeftOut, error) {
	return nil, nil
}

// Entry returns no entry of a cache.
func (*PIM) Entry(string, string, string, catalog.Type) (_ cache.Inspection, ok bool) {
	return cache.Inspection{}, false
}
