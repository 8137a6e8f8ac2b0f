package search

import (
	_ "embed"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// SplitWords returns a text in the form in which its words are compared: in compatibility form, and with spaces where
// letters and digits meet and instead of underscores and hyphens. `alpha530`, `alpha_530`, `ａｌｐｈａ　５３０` become
// `alpha 530`, `mm²` becomes `mm 2`.
func SplitWords(text string) string {
	var split strings.Builder
	var last rune
	for _, r := range norm.NFKC.String(text) {
		switch {
		case r == '_' || r == '-':
			r = ' '
		case IsBorder(last, r):
			split.WriteByte(' ')
		}
		split.WriteRune(r)
		last = r
	}
	return strings.Join(strings.Fields(split.String()), " ")
}

// IsBorder reports whether a word ends between two characters: between a letter and a digit, and around underscores.
func IsBorder(before, after rune) bool {
	return unicode.IsLetter(before) && unicode.IsDigit(after) || unicode.IsDigit(before) && unicode.IsLetter(after) ||
		before == '_' || after == '_'
}

// synonymLines contains what visitors type instead of the words of the sites (docs/content.md).
//
//go:embed synonyms.txt
var synonymLines string

// synonyms contains the words of the sites by language and by what visitors type, the alternatives in their order.
var synonyms = mustParseSynonyms(synonymLines)

const (
	// maxPhrase is the maximum number of words of what visitors type in synonyms.
	maxPhrase = 3
	// maxAlternatives is the maximum number of alternatives of what visitors type.
	maxAlternatives = 3
)

// mustParseSynonyms parses lines such as `en: jobs, vacancies = careers` and `en: office = contacts | location`. Empty
// lines and lines with # are comments.
func mustParseSynonyms(lines string) map[string]map[string][]string {
	all := map[string]map[string][]string{}
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		language, rest, ok := strings.Cut(line, ": ")
		typed, words, ok2 := strings.Cut(rest, " = ")
		alternatives := strings.Split(words, " | ")
		if !ok || !ok2 || len(alternatives) > maxAlternatives {
			panic(fmt.Sprintf("synonyms.txt: %q is no line with synonyms", line))
		}
		if all[language] == nil {
			all[language] = map[string][]string{}
		}
		for phrase := range strings.SplitSeq(typed, ", ") {
			phrase = SplitWords(strings.ToLower(phrase))
			if all[language][phrase] != nil {
				panic(fmt.Sprintf("synonyms.txt: %q occurs twice in %s", phrase, language))
			}
			all[language][phrase] = alternatives
		}
	}
	return all
}

// Rephrase returns a query with the words that the sites use instead of the typed ones, once for each alternative; none
// if it has no synonyms. It expects the result of SplitWords.
func Rephrase(language, query string) []string {
	known := synonyms[language]
	words := strings.Fields(query)
	// found are the words and phrases of the query with their alternatives.
	var found [][]string
	most := 0
	for at := 0; at < len(words); {
		length := 1
		for n := min(maxPhrase, len(words)-at); n > 0; n-- {
			if alternatives := known[strings.ToLower(strings.Join(words[at:at+n], " "))]; alternatives != nil {
				found = append(found, alternatives)
				length, most = n, max(most, len(alternatives))
				break
			}
			if n == 1 {
				found = append(found, words[at:at+1])
			}
		}
		at += length
	}
	var all []string
	for n := range most {
		var rephrased []string
		for _, alternatives := range found {
			rephrased = append(rephrased, alternatives[min(n, len(alternatives)-1)])
		}
		all = append(all, strings.Join(rephrased, " "))
	}
	return all
}
