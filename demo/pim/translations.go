package pim

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// terms contains the translations of the terms of a language, by the English term.
type terms map[string]string

// textsFile contains the texts of the catalogue in a language, by the id of a classification and the slug of a product.
type textsFile struct {
	Classifications map[string]string       `yaml:"classifications"`
	Products        map[string]productTexts `yaml:"products"`
}

// productTexts contains the texts of a product. Entries of lists have the order of the product's; a text that is left
// out has no translation.
type productTexts struct {
	Short      string           `yaml:"short"`
	Long       string           `yaml:"long"`
	Highlights []highlightTexts `yaml:"highlights"`
	Benefits   []string         `yaml:"benefits"`
	Details    []string         `yaml:"details"`
	Modules    []string         `yaml:"modules"`
}

type highlightTexts struct {
	Name  string `yaml:"name"`
	Short string `yaml:"short"`
	Long  string `yaml:"long"`
}

// set adds the text of a language; an empty one is no text.
func (t *text) set(language, value string) {
	if value == "" {
		return
	}
	if *t == nil {
		*t = text{}
	}
	(*t)[language] = value
}

// translate adds the terms and texts of `terms/<language>.yaml` and `texts/<language>.yaml` to the catalogue.
func (c *catalog) translate(r *reader, dir string) error {
	termFiles, err := filesByLanguage(dir, "terms")
	if err != nil {
		return err
	}
	all := map[string]terms{}
	for language, file := range termFiles {
		all[language] = decode[terms](r, file)
	}
	for _, name := range c.names() {
		term, isName := (*name)[""]
		if !isName {
			continue
		}
		for language, translations := range all {
			if translation := translations[term]; translation != "" {
				name.set("en", term)
				name.set(language, translation)
			}
		}
	}
	textFiles, err := filesByLanguage(dir, "texts")
	if err != nil {
		return err
	}
	for language, file := range textFiles {
		for _, place := range c.addTexts(language, decode[textsFile](r, file)) {
			r.problems = append(r.problems, problem{file: file, text: place + ": the catalogue has no such text"})
		}
	}
	return nil
}

// filesByLanguage returns the files of a folder by the language that they are named by.
func filesByLanguage(dir, folder string) (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, folder, "*.yaml"))
	if err != nil {
		return nil, fmt.Errorf("read the %s in %s: %w", folder, dir, err)
	}
	byLanguage := make(map[string]string, len(files))
	for _, file := range files {
		byLanguage[strings.TrimSuffix(filepath.Base(file), ".yaml")] = file
	}
	return byLanguage, nil
}

// names returns the texts of the catalogue that are terms: names, and values that are words.
func (c *catalog) names() []*text {
	var names []*text
	for _, f := range c.classifications {
		names = append(names, &f.Name)
	}
	for i := range c.capabilities {
		names = append(names, &c.capabilities[i].Name)
	}
	addRows := func(rows []specificationFile) {
		for i := range rows {
			names = append(names, &rows[i].Name, &rows[i].Value)
		}
	}
	for _, p := range c.products {
		names = append(names, &p.Name)
		addRows(p.Specifications)
		for i := range p.Variants {
			names = append(names, &p.Variants[i].Metric, &p.Variants[i].Imperial)
			addRows(p.Variants[i].Specifications)
		}
		for i := range p.Documents {
			names = append(names, &p.Documents[i].Name, &p.Documents[i].Type)
		}
		for i := range p.Modules {
			names = append(names, &p.Modules[i].Name)
		}
	}
	return names
}

// addTexts adds the texts of a language and returns the places of those for which the catalogue has no record.
func (c *catalog) addTexts(language string, file textsFile) []string {
	var unused []string
	for _, f := range c.classifications {
		f.Description.set(language, file.Classifications[f.ID])
		delete(file.Classifications, f.ID)
	}
	for id := range file.Classifications {
		unused = append(unused, "classifications/"+id)
	}
	for slug, texts := range file.Products {
		p := c.products[slug]
		if p == nil {
			unused = append(unused, "products/"+slug)
			continue
		}
		p.Short.set(language, texts.Short)
		p.Long.set(language, texts.Long)
		for i, highlight := range texts.Highlights {
			if i >= len(p.Highlights) {
				unused = append(unused, fmt.Sprintf("products/%s/highlights/%d", slug, i+1))
				continue
			}
			p.Highlights[i].Name.set(language, highlight.Name)
			p.Highlights[i].Short.set(language, highlight.Short)
			p.Highlights[i].Long.set(language, highlight.Long)
		}
		for _, list := range []struct {
			name  string
			texts []string
			to    []*text
		}{
			{"benefits", texts.Benefits, pointersTo(p.Benefits, func(t *text) *text { return t })},
			{"details", texts.Details, pointersTo(p.Details, func(t *text) *text { return t })},
			{"modules", texts.Modules, pointersTo(p.Modules, func(m *moduleFile) *text { return &m.Description })},
		} {
			for i, value := range list.texts {
				if i >= len(list.to) {
					unused = append(unused, fmt.Sprintf("products/%s/%s/%d", slug, list.name, i+1))
					continue
				}
				list.to[i].set(language, value)
			}
		}
	}
	slices.Sort(unused)
	return unused
}

// pointersTo returns the texts of records.
func pointersTo[T any](records []T, textOf func(*T) *text) []*text {
	texts := make([]*text, len(records))
	for i := range records {
		texts[i] = textOf(&records[i])
	}
	return texts
}
