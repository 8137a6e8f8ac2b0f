// Package texts contains texts in several languages.
package texts

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/language"
	"gopkg.in/yaml.v3"

	"strand/domain/convert"
)

// fallback is the language whose texts are complete.
const fallback = "en"

// Catalog contains texts by language and id.
type Catalog struct {
	ByID map[string]map[string]string

	matcher language.Matcher
	// languages contains the languages of the matcher, which chooses the first one for unknown languages.
	languages []string
}

// Read reads the files of a folder, one for each language: `de.yaml`.
func Read(files fs.FS, dir string) (*Catalog, error) {
	names, err := fs.Glob(files, path.Join(dir, "*.yaml"))
	if err != nil {
		return nil, err
	}
	c := &Catalog{ByID: map[string]map[string]string{}, languages: []string{fallback}}
	for _, name := range names {
		byID := map[string]string{}
		data, err := fs.ReadFile(files, name)
		if err == nil {
			err = yaml.Unmarshal(data, &byID)
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		code := strings.TrimSuffix(path.Base(name), ".yaml")
		c.ByID[code] = byID
		if code != fallback {
			c.languages = append(c.languages, code)
		}
	}
	c.matcher = language.NewMatcher(convert.All(c.languages, language.Make))
	return c, nil
}

// Languages returns the codes of the languages, in their order.
func (c *Catalog) Languages() []string { return slices.Sorted(maps.Keys(c.ByID)) }

// In returns the texts in the best language for a list of preferences.
func (c *Catalog) In(preferred ...language.Tag) Localized {
	_, i, _ := c.matcher.Match(preferred...)
	return Localized{c.languages[i], c.ByID[c.languages[i]], c.ByID[fallback]}
}

// Localized contains the texts in one language, and those that this language lacks in English.
type Localized struct {
	Language       string
	byID, fallback map[string]string
}

// Get returns a text with values in place of their names in braces: pairs of names and values. It is empty for an
// unknown id.
func (l Localized) Get(id string, pairs ...string) string {
	text, ok := l.byID[id]
	if !ok {
		text = l.fallback[id]
	}
	var replacements []string
	for i := 0; i+1 < len(pairs); i += 2 {
		replacements = append(replacements, "{"+pairs[i]+"}", pairs[i+1])
	}
	return strings.NewReplacer(replacements...).Replace(text)
}
