package pim

import (
	"context"
	"fmt"
	"strings"

	"strand/domain/catalog"
)

// IndexedPage reads a page of the products of a type for an index; total counts all pages. It is one call and does not
// use the cache, so that indexing a large catalogue evicts no page.
func (r *Reader) IndexedPage(
	ctx context.Context, t catalog.Type, language string, offset, limit int,
) (records []*catalog.IndexRecord, total int, err error) {
	data, err := IndexedPage(ctx, r.client, language, contractType(t), offset, limit)
	if err != nil {
		return nil, 0, fmt.Errorf("read the products from %d for the index: %w", offset, err)
	}
	return r.indexRecords(ctx, data.Classification_products.Products), data.Classification_products.Total_count, nil
}

// IndexedProducts reads products by slug for an index, like IndexedPage; those that do not exist are left out.
func (r *Reader) IndexedProducts(ctx context.Context, language string, slugs []string) ([]*catalog.IndexRecord, error) {
	data, err := IndexedProducts(ctx, r.client, language, strings.Join(slugs, ","))
	if err != nil {
		return nil, fmt.Errorf("read the products %s for the index: %w", strings.Join(slugs, ", "), err)
	}
	return r.indexRecords(ctx, data.Products), nil
}

func (r *Reader) indexRecords(ctx context.Context, products []*Indexed) []*catalog.IndexRecord {
	records := make([]*catalog.IndexRecord, 0, len(products))
	for _, p := range products {
		record := &catalog.IndexRecord{
			Product:         r.product(ctx, &p.Teaser),
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
