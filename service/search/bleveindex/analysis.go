package bleveindex

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/char/asciifolding"
	"github.com/blevesearch/bleve/v2/analysis/lang/cjk"
	"github.com/blevesearch/bleve/v2/analysis/lang/de"
	_ "github.com/blevesearch/bleve/v2/analysis/lang/en" // registers its analyzer, as do the ones below
	_ "github.com/blevesearch/bleve/v2/analysis/lang/es"
	_ "github.com/blevesearch/bleve/v2/analysis/lang/fr"
	_ "github.com/blevesearch/bleve/v2/analysis/lang/hu"
	_ "github.com/blevesearch/bleve/v2/analysis/lang/pt"
	_ "github.com/blevesearch/bleve/v2/analysis/lang/ro"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	unicodetokenizer "github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
	"github.com/blevesearch/bleve/v2/registry"

	"strand/domain/search"
)

// analyzer converts texts of one language to search terms.
type analyzer struct {
	// wordTerms returns the terms of a text; parts also returns the terms within compounds.
	wordTerms, parts wordAnalyzer
	// names returns words with case and accents removed, but not stemmed.
	names wordAnalyzer
	// isFuzzy is true for scripts in which typos can be corrected. In scripts whose words have about two characters
	// they cannot.
	isFuzzy bool
}

// newAnalyzer returns the analyzer of a language; vocabulary contains the parts of German compounds.
func newAnalyzer(language string, vocabulary map[string]bool) (*analyzer, error) {
	c := registry.NewCache()
	unicodeWords, err := c.TokenizerNamed(unicodetokenizer.Name)
	if err != nil {
		return nil, err
	}
	tokenizer := wordTokenizer{unicodeWords}
	lower, err := c.TokenFilterNamed(lowercase.Name)
	if err != nil {
		return nil, err
	}
	a := &analyzer{
		isFuzzy: true,
		names:   wordAnalyzer{Tokenizer: tokenizer, TokenFilters: []analysis.TokenFilter{lower, fold{}}},
	}
	switch language {
	case "ja", "zh":
		// Single characters are indexed too, because one character can be a word.
		a.wordTerms = wordAnalyzer{
			Tokenizer:    tokenizer,
			TokenFilters: []analysis.TokenFilter{lower, cjk.NewCJKBigramFilter(true)},
		}
		a.names, a.isFuzzy = a.wordTerms, false
	case "cs", "sk":
		stopWords, err := slavicStopWords(c, language)
		if err != nil {
			return nil, err
		}
		a.wordTerms = wordAnalyzer{
			Tokenizer:    tokenizer,
			TokenFilters: []analysis.TokenFilter{lower, stopWords, fold{}, slavicStemmer{}},
		}
	case "de", "en", "es", "fr", "hu", "pt", "ro":
		of, err := c.AnalyzerNamed(language)
		if err != nil {
			return nil, err
		}
		languageAnalyzer := wordAnalyzer(*of.(*analysis.DefaultAnalyzer))
		languageAnalyzer.Tokenizer = tokenizer
		languageAnalyzer.TokenFilters = append(slices.Clone(languageAnalyzer.TokenFilters), fold{})
		a.wordTerms = languageAnalyzer
		if language == de.AnalyzerName {
			a.parts = languageAnalyzer
			a.parts.TokenFilters = slices.Insert(slices.Clone(languageAnalyzer.TokenFilters), 1,
				analysis.TokenFilter(decompound(vocabulary))) // after the lower case
		}
	default:
		a.wordTerms = a.names
	}
	if a.parts.Tokenizer == nil {
		a.parts = a.wordTerms
	}
	return a, nil
}

// fold removes accents, because users often type words without them. Bleve has the folding only as a filter of whole
// texts, which moves the positions of marks.
type fold struct{}

func (fold) Filter(tokens analysis.TokenStream) analysis.TokenStream {
	for _, t := range tokens {
		t.Term = []byte(foldAccents(string(t.Term)))
	}
	return tokens
}

