package bleveindex

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/cjk"
	"github.com/blevesearch/bleve/v2/analysis/lang/cs"
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
	"golang.org/x/text/unicode/norm"

	"strand/domain/search"
)

// analyzer turns texts of one language into the terms that they are found by.
type analyzer struct {
	// whole gives the terms of a text; parts also those inside of compounds.
	whole, parts analysis.DefaultAnalyzer
	// names gives words as they are written, but for case and accents.
	names analysis.DefaultAnalyzer
	// isFuzzy says that a mistyped word can be told from another one: not in scripts where a word is two characters.
	isFuzzy bool
}

// newAnalyzer makes the analyzer of a language; vocabulary is what German compounds are made of.
func newAnalyzer(language string, vocabulary map[string]bool) (*analyzer, error) {
	c := registry.NewCache()
	tokenizer, err := c.TokenizerNamed(unicodetokenizer.Name)
	if err != nil {
		return nil, err
	}
	filters := func(names ...string) ([]analysis.TokenFilter, error) {
		var all []analysis.TokenFilter
		for _, name := range names {
			f, err := c.TokenFilterNamed(name)
			if err != nil {
				return nil, err
			}
			all = append(all, f)
		}
		return all, nil
	}
	lower, err := c.TokenFilterNamed(lowercase.Name)
	if err != nil {
		return nil, err
	}
	a := &analyzer{isFuzzy: true, names: analysis.DefaultAnalyzer{Tokenizer: tokenizer, TokenFilters: []analysis.TokenFilter{lower, fold{}}}}
	switch language {
	case "ja", "zh":
		before, err := filters(cjk.WidthName, lowercase.Name)
		if err != nil {
			return nil, err
		}
		// Single characters too: one alone is often a word.
		a.whole = analysis.DefaultAnalyzer{Tokenizer: tokenizer, TokenFilters: append(before, cjk.NewCJKBigramFilter(true))}
		a.names, a.isFuzzy = a.whole, false
	case "cs":
		stop, err := filters(cs.StopName)
		if err != nil {
			return nil, err
		}
		a.whole = analysis.DefaultAnalyzer{Tokenizer: tokenizer, TokenFilters: append([]analysis.TokenFilter{lower}, append(stop, fold{}, slavicStemmer{})...)}
	case "sk":
		a.whole = analysis.DefaultAnalyzer{Tokenizer: tokenizer, TokenFilters: []analysis.TokenFilter{lower, stopWords(slovakStopWords), fold{}, slavicStemmer{}}}
	case "de":
		after, err := filters(de.StopName, de.NormalizeName, de.LightStemmerName)
		if err != nil {
			return nil, err
		}
		after = append(after, fold{})
		a.whole = analysis.DefaultAnalyzer{Tokenizer: tokenizer, TokenFilters: append([]analysis.TokenFilter{lower}, after...)}
		a.parts = analysis.DefaultAnalyzer{Tokenizer: tokenizer, TokenFilters: append([]analysis.TokenFilter{lower, decompound(vocabulary)}, after...)}
	case "en", "es", "fr", "hu", "pt", "ro":
		of, err := c.AnalyzerNamed(language)
		if err != nil {
			return nil, err
		}
		known := *of.(*analysis.DefaultAnalyzer)
		known.TokenFilters = append(slices.Clone(known.TokenFilters), fold{})
		a.whole = known
	default:
		a.whole = a.names
	}
	if a.parts.Tokenizer == nil {
		a.parts = a.whole
	}
	return a, nil
}

// fold takes accents off: many type without them.
type fold struct{}

func (fold) Filter(tokens analysis.TokenStream) analysis.TokenStream {
	for _, t := range tokens {
		t.Term = []byte(folded(string(t.Term)))
	}
	return tokens
}

func folded(word string) string {
	if isASCII(word) {
		return word
	}
	word = strings.ReplaceAll(word, "ß", "ss")
	return norm.NFC.String(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == 'ł':
			return 'l'
		case r == 'ø':
			return 'o'
		}
		return r
	}, norm.NFD.String(word)))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// stopWords are words that are in every text.
