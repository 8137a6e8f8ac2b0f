package editor

import "time"

// Translations say when the languages of a page changed.
type Translations struct {
	// Source is the language that the others are translated from.
	Source  string
	Changes []LanguageChange
}

// LanguageChange is when a language of a page changed.
type LanguageChange struct {
	Language string
	At       time.Time
}

// sameEdit is how far apart the changes of languages may be that are published together.
const sameEdit = time.Minute

// IsOutdated reports whether a language is older than the source. A language that the page is not written in, the source
// itself, and every language of a page without its source are not.
func (t *Translations) IsOutdated(language string) bool {
	if t == nil || language == t.Source {
		return false
	}
	var source, translation time.Time
	for _, c := range t.Changes {
		switch c.Language {
		case t.Source:
			source = c.At
		case language:
			translation = c.At
		}
	}
	return !translation.IsZero() && source.Sub(translation) > sameEdit
}
