package editorial

import (
	"strings"

	"golang.org/x/net/html"
)

// Text returns the plain text of a page's modules, for the search index.
func Text(modules []Module) string {
	var t textLines
	for _, m := range modules {
		m.appendText(&t)
	}
	return t.String()
}

// Downloads returns the public files of modules.
func Downloads(modules []Module) []Download {
	var files []Download
	for _, m := range modules {
		if d, ok := m.(*DownloadsModule); ok {
			for _, item := range d.Items {
				if item.File != nil && !item.File.IsProtected {
					files = append(files, item)
				}
			}
		}
	}
	return files
}

// textLines collects texts, one per line.
type textLines struct{ strings.Builder }

func (l *textLines) add(texts ...string) {
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			if l.Len() > 0 {
				_ = l.WriteByte('\n')
			}
			_, _ = l.WriteString(text)
		}
	}
}

func (l *textLines) optional(texts ...*string) {
	for _, text := range texts {
		if text != nil {
			l.add(*text)
		}
	}
}

// PlainText returns the text of HTML. Words of different blocks are separated.
func PlainText(source string) string {
	return strings.Join(blocks(source), " ")
}

// blocks returns the texts of the blocks of HTML, such as headings and paragraphs.
func blocks(source string) []string {
	var all []string
	var text strings.Builder
	end := func() {
		if block := strings.Join(strings.Fields(text.String()), " "); block != "" {
			all = append(all, block)
		}
		text.Reset()
	}
	tokens := html.NewTokenizer(strings.NewReader(source))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			end()
			return all
		case html.TextToken:
			text.Write(tokens.Text())
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			if name, _ := tokens.TagName(); !inline[string(name)] {
				end()
			}
		}
	}
}

// inline are the elements that do not separate words.
var inline = map[string]bool{
	"a":      true,
	"strong": true,
	"em":     true,
	"b":      true,
	"i":      true,
	"u":      true,
	"s":      true,
	"sub":    true,
	"sup":    true,
	"small":  true,
	"code":   true,
	"abbr":   true,
}
