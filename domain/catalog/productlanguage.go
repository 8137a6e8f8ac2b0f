package catalog

import "strand/domain/optional"

// FallbackLanguage is the language in which products are described that are not translated.
const FallbackLanguage = "en"

// TextLanguage returns the language of the description of a product that was read in a language: that language, or the
// fallback language if the short description is that of the product read in it. A PIM returns untranslated texts
// without saying so (CAT-45).
func (p *Product) TextLanguage(language string, fallback *Product) string {
	own := optional.OrEmpty(p.ShortDescription)
	if fallback != nil && own != "" && own == optional.OrEmpty(fallback.ShortDescription) {
		return FallbackLanguage
	}
	return language
}
