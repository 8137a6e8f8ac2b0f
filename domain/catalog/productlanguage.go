package catalog

import (
	"hash/fnv"

	"strand/domain/optional"
)

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

// DescriptionID returns a number for a short description, which is the same for equal ones; 0 for none.
func DescriptionID(text *string) uint64 {
	if text == nil || *text == "" {
		return 0
	}
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(*text)) // never fails
	return hash.Sum64()
}

// DescribedLanguages returns those of some languages in which a product is described (CAT-45), by the ids of its
// descriptions.
func DescribedLanguages(languages []string, descriptionIn func(language string) uint64) []string {
	fallback := descriptionIn(FallbackLanguage)
	var described []string
	for _, language := range languages {
		own := descriptionIn(language)
		if language == FallbackLanguage || own == 0 || own != fallback {
			described = append(described, language)
		}
	}
	return described
}
