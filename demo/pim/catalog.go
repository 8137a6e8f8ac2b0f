package pim

import (
	"encoding/json"
	"path"
	"strings"

	"strand/demo/pim/generated"
	"strand/domain/optional"
)

// catalog is the complete content of the PIM at one time. It is immutable once it is served.
type catalog struct {
	assets           string
	classifications  []*classificationFile
	capabilities     []capabilityFile
	products         map[string]*productFile
	byClassification map[string][]*productFile
	byCapability     map[string][]*productFile
	lists            lists
	// written contains the lines of the files by name, parsed on demand.
	written map[string]func() fileLines
	// fileByProduct contains the files of products, by slug.
	fileByProduct map[string]string
}

func newCatalog(assets string) *catalog {
	return &catalog{
		assets:           assets,
		products:         map[string]*productFile{},
		byClassification: map[string][]*productFile{},
		byCapability:     map[string][]*productFile{},
		written:          map[string]func() fileLines{},
		fileByProduct:    map[string]string{},
	}
}

func (c *catalog) addClassification(f *classificationFile) {
	c.classifications = append(c.classifications, f)
}

// addProduct adds a product; false if its slug is missing or not unique.
func (c *catalog) addProduct(p *productFile) bool {
	if p.Slug == "" || c.products[p.Slug] != nil {
		return false
	}
	c.products[p.Slug] = p
	c.byClassification[p.classification] = append(c.byClassification[p.classification], p)
	for _, id := range p.Capabilities {
		c.byCapability[id] = append(c.byCapability[id], p)
	}
	return true
}

// url converts `asset:<handle>` to a URL of the CMS.
func (c *catalog) url(s string) *string {
	if handle, ok := strings.CutPrefix(s, "asset:"); ok {
		s = c.assets + handle
	}
	return optional.Text(s)
}

func plain(t text, language string) string {
	if s := t.in(language); s != nil {
		return *s
	}
	return ""
}

func (c *catalog) classification(index int, language string) *generated.Classification {
	f := c.classifications[index]
	return &generated.Classification{
		ID:                 f.ID,
		Name:               plain(f.Name, language),
		Slug:               f.Slug,
		ParentID:           optional.Text(f.Parent),
		Description:        f.Description.in(language),
		ImageURL:           c.url(f.Image),
		Language:           language,
		SupportedCountries: f.Countries,
		SortIndex:          index,
		UpdatedAt:          f.Updated,
	}
}

// children returns the classifications directly below a classification.
func (c *catalog) children(parent *generated.Classification) []*generated.Classification {
	found := []*generated.Classification{}
	for i, f := range c.classifications {
		if f.Parent == parent.ID && f.ID != parent.ID {
			found = append(found, c.classification(i, parent.Language))
		}
	}
	return found
}

