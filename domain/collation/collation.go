// Package collation sorts names in the order of a language.
package collation

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// Collator compares names by the rules of a language (CLDR), without letter case. It must not be shared.
type Collator struct {
	collator   *collate.Collator
	buffer     collate.Buffer
	isJapanese bool
}

// Of returns the collator of a language. An unknown language has the order of the root collation.
func Of(lang string, options ...collate.Option) *Collator {
	tag := language.Make(lang)
	base, _ := tag.Base()
	return &Collator{
		collator:   collate.New(tag, append(options, collate.IgnoreCase)...),
		isJapanese: base.String() == "ja",
	}
}

// Compare compares two names.
func (c *Collator) Compare(a, b string) int {
	return c.collator.CompareString(c.prepared(a), c.prepared(b))
}

// Key returns the sort key of a name: keys are compared as bytes.
func (c *Collator) Key(name string) []byte {
	defer c.buffer.Reset()
	return slices.Clone(c.collator.KeyFromString(&c.buffer, c.prepared(name)))
}

// longVowel is the mark that prolongs the vowel of the kana before it.
const longVowel = 'ー'

// kanaVowels are the kana by vowel, without sound marks, each line beginning with the vowel itself.
var kanaVowels = []string{
	"アカサタナハマヤラワァャヮヵ", "イキシチニヒミリヰィ", "ウクスツヌフムユルゥュッ", "エケセテネヘメレヱェヶ", "オコソトノホモヨロヲォョ",
}

// prepared replaces marks of long vowels in Japanese names by the vowel, as JIS X 4061 sorts them: `ガーナ` as `ガアナ`.
// The Japanese collation of the library sorts every name with such a mark before all others.
func (c *Collator) prepared(name string) string {
	if !c.isJapanese || !strings.ContainsRune(name, longVowel) {
		return name
	}
	var vowel rune
	return strings.Map(func(r rune) rune {
		if r == longVowel && vowel != 0 {
			return vowel
		}
		vowel = vowelOf(r)
		return r
	}, name)
}

// vowelOf returns the vowel that ends a kana; 0 for another letter.
func vowelOf(r rune) rune {
	plain, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
	if unicode.Is(unicode.Hiragana, plain) {
		plain += 'ア' - 'あ'
	}
	for _, line := range kanaVowels {
		if vowel, _ := utf8.DecodeRuneInString(line); strings.ContainsRune(line, plain) {
			return vowel
		}
	}
	return 0
}
