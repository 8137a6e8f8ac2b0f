package resolvers

import (
	"context"

	"strand/domain/editorial"
	"strand/domain/optional"
	"strand/domain/site"
	"strand/gql/model"
)

// navigator converts a site's navigation to the graph's types.
type navigator struct{ siteContext *site.Context }

func (n navigator) header() (*model.HeaderNavigation, error) {
	tree, err := n.siteContext.Tree(n.siteContext.Site)
	if err != nil {
		return nil, err
	}
	if tree.Home == nil {
		return nil, nil
	}
	header := &model.HeaderNavigation{
		ID:        n.siteContext.Site.ID + "-header",
		Home:      n.item(tree.Home),
		HomeItems: n.items(tree.HomeItems),
		TopItems:  n.items(tree.TopItems),
		Items:     make([]*model.TopNavigationItem, 0, len(tree.Items)),
	}
	for _, i := range tree.Items {
		header.Items = append(header.Items, n.topItem(i))
	}
	return header, nil
}

func (n navigator) topItem(i *site.Item) *model.TopNavigationItem {
	top := &model.TopNavigationItem{
		ID:                 i.ID,
		Title:              i.Title,
		BreadcrumbOverride: optional.Text(i.BreadcrumbOverride),
		URL:                n.url(i),
		UnlocalizedURL:     optional.Text(i.UnlocalizedURL()),
		Link:               n.link(i),
		Hidden:             i.Hidden,
		Countries:          countries(i),
		Path:               optional.Text(i.Path),
		Target:             optional.Text(i.Target),
		Items:              n.items(i.Items),
		Sections:           make([]*model.NavigationSection, 0, len(i.Sections)),
	}
	for _, s := range i.Sections {
		top.Sections = append(
			top.Sections,
			&model.NavigationSection{Title: optional.Text(s.Title), Items: n.items(s.Items)},
		)
	}
	if m := i.Marketing; m != nil {
		top.MarketingTitle, top.MarketingDescription = optional.Text(m.Title), optional.Text(m.Description)
		top.MarketingSection = &model.MarketingSection{
			Logo:            m.Logo,
			Image:           m.Image,
			BackgroundColor: m.BackgroundColor,
			Link:            n.localizeLink(m.Link),
		}
	}
	return top
}

func (n navigator) items(items []*site.Item) []*model.NavigationItem {
	shown := make([]*model.NavigationItem, 0, len(items))
	for _, i := range items {
		shown = append(shown, n.item(i))
	}
	return shown
}

func (n navigator) item(i *site.Item) *model.NavigationItem {
	shown := n.itemWithoutChildren(i)
	shown.Items = n.items(i.Items)
	return shown
}

// flat returns items without their children.
func (n navigator) flat(items []*site.Item) []*model.NavigationItem {
	shown := make([]*model.NavigationItem, 0, len(items))
	for _, i := range items {
		shown = append(shown, n.itemWithoutChildren(i))
	}
	return shown
}

func (n navigator) itemWithoutChildren(i *site.Item) *model.NavigationItem {
	return &model.NavigationItem{
		ID:                 i.ID,
		Title:              i.Title,
		BreadcrumbOverride: optional.Text(i.BreadcrumbOverride),
		URL:                n.url(i),
		UnlocalizedURL:     optional.Text(i.UnlocalizedURL()),
		Link:               n.link(i),
		Hidden:             i.Hidden,
		Countries:          countries(i),
		Path:               optional.Text(i.Path),
		Target:             optional.Text(i.Target),
		Items:              []*model.NavigationItem{},
	}
}

func (n navigator) url(i *site.Item) *string {
	if i.UnlocalizedURL() == "" {
		return nil
	}
	url := site.LocalizedPath(n.siteContext.Locale, i.UnlocalizedURL())
	return &url
}

// link returns the link of an item: to its page or path, else to its target.
func (n navigator) link(i *site.Item) *site.Link {
	ref := &site.LinkRef{Text: i.Title, Path: i.Path}
	switch {
	case i.Page != nil:
		ref.PageID, ref.Path = i.Page.ID, ""
	case i.Target != "":
		ref.Path = i.Target
	}
	return &site.Link{Ref: ref, SiteContext: n.siteContext}
}

// linkedPage reads the page that a link leads to; nil for a link that leads elsewhere.
func (r *Resolver) linkedPage(ctx context.Context, l *site.Link) (*editorial.Page, error) {
	if l.Ref.PageID == "" {
		return nil, nil
	}
	return r.page(ctx, l.SiteContext, l.Ref.PageID)
}

func (n navigator) localizeLink(ref *site.LinkRef) *site.Link {
	if ref.IsEmpty() {
		return nil
	}
	return &site.Link{Ref: ref, SiteContext: n.siteContext}
}

func (n navigator) localizeLinks(refs []*site.LinkRef) []*site.Link {
	links := make([]*site.Link, 0, len(refs))
	for _, ref := range refs {
		if l := n.localizeLink(ref); l != nil {
			links = append(links, l)
		}
	}
	return links
}

func (n navigator) footer() (*model.FooterNavigation, error) {
	tree, err := n.siteContext.Tree(n.siteContext.Site)
	if err != nil || tree.Footer == nil {
		return nil, err
	}
	f := tree.Footer
	footer := &model.FooterNavigation{
		ID:          f.ID,
		Theme:       f.Theme,
		ContactLink: n.localizeLink(f.ContactLink),
		LegalLinks:  n.localizeLinks(f.LegalLinks),
		Note:        optional.Text(f.Note),
		Sections:    make([]*model.FooterSection, 0, len(f.Sections)),
	}
	for _, s := range f.Sections {
		footer.Sections = append(footer.Sections, &model.FooterSection{Title: s.Title, Links: n.localizeLinks(s.Links)})
	}
	return footer, nil
}

// report returns the position of a page in its report; nil for a page that belongs to no report.
func (n navigator) report(pageID string) *model.ReportPosition {
	r := n.siteContext.Report(pageID)
	if r == nil {
		return nil
	}
	entry := func(i *site.Item) *model.ReportEntry {
		if i == nil {
			return nil
		}
		return &model.ReportEntry{
			Title:     i.Title,
			URL:       site.LocalizedPath(n.siteContext.Locale, i.UnlocalizedURL()),
			IsCurrent: i.Page.ID == pageID,
		}
	}
	position := &model.ReportPosition{
		Root:     entry(r.Root),
		Chapters: make([]*model.ReportEntry, 0, len(r.Chapters)),
		Previous: entry(r.Previous),
		Next:     entry(r.Next),
	}
	for _, chapter := range r.Chapters {
		position.Chapters = append(position.Chapters, entry(chapter))
	}
	if r.Number > 0 {
		position.Number = &r.Number
	}
	return position
}

func countries(i *site.Item) []string {
	if i.Countries == nil {
		return []string{}
	}
	return i.Countries
}
