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
		if m, ok := m.(referring); ok {
			m.references(referenceVisitor{visit: visit})
		}
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
