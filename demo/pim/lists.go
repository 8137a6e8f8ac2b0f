package pim

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/collate"

	"strand/demo/pim/generated"
	"strand/domain/collation"
)

// lists caches filtered and sorted lists of products, so that a catalogue is scanned once per list and not once per
// page.
type lists struct {
	mu     sync.Mutex
	cached map[string]*list
}

// maxLists is the maximum number of cached lists; beyond it, the cache is cleared.
const maxLists = 200

type list struct {
	products             []*productFile
	brands, capabilities []*generated.FacetCount
}

// listing identifies a list.
type listing struct {
	kind                          string
	language                      string
	slugs, brandIDs, capabilities []string
	byName                        bool
}

func (l listing) key() string {
	parts := []string{
		l.kind,
		strings.Join(l.slugs, ","),
		strings.Join(l.brandIDs, ","),
		strings.Join(l.capabilities, ","),
	}
	if l.byName {
		parts = append(parts, l.language)
	}
	return strings.Join(parts, "\x00")
}

func (c *catalog) list(asked listing) *list {
	key := asked.key()
	c.lists.mu.Lock()
	cached := c.lists.cached[key]
	c.lists.mu.Unlock()
	if cached != nil {
		return cached
	}
	made := c.makeList(asked)
	c.lists.mu.Lock()
	defer c.lists.mu.Unlock()
	if c.lists.cached == nil || len(c.lists.cached) >= maxLists {
		c.lists.cached = map[string]*list{}
	}
	c.lists.cached[key] = made
	return made
}

func (c *catalog) makeList(asked listing) *list {
	l := &list{}
	brands, capabilities := map[string]int{}, map[string]int{}
	for _, p := range c.productsOf(asked.kind, asked.slugs) {
		hasBrand := len(asked.brandIDs) == 0 || slices.Contains(asked.brandIDs, p.Brand)
		hasCapabilities := !slices.ContainsFunc(
			asked.capabilities,
			func(id string) bool { return !slices.Contains(p.Capabilities, id) },
		)
		// Brands are alternatives: their counts do not depend on each other. Capabilities are cumulative.
		if hasCapabilities && p.Brand != "" {
			brands[p.Brand]++
		}
		if !hasBrand || !hasCapabilities {
			continue
		}
		for _, id := range p.Capabilities {
			capabilities[id]++
		}
		l.products = append(l.products, p)
	}
	if asked.byName {
		sortByName(l.products, asked.language)
	}
	l.brands, l.capabilities = counts(brands), counts(capabilities)
	return l
}

func sortByName(products []*productFile, lang string) {
	order := collation.Of(lang, collate.Numeric)
	keys := make(map[*productFile][]byte, len(products))
	for _, p := range products {
		keys[p] = order.Key(plain(p.Name, lang))
	}
	slices.SortStableFunc(products, func(a, b *productFile) int { return slices.Compare(keys[a], keys[b]) })
}

func counts(of map[string]int) []*generated.FacetCount {
	made := make([]*generated.FacetCount, 0, len(of))
	for id, n := range of {
		made = append(made, &generated.FacetCount{ID: id, Count: n})
	}
	slices.SortFunc(made, func(a, b *generated.FacetCount) int { return cmp.Compare(a.ID, b.ID) })
	return made
}

func (c *catalog) page(asked listing, offset, limit int) *generated.ProductPage {
	l := c.list(asked)
	from := min(max(offset, 0), len(l.products))
	to := min(from+max(limit, 0), len(l.products))
	page := &generated.ProductPage{
		TotalCount:       len(l.products),
		BrandCounts:      l.brands,
		CapabilityCounts: l.capabilities,
		Products:         []*generated.Product{},
	}
	for _, p := range l.products[from:to] {
		page.Products = append(page.Products, c.product(p, asked.language))
	}
	return page
}

// split splits a comma-separated list of ids or slugs.
func split(s string) []string {
	var parts []string
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
