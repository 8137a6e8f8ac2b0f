package search

import (
	"slices"
	"strings"
	"testing"
)

// Rules: SRCH-15.
func TestSplitWords(t *testing.T) {
	for text, want := range map[string]string{
		"alpha530": "alpha 530", "alpha_530": "alpha 530", "Alpha-530": "Alpha 530", "A530-2": "A 530 2",
		"LaserStrip1100": "LaserStrip 1100", "Gr.49": "Gr.49", "Gr49": "Gr 49", "0.35mm2": "0.35 mm 2", "mm²": "mm 2",
		"５３０": "530", "Ａｌｐｈａ　５３０": "Alpha 530", "ｻｰﾋﾞｽ": "サービス", "ﬁnish": "finish", "電線530": "電線 530",
		"__": "", "": "", "0.03": "0.03", "Straße 5": "Straße 5",
	} {
		if got := SplitWords(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

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
		if got := strings.Join(Rephrase(test.language, test.query), "; "); got != test.want {
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
