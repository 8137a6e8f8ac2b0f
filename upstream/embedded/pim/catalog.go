package pim

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"strand/upstream/embedded/pim/record"
)

// text is a text by language; one that is the same everywhere stands under the empty language.
type text map[string]string

// UnmarshalYAML reads a string or a map by language.
func (t *text) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*t = text{"": n.Value}
		return nil
	}
	byLanguage := map[string]string{}
	if err := n.Decode(&byLanguage); err != nil {
		return fmt.Errorf("line %d: a text is a string or a map by language", n.Line)
	}
	*t = byLanguage
	return nil
}

// in is the text in a language, English or German where there is none; nil for no text at all.
func (t text) in(language string) *string {
	for _, l := range []string{language, "", "en", "de"} {
		if s, ok := t[l]; ok {
			return &s
		}
	}
	return nil
}

type classificationFile struct {
	ID          string   `yaml:"id"`
	Type        string   `yaml:"type"`
	Slug        string   `yaml:"slug"`
	Parent      string   `yaml:"parent"`
	Name        text     `yaml:"name"`
	Description text     `yaml:"description"`
	Image       string   `yaml:"image"`
	Countries   []string `yaml:"countries"`
}

type specificationFile struct {
	Name   text   `yaml:"name"`
	Value  text   `yaml:"value"`
	Unit   string `yaml:"unit"`
	System string `yaml:"system"`
}

type productFile struct {
	Slug           string              `yaml:"slug"`
	Name           text                `yaml:"name"`
	Brand          string              `yaml:"brand"`
	Short          text                `yaml:"short"`
	Long           text                `yaml:"long"`
	Images         []string            `yaml:"images"`
	Specifications []specificationFile `yaml:"specifications"`
	Variants       []struct {
		ID             string              `yaml:"id"`
		Metric         text                `yaml:"metric"`
		Imperial       text                `yaml:"imperial"`
		Specifications []specificationFile `yaml:"specifications"`
	} `yaml:"variants"`
	Capabilities []string            `yaml:"capabilities"`
	Related      map[string][]string `yaml:"related"`
	Benefits     []text              `yaml:"benefits"`
	Details      []text              `yaml:"details"`

	classification string
}

type capabilityFile struct {
	ID    string `yaml:"id"`
	Name  text   `yaml:"name"`
	Image string `yaml:"image"`
}

// catalog is the whole content of the PIM at one moment. It is immutable.
type catalog struct {
	assets           string
	classifications  []classificationFile
	capabilities     []capabilityFile
	products         map[string]*productFile
	byClassification map[string][]*productFile
	byCapability     map[string][]*productFile
}

// load reads the folder of the PIM. A file that cannot be read is left out and among the problems; the error is for a
// folder that cannot be read at all.
func load(dir, assets string) (*catalog, []error, error) {
	c := &catalog{assets: assets, products: map[string]*productFile{}, byClassification: map[string][]*productFile{}, byCapability: map[string][]*productFile{}}
	var problems []error
	read := func(file string, into any) {
		data, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err == nil {
			decoder := yaml.NewDecoder(strings.NewReader(string(data)))
			decoder.KnownFields(true)
			err = decoder.Decode(into)
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", file, err))
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "products", "*.yaml"))
	if err != nil {
		return nil, nil, fmt.Errorf("read the catalogue in %s: %w", dir, err)
	}
	read(filepath.Join(dir, "classifications.yaml"), &c.classifications)
	read(filepath.Join(dir, "capabilities.yaml"), &c.capabilities)
	slices.Sort(files)
	for _, file := range files {
		var group struct {
			Classification string         `yaml:"classification"`
			Products       []*productFile `yaml:"products"`
		}
		read(file, &group)
		for _, p := range group.Products {
			if p.Slug == "" || c.products[p.Slug] != nil {
				problems = append(problems, fmt.Errorf("%s: product %q has no slug of its own", file, p.Slug))
				continue
			}
			p.classification = group.Classification
			c.products[p.Slug] = p
			c.byClassification[p.classification] = append(c.byClassification[p.classification], p)
			for _, id := range p.Capabilities {
				c.byCapability[id] = append(c.byCapability[id], p)
			}
		}
	}
	return c, problems, nil
}

