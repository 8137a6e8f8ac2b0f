package editorial

import (
	"fmt"

	"strand/domain/site"
)

// Reference is a link, image, file or rich text of a module: one of Link, Image, File and Text is set.
type Reference struct {
	// Record is the id of the module.
	Record string
	// list is the list of the module that contains the reference, index the position in it; empty for a field of the
	// module itself.
	list  string
	index int
	name  string

	Link  *site.Link
	Image *site.Image
	File  *File
	// Text may contain links of its own.
	Text *RichText
}

// Field is the path of the reference in its module: `image`, `links[1]`, `items[2].file`.
func (r Reference) Field() string {
	switch {
	case r.list == "":
		return r.name
	case r.name == "":
		return fmt.Sprintf("%s[%d]", r.list, r.index)
	}
	return fmt.Sprintf("%s[%d].%s", r.list, r.index, r.name)
}

// WalkReferences visits the references in the content of modules. Content that a module lists from elsewhere, such as
// stories, is not visited.
func WalkReferences(modules []Module, visit func(Reference)) {
	for _, m := range modules {
		eachReference(m, visit)
	}
}

// referenceVisitor visits the references of one module.
type referenceVisitor struct {
	record string
	visit  func(Reference)
}

func (v referenceVisitor) image(name string, i *site.Image) {
	if i != nil {
		v.visit(Reference{Record: v.record, name: name, Image: i})
	}
}

func (v referenceVisitor) text(name string, t *RichText) {
	if t != nil {
		v.visit(Reference{Record: v.record, name: name, Text: t})
	}
}

func (v referenceVisitor) link(l *site.Link) {
	if l != nil {
		v.visit(Reference{Record: v.record, name: "link", Link: l})
	}
}

func (v referenceVisitor) links(links []*site.Link) {
	for _, l := range links {
		if l == nil {
			continue
		}
		v.visit(Reference{Record: v.record, list: "links", index: l.Index, Link: l})
	}
}

func (v referenceVisitor) item(index int, l *site.Link, i *site.Image) {
	if l != nil {
		v.visit(Reference{Record: v.record, list: "items", index: index, name: "link", Link: l})
	}
	if i != nil {
		v.visit(Reference{Record: v.record, list: "items", index: index, name: "image", Image: i})
	}
}

func eachReference(m Module, visit func(Reference)) {
	at := func(id string) referenceVisitor { return referenceVisitor{id, visit} }
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
