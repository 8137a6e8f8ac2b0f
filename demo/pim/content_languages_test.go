package pim

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// translations are the languages of the catalogue besides English.
var translations = []string{"cs", "de", "es", "fr", "hu", "ja", "pt", "ro", "sk", "zh"}

// isDesignation reports whether a name is the same in all languages, such as a figure, a model, a standard or an
// interface.
func isDesignation(name string) bool {
	isSeparator := func(r rune) bool { return !unicode.IsLetter(r) }
	return !slices.ContainsFunc(strings.FieldsFunc(name, isSeparator), func(word string) bool {
		isName := slices.Contains([]string{"ads", "ims", "kcmil", "in"}, word)
		return !isName && !strings.ContainsFunc(word, unicode.IsUpper)
	})
}

// TestContent_Terms checks that the names of the catalogue, and values that are words, are terms, and that each term is
// used and has a translation in each language.
func TestContent_Terms(t *testing.T) {
	german := parsed[terms](t, filepath.Join("..", "content", "pim", "terms", "de.yaml"))
	used := map[string]bool{}
	for _, name := range sampleCatalog(t).names() {
		term := (*name)[""]
		used[term] = true
		switch {
		case term == "" && len(*name) > 0:
			t.Errorf("the name %q has translations of its own: they belong to the terms", (*name)["en"])
		case german[term] == "" && !isDesignation(term):
			t.Errorf("%q is not a term", term)
		}
	}
	for _, language := range translations {
		all := parsed[terms](t, filepath.Join("..", "content", "pim", "terms", language+".yaml"))
		for _, term := range slices.Sorted(maps.Keys(german)) {
			if all[term] == "" {
				t.Errorf("%q has no translation in %q", term, language)
			}
		}
		for term := range all {
			if !used[term] {
				t.Errorf("%s: the catalogue has no name %q", language, term)
			}
		}
	}
}

// TestContent_Languages checks that names, leads, highlights and advantages of all products are in all languages.
func TestContent_Languages(t *testing.T) {
	c := sampleCatalog(t)
	for _, language := range translations {
		missing := 0
		isMissing := func(texts ...text) {
			for _, written := range texts {
				if len(written) > 0 && written[language] == "" {
					missing++
				}
			}
		}
		for _, f := range c.classifications {
			isMissing(f.Description)
		}
		for _, p := range c.products {
			isMissing(p.Short, p.Long)
			isMissing(p.Benefits...)
			isMissing(p.Details...)
			for _, h := range p.Highlights {
				isMissing(h.Name, h.Short, h.Long)
			}
			for _, m := range p.Modules {
				isMissing(m.Description)
			}
			for _, image := range p.Images {
				isMissing(image.Name)
			}
		}
		if missing > 0 {
			t.Errorf("%d texts have no translation in %q", missing, language)
		}
	}
}
