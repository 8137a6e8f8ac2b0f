package editorial

import "regexp"

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
