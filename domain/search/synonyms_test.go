package search

import (
	"slices"
	"strings"
	"testing"
)

// Rules: SRCH-18.
func TestRephrase(t *testing.T) {
	for _, test := range []struct{ language, query, want string }{
		{"en", "jobs", "careers"},
		{"en", "JOBS in Switzerland", "careers in Switzerland"},
		{"en", "open positions", "careers"},
		{"en", "datasheet alpha 530", "data sheet alpha 530"},
		{"en", "e mail", "contact; location"},
		{"en", "office japan phone", "location japan contact; contact japan location"},
		{"en", "crimping", ""},
		{"en", "positions open", ""},
		{"en", "stellen", ""},
		{"de", "Öffnungszeiten", "standort; kontakt"},
		{"xx", "jobs", ""},
		{"en", "", ""},
	} {
		if got := strings.Join(Synonyms(nil).Rephrase(test.language, test.query), "; "); got != test.want {
			t.Errorf("%s %q: %q", test.language, test.query, got)
		}
	}
}

// The synonyms are written in the form in which words are compared, and do not lead to other synonyms.
func TestSynonyms(t *testing.T) {
	for language, phrases := range synonyms {
		for typed, alternatives := range phrases {
			if n := len(strings.Fields(typed)); n == 0 || n > maxPhrase {
				t.Errorf("%s: %q has %d words", language, typed, n)
			}
			for _, words := range alternatives {
				if again := phrases[SplitWords(words)]; again != nil && !slices.Contains(again, words) {
					t.Errorf("%s: %q leads to %q, which leads to %q", language, typed, words, again)
				}
			}
		}
	}
}
