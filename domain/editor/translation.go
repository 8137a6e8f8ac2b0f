package editor

import "time"

// Translations contains the times at which the languages of a page changed.
type Translations struct {
	// Source is the language that the others are translated from.
	Source  string
	Changes []LanguageChange
}

// LanguageChange is the time of the last change of a language.
type LanguageChange struct {
	Language string
	At       time.Time
}

// sameEdit is the tolerance between the changes of languages that are published together.
const sameEdit = time.Minute

// IsOutdated reports whether a language is older than the source. It is false for the source itself, for a language
// without content, and if the page has no source language.
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
