package pim

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"strand/domain/catalog"
	"strand/domain/finding"
	"strand/domain/site"
	"strand/internal/cache"
)

// product maps the fields of a product in lists and links. Invalid data is left out and logged with the product's
// slug.
func (r *Reader) product(ctx context.Context, t *Teaser) *catalog.Product {
	p := &catalog.Product{
		Slug:               t.Slug,
		Name:               text(t.Name),
		ShortDescription:   catalog.Text(t.Short_description),
		BrandID:            text(t.Product_brand_id),
		VariantCount:       max(t.Variant_count, 0),
		ClassificationSlug: text(t.Classification_slug),
	}
	if p.Name == "" {
		p.Name = p.Slug
		r.logSkippedValue(ctx, finding.InvalidValue, p.Slug, "name", t.Name)
	}
	p.Image = r.images(ctx, t, p.Name)[0]
	return p
}

func (r *Reader) images(ctx context.Context, t *Teaser, name string) []*site.Image {
	for _, i := range t.Images {
		if text(i.Url) != "" && catalog.CleanURL(i.Url) == "" {
			r.logSkippedValue(ctx, finding.InvalidValue, t.Slug, "image", i.Url)
		}
	}
	return catalog.Images(imageRecords(t.Images), name)
}

// logSkippedValue logs data that was left out, truncated as in the query log.
func (r *Reader) logSkippedValue(ctx context.Context, kind finding.Kind, slug, field, value string) {
	if runes := []rune(value); len(runes) > 50 {
		value = string(runes[:50]) + "…"
	}
	cache.AddNote(ctx, finding.Finding{Kind: kind, Document: slug, Field: field, Message: value})
	r.log.WarnContext(
		ctx,
		"pim_value_skipped",
		slog.String("product", slug),
		slog.String("field", field),
		slog.String("value", value),
	)
}

// changeTimes returns a function that returns the time of the last change of a record of a list; the zero time for one
// that is not possible. The first ones of a list are logged.
func (r *Reader) changeTimes(ctx context.Context) func(record string, at time.Time) time.Time {
	now, skipped := time.Now(), 0
	return func(record string, at time.Time) time.Time {
		if catalog.IsChangeTime(at, now) {
			return at
		}
		if skipped++; skipped <= maxLoggedIDs {
			r.logSkippedValue(ctx, finding.InvalidValue, record, "updated_at", at.Format(time.RFC3339))
		}
		return time.Time{}
	}
}

func (d *Detail) teaser() *Teaser {
	return &Teaser{
		d.Name, d.Slug, d.Product_brand_id, d.Classification_slug, d.Short_description, d.Images, d.Variant_count,
	}
}

func (i *Indexed) teaser() *Teaser {
	return &Teaser{
		i.Name, i.Slug, i.Product_brand_id, i.Classification_slug, i.Short_description, i.Images, i.Variant_count,
	}
}

// detailedProduct maps the product with its details.
func (r *Reader) detailedProduct(
	ctx context.Context,
	d *Detail,
	service *ServiceProductDetailService_product_detailProductServiceServiceBlock,
) *catalog.DetailedProduct {
	f := &catalog.DetailedProduct{
		Product: r.product(ctx, d.teaser()),
		Detail: &catalog.Detail{
			LongDescription: catalog.Text(d.Long_description),
			Specifications:  specifications(d.Specifications),
			Video:           catalog.NewVideo(d.Video_url, d.Video_image_url),
		},
	}
	slug, to := d.Slug, f.Detail
	noteReplaced(ctx, d)
	to.Images = catalog.Images(imageRecords(d.Images), f.Product.Name)
	for _, v := range d.Variants {
		to.Variants = append(
			to.Variants,
			&catalog.Variant{
				ID:           v.Id,
				NameMetric:   text(v.Name_metric),
				NameImperial: text(v.Name_imperial),
				Own:          specifications(v.Specifications),
				Shared:       to.Specifications,
			},
		)
	}
	for _, c := range d.Capabilities {
		to.CapabilityIDs = append(to.CapabilityIDs, c.Capability_id)
	}
	for i, h := range d.Highlights {
		highlight := &catalog.Highlight{
			Name:             text(h.Name),
			ShortDescription: catalog.Text(h.Short_description),
			LongDescription:  catalog.Text(h.Long_description),
			Image:            catalog.NewImage(h.Image_url, text(h.Name)),
			Video:            catalog.NewVideo(h.Video_url, h.Video_image_url),
		}
		if !highlight.IsShown() {
			r.logSkippedValue(ctx, finding.SkippedHighlight, slug, fmt.Sprintf("highlights[%d]", i), h.Name)
			continue
		}
		to.Highlights = append(to.Highlights, highlight)
	}
	to.Documents = r.documents(ctx, slug, d.Documents)
	for i, relation := range d.Related {
		if relation.Product == nil {
			r.logSkippedValue(ctx, finding.MissingReference, slug, fmt.Sprintf("related[%d]", i), string(relation.Type))
			continue
		}
		to.Related = append(
			to.Related,
			catalog.Relation{
				Type:    catalog.RelationType(strings.ToUpper(string(relation.Type))),
				Product: r.product(ctx, relation.Product),
			},
		)
	}
	for i, m := range d.Modular_system {
		unit := &catalog.ModularUnit{
			Name:        text(m.Name),
			Description: catalog.Text(m.Description),
			Image:       catalog.NewImage(m.Image_url, ""),
			ProductSlug: text(m.Product_slug),
		}
		if unit.Name == "" {
			r.logSkippedValue(ctx, finding.InvalidValue, slug, fmt.Sprintf("modular_system[%d]", i), m.Description)
			continue
		}
		to.ModularSystem = append(to.ModularSystem, unit)
	}
	if service != nil {
		to.Benefits = texts(
			service.Benefit1,
			service.Benefit2,
			service.Benefit3,
			service.Benefit4,
			service.Benefit5,
			service.Benefit6,
		)
		to.Details = texts(
			service.Detail1,
			service.Detail2,
			service.Detail3,
			service.Detail4,
			service.Detail5,
			service.Detail6,
		)
	}
	return f
}

