package pim

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"strand/domain/catalog"
	"strand/internal/cache"
	"strand/upstream/transport"
)

// indexFreshness is how long other servers use what one has read for an index.
var indexFreshness = cache.Freshness{Fresh: 10 * time.Minute}

// indexTimeout limits a read for an index, for which no visitor waits: while all servers start, the PIM is slow, and
// the circuit breaker would keep the products from the pages.
const indexTimeout = 30 * time.Second

// indexPage is a page of the products of a type.
type indexPage struct {
	records []*catalog.IndexRecord
	total   int
}

// IndexedPage reads a page of the products of a type for an index; total counts all pages. It is one call, which other
// servers share. It is not stored in memory, so that indexing a large catalogue evicts no page.
func (r *Reader) IndexedPage(
	ctx context.Context, t catalog.Type, language string, offset, limit int,
) (records []*catalog.IndexRecord, total int, err error) {
	ctx = transport.WithTimeout(ctx, indexTimeout)
	key := cache.Key("pim:index", string(t), language, strconv.Itoa(offset), strconv.Itoa(limit))
	load := func(ctx context.Context) (cache.Loaded[indexPage], error) {
		data, err := IndexedPage(ctx, r.client, language, contractType(t), offset, limit)
		if err != nil {
			return cache.Loaded[indexPage]{}, fmt.Errorf("read the products from %d for the index: %w", offset, err)
		}
		list := data.Classification_products
		if list == nil { // an installation without a PIM
			return cache.Loaded[indexPage]{}, nil
		}
		return indexed(indexPage{r.indexRecords(ctx, list.Products), list.Total_count}), nil
	}
	page, err := cache.LoadWithin(ctx, r.cache, key, indexTimeout, load)
	return page.records, page.total, err
}

// IndexedProducts reads products by slug for an index, like IndexedPage; those that do not exist are left out.
func (r *Reader) IndexedProducts(ctx context.Context, language string, slugs []string) ([]*catalog.IndexRecord, error) {
	ctx = transport.WithTimeout(ctx, indexTimeout)
	list := strings.Join(slugs, ",")
	key := cache.Key("pim:indexed", language, list)
	load := func(ctx context.Context) (cache.Loaded[[]*catalog.IndexRecord], error) {
		data, err := IndexedProducts(ctx, r.client, language, list)
		if err != nil {
			err = fmt.Errorf("read the products %s for the index: %w", list, err)
			return cache.Loaded[[]*catalog.IndexRecord]{}, err
		}
		return indexed(r.indexRecords(ctx, data.Products)), nil
	}
	return cache.LoadWithin(ctx, r.cache, key, indexTimeout, load)
}

func indexed[T any](value T) cache.Loaded[T] {
	tags := []string{TagAll, TagProducts}
	return cache.Loaded[T]{Value: value, Tags: tags, Freshness: indexFreshness, SharedOnly: true}
}

func (r *Reader) indexRecords(ctx context.Context, products []*Indexed) []*catalog.IndexRecord {
	records := make([]*catalog.IndexRecord, 0, len(products))
	for _, p := range products {
		record := &catalog.IndexRecord{
			Product:         r.product(ctx, p.teaser()),
			LongDescription: catalog.Text(p.Long_description),
			Specifications:  specifications(p.Specifications),
		}
		for _, v := range p.Variants {
			record.Variants = append(record.Variants, &catalog.Variant{
				ID:           v.Id,
				NameMetric:   text(v.Name_metric),
				NameImperial: text(v.Name_imperial),
				Own:          specifications(v.Specifications),
			})
		}
		for _, c := range p.Capabilities {
			record.CapabilityIDs = append(record.CapabilityIDs, c.Capability_id)
		}
		for _, h := range p.Highlights {
			record.Highlights = append(record.Highlights, &catalog.Highlight{
				Name: text(h.Name), ShortDescription: catalog.Text(h.Short_description),
			})
		}
		documents := make([]*DetailDocumentsDocument, len(p.Documents))
		for i, d := range p.Documents {
			documents[i] = (*DetailDocumentsDocument)(d)
		}
		record.Documents = r.documents(ctx, p.Slug, documents)
		records = append(records, record)
	}
	return records
}
