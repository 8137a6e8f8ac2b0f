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
	selected := make([]Module, len(modules))
	for i, m := range modules {
		if linked, ok := m.(linking); ok {
			m = linked.withLinks(keep)
		}
		selected[i] = m
	}
	return selected
}

// keepLink returns a link that keep accepts; nil for another one.
func keepLink(l *site.Link, keep func(*site.Link) bool) *site.Link {
	if l == nil || !keep(l) {
		return nil
	}
	return l
}

// keepLinks returns the links that keep accepts.
func keepLinks(links []*site.Link, keep func(*site.Link) bool) []*site.Link {
	return slices.DeleteFunc(slices.Clone(links), func(l *site.Link) bool { return !keep(l) })
}
