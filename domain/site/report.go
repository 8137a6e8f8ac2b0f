package site

// Report is the position of a page in a report that is read chapter by chapter (INV-7).
type Report struct {
	// Root is the first page of the report.
	Root *Item
	// Chapters are the pages of the report below its root, in the order of the navigation.
	Chapters []*Item
	// Number is the position of the page among the chapters, from 1; 0 for the root.
	Number int
	// Previous is the chapter before the page, or the root before the first chapter. Nil for the root.
	Previous *Item
	// Next is the chapter after the page; nil for the last one.
	Next *Item
}

// Report returns the position of a page of the site context's site in its report. It is nil for a page of another type,
// and for a page that the audience does not see.
//
// The report begins with the topmost page of type Report above the page. Its chapters are the pages of that type below
// it; pages that the audience does not see, because they are hidden, for another country or in no language of it, are
// left out. A page with several items belongs to the first one (see Tree.Page).
func (c *Context) Report(pageID string) *Report {
	tree, err := c.Tree(c.Site)
	if err != nil {
		return nil
	}
	item := tree.Page(pageID)
	if !item.isReport() {
		return nil
	}
	root := item
	for above := item.parent; above != nil; above = above.parent {
		if above.isReport() {
			root = above
		}
	}
	r := &Report{Root: root, Chapters: c.chapters(tree, root, nil)}
	for i, chapter := range r.Chapters {
		if chapter == item {
			r.Number = i + 1
		}
	}
	if r.Number < len(r.Chapters) {
		r.Next = r.Chapters[r.Number]
	}
	switch {
	case r.Number == 1:
		r.Previous = root
	case r.Number > 1:
		r.Previous = r.Chapters[r.Number-2]
	}
	return r
}

// chapters appends the pages of type Report below an item, each before its descendants.
func (c *Context) chapters(tree *Tree, above *Item, to []*Item) []*Item {
	add := func(items []*Item) {
		for _, i := range items {
			if i.isReport() && tree.Page(i.Page.ID) == i {
				if _, ok := c.pageLanguage(i.Page); ok {
					to = append(to, i)
				}
			}
			to = c.chapters(tree, i, to)
		}
	}
	add(above.Items)
	for _, s := range above.Sections {
		add(s.Items)
	}
	return to
}

func (i *Item) isReport() bool {
	return i != nil && i.Page != nil && i.Page.Type == PageTypeReport
}
