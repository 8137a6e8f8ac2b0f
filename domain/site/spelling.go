package site

import (
	"slices"
	"strings"
)

// Spelling is how some countries write a language: with other letters than the content (LOC-19).
type Spelling struct {
	Countries []string `json:"countries"`
	// Letters are the replacements, by the letters of the content.
	Letters map[string]string `json:"letters"`

	replacer *strings.Replacer
}

// spellings are those of all languages by locale.
var spellings = func() map[Locale]*Spelling {
	all := map[Locale]*Spelling{}
	for _, l := range Languages {
		for _, s := range l.Spellings {
			var pairs []string
			for from, to := range s.Letters {
				pairs = append(pairs, from, to)
			}
			s.replacer = strings.NewReplacer(pairs...)
			for _, country := range s.Countries {
				all[Locale{l.Code, country}] = &s
			}
		}
	}
	return all
}()

// respelledLetters are the letters that any locale writes otherwise.
var respelledLetters = func() (all []string) {
	for _, s := range spellings {
		for from := range s.Letters {
			if !slices.Contains(all, from) {
				all = append(all, from)
			}
		}
	}
	return all
}()

// IsSpelledByCountry reports whether a text is spelled otherwise in some locale. It is cheaper than to find the locale.
func IsSpelledByCountry(text string) bool {
	return slices.ContainsFunc(respelledLetters, func(letter string) bool { return strings.Contains(text, letter) })
}

// Spell returns a text of the content as the locale's country writes it (LOC-19).
func (l Locale) Spell(text string) string {
	if s := spellings[l]; s != nil {
		return s.replacer.Replace(text)
	}
	return text
}

// SpellHTML is Spell for sanitized HTML, whose tags stay as they are: their attributes contain URLs.
func (l Locale) SpellHTML(text string) string {
	s := spellings[l]
	if s == nil {
		return text
	}
	var b strings.Builder
	for text != "" {
		visible, rest, isTag := strings.Cut(text, "<")
		b.WriteString(s.replacer.Replace(visible))
		if !isTag {
			break
		}
		tag, after, isClosed := strings.Cut(rest, ">")
		b.WriteString("<" + tag)
		if isClosed {
			b.WriteByte('>')
		}
		text = after
	}
	return b.String()
}
