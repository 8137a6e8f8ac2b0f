package editorial

import (
	"fmt"

	"strand/domain/site"
)

// Reference is something that a module leads to or shows: one of Link, Image, File and Text is set.
type Reference struct {
	// Record is the id of the module.
	Record string
	// list is the list of the module that holds the reference, with the place in it; empty for the module itself.
	list  string
	index int
	name  string

	Link  *site.Link
	Image *site.Image
	File  *File
	// Text may hold links of its own.
	Text *RichText
}

// Field is the place of the reference in its module: `image`, `links[1]`, `items[2].file`.
func (r Reference) Field() string {
	switch {
	case r.list == "":
		return r.name
	case r.name == "":
		return fmt.Sprintf("%s[%d]", r.list, r.index)
	}
	return fmt.Sprintf("%s[%d].%s", r.list, r.index, r.name)
}

// EachReference visits what modules lead to or show, as far as their content says it: what a module lists from elsewhere is
// not among it.
func EachReference(modules []Module, visit func(Reference)) {
	for _, m := range modules {
		eachReference(m, visit)
	}
}

// places makes the references of one module.
type places struct {
	record string
	visit  func(Reference)
}

func (p places) image(name string, i *site.Image) {
	if i != nil {
		p.visit(Reference{Record: p.record, name: name, Image: i})
	}
}

func (p places) text(name string, t *RichText) {
	if t != nil {
		p.visit(Reference{Record: p.record, name: name, Text: t})
	}
}

func (p places) link(l *site.Link) {
	if l != nil {
		p.visit(Reference{Record: p.record, name: "link", Link: l})
	}
}

func (p places) links(links []*site.Link) {
	for _, l := range links {
		if l == nil {
			continue
		}
		p.visit(Reference{Record: p.record, list: "links", index: l.Index, Link: l})
	}
}

func (p places) item(index int, l *site.Link, i *site.Image) {
	if l != nil {
		p.visit(Reference{Record: p.record, list: "items", index: index, name: "link", Link: l})
	}
	if i != nil {
		p.visit(Reference{Record: p.record, list: "items", index: index, name: "image", Image: i})
	}
}

func eachReference(m Module, visit func(Reference)) {
	at := func(id string) places { return places{id, visit} }
	switch m := m.(type) {
	case *HeroModule:
		at(m.ID).links(m.Links)
		at(m.ID).image("image", m.Image)
	case *RichTextModule:
		at(m.ID).text("content", &m.Content)
	case *MediaTextModule:
		at(m.ID).text("content", &m.Content)
		at(m.ID).links(m.Links)
		at(m.ID).image("image", m.Image)
	case *ImageModule:
		at(m.ID).image("image", m.Image)
	case *GalleryModule:
		for _, item := range m.Items {
			at(m.ID).item(item.Index, nil, item.Image)
		}
	case *VideoModule:
		at(m.ID).text("transcript", m.Transcript)
		if m.File != nil {
			visit(Reference{Record: m.ID, name: "video", File: m.File})
		}
	case *TeaserGridModule:
		at(m.ID).link(m.Link)
		for i, teaser := range m.Items {
			at(m.ID).item(i, teaser.Link, teaser.Image)
		}
	case *AccordionModule:
		for i := range m.Items {
			visit(Reference{Record: m.ID, list: "items", index: i, name: "content", Text: &m.Items[i].Content})
		}
	case *DownloadsModule:
		for _, item := range m.Items {
			visit(Reference{Record: m.ID, list: "items", index: item.Index, name: "file", File: item.File})
		}
	case *QuoteModule:
		at(m.ID).image("image", m.Image)
	case *BrandsModule:
		for _, item := range m.Items {
			at(m.ID).item(item.Index, item.Link, nil)
		}
	case *CallToActionModule:
		at(m.ID).links(m.Links)
	case *ContactModule:
		at(m.ID).link(m.Link)
		at(m.ID).image("image", m.Image)
	case *FormModule:
		if m.Document != nil {
			visit(Reference{Record: m.ID, name: "document", File: &m.Document.File})
		}
	}
}
