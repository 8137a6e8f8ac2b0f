package editorial

import "slices"

// fallbackLanguage is the language of a list without a sufficient number of entries in the language of its page.
const fallbackLanguage = "en"

// ListLanguages returns those of the languages of a page that lists entries in which the list is written: at least half
// of the entries are, by the languages of each. English always is, because its URL is the canonical one of the others
// (LOC-18).
func ListLanguages(languages []string, entries [][]string) []string {
	var listed []string
	for _, language := range languages {
		written := 0
		for _, entry := range entries {
			if slices.Contains(entry, language) {
				written++
			}
		}
		if language == fallbackLanguage || 2*written >= len(entries) {
			listed = append(listed, language)
		}
	}
	return listed
}
