package translation

import (
	"unicode"
)

// WordCount counts the words of source texts as translation services charge them (TRAN-14): letters and digits without
// a space, and each character of a script that is written without spaces. Names of placeholders and targets of links
// do not count.
func WordCount(texts []Text) int {
	count := 0
	for _, t := range texts {
		count += wordsIn(linkTarget.ReplaceAllString(placeholderName.ReplaceAllString(t.Source, " "), "] "))
	}
	return count
}

func wordsIn(text string) int {
	count, isInWord := 0, false
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			count++
			isInWord = false
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if !isInWord {
				count++
			}
			isInWord = true
		case unicode.IsSpace(r) || r == '—' || r == '/' || r == '|':
			isInWord = false
		}
		// Other marks, as in "don't", "high-speed" and "1.5", do not end a word.
	}
	return count
}