type stopWords map[string]bool

func (s stopWords) Filter(tokens analysis.TokenStream) analysis.TokenStream {
	return slices.DeleteFunc(tokens, func(t *analysis.Token) bool { return s[string(t.Term)] })
}

// decompound adds the words that German compounds are made of: a text about Kabelverarbeitung is found by Kabel. Its words
// are those that the texts themselves use alone.
type decompound map[string]bool

const (
	// minPart is how many letters a part of a compound has at least; shorter ones are found everywhere.
	minPart = 4
	// minRest is how many letters of a compound may stay unknown beside a part that is known.
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
			// Lowercase letters are as long as uppercase ones in German, so places in the term are places in the text.
			p.Start, p.End = t.Start+start, min(t.Start+end, t.End)
			all = append(all, &p)
		}
	}
	return all
}

// linking letters stand between the parts of a compound, the longer ones first.
var linking = []string{"", "es", "en", "er", "s", "n", "e"}

// split are the parts of a compound: all of them where every part is known, else the one at its beginning or end that is.
func (d decompound) split(word string) []string {
	if parts := d.segment(word, 0); parts != nil {
		return parts
	}
	for i := range word {
		if tail := word[i:]; utf8.RuneCountInString(word[:i]) >= minRest && utf8.RuneCountInString(tail) >= minPart && d[tail] {
			return []string{tail}
		}
	}
	for i := len(word) - 1; i > 0; i-- {
		if utf8.RuneStart(word[i]) && utf8.RuneCountInString(word[:i]) >= minPart && utf8.RuneCountInString(word[i:]) >= minRest && d[word[:i]] {
			return []string{word[:i]}
		}
	}
	return nil
}

// maxParts bounds how many parts a compound is taken to have.
const maxParts = 5

// segment takes a word apart without rest; nil where that cannot be done.
func (d decompound) segment(word string, depth int) []string {
	if depth == maxParts {
		return nil
	}
	for i := len(word) - 1; i > 0; i-- {
		if !utf8.RuneStart(word[i]) || utf8.RuneCountInString(word[:i]) < minPart || !d[word[:i]] {
			continue
		}
		for _, link := range linking {
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

// slavicStemmer takes the endings of cases and numbers off Czech and Slovak words that are written without accents.
type slavicStemmer struct{}

// slavicEndings are longest first; what stays has at least four letters. The second ones make adjectives of nouns.
var (
	slavicEndings = []string{"iemi", "ovia", "atum", "etem", "eho", "emu", "ich", "imi", "ymi", "ych", "ami", "emi", "ata", "aty", "ovi", "och", "ach", "ech",
		"iho", "imu", "eme", "ete", "uju", "ou", "om", "am", "em", "im", "ym", "ho", "mu", "es", "at", "os", "us", "ii", "ie", "ia", "ej", "oj", "iu", "a", "e", "i", "o", "u", "y"}
	slavicAdjectives = []string{"ov", "uv", "n"}
)

func (slavicStemmer) Filter(tokens analysis.TokenStream) analysis.TokenStream {
	for _, t := range tokens {
		t.Term = []byte(withoutEnding(withoutEnding(string(t.Term), slavicEndings), slavicAdjectives))
	}
	return tokens
}

func withoutEnding(word string, endings []string) string {
	for _, ending := range endings {
		if stem, ok := strings.CutSuffix(word, ending); ok && utf8.RuneCountInString(stem) >= 4 {
			return stem
		}
	}
	return word
}

// vocabularyOf are the words of some texts that compounds may be made of.
func vocabularyOf(tokenizer analysis.Tokenizer, texts func(yield func(string) bool)) map[string]bool {
	words := map[string]bool{}
	for _, w := range search.GermanParts {
		words[w] = true
	}
	for text := range texts {
		for _, t := range tokenizer.Tokenize([]byte(text)) {
			// A compound is no part of another one that matters, and a number is no word.
			if n := utf8.RuneCount(t.Term); n >= minPart && n <= 14 && t.Type != analysis.Numeric {
				words[strings.ToLower(string(t.Term))] = true
			}
		}
	}
	return words
}