func foldAccents(word string) string {
	if isASCII(word) {
		return word
	}
	return string(asciifolding.New().Filter([]byte(word)))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// decompound adds the parts of German compounds as terms: a text with Kabelverarbeitung matches Kabel. The parts are
// words that the texts contain separately. Bleve's filter for compounds counts positions in letters instead of bytes,
// and adds every known word within another: `ring` in `verringert`.
type decompound map[string]bool

const (
	// minPart is the minimum length of a part in letters; shorter parts match too often.
	minPart = 4
	// minRest is the minimum length of the unknown rest of a compound with a known part, in letters.
	minRest = 3
)

func (d decompound) Filter(tokens analysis.TokenStream) analysis.TokenStream {
	all := make(analysis.TokenStream, 0, len(tokens))
	for _, t := range tokens {
		all = append(all, t)
		word := string(t.Term)
		if utf8.RuneCountInString(word) < minPart+minRest {
			continue
		}
		at := 0
		for _, part := range d.split(word) {
			i := strings.Index(word[at:], part)
			start, end := at+i, at+i+len(part)
			at = end
			p := *t
			p.Term = []byte(part)
			// Lower-case letters have as many bytes as upper-case ones in German, so offsets in the term are offsets in
			// the text.
			p.Start, p.End = t.Start+start, min(t.Start+end, t.End)
			all = append(all, &p)
		}
	}
	return all
}

// linkingElements are the letters between the parts of a compound, the longer ones first.
var linkingElements = []string{"", "es", "en", "er", "s", "n", "e"}

// split returns the parts of a compound: all parts if every part is known, else the known one at its beginning or end.
func (d decompound) split(word string) []string {
	if parts := d.segment(word, 0); parts != nil {
		return parts
	}
	for i := range word {
		if tail := word[i:]; utf8.RuneCountInString(word[:i]) >= minRest && utf8.RuneCountInString(tail) >= minPart &&
			d[tail] {
			return []string{tail}
		}
	}
	for i := len(word) - 1; i > 0; i-- {
		if utf8.RuneStart(word[i]) && utf8.RuneCountInString(word[:i]) >= minPart &&
			utf8.RuneCountInString(word[i:]) >= minRest &&
			d[word[:i]] {
			return []string{word[:i]}
		}
	}
	return nil
}

// maxParts is the maximum number of parts of a compound.
const maxParts = 5

// segment splits a word completely into known parts; nil if that is not possible.
func (d decompound) segment(word string, depth int) []string {
	if depth == maxParts {
		return nil
	}
	for i := len(word) - 1; i > 0; i-- {
		if !utf8.RuneStart(word[i]) || utf8.RuneCountInString(word[:i]) < minPart || !d[word[:i]] {
			continue
		}
		for _, link := range linkingElements {
			rest, ok := strings.CutPrefix(word[i:], link)
			if !ok || utf8.RuneCountInString(rest) < minPart {
				continue
			}
			if d[rest] {
				return []string{word[:i], rest}
			}
			if more := d.segment(rest, depth+1); more != nil {
				return append([]string{word[:i]}, more...)
			}
		}
	}
	return nil
}

// slavicStemmer removes the inflections of Czech and Slovak words without accents. Bleve has no stemmer for these
// languages.
type slavicStemmer struct{}

// slavicEndings are sorted by length, the longest first; the stem keeps at least four letters. The second list contains
// adjective suffixes.
var (
	slavicEndings = []string{
		"iemi",
		"ovia",
		"atum",
		"etem",
		"eho",
		"emu",
		"ich",
		"imi",
		"ymi",
		"ych",
		"ami",
		"emi",
		"ata",
		"aty",
		"ovi",
		"och",
		"ach",
		"ech",
		"iho",
		"imu",
		"eme",
		"ete",
		"uju",
		"ou",
		"om",
		"am",
		"em",
		"im",
		"ym",
		"ho",
		"mu",
		"es",
		"at",
		"os",
		"us",
		"ii",
		"ie",
		"ia",
		"ej",
		"oj",
		"iu",
		"a",
		"e",
		"i",
		"o",
		"u",
		"y",
	}
	slavicAdjectives = []string{"ov", "uv", "n"}
)

func (slavicStemmer) Filter(tokens analysis.TokenStream) analysis.TokenStream {
	for _, t := range tokens {
		t.Term = []byte(stripEnding(stripEnding(string(t.Term), slavicEndings), slavicAdjectives))
	}
	return tokens
}

func stripEnding(word string, endings []string) string {
	for _, ending := range endings {
		if stem, ok := strings.CutSuffix(word, ending); ok && utf8.RuneCountInString(stem) >= 4 {
			return stem
		}
	}
	return word
}

// vocabularyOf returns the words of texts that can be parts of compounds.
func vocabularyOf(tokenizer analysis.Tokenizer, texts func(yield func(string) bool)) map[string]bool {
	words := map[string]bool{}
	for _, w := range search.GermanParts {
		words[w] = true
	}
	for text := range texts {
		for _, t := range tokenizer.Tokenize([]byte(text)) {
			// Long words are compounds themselves, and numbers are no words.
			if n := utf8.RuneCount(t.Term); n >= minPart && n <= 14 && t.Type != analysis.Numeric {
				words[strings.ToLower(string(t.Term))] = true
			}
		}
	}
	return words
}
