package editorial

import (
	"strings"

	"golang.org/x/net/html"
)

// Text is what a page's modules say, in plain text, a line for each piece: what it is found by.
func Text(modules []Module) string {
	var t lines
	for _, m := range modules {
		t.module(m)
	}
	return t.String()
}

// Downloads are the files that modules offer to everybody.
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

type lines struct{ strings.Builder }

func (l *lines) add(texts ...string) {
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			if l.Len() > 0 {
				l.WriteByte('\n')
			}
			l.WriteString(text)
		}
	}
}

func (l *lines) optional(texts ...*string) {
	for _, text := range texts {
		if text != nil {
			l.add(*text)
		}
	}
}

// Titles that repeat a page's own, pictures' captions and labels of buttons say nothing that a page is looked for by.
func (l *lines) module(m Module) {
	switch m := m.(type) {
	case *HeroModule:
		l.optional(m.Overline, m.Title, m.Lead)
	case *RichTextModule:
		l.add(PlainText(m.Content.Source))
	case *MediaTextModule:
		l.optional(m.Overline, m.Title)
		l.add(PlainText(m.Content.Source))
	case *ImageModule:
		l.optional(m.Caption)
	case *GalleryModule:
		l.optional(m.Title)
		for _, item := range m.Items {
			l.optional(item.Caption)
		}
	case *VideoModule:
		l.optional(m.Title, m.Caption)
		if m.Transcript != nil {
			l.add(PlainText(m.Transcript.Source))
		}
	case *TeaserGridModule:
		l.optional(m.Title, m.Lead)
		for _, item := range m.Items {
			l.add(item.Title)
			l.optional(item.Text)
		}
	case *KeyFiguresModule:
		l.optional(m.Title)
		for _, item := range m.Items {
			l.add(item.Label)
		}
	case *StepsModule:
		l.optional(m.Title)
		for _, item := range m.Items {
			l.add(item.Title)
			l.optional(item.Text)
		}
	case *AccordionModule:
		l.optional(m.Title)
		for _, item := range m.Items {
			l.add(item.Title, PlainText(item.Content.Source))
		}
	case *TableModule:
		l.optional(m.Title, m.Note)
		for _, row := range m.Rows {
			l.add(strings.Join(row, " "))
		}
	case *DownloadsModule:
		l.optional(m.Title)
		for _, item := range m.Items {
			l.add(item.Title)
		}
	case *QuoteModule:
		l.add(m.Quote, m.Author)
	case *BrandsModule:
		l.optional(m.Title)
		for _, item := range m.Items {
			if item.Brand != nil {
				l.add(item.Brand.Name)
			}
			l.optional(item.Text)
		}
	case *CallToActionModule:
		l.optional(m.Title, m.Text)
	case *ContactModule:
		l.optional(m.Title, m.Text, m.Name, m.Role)
	case *StoriesModule:
		l.optional(m.Title)
	case *MediaReleasesModule:
		l.optional(m.Title)
	case *EventsModule:
		l.optional(m.Title)
	case *FormModule:
		l.optional(m.Title, m.Text)
	case *InvestorTableModule:
		l.optional(m.Title, m.Text)
	case *FinancialCalendarModule:
		l.optional(m.Title)
	case *LocationsModule:
		l.optional(m.Title)
	}
}

// PlainText is what HTML says: words of different blocks stay apart.
func PlainText(source string) string {
	var text strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(source))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return strings.Join(strings.Fields(text.String()), " ")
		case html.TextToken:
			text.Write(tokens.Text())
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			if name, _ := tokens.TagName(); !inline[string(name)] {
				text.WriteByte(' ')
			}
		}
	}
}

// inline are the elements within which a word may go on.
var inline = map[string]bool{"a": true, "strong": true, "em": true, "b": true, "i": true, "u": true, "s": true, "sub": true, "sup": true, "small": true, "code": true, "abbr": true}
