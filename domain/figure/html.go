package figure

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// HTML replaces the references in an HTML fragment like Text. Without a value and a fallback, the innermost paragraph,
// list item, heading or cell around the reference is left out.
func HTML(source string, value Lookup) (resolved string, dangling []string) {
	r := resolver{value: value}
	var w blockWriter
	tokens := html.NewTokenizer(strings.NewReader(strings.ReplaceAll(source, missing, "")))
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			return withoutNewReferences(strings.ReplaceAll(w.out.String(), missing, "")), r.dangling
		}
		raw, isMissing := r.replace(string(tokens.Raw()), html.EscapeString)
		if isMissing && !w.mark() {
			raw = withoutSentences(raw)
		}
		name := ""
		if kind == html.StartTagToken || kind == html.EndTagToken {
			tag, _ := tokens.TagName()
			name = string(tag)
		}
		w.write(kind, name, raw)
	}
}

// blocks are the elements that are left out as a whole.
var blocks = []string{
	"p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "td", "th", "dt", "dd", "blockquote", "caption", "figcaption",
}

// blockWriter writes HTML without the blocks that are marked.
type blockWriter struct {
	out bytes.Buffer
	// open are the open blocks, the innermost last.
	open []block
}

type block struct {
	name string
	// start is the length of the output before the block.
	start    int
	isMarked bool
}

// mark marks the innermost open block; false if none is open.
func (w *blockWriter) mark() bool {
	if len(w.open) == 0 {
		return false
	}
	w.open[len(w.open)-1].isMarked = true
	return true
}

// write writes a token. The end of a marked block removes it.
func (w *blockWriter) write(kind html.TokenType, name, raw string) {
	start := w.out.Len()
	w.out.WriteString(raw)
	last := len(w.open) - 1
	switch {
	case !slices.Contains(blocks, name):
	case kind == html.StartTagToken:
		w.open = append(w.open, block{name: name, start: start})
	case last >= 0 && w.open[last].name == name:
		if w.open[last].isMarked {
			w.out.Truncate(w.open[last].start)
		}
		w.open = w.open[:last]
	}
}
