package csvimport

import (
	"strings"
	"unicode"
)

// Words are codes, such as the names of columns, by the words that a file may have for them.
type Words[Value ~string] map[string]Value

// NewWords returns the words of codes: the code itself and its names, which are the labels of the client in all
// languages.
func NewWords[Value ~string](names map[Value][]string) Words[Value] {
	words := Words[Value]{}
	for value, all := range names {
		words[NormalWord(string(value))] = value
		for _, name := range all {
			words[NormalWord(name)] = value
		}
	}
	return words
}

// Named returns the code with a name; ok is false for another text.
func (w Words[Value]) Named(text string) (value Value, ok bool) {
	value, ok = w[NormalWord(text)]
	return value, ok
}

// NormalWord returns a heading or name without letter case, spaces, invisible characters and punctuation.
func NormalWord(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