// documents maps the files of a product. Invalid ones are left out and logged.
func (r *Reader) documents(ctx context.Context, slug string, records []*DetailDocumentsDocument) []*catalog.Document {
	var documents []*catalog.Document
	for i, doc := range records {
		document := catalog.NewDocument(
			catalog.DocumentRecord{
				Name:         doc.Name,
				Language:     doc.Content_language,
				Type:         doc.Type,
				URL:          doc.Url,
				FileName:     doc.Filename,
				Extension:    doc.Extension,
				ThumbnailURL: doc.Thumbnail_url,
				SizeBytes:    doc.Size_bytes,
			},
		)
		if document == nil {
			r.logSkippedValue(ctx, finding.InvalidValue, slug, fmt.Sprintf("documents[%d]", i), doc.Url)
			continue
		}
		documents = append(documents, document)
	}
	return documents
}

// noteReplaced adds findings for texts with the value "null", and for images that are replaced by a placeholder.
func noteReplaced(ctx context.Context, d *Detail) {
	note := func(kind finding.Kind, field string) {
		cache.AddNote(ctx, finding.Finding{Kind: kind, Document: d.Slug, Field: field})
	}
	null := func(field, value string) {
		if catalog.IsNull(value) {
			note(finding.NullText, field)
		}
	}
	noteURL := func(field, value string) {
		null(field, value)
		if text(value) != "" && catalog.CleanURL(value) == "" {
			cache.AddNote(ctx, finding.Finding{
				Kind:     finding.InvalidValue,
				Document: d.Slug,
				Field:    field,
				Message:  fmt.Sprintf("%.100s", value),
			})
		}
	}
	null("name", d.Name)
	null("short_description", d.Short_description)
	null("long_description", d.Long_description)
	noteURL("video_url", d.Video_url)
	noteURL("video_image_url", d.Video_image_url)
	hasImage := false
	for i, image := range d.Images {
		null(fmt.Sprintf("images[%d].name", i), image.Name)
		null(fmt.Sprintf("images[%d].url", i), image.Url)
		hasImage = hasImage || catalog.CleanURL(image.Url) != ""
	}
	if !hasImage {
		note(finding.MissingImage, "images")
	}
	if catalog.CleanURL(d.Video_url) != "" && catalog.CleanURL(d.Video_image_url) == "" {
		note(finding.MissingImage, "video_image_url")
	}
	for i, h := range d.Highlights {
		field := fmt.Sprintf("highlights[%d].", i)
		null(field+"name", h.Name)
		noteURL(field+"image_url", h.Image_url)
		noteURL(field+"video_url", h.Video_url)
		noteURL(field+"video_image_url", h.Video_image_url)
	}
	for i, m := range d.Modular_system {
		noteURL(fmt.Sprintf("modular_system[%d].image_url", i), m.Image_url)
	}
	for i, doc := range d.Documents {
		null(fmt.Sprintf("documents[%d].name", i), doc.Name)
		null(fmt.Sprintf("documents[%d].url", i), doc.Url)
		noteURL(fmt.Sprintf("documents[%d].thumbnail_url", i), doc.Thumbnail_url)
	}
}

func imageRecords(images []*ImageFields) []catalog.ImageRecord {
	records := make([]catalog.ImageRecord, 0, len(images))
	for _, i := range images {
		records = append(records, catalog.ImageRecord{Name: i.Name, URL: i.Url, Default: i.Default})
	}
	return records
}

func specifications(records []*SpecificationFields) []catalog.Specification {
	rows := make([]catalog.Specification, 0, len(records))
	for _, s := range records {
		rows = append(rows, catalog.Specification{
			Name:   text(s.Name),
			Unit:   catalog.Text(s.Unit),
			Value:  text(s.Value),
			System: site.MeasurementSystem(strings.ToUpper(string(s.Measurement_system))),
		})
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
