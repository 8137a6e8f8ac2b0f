package catalog

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"strand/domain/site"
)

// Capability is a capability of a machine, such as crimping.
type Capability struct {
	ID    string
	Name  string
	Slug  string
	Image *site.Image
}

// CapableProducts are the products with a capability.
type CapableProducts struct{ Products []*Product }

// LocalizedCapability is a capability bound to a site context.
type LocalizedCapability struct {
	*Capability
	site.Localized
	// ForeignLanguage is the language of the name, if it is another one than that of the page.
	ForeignLanguage *string
}

// Localize binds a capability to a site context.
func (c *Capability) Localize(siteCtx *site.Context) *LocalizedCapability {
	return &LocalizedCapability{Capability: c, Localized: site.Localized{SiteContext: siteCtx}}
}

// URL is the path of the list of all products with the capability, in its site context.
func (c *LocalizedCapability) URL() string {
	return c.SiteContext.Path("/"+TypeProduct.Area()) + Selection{Capabilities: []string{c.Slug}, Page: 1}.Query()
}

// NewCapability derives the slug from the name.
func NewCapability(id, name, imageURL string) *Capability {
	return &Capability{ID: id, Name: name, Slug: Slug(name), Image: NewImage(imageURL, "")}
}

// Slug returns the slug of a name: lower case, without accents and punctuation, with hyphens for spaces. Letters of
// other scripts than Latin are kept (CAT-20).
func Slug(name string) string {
	plain, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), name)
	if err != nil {
		plain = name
	}
	cleaned := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r):
			return unicode.ToLower(r)
		case unicode.IsSpace(r), r == '-':
			return ' '
		}
		return -1
	}, plain)
	return strings.Join(strings.Fields(cleaned), "-")
}

// SelectCapabilities returns those of all capabilities that have one of the slugs in a translation of the list, and the
// slugs that the translation does not have.
func SelectCapabilities(all, translated []*Capability, slugs []string) (selected []*Capability, unknown []string) {
	for _, slug := range slugs {
		i := slices.IndexFunc(translated, func(c *Capability) bool { return c.Slug == slug })
		if i < 0 {
			unknown = append(unknown, slug)
			continue
		}
		id := translated[i].ID
		if at := slices.IndexFunc(all, func(c *Capability) bool { return c.ID == id }); at >= 0 {
			selected = append(selected, all[at])
		}
	}
	return selected, unknown
}
