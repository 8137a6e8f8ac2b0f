package bleveindex

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/registry"
	"golang.org/x/text/unicode/norm"

	"strand/domain/search"
)

// wordAnalyzer analyzes texts in compatibility form and without search.BreakControls: the terms of `mm²` are `mm` and
// `2`. The positions are those of the original text. Bleve's filter of this form follows the tokenizer, which has
// removed `²` then.
type wordAnalyzer analysis.DefaultAnalyzer

// Analyze returns the terms of a text.
func (a wordAnalyzer) Analyze(text []byte) analysis.TokenStream {
	analyzer := analysis.DefaultAnalyzer(a)
	if norm.NFKC.IsNormal(text) && !bytes.ContainsAny(text, search.BreakControls) {
		return analyzer.Analyze(text)
	}
	normal, starts, ends := compatible(text)
	tokens := analyzer.Analyze(normal)
	for _, token := range tokens {
		if token.Start < token.End && token.End <= len(normal) {
			token.Start, token.End = starts[token.Start], ends[token.End-1]
		}
	}
	return tokens
}

// wordTokenizer splits words as search.SplitWords does. Bleve's camelcase filter would also split where upper and lower
// case meet.
type wordTokenizer struct{ words analysis.Tokenizer }

func (t wordTokenizer) Tokenize(text []byte) analysis.TokenStream {
	return splitTokens(t.words.Tokenize(text))
}

// termTokenizerName is the name of termTokenizer in mappings.
const termTokenizerName = "strand_terms"

// termTokenizer splits analyzed terms at spaces. Bleve's tokenizer of this form makes space for 1,024 tokens each time,
// a quarter of all memory that is allocated while an index is built.
type termTokenizer struct{}

func init() {
	err := registry.RegisterTokenizer(
		termTokenizerName,
		func(map[string]any, *registry.Cache) (analysis.Tokenizer, error) { return termTokenizer{}, nil },
	)
	if err != nil {
		panic(err) // another tokenizer has the name
	}
}

func (termTokenizer) Tokenize(text []byte) analysis.TokenStream {
	tokens := make(analysis.TokenStream, 0, bytes.Count(text, []byte(" "))+1)
	start := 0
	for term := range bytes.FieldsSeq(text) {
		start += bytes.Index(text[start:], term)
		tokens = append(tokens, &analysis.Token{
			Term: term, Start: start, End: start + len(term), Position: len(tokens) + 1, Type: analysis.AlphaNumeric,
		})
		start += len(term)
	}
	return tokens
}

// compatible returns a text in compatibility form and without search.BreakControls. For each of its bytes it returns
// the start and the end of the original characters that the byte belongs to.
func compatible(text []byte) (normal []byte, starts, ends []int) {
	var characters norm.Iter
	characters.Init(norm.NFKC, text)
	for !characters.Done() {
		start := characters.Pos()
		form := characters.Next()
		if bytes.ContainsAny(form, search.BreakControls) {
			form = bytes.Map(func(r rune) rune {
				if strings.ContainsRune(search.BreakControls, r) {
					return -1
				}
				return r
			}, form)
		}
		normal = append(normal, form...)
		for range form {
			starts, ends = append(starts, start), append(ends, characters.Pos())
		}
	}
	return normal, starts, ends
}

// splitTokens splits tokens where letters and digits meet, and at underscores.
func splitTokens(tokens analysis.TokenStream) analysis.TokenStream {
	all := make(analysis.TokenStream, 0, len(tokens))
	for _, token := range tokens {
		start := 0
		last := utf8.RuneError
		for at, r := range string(token.Term) {
			if at > 0 && search.IsBorder(last, r) {
				all = appendPart(all, token, start, at)
				start = at
			}
			last = r
		}
		if start == 0 {
			all = append(all, token)
		} else {
			all = appendPart(all, token, start, len(token.Term))
		}
	}
	for i, token := range all {
		token.Position = i + 1
	}
	return all
}

func appendPart(all analysis.TokenStream, token *analysis.Token, start, end int) analysis.TokenStream {
	if string(token.Term[start:end]) == "_" {
		return all
	}
	part := *token
	part.Term = token.Term[start:end:end]
	part.Start, part.End = token.Start+start, token.Start+end
	return append(all, &part)
}

// codes returns the codes of a text: a word and the number after it, or a number and the word after it, written
// together. `Alpha 530 S` has the codes `alpha530` and `530s`. Bleve's shingle filter would join all neighbours.
func codes(words []string) []string {
	var all []string
	for i := 1; i < len(words); i++ {
		if isNumber(words[i-1]) != isNumber(words[i]) {
			all = append(all, words[i-1]+words[i])
		}
	}
	return all
}

// isNumber reports whether a word begins with a digit.
func isNumber(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsDigit(first)
}
