package search

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

const (
	// fewResults is the number of results below which another query is suggested (SRCH-22).
	fewResults = 3
	// maxCorrected limits the words of a query for which another one is suggested.
	maxCorrected = 6
)

// TypoTolerance returns the maximum number of typing errors in a word.
func TypoTolerance(word string) int {
	switch n := utf8.RuneCountInString(word); {
	case n < 4:
		return 0
	case n < 6:
		return 1
	}
	return 2
}

// MayBeMistyped reports whether another query may be suggested for a result (SRCH-22). It is cheap.
func (r *Result) MayBeMistyped(query string) bool {
	words := strings.Fields(SplitWords(query))
	return (r.IsCorrected || r.Total < fewResults) && !r.IsIncomplete && len(words) <= maxCorrected &&
		ToleratesTypos(query) && slices.ContainsFunc(words, isCorrectable)
}

// isCorrectable reports whether a word may have typing errors: it has letters only, of a script with words.
func isCorrectable(word string) bool {
	return TypoTolerance(word) > 0 && !strings.ContainsFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
	})
}

// Vocabulary contains the words of the documents of a scope.
type Vocabulary struct {
	// known are all words, folded and sorted.
	known []string
	// offered are the words of titles and descriptions by their first letter: those that are suggested.
	offered map[rune][]offer
}

// offer is a word as it is written, with the number of its occurrences.
type offer struct {
	folded, written string
	count           int
}

// VocabularyBuilder collects the words of documents. It is not safe for concurrent use.
type VocabularyBuilder struct {
	// known are the folded words by words, offers those of titles and descriptions by folded words.
	known  map[string]string
	offers map[string]*offer
	added  int
}

// NewVocabularyBuilder returns a builder without words.
func NewVocabularyBuilder() *VocabularyBuilder {
	return &VocabularyBuilder{known: map[string]string{}, offers: map[string]*offer{}}
}

// Len returns the number of documents that were added.
func (b *VocabularyBuilder) Len() int { return b.added }

// Add adds the words of documents.
func (b *VocabularyBuilder) Add(docs []*Document) {
	b.added += len(docs)
	for _, d := range docs {
		for word := range wordsOf(d.FullText()) {
			b.fold(word)
		}
		if d.TitleLanguage != "" || d.TextLanguage != "" {
			continue // the words of another language
		}
		for word := range wordsOf(d.Title + " " + d.Description) {
			folded := b.fold(word)
			if !isCorrectable(word) {
				continue
			}
			o := b.offers[folded]
			if o == nil {
				o = &offer{folded: folded, written: strings.Clone(word)}
				b.offers[folded] = o
			}
			o.count++
			if word != o.written && word == strings.ToLower(word) { // a title begins with a capital letter
				o.written = strings.Clone(word)
			}
		}
	}
}

func (b *VocabularyBuilder) fold(word string) string {
	folded, isKnown := b.known[word]
	if !isKnown { // folding is slow: it is done once for each word, not at each occurrence
		word = strings.Clone(word) // else it keeps the text of its document in memory
		folded = foldWord(word)
		b.known[word] = folded
	}
	return folded
}

// Vocabulary returns the words of the documents that were added so far.
func (b *VocabularyBuilder) Vocabulary() *Vocabulary {
	v := &Vocabulary{
		known:   slices.Compact(slices.Sorted(maps.Values(b.known))),
		offered: map[rune][]offer{},
	}
	for _, o := range b.offers {
		first, _ := utf8.DecodeRuneInString(o.folded)
		v.offered[first] = append(v.offered[first], *o)
	}
	return v
}

// Correct returns a query with the closest words of the documents in place of those that no document has; empty if
// there is nothing to correct (SRCH-22).
func (v *Vocabulary) Correct(query string) string {
	words := strings.Fields(SplitWords(query))
	isChanged := false
	for i, word := range words {
		if folded := foldWord(word); isCorrectable(word) && !v.knows(folded) {
			closest := v.closest(folded)
			if closest == "" {
				continue
			}
			if word == strings.ToLower(word) {
				closest = strings.ToLower(closest)
			}
			words[i], isChanged = closest, true
		}
	}
	if !isChanged {
		return ""
	}
	return strings.Join(words, " ")
}

// knows reports whether a document has a word, or one that begins with it.
func (v *Vocabulary) knows(folded string) bool {
	at, _ := slices.BinarySearch(v.known, folded)
	return at < len(v.known) && strings.HasPrefix(v.known[at], folded)
}

// closest returns the word with the fewest typing errors; empty if there is none. A typed word is no typing error of
// its beginning: it has an ending that the documents do not use.
func (v *Vocabulary) closest(folded string) string {
	first, _ := utf8.DecodeRuneInString(folded)
	length := utf8.RuneCountInString(folded)
	best, errors := offer{}, TypoTolerance(folded)+1
	for _, o := range v.offered[first] {
		if n := utf8.RuneCountInString(o.folded); n-length >= errors+1 || length-n >= errors+1 ||
			strings.HasPrefix(folded, o.folded) {
			continue
		}
		n := levenshtein.ComputeDistance(folded, o.folded)
		if n < errors || n == errors && best.written != "" && cmp.Or(
			cmp.Compare(o.count, best.count), cmp.Compare(best.folded, o.folded)) > 0 {
			best, errors = o, n
		}
	}
	return best.written
}

// wordsOf returns the words of a text, as SplitWords separates them. Only letters count, so that the form is enough.
func wordsOf(text string) func(yield func(string) bool) {
	return strings.FieldsFuncSeq(norm.NFKC.String(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r)
	})
}

// foldWord returns a word in the form in which it is compared: in lower case, without accents, with ss for ß.
func foldWord(word string) string {
	if !strings.ContainsFunc(word, func(r rune) bool { return r > unicode.MaxASCII }) {
		return strings.ToLower(word)
	}
	folded, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), word)
	if err != nil {
		folded = word
	}
	return strings.ReplaceAll(strings.ToLower(folded), "ß", "ss")
}
