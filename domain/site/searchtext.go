package site

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// maxSearchWords and maxSearchLetters bound the search that a URL which does not exist offers.
	maxSearchWords   = 6
	maxSearchLetters = 80
)

// pageExtensions end the addresses of pages of other websites. They are no words.
var pageExtensions = []string{".html", ".htm", ".php", ".aspx", ".asp", ".jsp"}

// SearchText is the search that the page of a URL without a page offers: the last words of its path (PAGE-37). It has
// letters, digits and spaces only, whatever the URL contains.
func (r *NotFoundResolution) SearchText() string {
	path := strings.Join(r.NotFound.URL.Segments, "/")
	for _, extension := range pageExtensions {
		if n := len(path) - len(extension); n > 0 && strings.EqualFold(path[n:], extension) {
			path = path[:n]
			break
		}
	}
	words := strings.FieldsFunc(path, func(r rune) bool {
		return !unicode.In(r, unicode.Letter, unicode.Mark, unicode.Digit)
	})
	words = words[max(0, len(words)-maxSearchWords):]
	for len(words) > 1 && utf8.RuneCountInString(strings.Join(words, " ")) > maxSearchLetters {
		words = words[1:]
	}
	text := []rune(strings.Join(words, " "))
	return string(text[:min(len(text), maxSearchLetters)])
}
