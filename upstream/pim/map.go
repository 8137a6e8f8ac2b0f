package pim

import (
	"context"
	"log/slog"
	"strings"

	"strand/domain/catalog"
	"strand/domain/site"
)

// product maps what lists and links show. What the PIM has wrong is left out and logged with the product's slug.
func (r *Reader) product(ctx context.Context, t *Teaser) *catalog.Product {
	p := &catalog.Product{Slug: t.Slug, Name: text(t.Name), ShortDescription: catalog.Text(t.Short_description), BrandID: text(t.Product_brand_id),
		VariantCount: max(t.Variant_count, 0), ClassificationSlug: text(t.Classification_slug)}
	if p.Name == "" {
		p.Name = p.Slug
		r.leftOut(ctx, p.Slug, "name", t.Name)
	}
	p.Image = r.images(ctx, t, p.Name)[0]
	return p
}

func (r *Reader) images(ctx context.Context, t *Teaser, name string) []*site.Image {
	records := make([]catalog.ImageRecord, 0, len(t.Images))
	for _, i := range t.Images {
		if text(i.Url) != "" && catalog.Address(i.Url) == "" {
			r.leftOut(ctx, t.Slug, "image", i.Url)
		}
		records = append(records, catalog.ImageRecord{URL: i.Url, Default: i.Default})
	}
	return catalog.Images(records, name)
}

// leftOut logs what cannot be shown, cut as the query log is.
func (r *Reader) leftOut(ctx context.Context, slug, field, value string) {
	if runes := []rune(value); len(runes) > 50 {
		value = string(runes[:50]) + "…"
	}
	r.log.WarnContext(ctx, "pim_value_skipped", slog.String("product", slug), slog.String("field", field), slog.String("value", value))
}

// full maps everything that a product's page shows.
func (r *Reader) full(ctx context.Context, d *Detail, service *ServiceProductDetailService_product_detailProductServiceServiceBlock) *catalog.Full {
	f := &catalog.Full{Product: r.product(ctx, &d.Teaser), Detail: &catalog.Detail{
		LongDescription: catalog.Text(d.Long_description),
		Specifications:  specifications(d.Specifications),
		Video:           catalog.Film(d.Video_url, d.Video_image_url),
	}}
	slug, to := d.Slug, f.Detail
	to.Images = catalog.Images(imageRecords(d.Images), f.Product.Name)
	for _, v := range d.Variants {
		to.Variants = append(to.Variants, &catalog.Variant{ID: v.Id, NameMetric: text(v.Name_metric), NameImperial: text(v.Name_imperial),
			Own: specifications(v.Specifications), Shared: to.Specifications})
	}
	for _, c := range d.Capabilities {
		to.CapabilityIDs = append(to.CapabilityIDs, c.Capability_id)
	}
	for _, h := range d.Highlights {
		highlight := &catalog.Highlight{Name: text(h.Name), ShortDescription: catalog.Text(h.Short_description), LongDescription: catalog.Text(h.Long_description),
			Image: catalog.Picture(h.Image_url, text(h.Name)), Video: catalog.Film(h.Video_url, h.Video_image_url)}
		if !highlight.IsShown() {
			r.leftOut(ctx, slug, "highlight", h.Name)
			continue
		}
		to.Highlights = append(to.Highlights, highlight)
	}
	for _, doc := range d.Documents {
		document := catalog.NewDocument(catalog.DocumentRecord{Name: doc.Name, Language: doc.Content_language, Type: doc.Type, URL: doc.Url, FileName: doc.Filename,
			Extension: doc.Extension, ThumbnailURL: doc.Thumbnail_url, SizeBytes: doc.Size_bytes})
		if document == nil {
			r.leftOut(ctx, slug, "document", doc.Url)
			continue
		}
		to.Documents = append(to.Documents, document)
	}
	for _, relation := range d.Related {
		if relation.Product == nil {
			r.leftOut(ctx, slug, "related", string(relation.Type))
			continue
		}
		to.Related = append(to.Related, catalog.Relation{Type: catalog.RelationType(strings.ToUpper(string(relation.Type))), Product: r.product(ctx, relation.Product)})
	}
	for _, m := range d.Modular_system {
		unit := &catalog.ModularUnit{Name: text(m.Name), Description: catalog.Text(m.Description), Image: catalog.Picture(m.Image_url, ""), ProductSlug: text(m.Product_slug)}
		if unit.Name == "" {
			r.leftOut(ctx, slug, "modular system", m.Description)
			continue
		}
		to.ModularSystem = append(to.ModularSystem, unit)
	}
	if service != nil {
		to.Benefits = texts(service.Benefit1, service.Benefit2, service.Benefit3, service.Benefit4, service.Benefit5, service.Benefit6)
		to.Details = texts(service.Detail1, service.Detail2, service.Detail3, service.Detail4, service.Detail5, service.Detail6)
	}
	return f
}

func imageRecords(images []*TeaserImagesProductImage) []catalog.ImageRecord {
	records := make([]catalog.ImageRecord, 0, len(images))
	for _, i := range images {
		records = append(records, catalog.ImageRecord{URL: i.Url, Default: i.Default})
	}
	return records
}

func specifications(records []*SpecificationFields) []catalog.Specification {
	rows := make([]catalog.Specification, 0, len(records))
	for _, s := range records {
		rows = append(rows, catalog.Specification{Name: text(s.Name), Unit: catalog.Text(s.Unit), Value: text(s.Value),
			System: site.MeasurementSystem(strings.ToUpper(string(s.Measurement_system)))})
	}
	return rows
}

func text(s string) string {
	if t := catalog.Text(s); t != nil {
		return *t
	}
	return ""
}

func texts(all ...string) []string {
	var found []string
	for _, s := range all {
		if t := text(s); t != "" {
			found = append(found, t)
		}
	}
	return found
}
