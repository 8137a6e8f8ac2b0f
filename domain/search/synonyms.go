package search

import (
	_ "embed"
	"fmt"
	"strings"
)

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
	// maxReplaced is the number of words and phrases of a query that are replaced: the time of a search grows with its
	// words.
	maxReplaced = 4
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

// Synonyms are those of editors for a scope: the alternatives by what visitors type, in lists of which the first one
// with a phrase applies. Those of the program apply to all other phrases (SRCH-24).
type Synonyms []map[string][]string

// of returns the alternatives of a phrase in lower case; nil for none.
func (s Synonyms) of(language, phrase string) []string {
	for _, list := range s {
		if alternatives := list[phrase]; alternatives != nil {
			return alternatives
		}
	}
	return synonyms[language][phrase]
}

// Rephrase returns a query with the words that the sites use instead of the typed ones, once for each alternative; none
// if it has no synonyms. What replaces a phrase is not replaced again. It expects the result of SplitWords.
func (s Synonyms) Rephrase(language, query string) []string {
	words := strings.Fields(query)
	// found are the words and phrases of the query with their alternatives.
	var found [][]string
	most, replaced := 0, 0
	for at := 0; at < len(words); {
		length := 1
		for n := min(maxPhrase, len(words)-at); n > 0; n-- {
			alternatives := s.of(language, strings.ToLower(strings.Join(words[at:at+n], " ")))
			if alternatives != nil && replaced < maxReplaced {
				found = append(found, alternatives)
				length, most = n, max(most, len(alternatives))
				replaced++
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