func (c *catalog) product(f *productFile, language string) *generated.Product {
	r := &generated.Product{
		AnswerLanguage:     language,
		Name:               plain(f.Name, language),
		Slug:               f.Slug,
		ProductBrandID:     optional.Text(f.Brand),
		ClassificationSlug: optional.Text(f.classification),
		ShortDescription:   f.Short.in(language),
		LongDescription:    f.Long.in(language),
		Images:             []*generated.ProductImage{},
		Variants:           []*generated.Variant{},
		Specifications:     c.specifications(f.Specifications, language),
		VariantCount:       len(f.Variants),
		Capabilities:       []*generated.ProductCapability{},
		Highlights:         []*generated.Highlight{},
		Documents:          []*generated.Document{},
		ModularSystem:      []*generated.ModularUnit{},
		VideoURL:           c.url(f.Video),
		VideoImageURL:      c.url(f.VideoImage),
		UpdatedAt:          f.Updated,
	}
	for i, image := range f.Images {
		r.Images = append(
			r.Images,
			&generated.ProductImage{
				Name:    image.Name.in(language),
				URL:     c.url(image.Asset),
				Default: i == 0,
			},
		)
	}
	for _, v := range f.Variants {
		r.Variants = append(
			r.Variants,
			&generated.Variant{
				ID:             v.ID,
				NameMetric:     v.Metric.in(language),
				NameImperial:   v.Imperial.in(language),
				Specifications: c.specifications(v.Specifications, language),
			},
		)
	}
	for _, id := range f.Capabilities {
		r.Capabilities = append(r.Capabilities, &generated.ProductCapability{CapabilityID: id})
	}
	for _, h := range f.Highlights {
		r.Highlights = append(
			r.Highlights,
			&generated.Highlight{
				Name:             h.Name.in(language),
				ShortDescription: h.Short.in(language),
				LongDescription:  h.Long.in(language),
				ImageURL:         c.url(h.Image),
				VideoURL:         c.url(h.Video),
				VideoImageURL:    c.url(h.VideoImage),
			},
		)
	}
	for _, d := range f.Documents {
		r.Documents = append(
			r.Documents,
			&generated.Document{
				Name:            d.Name.in(language),
				ContentLanguage: optional.Text(d.Language),
				Type:            d.Type.in(language),
				URL:             c.url(d.Asset),
				Filename:        optional.Text(d.Filename),
				Extension:       optional.Text(strings.TrimPrefix(path.Ext(d.Filename), ".")),
				SizeBytes:       d.Size,
				ThumbnailURL:    c.url(d.Thumbnail),
			},
		)
	}
	for _, m := range f.Modules {
		r.ModularSystem = append(
			r.ModularSystem,
			&generated.ModularUnit{
				Name:        m.Name.in(language),
				Description: m.Description.in(language),
				ImageURL:    c.url(m.Image),
				ProductSlug: optional.Text(m.Product),
			},
		)
	}
	if len(f.Benefits)+len(f.Details) > 0 {
		r.Service = &generated.ServiceBlock{}
		fill(
			language,
			f.Benefits,
			&r.Service.Benefit1,
			&r.Service.Benefit2,
			&r.Service.Benefit3,
			&r.Service.Benefit4,
			&r.Service.Benefit5,
			&r.Service.Benefit6,
		)
		fill(
			language,
			f.Details,
			&r.Service.Detail1,
			&r.Service.Detail2,
			&r.Service.Detail3,
			&r.Service.Detail4,
			&r.Service.Detail5,
			&r.Service.Detail6,
		)
	}
	setTexts(r, f.Texts, language)
	return r
}

// setTexts sets the fields of a response by their names in the contract.
func setTexts(answer any, texts map[string]furtherText, language string) {
	if len(texts) == 0 {
		return
	}
	values := make(map[string]*string, len(texts))
	for name, t := range texts {
		values[name] = t.in(language)
	}
	encoded, _ := json.Marshal(values)  // texts can always be encoded
	_ = json.Unmarshal(encoded, answer) // productsFile.check has verified that the contract has these texts
}

// related returns the related products, without their own relations.
func (c *catalog) related(f *productFile, language string) []*generated.ProductRelation {
	relations := []*generated.ProductRelation{}
	for _, kind := range []string{"related", "component", "service"} {
		for _, slug := range f.Related[kind] {
			relation := &generated.ProductRelation{Type: generated.RelationType(kind)}
			if other := c.products[slug]; other != nil {
				relation.Product = c.product(other, language)
			}
			relations = append(relations, relation)
		}
	}
	return relations
}

func fill(language string, from []text, to ...**string) {
	for i, t := range from {
		if i < len(to) {
			*to[i] = t.in(language)
		}
	}
}

func (c *catalog) specifications(from []specificationFile, language string) []*generated.Specification {
	specifications := []*generated.Specification{}
	for _, f := range from {
		s := &generated.Specification{
			Name:  plain(f.Name, language),
			Value: f.Value.in(language),
			Unit:  optional.Text(f.Unit),
		}
		if f.System != "" {
			system := generated.MeasurementSystem(f.System)
			s.MeasurementSystem = &system
		}
		specifications = append(specifications, s)
	}
	return specifications
}

// productsOf returns the products of classifications, in the order of the slugs; all products of the type without
// slugs.
func (c *catalog) productsOf(kind string, slugs []string) []*productFile {
	unread := map[string]bool{}
	var all []string
	for _, f := range c.classifications {
		if f.Type == kind {
			unread[f.Slug] = true
			all = append(all, f.Slug)
		}
	}
	if len(slugs) == 0 {
		slugs = all
	}
	var products []*productFile
	for _, slug := range slugs {
		if unread[slug] {
			products = append(products, c.byClassification[slug]...)
			delete(unread, slug)
		}
	}
	return products
}
