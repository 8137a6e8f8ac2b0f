package editorial

import (
	"regexp"
	"slices"

	"strand/domain/site"
)

// richTextProduct matches the target of a link to a product or service in rich text.
var richTextProduct = regexp.MustCompile(`href="(?:product|service):([^"?#]+)`)

// CatalogSlugs returns the slugs of the products and services that the content of modules links to. Products that a
// module lists from elsewhere are not included.
func CatalogSlugs(modules []Module) []string {
	var slugs []string
	WalkReferences(modules, func(r Reference) {
		switch {
		case r.Link != nil && r.Link.Ref != nil:
			if slug := r.Link.Ref.CatalogSlug(); slug != "" {
				slugs = append(slugs, slug)
			}
		case r.Text != nil:
			for _, match := range richTextProduct.FindAllStringSubmatch(r.Text.Source, -1) {
				slugs = append(slugs, match[1])
			}
		}
	})
	return slugs
}

// SelectLinks returns the modules with only the links that keep accepts. Modules are shared: those that change are
// copied.
func SelectLinks(modules []Module, keep func(*site.Link) bool) []Module {
	one := func(l *site.Link) *site.Link {
		if l == nil || !keep(l) {
			return nil
		}
		return l
	}
	several := func(links []*site.Link) []*site.Link {
		return slices.DeleteFunc(slices.Clone(links), func(l *site.Link) bool { return !keep(l) })
	}
	selected := make([]Module, len(modules))
	for i, module := range modules {
		switch m := module.(type) {
		case *HeroModule:
			c := *m
			c.Links, module = several(m.Links), &c
		case *MediaTextModule:
			c := *m
			c.Links, module = several(m.Links), &c
		case *CallToActionModule:
			c := *m
			c.Links, module = several(m.Links), &c
		case *TeaserGridModule:
			c := *m
			c.Link, c.Items, module = one(m.Link), slices.Clone(m.Items), &c
			for n := range c.Items {
				c.Items[n].Link = one(c.Items[n].Link)
			}
		case *BrandsModule:
			c := *m
			c.Items, module = slices.Clone(m.Items), &c
			for n := range c.Items {
				c.Items[n].Link = one(c.Items[n].Link)
			}
		case *ContactModule:
			c := *m
			c.Link, module = one(m.Link), &c
		}
		selected[i] = module
	}
	return selected
}
