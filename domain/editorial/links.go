package editorial

import (
	"regexp"

	"strand/domain/site"
)

// richTextProduct matches the target of a link to a product or service in rich text.
var richTextProduct = regexp.MustCompile(`href="(?:product|service):([^"?#]+)`)

// CatalogSlugs are the slugs of the products and services that modules link to, as far as their content says it: what
// a module lists from elsewhere is not among them.
func CatalogSlugs(modules []Module) []string {
	var s slugList
	for _, m := range modules {
		s.module(m)
	}
	return s
}

type slugList []string

func (s *slugList) module(m Module) {
	switch m := m.(type) {
	case *HeroModule:
		s.links(m.Links...)
	case *RichTextModule:
		s.text(m.Content)
	case *MediaTextModule:
		s.text(m.Content)
		s.links(m.Links...)
	case *VideoModule:
		if m.Transcript != nil {
			s.text(*m.Transcript)
		}
	case *TeaserGridModule:
		s.links(m.Link)
		for _, teaser := range m.Items {
			s.links(teaser.Link)
		}
	case *AccordionModule:
		for _, item := range m.Items {
			s.text(item.Content)
		}
	case *BrandsModule:
		for _, item := range m.Items {
			s.links(item.Link)
		}
	case *CallToActionModule:
		s.links(m.Links...)
	case *ContactModule:
		s.links(m.Link)
	}
}

func (s *slugList) links(links ...*site.Link) {
	for _, l := range links {
		if l != nil && l.Ref != nil {
			s.add(l.Ref.CatalogSlug())
		}
	}
}

func (s *slugList) text(text RichText) {
	for _, match := range richTextProduct.FindAllStringSubmatch(text.Source, -1) {
		s.add(match[1])
	}
}

func (s *slugList) add(slug string) {
	if slug != "" {
		*s = append(*s, slug)
	}
}
