package search

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxQuery is the maximum length of a query in characters; the rest is ignored.
const maxQuery = 200

// Clean normalizes a typed text to a query: composed characters, no control characters, single spaces, at most maxQuery
// characters. Words copied from a page lose their BreakControls.
func Clean(typed string) string {
	if len(typed) > 16*maxQuery {
		typed = typed[:16*maxQuery]
	}
	typed = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(BreakControls, r):
			return -1
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == unicode.ReplacementChar:
			return ' '
		}
		return r
	}, strings.ToValidUTF8(typed, " "))
	clean := []rune(strings.Join(strings.Fields(norm.NFC.String(typed)), " "))
	return strings.TrimSpace(string(clean[:min(len(clean), maxQuery)]))
}

// The letters of a word, and of a whole query, up to which typing errors are tolerated: the time of a tolerant search
// grows with the letters, and words and queries that people mistype are shorter.
const (
	maxTolerantWord  = 30
	maxTolerantQuery = 80
)

// ToleratesTypos reports whether a query that nothing matches is repeated with typing errors (SRCH-9).
func ToleratesTypos(text string) bool {
	isLong := func(word string) bool { return utf8.RuneCountInString(word) > maxTolerantWord }
	return utf8.RuneCountInString(text) <= maxTolerantQuery && !slices.ContainsFunc(strings.Fields(text), isLong)
}

// separators are the characters between a title and a brand.
const separators = "|–—-·:"

// StripBrand removes a brand at the end of a title: `Crimping | Komax` becomes `Crimping` (SRCH-6). A title that is
// only the brand is not changed.
func StripBrand(title string, brands ...string) string {
	for _, brand := range brands {
		n := len(title) - len(brand)
		if brand == "" || n <= 0 || !strings.EqualFold(title[n:], brand) {
			continue
		}
		rest := strings.TrimRightFunc(title[:n], unicode.IsSpace)
		last := []rune(rest)
		if len(last) < 2 || !strings.ContainsRune(separators, last[len(last)-1]) {
			continue
		}
		// A hyphen without a space before it is part of a word and not a separator.
		if stripped := strings.TrimSpace(string(last[:len(last)-1])); stripped != "" &&
			(rest != title[:n] || last[len(last)-1] != '-') {
			return stripped
		}
	}
	return title
}

// Marked is a text, divided into matching and other parts.
type Marked []Part

// Part is a part of a text.
type Part struct {
	Text    string
	IsMatch bool
}

// String is the text without marks.
func (m Marked) String() string {
	var text strings.Builder
	for _, p := range m {
		text.WriteString(p.Text)
	}
	return text.String()
}

// HTML is the text with matches in `<em>`. All other characters are escaped.
func (m Marked) HTML() string {
	var out strings.Builder
	for _, p := range m {
		if p.IsMatch {
			out.WriteString("<em>" + html.EscapeString(p.Text) + "</em>")
		} else {
			out.WriteString(html.EscapeString(p.Text))
		}
	}
	return out.String()
}

// Span is the position of a match in a text, in bytes.
type Span struct{ Start, End int }

// excerptLength is the length of the excerpt of a result, in characters.
const excerptLength = 180

// Mark marks the spans of a text. They must be sorted and may overlap.
func Mark(text string, spans []Span) Marked {
	var parts Marked
	at := 0
	for _, s := range spans {
		s.Start = max(s.Start, at)
		if s.Start >= s.End || s.End > len(text) {
			continue
		}
		if s.Start > at {
			parts = append(parts, Part{Text: text[at:s.Start]})
		}
		if n := len(parts); n > 0 && parts[n-1].IsMatch && s.Start == at {
			parts[n-1].Text += text[s.Start:s.End]
		} else {
			parts = append(parts, Part{Text: text[s.Start:s.End], IsMatch: true})
		}
		at = s.End
	}
	if at < len(text) {
		parts = append(parts, Part{Text: text[at:]})
	}
	return parts
}

// Excerpt returns the part of a text around its first span, with its spans marked. It is cut at spaces or line ends if
// there are any, and its lines are separated.
func Excerpt(text string, spans []Span) Marked {
	start := 0
	if len(spans) > 0 {
		start = backward(text, spans[0].Start, excerptLength/3)
	}
	end := forward(text, start, excerptLength)
	var inside []Span
	for _, s := range spans {
		if s.Start >= start && s.End <= end {
			inside = append(inside, Span{s.Start - start, s.End - start})
		}
	}
	marked := joinLines(Mark(text[start:end], inside))
	if start > 0 {
		marked = append(Marked{{Text: "… "}}, marked...)
	}
	if end < len(text) {
		marked = append(marked, Part{Text: " …"})
	}
	return marked
}

// joinLines makes one line of a marked text. A line without punctuation at its end, such as a heading, is separated
// from the next one.
func joinLines(m Marked) Marked {
	var last rune
	for i, part := range m {
		var text strings.Builder
		for _, r := range part.Text {
			switch {
			case r != '\n':
				_, _ = text.WriteRune(r)
				if !unicode.IsSpace(r) && !strings.ContainsRune(closing, r) {
					last = r
				}
				continue
			case last == 0 || strings.ContainsRune(sentenceEnds, last):
				_ = text.WriteByte(' ')
			default:
				_, _ = text.WriteString(" · ")
			}
			last = 0
		}
		m[i].Text = text.String()
	}
	return m
}

const (
	// sentenceEnds are the characters after which the next line needs no separator.
	sentenceEnds = ".!?:;,…。！？：；，、"
	// closing are the characters that can follow them.
	closing = "\"'”’»)」）"
)

// backward returns the start of an excerpt that has about n characters before a position.
func backward(text string, offset, n int) int {
	before := []rune(text[:offset])
	if len(before) <= n {
		return 0
	}
	tail := string(before[len(before)-n:])
	if i := strings.IndexAny(tail, " \n"); i >= 0 {
		tail = tail[i+1:]
	}
	return offset - len(tail)
}

// forward returns the end of an excerpt that has about n characters after a position.
func forward(text string, offset, n int) int {
	after := []rune(text[offset:])
	if len(after) <= n {
		return len(text)
	}
	head := string(after[:n])
	if i := strings.LastIndexAny(head, " \n"); i > len(head)/2 {
		head = head[:i]
	}
	return offset + len(head)
}
