package catalog

import (
	"hash/fnv"

	"strand/domain/optional"
)

// FallbackLanguage is the language in which products are described that are not translated.
const FallbackLanguage = "en"

// TextLanguages are the languages of the texts of a product or classification.
type TextLanguages struct{ Name, Description string }

// TextLanguages returns the languages of the texts of a product that was read in a language. The description has that
// language, or the fallback language if the short description is that of the product read in it. A PIM returns
// untranslated texts without saying so (CAT-45). The names of machines are the same in all languages: that of a
// translated product has the language of the product.
func (p *Product) TextLanguages(language string, fallback *Product) TextLanguages {
	languages := TextLanguages{Name: language, Description: language}
	own := optional.OrEmpty(p.ShortDescription)
	if fallback == nil || own == "" || own != optional.OrEmpty(fallback.ShortDescription) {
		return languages
	}
	languages.Description = FallbackLanguage
	if p.Name == fallback.Name {
		languages.Name = FallbackLanguage
	}
	return languages
}

// TextLanguages returns the languages of the texts of a classification that was read in a language, like
// Product.TextLanguage. Without a description, its language is that of the name.
func (c *Classification) TextLanguages(language string, fallback *Classification) TextLanguages {
	languages := TextLanguages{Name: language, Description: language}
	if fallback == nil {
		return languages
	}
	if c.Name == fallback.Name {
		languages.Name = FallbackLanguage
	}
	own := optional.OrEmpty(c.Description)
	if own == optional.OrEmpty(fallback.Description) && (own != "" || languages.Name == FallbackLanguage) {
		languages.Description = FallbackLanguage
	}
	return languages
}

// ClassificationLanguages returns those of some languages in which the classification with a slug is described.
func ClassificationLanguages(
	languages []string, slug string, treeIn func(language string) (*Tree, error),
) ([]string, error) {
	tree, err := treeIn(FallbackLanguage)
	if err != nil {
		return nil, err
	}
	fallback := tree.Find(slug)
	var described []string
	for _, language := range languages {
		if tree, err = treeIn(language); err != nil {
			return nil, err
		}
		c := tree.Find(slug)
		if c == nil {
			continue
		}
		if language == FallbackLanguage || c.TextLanguages(language, fallback).Description == language {
			described = append(described, language)
		}
	}
	return described, nil
}

// ForeignLanguage returns the language of a text of the technical data if it is not that of the index: fallback, the
// index in FallbackLanguage, has the same text. It is nil for a text in the language of the index.
func (i *Index) ForeignLanguage(fallback *Index, text string) *string {
	if fallback == nil || i.language == FallbackLanguage || !fallback.texts[text] {
		return nil
	}
	return new(FallbackLanguage)
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