// url expands `asset:<handle>` into an address of the CMS.
func (c *catalog) url(s string) *string {
	if handle, ok := strings.CutPrefix(s, "asset:"); ok {
		s = c.assets + handle
	}
	return optional(s)
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func plain(t text, language string) string {
	if s := t.in(language); s != nil {
		return *s
	}
	return ""
}

func (c *catalog) classification(index int, language string) *record.Classification {
	f := c.classifications[index]
	r := &record.Classification{ID: f.ID, Name: plain(f.Name, language), Slug: f.Slug, ParentID: optional(f.Parent),
		Description: f.Description.in(language), ImageURL: c.url(f.Image), Language: language, SupportedCountries: f.Countries,
		SortIndex: index, Children: []*record.Classification{}, Products: []*record.Product{}}
	for i, child := range c.classifications {
		if child.Parent == f.ID && child.ID != f.ID && i > index {
			r.Children = append(r.Children, c.classification(i, language))
		}
	}
	for _, p := range c.byClassification[f.Slug] {
		r.Products = append(r.Products, c.product(p, language, false))
	}
	return r
}

func (c *catalog) product(f *productFile, language string, withRelated bool) *record.Product {
	r := &record.Product{Name: plain(f.Name, language), Slug: f.Slug, ProductBrandID: optional(f.Brand),
		ClassificationSlug: optional(f.classification), ShortDescription: f.Short.in(language), LongDescription: f.Long.in(language),
		Images: []*record.ProductImage{}, Variants: []*record.Variant{}, Specifications: c.specifications(f.Specifications, language),
		VariantCount: len(f.Variants), Capabilities: []*record.ProductCapability{}, Related: []*record.ProductRelation{},
		Highlights: []*record.Highlight{}, Documents: []*record.Document{}}
	for i, image := range f.Images {
		r.Images = append(r.Images, &record.ProductImage{URL: c.url(image), Default: i == 0})
	}
	for _, v := range f.Variants {
		r.Variants = append(r.Variants, &record.Variant{ID: v.ID, NameMetric: v.Metric.in(language), NameImperial: v.Imperial.in(language),
			Specifications: c.specifications(v.Specifications, language)})
	}
	for _, id := range f.Capabilities {
		r.Capabilities = append(r.Capabilities, &record.ProductCapability{CapabilityID: id})
	}
	if withRelated {
		for _, kind := range []string{"related", "component", "service"} {
			for _, slug := range f.Related[kind] {
				if other := c.products[slug]; other != nil {
					r.Related = append(r.Related, &record.ProductRelation{Type: record.RelationType(kind), Product: c.product(other, language, false)})
				}
			}
		}
	}
	if len(f.Benefits)+len(f.Details) > 0 {
		r.Service = &record.ServiceBlock{}
		fill(language, f.Benefits, &r.Service.Benefit1, &r.Service.Benefit2, &r.Service.Benefit3, &r.Service.Benefit4, &r.Service.Benefit5, &r.Service.Benefit6)
		fill(language, f.Details, &r.Service.Detail1, &r.Service.Detail2, &r.Service.Detail3, &r.Service.Detail4, &r.Service.Detail5, &r.Service.Detail6)
	}
	return r
}

func fill(language string, from []text, to ...**string) {
	for i, t := range from {
		if i < len(to) {
			*to[i] = t.in(language)
		}
	}
}

func (c *catalog) specifications(from []specificationFile, language string) []*record.Specification {
	specifications := []*record.Specification{}
	for _, f := range from {
		s := &record.Specification{Name: plain(f.Name, language), Value: f.Value.in(language), Unit: optional(f.Unit)}
		if f.System != "" {
			system := record.MeasurementSystem(f.System)
			s.MeasurementSystem = &system
		}
		specifications = append(specifications, s)
	}
	return specifications
}
