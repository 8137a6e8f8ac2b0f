// Package messages contains the texts of the screens for files that the server writes, such as exported lists: their
// headings and values are those that the user sees.
package messages

import (
	"embed"
	"encoding/json"
	"strings"
	"sync"
)

//go:embed editor/*.json form/*.json portal/*.json site/*.json
var files embed.FS

// Texts are the texts of a language by id.
type Texts map[string]string

// In returns the texts of a language; those in English for another one than those of the interface.
func In(language string) Texts {
	if texts, ok := all()[language]; ok {
		return texts
	}
	return all()["en"]
}

// Text returns the text with an id; the id itself if there is none.
func (t Texts) Text(id string) string {
	if text, ok := t[id]; ok {
		return text
	}
	return id
}

var all = sync.OnceValue(func() map[string]Texts {
	found := map[string]Texts{}
	for _, bundle := range []string{"editor", "form", "portal", "site"} {
		entries, err := files.ReadDir(bundle)
		if err != nil {
			panic(err) // the files are part of the program
		}
		for _, entry := range entries {
			data, err := files.ReadFile(bundle + "/" + entry.Name())
			if err != nil {
				panic(err)
			}
			language := strings.TrimSuffix(entry.Name(), ".json")
			if found[language] == nil {
				found[language] = Texts{}
			}
			texts := found[language]
			if err := json.Unmarshal(data, &texts); err != nil {
				panic(err)
			}
		}
	}
	return found
})
